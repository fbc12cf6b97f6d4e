import type { FoundString } from '../classify/found-string.ts';
import { fileRole } from '../lint/file-role.ts';
import type { PlannedChange } from '../config/plan.ts';
import type { Facts } from '../facts/facts.ts';
import { isOtherProject, projectOf, projectsOf } from '../facts/query.ts';
import type { FileResult } from '../lint/lint.ts';
import { nameOf, type Finding, type Notice } from '../lint/finding.ts';
import { checksOf } from '../lint/checks.ts';
import type { Report } from '../lint/report.ts';
import { settingsForPlan, type FileSettings } from '../lint/settings.ts';
import type { PlanPlace } from '../plan/steps.ts';
import { judgeChange, type PlanEntry } from '../plan/plan.ts';
import { withManagers, type ManagedItem } from '../plan/managed.ts';
import type { PlanFile } from '../plan/subject.ts';
import { isTerraformPlan } from '../plan/terraform-changes.ts';
import { stringCount } from '../report/report-view.ts';
import type { JsonObject } from '../facts/json.ts';
import { parsedJson } from '../text/json.ts';
import { lineIndex, once } from '../text/source.ts';
import { check } from './check.ts';
import { UserError } from './errors.ts';
import type { FileList } from './fs/list-files.ts';
import { boundOf, displayPath, isWithin, relativePath } from './fs/paths.ts';
import { readText } from './fs/read-file.ts';
import { besideStrings, filesWithParts, unreadFiles } from './plan-files.ts';
import { repositoriesOf, withRepository } from './project/repositories.ts';
import { withSettings, type Project } from './project/project.ts';
import type { ScanOptions } from './scan/scan-files.ts';

/**
 * Checks the files once, and judges each planned change by the findings of its rules. `seen` counts the scanned files and
 * their strings; `null` without a change.
 * @param changes in the order of the report; those of the config keep their position in it
 */
export function planChanges(project: Project, list: FileList, changes: readonly PlannedChange[], options: ScanOptions) {
  const part = partly(project, list);
  if (changes.length === 0) return { entries: [], notices: part, seen: null };
  const beside = besideStrings(project, list, options);
  const own = withPlannedMode(project, changes);
  // Acceptance is for `check`: severities and rules that are off have no effect on a plan.
  const judged = withSettings(own, settingsForPlan(own.settings, changes));
  const { report, results, counts } = check(judged, withValues(project, list), options);
  const paths = once(() => new Set(list.files.map(({ path }) => path)));
  const byPath = once(() => new Map(results.map((one) => [one.path, one.inText?.strings])));
  const stringsOf = (path: string): readonly FoundString[] => byPath().get(path) ?? [];
  const input = {
    profile: own.settings.profile,
    facts: own.settings.facts,
    files: results.map((result) => planFile(result, own.settingsOf(result.path))),
    unread: [...unreadFiles(own, list, counts, beside.sealed), ...filesWithParts(beside.parts, stringsOf)],
    isListed: (path: string) => paths().has(path),
    age: { today: own.settings.today, maxFactAge: own.config.maxFactAge },
  };
  const entries = changes.map((change, at) => {
    const own = reportOf(judged, report, changes, at);
    return judgeChange({ ...input, ...own, change, contradicted: (place) => contradicted(project, at, place) });
  });
  return {
    entries: entries.map((entry) => withSurroundings(entry, project, beside.managed)),
    notices: [...part, ...report.notices],
    seen: { counts, strings: stringCount(report.summary) },
  };
}

/** The error for an entry with `strings.none` beside a string. */
function contradicted({ loaded, config: { plan } }: Project, at: number, { file, line, column }: PlanPlace): UserError {
  const message = `"strings.none" is contradicted by the string in ${displayPath(file)}:${line}:${column}`;
  const hint = 'Remove "strings" from the plan entry, or the string from the file.';
  if (!loaded || at >= plan.length) return new UserError(message, hint);
  return loaded.errorAt(['plan', at, 'strings', 'none'], message, hint);
}

function planFile({ path, role, inText }: FileResult, { context }: FileSettings): PlanFile {
  // A role that the config gives to code does not settle a plan.
  const isOnlyCalled = context.role === 'docs' && fileRole(path, '') !== 'docs';
  return {
    file: path,
    role: isOnlyCalled ? 'product' : role,
    environment: context.environment,
    strings: inText?.strings ?? [],
    lines: inText?.lines ?? lineIndex(''),
  };
}

