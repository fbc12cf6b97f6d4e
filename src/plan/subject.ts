import type { FileRole } from '../config/roles.ts';
import type { PlannedChange, ChangeName } from '../config/plan.ts';
import { clustersNamed, hostQuery, mayBeOf, projectOfHost, projectsOf } from '../facts/query.ts';
import type { ClusterFacts, FactName, Facts, ListedString } from '../facts/facts.ts';
import { stringAt, type Finding, type UncheckedPlaces } from '../lint/finding.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { FileResult } from '../lint/file-result.ts';
import type { FileSettings } from '../lint/settings.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { lineIndex, type LineIndex } from '../text/source.ts';
import { clusterOfHost, concerns, ownHosts, formOf, serviceHosts } from '../lint/string-hosts.ts';
import { hostsFor, written, listedSrv } from '../lint/string-edits.ts';
import { decidesPlan, isHiddenCluster, isOfRecord, isUse } from './relevance.ts';
import {
  hiddenHosts,
  hostPlaceholders,
  openReads,
  replicaSetReads,
  placeOfString,
  settledExternal,
  type OpenRead,
} from './external-reads.ts';
import { isRecorded } from './recorded.ts';
import { valueEdits } from '../lint/fixed-string.ts';
import { shownAfter } from '../classify/shown.ts';
import type { Fix } from '../lint/rule.ts';

/** A file with strings or findings. */
export interface PlanFile {
  readonly file: string;
  readonly role: FileRole;
  readonly strings: readonly FoundString[];
  readonly lines: LineIndex;
  /** The one that the config names, or `null`. */
  readonly environment: string | null;
}

/** A file by its result, which must contain its strings. */
export function planFile({ path, role, inText }: FileResult, { context }: FileSettings): PlanFile {
  const { strings, lines } = inText ?? { strings: [], lines: lineIndex('') };
  return { file: path, role, environment: context.environment, strings, lines };
}

/** A file or a folder that was not read. */
export interface UnreadFile {
  /** Empty if unknown. */
  readonly file: string;
  /** For people; without the file's name. */
  readonly reason: string;
}

/** The input for the verdict of one planned change. */
export interface PlanInput<C extends PlannedChange = PlannedChange> {
  readonly change: C;
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  readonly files: readonly PlanFile[];
  /** Those that were not read and may contain strings of the service. */
  readonly unread: readonly UnreadFile[];
  /** Changes that the config plans before this one. */
  readonly earlier?: readonly PlannedChange[];
  /** Whose the strings are that come from outside, by their names. */
  readonly external: Readonly<Record<string, string>>;
  /** Whether a file of this path was read; unknown if the files themselves are. */
  readonly isListed?: ((path: string) => boolean) | undefined;
  /** Missing answers, besides files that were not read. */
  readonly gaps?: readonly Condition[];
  /** Findings of the rules that judge this change, with those that were accepted. */
  readonly findings: readonly Finding[];
  /** What those rules could not check. */
  readonly unknown: readonly UncheckedPlaces[];
}

/** Why a change is not ready, besides findings, missing facts and files that were not read. */
export interface Condition {
  readonly verdict: 'blocked' | 'undecided';
  /** One sentence. */
  readonly message: string;
  /** The fact that would settle it. */
  readonly missing?: FactName;
  /** The earlier change of the config that settles it. */
  readonly after?: ChangeName;
  /** The rules whose findings that change settles too. */
  readonly settles?: readonly string[];
  /** The strings that could not be checked. */
  readonly unchecked?: readonly UncheckedString[];
}

/** A string that could not be checked with what the tree contains. */
export interface UncheckedString {
  readonly place: StepPlace;
  /** Why not, and what to do: sentences. */
  readonly message: string;
}

/** A string of the code that belongs to the clusters of the change. */
export interface UsedString {
  /** Of the file that contains it. */
  readonly role: FileRole;
  readonly string: FoundString;
  readonly place: StepPlace;
  readonly cluster: ClusterFacts | undefined;
  /** False if neither the string nor the records show its owner. */
  readonly own: boolean;
  /** True where a program may read it: the string was seen. */
  readonly isUse: boolean;
  /** True for a string of which a finding was accepted: it is decided. */
  readonly accepted: boolean;
}

/** A finding with the place and the replacement that a step shows. */
export interface PlannedFinding {
  readonly role: FileRole;
  readonly finding: Finding;
  /** `null` for a finding about the project or about something else than a string. */
  readonly string: FoundString | null;
  readonly place: StepPlace;
  readonly cluster: ClusterFacts | undefined;
}

/** An entry of `external` whose cluster is not known. */
export interface Misnamed {
  readonly name: string;
  readonly cluster: string;
}

