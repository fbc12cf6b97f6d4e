import { dirname, join, posix, resolve } from 'node:path';
import { withBaseline, type PlacedEntry } from '../lint/baseline.ts';
import { objectOf } from '../facts/json.ts';
import { parsedJson } from '../text/json.ts';
import type { Notice } from '../lint/finding.ts';
import { once } from '../text/source.ts';
import { countFindings, type Report, type RepositoryIdentity } from '../lint/report.ts';
import { wordsToFind } from '../lint/checks.ts';
import { lintProject } from '../lint/lint-project.ts';
import { isEmptyResult, type FileResult } from '../lint/file-result.ts';
import { lintSource } from '../lint/lint-text.ts';
import { configSuppressions, fileSettings, enabledRules } from '../lint/settings.ts';
import { oldVersionData } from '../admin-api/versions.ts';
import { loadBaseline, wordsIn, type LoadedBaseline, type Project } from './project/project.ts';
import { listFiles, type FileChoice, type FileEntry, type FileList } from './fs/list-files.ts';
import { boundOf, isWithin, prefixOf, relativePath } from './fs/paths.ts';
import { isOwnFile } from './fs/patterns.ts';
import { decodeGiven, scanCounts, scanFiles, type ScanCounts, type ScanOptions } from './scan/scan-files.ts';
import type { ConfiguredClone } from './project/clones.ts';
import { repositoriesOf, withRepository } from './project/repository-identity.ts';
import { enterStage } from './timing.ts';
import { VERSION } from './version.ts';
import { readText } from './fs/read-file.ts';
import type { PlanEntry } from '../plan/entry.ts';
import type { PlaceUrl, ReportView } from '../report/report-view.ts';

/** The files of a project to scan, without its config, fact files and baseline. */
export function projectFiles(project: Project, choice: FileChoice): FileList {
  enterStage('list');
  const list = listFiles(project, choice);
  const isOthers = (file: FileEntry): boolean => !isOwnFile(project, file);
  return { ...list, files: list.files.filter(isOthers), ignored: list.ignored.filter(isOthers) };
}

/** The result of a list of files. */
export interface CheckResult extends ReportResult {
  /** Empty unless results were requested. */
  readonly results: readonly FileResult[];
  readonly baseline: LoadedBaseline | null;
  /** What was read of files with fixes, and of standard input. */
  readonly contents: ReadonlyMap<string, Contents>;
  readonly counts: ScanCounts;
  /** Lints a text as the contents of a file. */
  readonly lint: (path: string, text: string) => FileResult;
  /** The report of other results for the same files. */
  readonly reportOf: (results: readonly FileResult[]) => ReportResult;
}

interface Contents {
  readonly text: string;
  readonly bytes: Buffer;
}

export interface ReportResult extends ReportInput {
  /** Baseline entries without a finding. */
  readonly stale: readonly PlacedEntry[];
}

interface CheckOptions extends ScanOptions {
  /** True if the contents of files with fixes are needed afterwards. */
  readonly forFixes?: boolean;
  /** True if results are needed besides the report. */
  readonly keepResults?: boolean;
  /** True if plans need the strings in their text. */
  readonly forPlans?: boolean;
  /** Removes what is outside of the run's selection from a report. */
  readonly narrow?: ((report: Report) => Report) | undefined;
}

/** Lints files and creates the report. Throws a `UserError` for a baseline that cannot be used. */
export function check(project: Project, list: FileList, options: CheckOptions = {}): CheckResult {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const { forFixes = false, forPlans = false } = options;
  const lint = linter(project, settingsOf, forPlans);
  const results: FileResult[] = [];
  const contents = new Map<string, Contents>();
  const counts = scanCounts();
  const words = wordsIn(project, list, (profile) => wordsToFind(profile, project.settings.rules));
  enterStage('search');
  scanFiles(list, words, counts, options, ({ path, text, bytes }) => {
    enterStage('lint');
    const result = lint(path, text);
    if (!isEmptyResult(result)) results.push(result);
    // The bytes are those of the next file afterwards.
    if (forFixes && !isEmptyResult(result)) contents.set(path, { text, bytes: Buffer.from(bytes) });
    enterStage('search');
  });
  counts.skipped.ignored = list.ignored.length;
  const notices = [...list.notices, ...counts.notices];
  const whole = checked(project, results, contents, {
    lint,
    counts,
    notices,
    coverage: {
      listed: once(() => new Set(list.files.map(({ absolute }) => absolute))),
      unread: new Set(counts.unread.map(({ absolute }) => absolute)),
      folders: list.folders,
      clones: new Set(list.files.flatMap(({ path }) => project.cloneOf(path) ?? [])),
    },
    narrow: options.narrow,
  });
  // Results are released if only the report is needed.
  return options.keepResults || forFixes ? whole : { ...whole, results: [] };
}

/** Lints the bytes of standard input as if they were the file of that name. */
export function checkBytes(project: Project, path: string, bytes: Buffer): CheckResult {
  const lint = linter(project, fileSettings(project.settings, project.fromConfig), false);
  const counts = scanCounts();
  const contents = new Map(decodeGiven(path, bytes, counts).map((one) => [one.path, { text: one.text, bytes }]));
  const coverage = {
    listed: () => new Set<string>(),
    unread: new Set<string>(),
    folders: [],
    clones: new Set<ConfiguredClone>(),
  };
  const results = [...contents].map(([file, { text }]) => lint(file, text));
  return checked(project, results, contents, { lint, counts, notices: counts.notices, coverage });
}

