import type { PlannedChange } from '../config/plan.ts';
import type { Finding } from '../lint/finding.ts';
import { applyBaseline } from '../lint/baseline.ts';
import { lintProject } from '../lint/lint-project.ts';
import { relint } from '../lint/relint.ts';
import { fileSettings, type FileSettings, type Settings } from '../lint/settings.ts';
import { judgeSubject, inPlannedOrder, withOwners, type PlanEntry } from '../plan/plan.ts';
import { withManagers, type ManagedItem } from '../plan/managed.ts';
import {
  planFile,
  subjectOf,
  type PlannedFinding,
  type PlanSubject,
  type StepPlace,
  type UnreadFile,
} from '../plan/subject.ts';
import { joinUnchecked } from '../lint/run-rules.ts';
import type { OwnersOf } from '../owners/codeowners.ts';
import type { LedgerFile } from './ledger.ts';
import {
  type Expectations,
  type FleetGap,
  type RecordedFile,
  type Repository,
  fleetGaps,
  missingRepositories,
  resultOf,
} from './repository.ts';

/** A place of a fleet: `acme/shop:src/app.ts`. */
export const placeIn = (repository: string, file: string): string => `${repository}:${file}`;

/** Splits such a place. Repository names contain no colon. */
export function placeParts(file: string): { readonly repository: string | null; readonly file: string } {
  const at = file.indexOf(':');
  return at < 0 ? { repository: null, file } : { repository: file.slice(0, at), file: file.slice(at + 1) };
}

/** A planned change with the settings for it alone. */
interface FleetChange {
  readonly change: PlannedChange;
  readonly settings: Settings;
  readonly earlier: readonly PlannedChange[];
}

export interface FleetPlan {
  readonly entries: readonly PlanEntry[];
  /** Missing and incomplete answers of repositories. */
  readonly gaps: readonly FleetGap[];
  /** Number of repositories with a ledger. */
  readonly answered: number;
  /** The owners of a file, by its place. */
  readonly ownersOf: OwnersOf;
}

export interface FleetScope extends Expectations {
  /** All repositories with a ledger. */
  readonly names: ReadonlySet<string>;
  /** Owners of files without an owner in their ledger, by `repository/path`. `null` without such a map. */
  readonly ownersOf: OwnersOf | null;
  /** The command that checks the fleet again, without the planned change. */
  readonly command: string;
}

/**
 * Checks planned changes over many repositories, with the code that checks one tree: one verdict per change. Reads the
 * repositories one by one and keeps only what concerns the changes.
 */
export function planFleet(
  repositories: Iterable<Repository>,
  changes: readonly FleetChange[],
  scope: FleetScope,
): FleetPlan {
  // Findings of the plan and its config are reported once.
  const subjects = changes.map(({ change, settings }) => [subjectIn(NOBODY, settings, change)]);
  const gaps = missingRepositories(scope.names, scope);
  const owners = new Map<string, readonly string[]>();
  const managed: ManagedItem[] = [];
  let answered = 0;
  for (const repository of repositories) {
    answered++;
    const { name, files, parts } = repository;
    gaps.push(...fleetGaps(repository, scope));
    for (const item of parts.flatMap(({ header }) => header?.managed ?? [])) {
      managed.push({ ...item, file: placeIn(name, item.file) });
    }
    for (const { file } of files) owners.set(placeIn(name, file.file), ownersIn(name, file, scope.ownersOf));
    for (const [at, { change, settings }] of changes.entries()) {
      subjects[at]!.push(subjectIn(repository, settings, change));
    }
  }
  const open = gaps.map(({ message }) => ({ verdict: 'undecided' as const, message }));
  const entries = changes.map(({ earlier }, at) =>
    judgeSubject(joined(subjects[at]!.map(({ subject }) => subject)), {
      unread: subjects[at]!.flatMap(({ unread }) => unread),
      earlier,
      gaps: open,
    }),
  );
  const ownersOf: OwnersOf = (file) => owners.get(file) ?? [];
  const isOwned = [...owners.values()].some((own) => own.length > 0);
  const ordered = inPlannedOrder(entries).map((entry) => withCommands(withManagers(entry, managed), scope.command));
  // Without any owner, the runbook names none.
  const owned = isOwned ? ordered.map((entry) => withOwners(entry, ownersOf)) : ordered;
  return { entries: owned, gaps, answered, ownersOf };
}

/** With commands for the fleet in place of those for one tree. */
function withCommands(entry: PlanEntry, command: string): PlanEntry {
  const steps = entry.steps.map((step) => {
    const lines = step.command?.split('\n') ?? [];
    if (!lines.some((line) => ONE_TREE.test(line))) return step;
    const own = lines.map((line) => line.replace(ONE_TREE, (verb) => (verb === CHECK ? IN_EACH : `${command} `)));
    const detail = lines.includes(CHECK) ? step.detail : `${step.detail} Collect the ledgers again first.`;
    return { ...step, detail, command: own.join('\n') };
  });
  return { ...entry, steps };
}

const CHECK = 'connlint check';
const IN_EACH = `${CHECK}   # in each repository`;
const ONE_TREE = /^connlint (?:plan |check$)/;

const NOBODY: Repository = { name: '', parts: [], files: [], lost: 0 };

/** The owners of a file: from its ledger, otherwise from the given map. */
export function ownersIn(repository: string, file: LedgerFile, ownersOf: OwnersOf | null): readonly string[] {
  return file.owners.length > 0 ? file.owners : (ownersOf?.(`${repository}/${file.file}`) ?? []);
}