/** Everything about the planned change that concerns its cluster; what belongs to other clusters is left out. */
export interface PlanSubject<C extends PlannedChange = PlannedChange> {
  readonly change: C;
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  /** The clusters of the change, as far as they are known. */
  readonly clusters: readonly ClusterFacts[];
  /** Clusters that strings of the tree name, if those of the change are not known: its name may be misspelt. */
  readonly otherNames: readonly string[];
  /** In the files that decide; also strings of which a finding was accepted. */
  readonly seen: readonly UsedString[];
  /** Those that are still undecided. */
  readonly used: readonly UsedString[];
  /** Strings whose host is not visible and that may belong to the change's clusters. */
  readonly hidden: readonly UsedString[];
  /** Strings that come from outside and may belong to the change's clusters. */
  readonly reads: readonly OpenRead[];
  /** Entries of `external` about strings that are still open, because nothing knows their cluster. */
  readonly misnamed: readonly Misnamed[];
  /** Where a replica set is named beside a string from outside; empty for changes that leave it alone. */
  readonly replicaSets: readonly StepPlace[];
  /** Findings that were not accepted and that must be fixed before the change. */
  readonly left: readonly PlannedFinding[];
  /** Findings about strings that keep working: they can be fixed after the change. */
  readonly later: readonly PlannedFinding[];
  /** Findings in documents, examples, comments and tests that do not decide. */
  readonly inDocuments: readonly PlannedFinding[];
  readonly findings: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
}

/** Puts aside what belongs to other clusters. Linear in strings, findings and places. */
export function subjectOf<C extends PlannedChange>(input: PlanInput<C>): PlanSubject<C> {
  const { change, profile, facts: all, files, findings, unknown } = input;
  const facts = factsOfChange(all, change);
  const byPath = new Map(files.map((file) => [file.file, file]));
  const name = clusterNameOf(change);
  const isOther = (file: string, offset: number): boolean => {
    const string = stringAt(byPath.get(file)?.strings ?? [], { offset, endOffset: offset + 1 });
    return string !== null && belonging(string, name, { all, own: facts }) === 'other';
  };
  const decides = ({ role, cluster, string, place }: LocatedFinding): boolean =>
    decidesPlan(role, cluster !== undefined) && isLive(string, byPath.get(place.file)?.strings ?? []);
  const own = findings.filter((finding) => !isOther(finding.file, finding.offset));
  const accepted = acceptedIn(own, byPath);
  const seen = files.flatMap((file) => usedIn(file, name, { all, own: facts }, accepted)).filter(decides);
  const used = seen.filter((one) => !one.accepted);
  const open = own.filter(({ suppressed }) => suppressed === null).map((finding) => withPlace(finding, byPath, all));
  const deciding = open.filter(decides);
  const clusters = name === null ? facts.clusters : clustersNamed(facts, name);
  const whoseOf = (string: FoundString): ReturnType<typeof belonging> => belonging(string, name, { all, own: facts });
  const names = new Set([...clusters.map((cluster) => cluster.name), ...(name === null ? [] : [name])]);
  const external = settledExternal(input);
  const hidden =
    change.change === 'admin-api'
      ? []
      : hiddenHosts({ ...input, external }, used, (one) => isHiddenCluster(one, change, clusters));
  const reads = change.change === 'admin-api' ? [] : openReads({ ...input, external }, whoseOf);
  return {
    change,
    profile,
    facts,
    clusters,
    otherNames: name === null || clusters.length > 0 ? [] : namesIn(files),
    seen,
    used,
    hidden,
    reads,
    misnamed: misnamedIn(input.external, external, [
      ...reads.map((read) => read.name),
      ...hidden.flatMap(({ string }) => hostPlaceholders(string).flatMap((placeholder) => placeholder.name ?? [])),
    ]),
    replicaSets: change.change === 'shard' ? replicaSetReads({ ...input, external }, names, whoseOf) : [],
    left: deciding.filter(({ finding }) => mustGo(finding)),
    later: deciding.filter(({ finding }) => !mustGo(finding)),
    inDocuments: open.filter((one) => !decides(one)),
    findings: own,
    unknown: unknown.flatMap((entry) => {
      const places = entry.places.filter(({ file, line, column }) => {
        const own = byPath.get(file);
        const start = own?.lines.lineStart(line);
        if (!own || start === undefined) return true;
        const at = start + column - 1;
        const string = stringAt(own.strings, { offset: at, endOffset: at + 1 });
        const cluster = string ? recordOf(string, all) : undefined;
        return !isOther(file, at) && decides({ role: own.role, cluster, string, place: { file } });
      });
      return places.length > 0 ? [{ ...entry, places }] : [];
    }),
  };
}

