import WORDS from './words.json' with { type: 'json' };
import { acceptedBy } from '../../config/plan.ts';
import type { FoundString } from '../../classify/found-string.ts';
import { optionNamed } from '../../classify/string-edits.ts';
import { PLACEHOLDER } from '../../text/literal.ts';
import { acceptFiles, gateStep, impossible, made, named, notDedicated, open } from '../steps.ts';
import { replaceSteps, step, unlessDown, type OpenPoint } from '../steps.ts';
import { ENDPOINT_KINDS, readsSrv, usedOf, type PlanFile, type Procedure, type SubjectOf } from '../subject.ts';
import type { UsedString } from '../subject.ts';
import { hasOpenOptions } from '../../clients/settings-beside.ts';
import { importOf, modulesFor, sourceIn } from '../../lint/values/value-file.ts';
import { assigned } from '../../read/values.ts';
import { isProgram, languageOf } from '../../read/families.ts';
import { apiCommand, clusterCall, pull } from '../commands.ts';

const words = WORDS.shard;

/** The config gives the kind and cluster of a read or a host, but not its form or its options. */
function unseenForm({ used, change, found }: SubjectOf<'shard'>): OpenPoint | false {
  // A replica set beside a read, unless a finding names it.
  const isBesideRead = ({ string: { name, replicaSet }, file }: UsedString): boolean =>
    name !== null &&
    replicaSet !== undefined &&
    !found.some(({ finding }) => finding.file === file.file && finding.offset === replicaSet.offset);
  const unseen = used.filter(
    (one) =>
      (mayBeList(one.string) || hasOptions(one) || isBesideRead(one)) &&
      !Object.hasOwn(acceptedBy(change), one.file.file),
  );
  const places = unseen.map(({ place }) => place);
  return places.length > 0 && open(words.unseen, acceptFiles(places), places);
}

function mayBeList(string: FoundString): boolean {
  const { name, via, kind, hosts, literal, uri } = string;
  if (name !== null) return via !== 'attribute' && kind !== 'external';
  if (uri && FILLED_OPTIONS.test(literal.value.slice(uri.hostsRange.endOffset))) return true;
  const isFilled = hosts.some(({ host, resolved }) => !resolved && !literal.value.toLowerCase().includes(host));
  if (kind !== 'templated-unknown') return isFilled && /^[a-z]+:/i.test(literal.value);
  // A host whose value is in the tree is judged there, but without these options.
  return optionNamed(string, 'replicaSet') !== undefined;
}

const hasOptions = ({ file, string }: UsedString): boolean =>
  string.uri !== null &&
  isProgram(languageOf(file.file)) &&
  hasOpenOptions(sourceIn(file), string, (name) => optionsFrom(file, name));

/** Where a name of a file is defined, unless the module that has it names a replica set. */
function optionsFrom(file: PlanFile, name: string) {
  const definition = importOf(file)(name);
  const source = definition ? modulesFor(file)(definition.module) : undefined;
  const named = definition?.name ?? (source && assigned(source, 'exports').length > 0 ? 'exports' : name);
  return source && !/replica_?set|repl_?set/i.test(source.text) ? { source, name: named } : undefined;
}

/** `?${options}`, `&${more}`: options that a program fills in. */
const FILLED_OPTIONS = new RegExp(`[?&]${PLACEHOLDER}(?!=)|${PLACEHOLDER}{2}$`, 'u');

const isDone = ({ clusters }: SubjectOf<'shard'>): boolean =>
  clusters.length > 0 && clusters.every(({ sharded }) => sharded === true);

/** A replica set becomes sharded: port, host list and `replicaSet` change (vendor Terraform documentation, 2026-08). */
export const shard: Procedure<'shard'> = {
  runbook(subject) {
    const { clusters, breaking } = subject;
    const none = impossible(subject);
    if (none) return none;
    const replace = replaceSteps(subject, breaking, words.replace);
    if (isDone(subject))
      return made(`Nothing to convert: ${named(clusters.map(({ name }) => name))} is sharded already.`, replace);
    const unsharded = clusters.filter(({ sharded }) => sharded !== true);
    return {
      about: 'The conversion to a sharded cluster, which cannot be undone.',
      steps: [
        replace,
        gateStep(subject, 'the conversion'),
        step({
          kind: 'change',
          ...words.convert,
          commands: clusterCall(subject, (cluster) =>
            cluster?.sharded ? null : '{clusterType: "SHARDED", replicationSpecs: [.replicationSpecs[0]]}',
          ),
        }),
        step({
          kind: 'verify',
          ...words.wait,
          commands: unsharded.map(({ name }) => apiCommand(subject, 'GET', `clusters/${encodeURIComponent(name)}`)),
        }),
        step({ kind: 'deploy', ...words.restart }),
        step({ kind: 'verify', ...words.verify, commands: [pull(subject), 'connlint check'] }),
      ],
    };
  },
  refusals(subject) {
    if (isDone(subject)) return [];
    const places = usedOf(subject, ...ENDPOINT_KINDS).map(({ place }) => place);
    return [
      notDedicated(subject),
      // Vendor procedure, 2026-08.
      unlessDown(subject.change.downtime, 'Private endpoints are down during the conversion.', places),
      unseenForm(subject),
    ];
  },
  mayBreak: (string) => !readsSrv(string) || (optionNamed(string, 'replicaSet') ?? string.replicaSet) !== undefined,
};
