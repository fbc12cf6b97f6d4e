import { checksOf } from '../lint/rule.ts';
import { resolve } from 'node:path';
import type { PlannedChange } from '../config/plan.ts';
import type { Facts } from '../facts/facts.ts';
import { factsNamed, isOtherProject, projectsOf } from '../facts/query.ts';
import type { Notice } from '../lint/finding.ts';
import { judgeChange, type PlanEntry, inPlannedOrder, withOwners } from '../plan/plan.ts';
import { planFile, type Condition, type UnreadFile } from '../plan/subject.ts';
import { withManagers, type ManagedItem } from '../plan/managed.ts';
import type { OwnersOf } from '../owners/codeowners.ts';
import type { RuleSetup } from '../lint/run-rules.ts';
import { isDeployed } from '../config/roles.ts';
import { enabledRules, fileSettings, settingsForChange, type Settings } from '../lint/settings.ts';
import { check } from './check.ts';
import type { Report } from '../lint/report.ts';
import type { FileResult } from '../lint/file-result.ts';
import { formatCount } from '../report/escape.ts';
import { chosenPaths, type FileList } from './fs/list-files.ts';
import { repositoryOwners } from './project/repository-files.ts';
import type { Project } from './project/project.ts';
import type { ScanCounts, ScanOptions } from './scan/scan-files.ts';
import { type JsonObject } from '../facts/json.ts';
import { parsedJson } from '../text/json.ts';
import { isTerraformPlan } from '../plan/terraform-changes.ts';
import { UserError } from './errors.ts';
import { boundOf, relativePath, displayPath, shownMissing } from './fs/paths.ts';
import { readText } from './fs/read-file.ts';
import { besideStrings } from './beside-strings.ts';
import { once } from '../text/source.ts';
import { unreadFiles } from './plan-coverage.ts';

export interface PlanRun {
  readonly entries: readonly PlanEntry[];
  readonly notices: readonly Notice[];
  /** Counts of the scanned files and their strings, `null` without a change. */
  readonly seen: { readonly counts: ScanCounts; readonly strings: number } | null;
}

/**
 * Checks each planned change in a separate run over the files.
 * @param changes in the order of the report; those of the config keep their position in it
 */
export function planChanges(
  project: Project,
  list: FileList,
  changes: readonly PlannedChange[],
  options: ScanOptions = {},
): PlanRun {
  const part = partly(project, list);
  const notices = new Map<string, Notice>();
  let seen: PlanRun['seen'] = null;
  // The same for every change, so computed once.
  let unread: readonly UnreadFile[] | null = null;
  const all = withValues(project, list);
  const isListed = listedIn(list);
  const { managed, sealed } = besideStrings(project, list, options);
  const entries = changes.map((change) => {
    const own = withPlannedMode(projectFor(project, change), changes);
    const { report, results, counts } = check(own, all, { ...options, ...FOR_PLANS });
    const unused = part.length === 0 ? unusedNames(project, results) : [];
    for (const notice of [...unused, ...report.notices]) notices.set(JSON.stringify(notice), notice);
    seen = { counts, strings: Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0) };
    unread ??= unreadFiles(list, counts, sealed, own);
    const earlier = changes.slice(0, changes.indexOf(change)).filter((one) => one.project === change.project);
    return judged(own, change, report, { results, unread, earlier, isListed });
  });
  return {
    entries: inOrder(project, entries, managed),
    notices: [...part, ...notices.values()],
    seen,
  };
}

const MAX_SHOWN_PATHS = 3;
/** The notice of a verdict that is not about the whole project. */
export const PARTIAL_VERDICT = 'part';

/** Says that a verdict is about a part of the project: of the config's folder, or of the repository without a config. */
function partly({ cwd, loaded }: Project, list: FileList): Notice[] {
  const paths = chosenPaths(list, loaded?.root ?? boundOf(cwd));
  if (paths === null) return [];
  const others = paths.length - MAX_SHOWN_PATHS;
  const shown = [...paths.slice(0, MAX_SHOWN_PATHS), ...(others > 0 ? [`${formatCount(others)} more`] : [])];
  const what = paths.length === 0 ? 'no path' : `only ${shown.join(', ')}`;
  return [{ code: PARTIAL_VERDICT, file: '', message: `the verdict covers ${what}, not the whole project` }];
}

/** Names under `external` that no file reads, and that may be misspelt. */
function unusedNames({ config: { external }, cwd, loaded }: Project, results: readonly FileResult[]): Notice[] {
  const strings = results.flatMap(({ inText }) => inText?.strings ?? []);
  const read = new Set(
    strings.flatMap((string) => [string.name, ...string.literal.placeholders.map(({ name }) => name)]),
  );
  const unused = Object.keys(external).filter((name) => !read.has(name));
  return unused.map((name) => ({
    code: 'external-not-read',
    file: loaded ? relativePath(cwd, loaded.path) : '',
    message: `"external" names ${shownMissing(name)}, which no file reads`,
  }));
}

/**
 * The entries in the order of their changes, with the code that manages what they change and the owners of the files.
 */
export function inOrder(
  project: Project,
  entries: readonly PlanEntry[],
  managed: readonly ManagedItem[],
): readonly PlanEntry[] {
  const { facts } = project.settings;
  const own = inPlannedOrder(entries).map((entry) => {
    const ofEntry = factsNamed(facts, entry.project ?? undefined);
    return withManagers(
      entry,
      managed.filter((item) => !isOtherProject(ofEntry, item.project)),
    );
  });
  const ownersOf = ownersIn(project);
  return ownersOf ? own.map((entry) => withOwners(entry, ownersOf)) : own;
}