function misnamedIn(
  given: PlanInput['external'],
  settled: PlanInput['external'],
  open: readonly string[],
): readonly Misnamed[] {
  const names = [...new Set(open)].filter((name) => Object.hasOwn(given, name) && !Object.hasOwn(settled, name));
  return names.map((name) => ({ name, cluster: given[name]! }));
}

const namesIn = (files: readonly PlanFile[]): string[] => [
  ...new Set(files.flatMap(({ strings }) => strings.flatMap(({ cluster }) => cluster ?? []))),
];

type LocatedFinding = Pick<PlannedFinding, 'role' | 'cluster' | 'string'> & { readonly place: Pick<StepPlace, 'file'> };

/** What is commented out breaks nothing, nor does a record of the cluster. */
const isLive = (string: FoundString | null, strings: PlanFile['strings']): boolean =>
  string === null || (string.literal.context !== 'comment' && !isOfRecord(string, strings));

/** Rules about strings that go on working beside their successors (vendor Terraform guide on port mapping, 2026-08). */
const KEEPS_WORKING: ReadonlySet<string> = new Set(['endpoint-architecture']);

function mustGo({ severity, rule }: Finding): boolean {
  return severity === 'error' && !KEEPS_WORKING.has(rule);
}

/** The cluster that a change names; `null` for a change of the whole project. */
export function clusterNameOf(change: PlannedChange): string | null {
  return 'cluster' in change ? change.cluster : null;
}

/** A file, or a folder, with the reason why it was not read: `notes/old.env: not read: UTF-32 text`. */
export function unreadText({ file, reason }: UnreadFile): string {
  return file === '' ? reason : `${file}: ${reason}`;
}

/** The used strings of these kinds. */
export function usedOf({ used }: Pick<PlanSubject, 'used'>, ...kinds: readonly Kind[]): readonly UsedString[] {
  return used.filter(({ string }) => kinds.includes(string.kind));
}

/** All facts, and those of the project that the change is about. */
interface PlanFacts {
  readonly all: Facts;
  readonly own: Facts;
}

/** The facts of the project of a change; plans are judged for one project at a time. */
function factsOfChange(all: Facts, change: PlannedChange): Facts {
  const [first, second] = projectsOf(all, change);
  return first && !second ? first : all;
}

/** The owner of a string: `unclear` if neither its names nor the records decide. */
function belonging(string: FoundString, name: string | null, facts: PlanFacts): 'own' | 'other' | 'unclear' {
  const project = projectOfString(string, facts);
  if (project === 'other' || name === null || name === '*') return project;
  const hosts = ownHosts(string).map((host) => ({ host, cluster: clusterOfHost(host, { facts: facts.all }) }));
  if (hosts.some(({ host, cluster }) => concerns(name, host, cluster))) return 'own';
  const isKnown =
    hosts.length > 0 && hosts.every(({ host, cluster }) => cluster !== undefined || host.class.cluster !== null);
  return isKnown ? 'other' : 'unclear';
}

/** Whether a string is of the change's project. If only one project is known, every string may belong to it. */
function projectOfString(string: FoundString, { all, own }: PlanFacts): 'own' | 'other' | 'unclear' {
  if (all === own) return 'own';
  const hosts = serviceHosts(string).map(hostQuery);
  if (hosts.length === 0) return string.hosts.length === 0 ? 'own' : 'unclear';
  const projects = hosts.map((host) => projectOfHost(all, host) ?? (mayBeOf(own, host) ? undefined : null));
  if (projects.includes(own)) return 'own';
  return projects.includes(undefined) ? 'unclear' : 'other';
}

function recordOf(string: FoundString, facts: Facts): ClusterFacts | undefined {
  const [host] = ownHosts(string);
  return host && clusterOfHost(host, { facts });
}

/** Strings of which a finding was accepted: they are decided. */
function acceptedIn(findings: readonly Finding[], byPath: ReadonlyMap<string, PlanFile>): ReadonlySet<FoundString> {
  const accepted = findings.filter(({ suppressed }) => suppressed !== null);
  return new Set(accepted.flatMap((finding) => stringAt(byPath.get(finding.file)?.strings ?? [], finding) ?? []));
}

/** Strings to other servers and names that only documentation has do not count as used. */
function usedIn(
  file: PlanFile,
  name: string | null,
  facts: PlanFacts,
  accepted: ReadonlySet<FoundString>,
): UsedString[] {
  return file.strings.flatMap((string) => {
    if (
      string.kind === 'not-service' ||
      string.kind === 'external' ||
      string.hosts.some(({ host, class: { placeholder } }) => placeholder && !host.includes(PLACEHOLDER))
    )
      return [];
    const whose = belonging(string, name, facts);
    if (whose === 'other') return [];
    return [
      {
        role: file.role,
        string,
        place: placeOfString(file, string),
        cluster: recordOf(string, facts.all),
        own: whose === 'own',
        isUse: isUse(string, file),
        accepted: accepted.has(string),
      },
    ];
  });
}