/** What the rules of one change report. A finding in the config belongs to the entry in whose lines it is. */
function reportOf({ settings, loaded, cwd }: Project, report: Report, plan: readonly PlannedChange[], at: number) {
  const { change } = plan[at]!;
  const own = new Set(
    checksOf(settings.rules).flatMap(({ name, changes = [] }) => (changes.includes(change) ? [name] : [])),
  );
  const config = loaded ? relativePath(cwd, loaded.path) : null;
  // A change of the command line has no lines.
  const range = plan.length > 1 ? settings.home?.range(['plan', at]) : undefined;
  const isHere = ({ file, offset }: Finding): boolean =>
    file !== config || range === undefined || (range.offset <= offset && offset < range.endOffset);
  return {
    findings: [...report.findings, ...report.off.filter(({ role }) => role === 'test')].filter(
      (finding) => own.has(nameOf(finding)) && isHere(finding),
    ),
    unknown: report.unknown.filter(({ checks }) => checks.some((name) => own.has(name))),
  };
}

/** Says that a verdict is about a part of the project: of the config's folder, or of the repository without a config. */
function partly({ cwd, loaded }: Project, { folders }: FileList): Notice[] {
  const root = loaded?.root ?? boundOf(cwd);
  if (folders.some((folder) => isWithin(root, folder))) return [];
  const message = `the verdict covers only a part of the project: run plan without paths in ${displayPath(root)}`;
  return [{ code: 'part', file: '', message }];
}

/** Adds the code that manages what is changed, the repository of each place in a clone, and the owners of each place. */
function withSurroundings(entry: PlanEntry, project: Project, managed: readonly ManagedItem[]): PlanEntry {
  const ofEntry = projectOf(project.settings.facts, { project: entry.project ?? undefined });
  const near = managed.filter((item) => !isOtherProject(ofEntry, item.project));
  const own = withManagers(entry, near);
  const placed = (place: PlanPlace): PlanPlace => {
    const { owners } = repositoriesOf(project)(place.file);
    return { ...withRepository(place, project), ...(owners && { owners }) };
  };
  return {
    ...own,
    open: own.open.map((point) => ({ ...point, places: point.places.map(placed) })),
    steps: own.steps.map((one) => ({ ...one, places: one.places.map(placed) })),
    notCounted: own.notCounted.map((one) => withRepository(one, project)),
  };
}

/** Adds the files with values of secrets and variables, whose strings a plan checks like those of the tree. */
function withValues({ cwd, valueFiles }: Project, list: FileList): FileList {
  if (valueFiles.length === 0) return list;
  const values = valueFiles.map((absolute) => ({ path: relativePath(cwd, absolute), absolute, named: true }));
  const isVendored = (absolute: string): boolean => !valueFiles.includes(absolute) && list.isVendored(absolute);
  return { ...list, files: [...list.files, ...values], isVendored };
}

/** A plan to leave peering-only mode states that it is on, which then applies to the other plans too. */
function withPlannedMode(project: Project, changes: readonly PlannedChange[]): Project {
  const { facts } = project.settings;
  const leaving = changes.filter(({ change }) => change === 'disable-peering-only');
  const planned = new Set(leaving.flatMap((change) => projectsOf(facts, change)));
  if (planned.size === 0) return project;
  const withMode = (one: Facts): Facts =>
    one.project.peeringOnly || !planned.has(one)
      ? one
      : { ...one, project: { ...one.project, peeringOnly: PLANNED_MODE } };
  const mode = { ...withMode(facts), projects: facts.projects.map(withMode) };
  return withSettings(project, { ...project.settings, facts: mode });
}

const PLANNED_MODE = { value: true, source: 'the planned change disable-peering-only' };

/** Terraform plans contain the whole state, so they may be larger than sources. */
const MAX_PLAN_BYTES = 1 << 30;

/** The output of `terraform show -json` for a plan. Throws a `UserError` for anything else, without quoting it. */
export function readTerraformPlan(file: string): JsonObject {
  const read = readText(file, MAX_PLAN_BYTES);
  if ('skipped' in read) throw new UserError(`cannot read ${displayPath(file)}: ${read.reason}`, WRITE_PLAN);
  const value = parsedJson(read.text);
  if (isTerraformPlan(value)) return value;
  throw new UserError(`${displayPath(file)} is not a Terraform plan as JSON`, WRITE_PLAN);
}

const WRITE_PLAN = 'Write one: terraform plan -out plan.bin && terraform show -json plan.bin > plan.json';
