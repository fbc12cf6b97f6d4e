import { acceptedBy } from '../../config/plan.ts';
import type { FoundString } from '../../classify/found-string.ts';
import { optionNamed } from '../../classify/string-edits.ts';
import { PLACEHOLDER } from '../../text/literal.ts';
import { acceptFiles, gateStep, impossible, made, named, notDedicated, open } from '../steps.ts';
import { replaceSteps, step, unlessDown, type OpenPoint } from '../steps.ts';
import { ENDPOINT_KINDS, readsSrv, usedOf, type Procedure, type SubjectOf } from '../subject.ts';
import { apiCommand, clusterCall, pull } from '../commands.ts';

/** The config gives the kind and cluster of a read or a host, but not its form or its options. */
function unseenForm({ used, change }: SubjectOf<'shard'>): OpenPoint | false {
  const unseen = used.filter(({ string, file }) => mayBeList(string) && !Object.hasOwn(acceptedBy(change), file.file));
  const places = unseen.map(({ place }) => place);
  const message =
    'These strings are only partly visible. A host list would fail, and so would `replicaSet` in any string.';
  return places.length > 0 && open(message, acceptFiles(places), places);
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
    const replace = replaceSteps(subject, breaking, {
      title: 'Use the SRV string and remove replicaSet',
      detail:
        'The SRV name stays. A host list does not: a sharded cluster answers through its routers, on port 27016 instead of 27017, and has no replica set name.',
    });
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
          title: 'Convert the cluster to a sharded cluster with one shard',
          detail:
            'Private endpoints are down during the conversion. The public addresses of the nodes change: update firewalls.',
          commands: clusterCall(subject, (cluster) =>
            cluster?.sharded ? null : '{clusterType: "SHARDED", replicationSpecs: [.replicationSpecs[0]]}',
          ),
        }),
        step({
          kind: 'verify',
          title: 'Wait until the conversion is complete',
          detail: 'The state must be IDLE, and the type SHARDED.',
          commands: unsharded.map(({ name }) => apiCommand(subject, 'GET', `clusters/${encodeURIComponent(name)}`)),
        }),
        step({
          kind: 'deploy',
          title: 'Restart every client before a second shard exists',
          detail:
            'A client that is still connected to nodes of the replica set bypasses the routers, and data may become inconsistent.',
        }),
        step({
          kind: 'verify',
          title: 'Verify after the restart',
          detail: 'Only then add shards.',
          commands: [pull(subject), 'connlint check'],
        }),
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