/** The strings and findings of one repository for a planned change. */
interface RepositorySubject {
  readonly subject: PlanSubject;
  readonly unread: readonly UnreadFile[];
}

/**
 * The strings and findings of one repository for a planned change. Facts and rules are those of the caller. Findings
 * that the repository accepts by comment, config or baseline stay accepted. Places name the repository.
 * @param settings for this change alone
 */
function subjectIn(repository: Repository, settings: Settings, change: PlannedChange): RepositorySubject {
  const { name, files, parts } = repository;
  const byPath = new Map(files.map((one) => [one.file.file, one]));
  const central = fileSettings(settings, (path) => path);
  const known = new Map(files.map((one) => [one.file.file, settingsIn(name, one, central)]));
  const settingsOf = (path: string): FileSettings => known.get(path) ?? central(path);
  const results = files.map((one) => relint(resultOf(one, change), settingsOf(one.file.file)));
  const { findings, unknown } = lintProject(results, settingsOf, central(settings.home?.file ?? ''), {
    entries: [],
    whole: false,
    idPath: (file) => withoutBase(file, byPath.get(file)?.header.base ?? ''),
  });
  const headers = parts.flatMap(({ header }) => header ?? []);
  const external = Object.assign({}, ...headers.map((header) => header.external)) as Record<string, string>;
  const planned = results.map((result) => planFile(result, settingsOf(result.path)));
  const subject = subjectOf({
    change,
    profile: settings.profile,
    facts: settings.facts,
    files: planned,
    unread: [],
    external: { ...external, ...settings.config.external },
    findings: applyBaseline(
      findings,
      headers.flatMap(({ baseline }) => baseline),
    ),
    unknown,
  });
  const all = headers.flatMap((header) => header.unread);
  const unread = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  return {
    subject: inRepository(subject, name, byPath),
    unread: unread.map(({ file, reason }) => ({ file: placeIn(name, file), reason })),
  };
}

const withoutBase = (file: string, base: string): string =>
  base !== '' && file.startsWith(`${base}/`) ? file.slice(base.length + 1) : file;

/** The rules of the caller with the settings of the file in its ledger. */
function settingsIn(
  repository: string,
  { file, header }: RecordedFile,
  central: (path: string) => FileSettings,
): FileSettings {
  const path = file.file;
  const { context, entries, ...own } = central(`${repository}/${path}`);
  const drivers = file.module === null ? [] : (header.modules[file.module]?.drivers ?? []);
  return {
    ...own,
    entries: [...entries, ...file.suppressions.flatMap((at) => header.suppressions[at] ?? [])],
    context: {
      ...context,
      path,
      environment: file.environment ?? context.environment,
      network: file.network ?? context.network,
      region: file.region ?? context.region,
      drivers: () => drivers,
    },
  };
}

/** With places of the fleet. Findings outside of its files are left out, because the plan reports them. */
function inRepository(subject: PlanSubject, name: string, files: ReadonlyMap<string, unknown>): PlanSubject {
  if (name === NOBODY.name) return subject;
  const there = <T extends { readonly file: string }>(one: T): T => ({ ...one, file: placeIn(name, one.file) });
  const own = <T extends { readonly file: string }>(all: readonly T[]): T[] =>
    all.filter(({ file }) => files.has(file)).map(there);
  const withRelated = (finding: Finding): Finding => ({ ...finding, related: finding.related.map(there) });
  const placed = <T extends { readonly place: StepPlace }>(all: readonly T[]): T[] =>
    all.filter(({ place }) => files.has(place.file)).map((one) => ({ ...one, place: there(one.place) }));
  const found = (all: readonly PlannedFinding[]): PlannedFinding[] =>
    placed(all).map((one) => ({ ...one, finding: withRelated(there(one.finding)) }));
  return {
    ...subject,
    seen: placed(subject.seen),
    used: placed(subject.used),
    hidden: placed(subject.hidden),
    reads: placed(subject.reads),
    replicaSets: own(subject.replicaSets),
    left: found(subject.left),
    later: found(subject.later),
    inDocuments: found(subject.inDocuments),
    findings: own(subject.findings).map(withRelated),
    unknown: subject.unknown.flatMap((one) => {
      const places = own(one.places);
      return places.length > 0 ? [{ ...one, places }] : [];
    }),
  };
}

const distinctEntries = (entries: PlanSubject['misnamed']): PlanSubject['misnamed'] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

/** Joins the subjects of several trees into one. */
function joined(subjects: readonly PlanSubject[]): PlanSubject {
  return {
    ...subjects[0]!,
    seen: subjects.flatMap(({ seen }) => seen),
    used: subjects.flatMap(({ used }) => used),
    hidden: subjects.flatMap(({ hidden }) => hidden),
    reads: subjects.flatMap(({ reads }) => reads),
    misnamed: distinctEntries(subjects.flatMap(({ misnamed }) => misnamed)),
    replicaSets: subjects.flatMap(({ replicaSets }) => replicaSets),
    left: subjects.flatMap(({ left }) => left),
    later: subjects.flatMap(({ later }) => later),
    otherNames: [...new Set(subjects.flatMap(({ otherNames }) => otherNames))],
    inDocuments: subjects.flatMap(({ inDocuments }) => inDocuments),
    findings: subjects.flatMap(({ findings }) => findings),
    unknown: joinUnchecked(subjects.flatMap(({ unknown }) => unknown)),
  };
}