function linter(
  { settings: { suppressions } }: Project,
  settingsOf: ReturnType<typeof fileSettings>,
  forPlans: boolean,
): CheckResult['lint'] {
  return (path, text) => lintSource({ path, text }, settingsOf(path), { suppressions, forPlans });
}

/** Which part of a project a run covered. */
interface Coverage {
  /** Absolute paths of all files to read. A function, because few runs need them all. */
  readonly listed: () => ReadonlySet<string>;
  /** Those that could not be read. */
  readonly unread: ReadonlySet<string>;
  /** Absolute paths of folders that were listed completely. */
  readonly folders: readonly string[];
  /** Those with a config that contain a listed file. */
  readonly clones: ReadonlySet<ConfiguredClone>;
}

/** What a run read, besides its results. */
interface Run {
  readonly counts: ScanCounts;
  readonly notices: readonly Notice[];
  readonly coverage: Coverage;
  readonly narrow?: CheckOptions['narrow'];
}

function checked(
  project: Project,
  results: readonly FileResult[],
  contents: ReadonlyMap<string, Contents>,
  run: Run & Pick<CheckResult, 'lint'>,
): CheckResult {
  const baseline = loadBaseline(project);
  const conclude = (own: readonly FileResult[]): ReportResult => reportResult(project, own, baseline, run);
  enterStage('judge');
  const first = conclude(results);
  enterStage(null);
  return {
    ...first,
    results,
    baseline,
    contents,
    counts: run.counts,
    lint: run.lint,
    reportOf: conclude,
  };
}

/** The report for the results of single files. */
function reportResult(
  project: Project,
  results: readonly FileResult[],
  baseline: LoadedBaseline | null,
  { counts, notices, coverage: { listed, unread, folders, clones }, narrow }: Run,
): ReportResult {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const home = settingsOf(project.settings.home?.file ?? '');
  const isCovered = (path: string): boolean => folders.some((folder) => isWithin(path, folder));
  const whole = unread.size === 0 && isCovered(project.root);
  const isWhole = ({ file }: { file: string }): boolean =>
    unread.size === 0 && isCovered(dirname(resolve(project.cwd, file)));
  const suppressions = configSuppressions(project.settings, clones, isWhole);
  const { findings, off, unknown, strings } = lintProject(results, settingsOf, home, suppressions);
  const saw = (file: string): boolean => {
    const absolute = resolve(project.root, file);
    return listed().has(absolute) ? !unread.has(absolute) : isCovered(absolute);
  };
  const baselineCoverage = {
    saw,
    whole,
    settingsOf: (file: string) => settingsOf(relativePath(project.cwd, resolve(project.root, file))),
    unknown,
  };
  const accepted = baseline ? withBaseline(findings, baseline, baselineCoverage, home) : { findings, stale: [] };
  const oldData = oldVersionData(strings, project.settings.today);
  const report = {
    tool: { name: 'connlint', version: VERSION },
    findings: accepted.findings.map((finding) => withRepository(finding, project)),
    off,
    notices: [
      ...project.notices,
      ...notices,
      ...(baseline?.notices ?? []),
      ...(oldData === null ? [] : [{ code: 'old-version-data', file: '', message: oldData }]),
    ],
    unknown,
    summary: { files: counts.files, skipped: counts.skipped, strings, findings: countFindings(accepted.findings, off) },
  };
  return {
    report: narrow ? narrow(report) : report,
    stale: accepted.stale,
  };
}

export interface ReportInput {
  readonly report: Report;
}

interface ViewOptions {
  /** Checks the planned changes. Missing for a part of a project. */
  readonly plan?: () => readonly PlanEntry[];
  /** Whether the findings pass the thresholds. */
  readonly passed: boolean;
  readonly identity: RepositoryIdentity;
}

/** Where places can be read in a browser: at the scanned commit of the remote. */
export function sourceUrls(project: Project, own: RepositoryIdentity): PlaceUrl {
  const prefix = prefixOf(project.cwd);
  const repositoryOf = repositoriesOf(project);
  return ({ file, line }) => {
    const { inClone, identity } = repositoryOf(file);
    const { uri, revision } = inClone === null ? own : identity();
    const path = inClone ?? posix.join(prefix, file);
    if (uri === null || revision === null || path.startsWith('../')) return null;
    return `${uri}/blob/${revision}/${path.split('/').map(encodeURIComponent).join('/')}#L${line}`;
  };
}

/** A report with the additional data of formats. Opens no files. */
export function reportView(project: Project, { report }: ReportInput, options: ViewOptions): ReportView {
  const prefix = prefixOf(project.cwd);
  const fromRoot = (file: string): string => posix.join(prefix, file);
  const { identity } = options;
  return {
    report,
    rules: enabledRules(project.settings),
    fromRoot,
    urlOf: sourceUrls(project, identity),
    identity,
    day: project.settings.today,
    name: () => treeName(project),
    passed: options.passed,
    plan: options.plan ?? (() => null),
  };
}

/** The name of the tree in titles: that of the only project in the config, otherwise that of the package. */
function treeName({ cwd, config: { projects } }: Project): string | null {
  const [project, ...more] = projects;
  return (more.length === 0 ? project?.name : undefined) ?? packageName(cwd);
}

/** The name in the `package.json` of the working directory or the root of the repository. */
function packageName(cwd: string): string | null {
  for (const folder of new Set([cwd, boundOf(cwd)])) {
    const manifest = readText(join(folder, 'package.json'));
    if ('skipped' in manifest) continue;
    const name = objectOf(parsedJson(manifest.text))?.name;
    if (typeof name === 'string' && /^[@\w./-]{1,80}$/.test(name)) return name;
  }
  return null;
}