function withPlace(finding: Finding, byPath: ReadonlyMap<string, PlanFile>, facts: Facts): PlannedFinding {
  const { file, line, column, text, fix, suggestions } = finding;
  const string = stringAt(byPath.get(file)?.strings ?? [], finding);
  // Several suggestions are several answers: the facts do not decide.
  const chosen = fix ?? (suggestions.length === 1 ? suggestions[0] : undefined);
  const cluster = string ? recordOf(string, facts) : undefined;
  const to =
    (string && chosen ? afterFix(string, chosen) : null) ?? (string && cluster ? insteadOfList(string, cluster) : null);
  return {
    role: finding.role,
    finding,
    string,
    place: {
      file,
      line,
      column,
      from: text === '' ? null : text,
      to,
      proven: fix !== null && to !== null,
      recorded: to !== null && isRecorded(to, text, facts),
    },
    cluster,
  };
}

/** What a list of nodes that are written one by one is replaced by as a whole: no edit can make one string of it. */
function insteadOfList({ group, hosts: [first] }: FoundString, { listed }: ClusterFacts): string | null {
  if (!group || !first) return null;
  return listedSrv(listed, first.class.kind === 'legacy' ? 'standard' : first.class.kind)?.text ?? null;
}

/** A place that a step concerns. */
export interface StepPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The current string, redacted; `null` where no string is. */
  readonly from: string | null;
  /** The same string after the replacement; `null` if not known. */
  readonly to: string | null;
  /** True when `to` is applied by --fix, false when it is only suggested. */
  readonly proven: boolean;
  /** True when a record lists the hosts of `to`, which `from` does not have. */
  readonly recorded: boolean;
  /** Of the file; missing where no file says who owns what. */
  readonly owners?: readonly string[];
}

/** Equal for equal places. */
export function placeKey({ file, line, column }: Pick<StepPlace, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`;
}

export function distinctPlaces<P extends Pick<StepPlace, 'file' | 'line' | 'column'>>(places: readonly P[]): P[] {
  const known = new Set<string>();
  return places.filter((place) => known.size < known.add(placeKey(place)).size);
}

/** One step of a procedure. Steps are carried out in order, and none may be left out. */
export interface Step {
  readonly kind: StepKind;
  readonly title: string;
  /** Sentences for the person who does it, with the exact name of a setting. Contains no credential. */
  readonly detail: string;
  readonly places: readonly StepPlace[];
  /** What to run, one or several commands a line; `null` when there is nothing to run. */
  readonly command: string | null;
  /** The project role that the step needs; `null` if none. */
  readonly role: string | null;
  /** What takes it back; `null` where there is nothing to take back, or no way. */
  readonly undo: string | null;
  /** True where nothing takes it back. */
  readonly irreversible: boolean;
  /** As documented; `null` where nothing is. */
  readonly duration: string | null;
  /** Of the files concerned. */
  readonly owners: readonly string[];
  /** The code that owns the cluster or the setting, and would put it back. */
  readonly managedBy: ManagedBy | null;
  /** The detail where code manages what the step changes; not printed. */
  readonly inCode?: string | undefined;
  /** What it edits in that code, if not what the change as a whole edits; not printed. */
  readonly edits?: 'shards' | undefined;
}

/** `change` is the planned change itself; the others come before or after it. */
export type StepKind = 'learn' | 'prepare' | 'replace' | 'deploy' | 'verify' | 'change' | 'document';

export interface ManagedBy {
  readonly tool: 'terraform' | 'pulumi' | 'operator' | 'cloudformation';
  readonly file: string;
  /** What to edit there; `null` if not known. */
  readonly attribute: string | null;
}

/** The ordered steps of one type of planned change. */
export type Procedure<C extends ChangeName> = (subject: PlanSubject<Extract<PlannedChange, { change: C }>>) => Step[];

/**
 * A found string as it reads after a fix, with secrets hidden as in every report; `null` when the fix changes
 * something else than this string, or nothing.
 */
function afterFix(string: FoundString, fix: Fix): string | null {
  const edits = valueEdits(string, fix.edits);
  return edits && shownAfter(string, edits);
}

/**
 * A found string with the hosts of a record's string instead of its own, secrets hidden; `null` when their forms
 * differ. For people: the source may show the hosts in several pieces, so that no edit can make the change.
 */
export function withHostsOf(string: FoundString, listed: ListedString): string | null {
  const { hosts } = string;
  const first = hosts[0];
  const last = hosts.at(-1);
  if (!first || !last || formOf(string) !== listed.form) return null;
  const own = hostsFor(string, listed);
  if (!own) return null;
  return shownAfter(string, [{ offset: first.offset, endOffset: last.endOffset, text: written(own) }]);
}