/** Computed when first needed, because few plans need the paths. */
function listedIn({ files }: FileList): (path: string) => boolean {
  const paths = once(() => new Set([...files].map((file) => file.path)));
  return (path) => paths().has(path);
}

/** The owners of a project's files, `null` without a CODEOWNERS file. */
function ownersIn({ root, cwd }: Project): OwnersOf | null {
  const owners = repositoryOwners(root);
  return owners && ((file) => owners.ownersOf(relativePath(root, resolve(cwd, file))));
}

/** Adds the files with values of secrets and variables, whose strings a plan checks like those of the tree. */
function withValues({ cwd, valueFiles }: Project, list: FileList): FileList {
  if (valueFiles.length === 0) return list;
  const values = valueFiles.map((absolute) => ({ path: relativePath(cwd, absolute), absolute, named: true }));
  const isVendored = (absolute: string): boolean => !valueFiles.includes(absolute) && list.isVendored(absolute);
  return { ...list, files: [...list.files, ...values], isVendored };
}

/** What plans need from a run. */
export const FOR_PLANS = { keepResults: true, forPlans: true } as const;

export function projectFor(project: Project, change: PlannedChange): Project {
  const at = project.config.plan.indexOf(change);
  const settings = settingsForChange(project.settings, change, at < 0 ? null : at);
  return { ...project, config: settings.config, settings };
}

/** A plan to leave peering-only mode states that it is on, which then applies to the other plans too. */
export function withPlannedMode(project: Project, changes: readonly PlannedChange[]): Project {
  const { facts } = project.settings;
  const leaving = changes.filter(({ change }) => change === 'disable-peering-only');
  const planned = new Set(leaving.flatMap((change) => projectsOf(facts, change)));
  if (planned.size === 0) return project;
  const withMode = (one: Facts): Facts =>
    one.project.peeringOnly || !planned.has(one)
      ? one
      : { ...one, project: { ...one.project, peeringOnly: PLANNED_MODE } };
  const settings = { ...project.settings, facts: { ...withMode(facts), projects: facts.projects.map(withMode) } };
  return { ...project, settings };
}

const PLANNED_MODE = { value: true, source: 'the planned change disable-peering-only' };

/** The files of a project, as far as they concern a planned change. */
interface PlannedFiles {
  readonly results: readonly FileResult[];
  readonly unread: readonly UnreadFile[];
  /** Changes that the config plans before this one. */
  readonly earlier: readonly PlannedChange[];
  readonly isListed?: (path: string) => boolean;
}

/** @param project from `projectFor` */
export function judged(
  { settings, fromConfig }: Project,
  change: PlannedChange,
  { findings, unknown }: Report,
  { results, unread, earlier, isListed }: PlannedFiles,
): PlanEntry {
  const { profile, facts, config } = settings;
  const settingsOf = fileSettings(settings, fromConfig);
  const files = results.map((result) => planFile(result, settingsOf(result.path)));
  const external = namedClusters(config.external);
  const ofFiles = results.flatMap(({ path, role, strings }) =>
    isDeployed(role) && strings.some(({ kind }) => kind !== 'external') ? [settingsOf(path).setups] : [],
  );
  const gaps = rulesOff(settings, change, new Set(ofFiles));
  return judgeChange({ change, profile, facts, files, unread, earlier, external, isListed, findings, unknown, gaps });
}

/** An entry without a kind settles nothing. */
function namedClusters(external: Project['config']['external']): Readonly<Record<string, string>> {
  const settled = Object.entries(external).flatMap(([name, value]): [string, string][] =>
    value === 'not-service' ? [[name, value]] : value.kind ? [[name, value.cluster]] : [],
  );
  return Object.fromEntries(settled);
}

/**
 * A rule that is off cannot say yes.
 * @param ofFiles the rules of the files with strings that decide
 */
function rulesOff(
  settings: Settings,
  { change }: PlannedChange,
  ofFiles: ReadonlySet<readonly RuleSetup[]>,
): Condition[] {
  const judging = checksOf(settings.rules).filter(({ changes = [] }) => changes.includes(change));
  const on = [enabledRules(settings), ...ofFiles].map((setups) => new Set(setups.map(({ rule }) => rule)));
  const off = judging.filter((rule) => on.some((rules) => !rules.has(rule)));
  return off.map(({ name }) => ({ verdict: 'undecided', message: `The rule ${name} checks this change and is off.` }));
}

/** Terraform plans contain the whole state, so they may be larger than sources. */
const MAX_PLAN_BYTES = 1 << 30;

/** The output of `terraform show -json` for a plan. Throws a `UserError` for anything else, without quoting it. */
export function readTerraformPlan(file: string): JsonObject {
  const read = readText(file, { named: true, maxBytes: MAX_PLAN_BYTES });
  if ('skipped' in read) throw new UserError(`cannot read ${displayPath(file)}: ${read.reason}`, WRITE_PLAN);
  const value = parsedJson(read.text);
  if (isTerraformPlan(value)) return value;
  throw new UserError(`${displayPath(file)} is not a Terraform plan as JSON`, WRITE_PLAN);
}

const WRITE_PLAN = 'Write one: terraform plan -out plan.bin && terraform show -json plan.bin > plan.json';
