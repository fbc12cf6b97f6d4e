import { clusterNameOf, type PlannedChange, type ChangeName } from '../config/plan.ts';
import type { FileRole } from '../config/severity.ts';
import { stringAt, type FoundString } from '../classify/found-string.ts';
import { isNodeId, type Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { eachProject, type ClusterFacts, type FactName, type Facts } from '../facts/facts.ts';
import { clusterNamed, clustersNamed, ownerOf, projectOf as projectNamed } from '../facts/query.ts';
import type { Finding, OfferedFix, UncheckedPlaces } from '../lint/finding.ts';
import { shown } from '../classify/shown.ts';
import type { ValueFile } from '../lint/values/value-file.ts';
import { clusterOfHost, concerns, isOfRecord, ownHosts, serviceHosts } from '../lint/string-hosts.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { locationOf, oncePer, type LineIndex } from '../text/source.ts';
import { distinctPlaces, type NotCounted, type OpenPoint, type PlanPlace, type Steps } from './steps.ts';

export interface PlanFile extends Pick<ValueFile, 'file' | 'role' | 'environment' | 'place'> {
  readonly strings: readonly FoundString[];
  readonly lines: LineIndex;
}

/** A file or a folder that was not judged. */
export interface UnreadFile {
  /** Empty if unknown. */
  readonly file: string;
  /** For people; without the file's name. */
  readonly reason: string;
  /** What it contains; `null` if it could not be read. */
  readonly seen: Pick<PlanFile, 'role' | 'strings'> | null;
  /** The place of what is only a part of a host's name. */
  readonly part?: Pick<PlanPlace, 'line' | 'column'>;
}

export interface PlanInput<C extends PlannedChange = PlannedChange> {
  readonly change: C;
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  readonly files: readonly PlanFile[];
  readonly unread: readonly UnreadFile[];
  /** Whether a file of this path was read. */
  readonly isListed: (path: string) => boolean;
  /** What the run left out of the project. */
  readonly outside: readonly OpenPoint[];
  /** Findings of the rules that judge this change, including those that are off in tests. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
  /** The error for an entry that says that there is no string of the cluster, beside the place of one. */
  readonly contradicted: (place: PlanPlace) => Error;
  /** The day on which facts are judged (`YYYY-MM-DD`), and the number of days that they stay valid. */
  readonly age: { readonly today: string; readonly maxFactAge: number };
}

/** The input without what belongs to other clusters, and the facts of one project. */
export type PlanSubject<C extends PlannedChange = PlannedChange> = Readonly<ReturnType<typeof planSubject<C>>>;

/** A string of the code that belongs to the clusters of the change, or may. */
export type UsedString = PlanSubject['used'][number];

/** A finding with the string, if it is about one, and the place that a step shows. */
export type PlannedFinding = PlanSubject['found'][number];

/** The step that the verdict is about, and all steps in order; none for a change that is made or impossible. */
export interface Runbook {
  readonly about: string;
  readonly steps: Steps;
  /** Made already, or not possible: nothing breaks later, whatever programs read. */
  readonly isMade?: true;
}

export type SubjectOf<C extends ChangeName> = PlanSubject<Extract<PlannedChange, { change: C }>>;

export interface Procedure<C extends ChangeName> {
  readonly runbook: (subject: SubjectOf<C>) => Runbook;
  /** What the change needs besides what its rules ask for; each only where it decides something. */
  readonly needs?: (subject: SubjectOf<C>) => readonly (FactName | false)[];
  readonly toggles?: FactName;
  /** What the service refuses, or a fact contradicts. */
  readonly refusals?: (subject: SubjectOf<C>) => readonly (OpenPoint | false)[];
  /** Whether the change may break strings of a cluster. It always may where this is missing. */
  readonly concerns?: (cluster: ClusterFacts, subject: SubjectOf<C>) => boolean;
  /** True if a cluster that it does not concern has no string that breaks: without others, open reads do not matter. */
  readonly spares?: true;
  /** Whether it may break a string whose cluster nothing names. Missing where it breaks none. */
  readonly mayBreak?: (string: FoundString, subject: SubjectOf<C>) => boolean;
}

/** Puts aside what belongs to other clusters. Linear in strings, findings and places. */
export function planSubject<C extends PlannedChange>(input: PlanInput<C>) {
  const { change, facts: allFacts, files } = input;
  const facts = projectNamed(allFacts, change);
  const name = clusterNameOf(change);
  const byPath = new Map(files.map((file) => [file.file, file]));
  const whoseOf = oncePer((string: FoundString) => whoseIs(string, name, allFacts, facts));
  const standing = (string: FoundString, role: FileRole) => standingOf(string, role, allFacts, facts, whoseOf);
  const decides = (file: PlanFile | undefined, string: FoundString | null): boolean =>
    file === undefined || (string === null ? file.role !== 'docs' : standing(string, file.role) === 'decides');
  const strings = files.flatMap((file) =>
    file.strings.map(handedOn).map((string) => ({ file, string, is: standing(string, file.role) })),
  );
  const all = input.findings.map((finding) => {
    const file = byPath.get(finding.file);
    const string = file ? stringAt(file.strings, finding) : null;
    // Off in tests, and not about a string of a cluster.
    const isAsserted = finding.off && (string === null || (string.hosts.length === 0 && string.cluster === null));
    return { file, string, finding, isAsserted };
  });
  const found = all
    .filter(({ file, string, isAsserted }) => !isAsserted && decides(file, string))
    .map(({ finding, string }) => ({
      finding,
      string,
      place: placeOfFinding(finding, string),
      cluster: string ? recordOf(string, allFacts) : undefined,
    }));
  const asserted = all.filter(({ isAsserted, finding }) => isAsserted && breaks(finding));
  return {
    ...input,
    // Of the change's own project.
    facts,
    allFacts,
    // As far as they are known. The end of a version of the API concerns none.
    clusters: change.change === 'admin-api' ? [] : clustersNamed(facts, name ?? '*'),
    // The strings that decide; `own` is false if neither the string nor the records show its owner.
    used: strings
      .filter(({ string, is }) => is === 'decides' && !OTHER_KINDS.has(string.kind))
      .map(({ file, string }) => ({
        file,
        string,
        place: { ...positionOf(file, string), from: shown(string), to: null },
        cluster: recordOf(string, allFacts),
        own: whoseOf(string) === 'own',
      })),
    // Findings about strings that decide, and those of them that break with the change.
    found,
    breaking: found.filter(({ finding }) => breaks(finding)),
    unknown: input.unknown.flatMap((entry) => {
      const places = entry.places.filter(({ file, line, column }) => {
        const own = byPath.get(file);
        const at = (own?.lines.lineStart(line) ?? 0) + column - 1;
        return decides(own, own ? stringAt(own.strings, { offset: at, endOffset: at + 1 }) : null);
      });
      return places.length > 0 ? [{ ...entry, places }] : [];
    }),
    notCounted: distinctPlaces<NotCounted>([
      ...strings
        .filter(({ is }) => is === 'not counted' && change.change !== 'admin-api')
        .map(({ file, string }) => ({ ...positionOf(file, string), text: shown(string), reason: NOT_COUNTED })),
      ...asserted.map(({ finding: { file, line, column, rule, text } }) => {
        return { file, line, column, text: text === '' ? rule : text, reason: IN_TEST };
      }),
    ]),
    unread: input.unread.filter(
      ({ seen }) =>
        seen === null ||
        seen.strings.some((string) => mayLead(string, change, seen.role) && standing(string, seen.role) === 'decides'),
    ),
  };
}

/** The owner of a string: `unclear` if neither its names nor the records decide. */
type Owner = 'own' | 'other' | 'unclear';

/** Whether a string that no rule judged leads to a cluster. The libraries of others get their hosts from programs. */
function mayLead(string: FoundString, { change }: PlannedChange, role: FileRole): boolean {
  if (change === 'admin-api') return isOfApi(string);
  if (OTHER_KINDS.has(string.kind) || isOfApi(string)) return false;
  if (string.via === 'attribute' || serviceHosts(string).length > 0) return true;
  return string.kind === 'templated-unknown' && role !== 'vendored';
}

const NOT_COUNTED = 'in a test, and neither a record nor a token of the project knows its host';
const IN_TEST = 'in a test, which may only assert the call or record the answer';

/** One rule only warns of what its change breaks: what else a program resolves decides. */
const breaks = ({ rule, severity, lowered }: Finding): boolean =>
  (lowered ?? severity) === 'error' || rule === 'standard-string-in-peered-network';

/** A field of an old record from which a program takes the string of a cluster. */
const handedOn = (string: FoundString): FoundString =>
  string.kind === 'removed-field' && /^(?:mongoURI(?:WithOptions)?|srvAddress)$/.test(string.literal.value)
    ? { ...string, kind: 'external', via: 'unknown', name: string.literal.value }
    : string;

/** Kinds that lead to no cluster, and are no call. */
const OTHER_KINDS = new Set('not-service other-service-host removed-field metrics-discovery'.split(' '));

export const usedOf = ({ used }: Pick<PlanSubject, 'used'>, ...kinds: readonly Kind[]): readonly UsedString[] =>
  used.filter(({ string }) => kinds.includes(string.kind));

export const uses = (subject: PlanSubject, kinds: readonly Kind[]): boolean => usedOf(subject, ...kinds).length > 0;

/** The kinds of strings that lead through a private network. */
export const PRIVATE_KINDS = ['private', 'private-endpoint', 'optimized'] as const satisfies Kind[];
export const ENDPOINT_KINDS = ['private-endpoint', 'optimized'] as const satisfies Kind[];

/** Whether a string, or what an attribute hands on, is an SRV string. */
export const readsSrv = ({ form, attribute }: FoundString): boolean =>
  attribute?.field ? /srv/i.test(attribute.field) : form === 'srv';

export const readsEndpoint = ({ kind }: FoundString): boolean => ENDPOINT_KINDS.some((one) => one === kind);

/** A standard attribute may still hand on a legacy name. */
export const readsLegacy = ({ kind, attribute }: FoundString): boolean =>
  kind === 'legacy' || (attribute !== undefined && kind === 'standard');

/** Every string of the cluster decides, except in documents, comments and records. */
function standingOf(string: FoundString, role: FileRole, all: Facts, own: Facts, whose: (of: FoundString) => Owner) {
  if (role === 'docs' || string.literal.context !== 'code' || isOfRecord(string)) return 'no';
  if (string.hosts.some(({ host, class: { placeholder } }) => placeholder && !host.includes(PLACEHOLDER))) return 'no';
  if (string.kind === 'not-service' || whose(string) === 'other') return 'no';
  if (role !== 'test') return 'decides';
  if (string.hosts.length === 0) {
    if (isOfApi(string) || string.cluster !== null) return 'decides';
    return string.via === 'attribute' ? 'not counted' : 'no';
  }
  const hasToken = serviceHosts(string).some(({ class: { token } }) =>
    own.clusters.some(({ tokens }) => token !== null && tokens.includes(token)),
  );
  return hasToken || recordOf(string, all) ? 'decides' : 'not counted';
}

export const isOfApi = ({ kind }: FoundString): boolean => /^(?:admin-api|media-type)/.test(kind);

function whoseIs(string: FoundString, name: string | null, all: Facts, own: Facts): Owner {
  const project = projectOf(string, all, own);
  if (project === 'other' || name === null || name === '*') return project;
  const hosts = ownHosts(string).map((host) => ({ host, cluster: clusterOfHost(host, { facts: all }) }));
  if (hosts.length === 0) {
    if (string.cluster === null || string.cluster.includes(PLACEHOLDER)) return 'unclear';
    return clusterLabel(string.cluster) === clusterLabel(name) ? project : 'other';
  }
  if (hosts.some(({ host, cluster }) => concerns(name, host, cluster))) return 'own';
  const isKnown = hosts.every(({ host: { class: seen }, cluster }) => {
    const isNamed = seen.cluster !== null && !seen.cluster.includes(PLACEHOLDER) && !isNodeId(seen.cluster);
    return cluster !== undefined || isNamed;
  });
  return isKnown ? 'other' : 'unclear';
}

function projectOf(string: FoundString, all: Facts, own: Facts): Owner {
  const owners = serviceHosts(string).map((host) => ownerOf(all, host));
  if (owners.length > 0 && !owners.some(({ mayBe }) => mayBe.includes(own))) return 'other';
  if (all === own || owners.some(({ project }) => project === own)) return 'own';
  if (owners.length > 0 || string.cluster === null || string.via === 'literal')
    return string.hosts.length === 0 ? 'own' : 'unclear';
  const label = clusterLabel(string.cluster);
  const having = eachProject(all).filter(({ clusters }) => clusters.some((one) => one.label === label));
  return having.length === 1 && having[0] === own ? 'own' : 'unclear';
}

function recordOf(string: FoundString, facts: Facts): ClusterFacts | undefined {
  const [host] = ownHosts(string);
  if (host) return clusterOfHost(host, { facts });
  return string.cluster === null ? undefined : clusterNamed(facts, string.cluster);
}

function positionOf(file: PlanFile, string: FoundString): Pick<PlanPlace, 'file' | 'line' | 'column'> {
  const { line, column } = locationOf(string.range, file.lines);
  return { file: file.file, line, column };
}

/** With the one replacement that the finding offers: several are several answers. */
function placeOfFinding({ file, line, column, text, fix, suggestions }: Finding, string: FoundString | null) {
  const chosen = fix ?? (suggestions.length === 1 ? suggestions[0] : undefined);
  const to = chosen && string ? afterFix(string, chosen) : null;
  return { file, line, column, from: text === '' ? null : text, to };
}

/** A string as it reads after a fix; `null` if the fix changes something else. */
const afterFix = ({ attribute, name }: FoundString, { edits: [edit], after }: OfferedFix): string | null =>
  attribute ? (edit && name !== null ? name.replace(/\w{1,100}$/, edit.text) : null) : after;
