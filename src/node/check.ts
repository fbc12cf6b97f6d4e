import { dirname, resolve } from 'node:path';
import { withBaseline } from '../lint/baseline.ts';
import { once } from '../text/source.ts';
import { countFindings, kindCounts, type Report, type RepositoryIdentity } from '../lint/report.ts';
import { type FileResult, isEmptyResult, lintProject, lintSource } from '../lint/lint.ts';
import { configSuppressions, enabledRules } from '../lint/settings.ts';
import { loadBaseline, wordsIn, type Project } from './project/project.ts';
import type { FileEntry, FileList } from './fs/list-files.ts';
import { boundOf, isOutside, isWithin, relativePath } from './fs/paths.ts';
import { isUnread, scanFiles, type ScanCounts, type ScannedText, type ScanOptions } from './scan/scan-files.ts';
import { identityOf, repositoriesOf, withRepository } from './project/repositories.ts';
import { VERSION } from './version.ts';
import { pathUri } from '../report/escape.ts';
import type { PlaceUrl, ReportView } from '../report/report-view.ts';

interface CheckOptions extends ScanOptions {
  /** True if the contents of files with fixes are needed afterwards. */
  readonly forFixes?: boolean;
  /** The files that the run is about, if it only reads the others beside them. */
  readonly changed?: readonly FileEntry[] | undefined;
}

export type CheckResult = ReturnType<typeof check>;

/** Lints files and creates the report. Throws a `UserError` for a baseline that cannot be used. */
export function check(project: Project, list: FileList, options: CheckOptions = {}) {
  const lint = (path: string, text: string): FileResult => lintSource({ path, text }, project.settingsOf(path));
  const results: FileResult[] = [];
  /** What was read of files with fixes, and of standard input. */
  const contents = new Map<string, ScannedText>();
  const changed = options.changed && new Set(options.changed.map(({ absolute }) => absolute));
  const isNew = (absolute: string): boolean => changed?.has(absolute) ?? true;
  const words = wordsIn(project, list);
  const scan = (files: readonly FileEntry[]): ScanCounts =>
    scanFiles({ ...list, files }, words, options, (source) => {
      const result = lint(source.path, source.text);
      if (isEmptyResult(result)) return;
      results.push(result);
      // The bytes are those of the next file afterwards.
      if (options.forFixes) contents.set(source.path, { ...source, bytes: Buffer.from(source.bytes) });
    });
  const own = scan(list.files.filter(({ absolute }) => isNew(absolute)));
  own.skipped.ignored = list.ignored.length;
  const beside = scan(list.files.filter(({ absolute }) => !isNew(absolute)));
  const counts = { ...own, notices: [...own.notices, ...beside.notices], left: [...own.left, ...beside.left] };
  if (changed) results.sort((a, b) => (a.path < b.path ? -1 : 1));
  const { baseline, conclude } = conclusions(project, list, counts, isNew);
  return { ...conclude(results), results, baseline, contents, counts, lint, conclude };
}

/** `isNew`: whether the run is about a file, by absolute path. `conclude` takes any results for these files. */
function conclusions(project: Project, list: FileList, counts: ScanCounts, isNew: (path: string) => boolean) {
  const baseline = loadBaseline(project);
  const { settings, settingsOf, root, cwd, cloneOf } = project;
  const home = settingsOf(settings.home?.file ?? '');
  const listed = once(() => new Set(list.files.map(({ absolute }) => absolute)));
  const unread = new Set(counts.left.filter(isUnread).map(({ entry }) => entry.absolute));
  const isCovered = (path: string): boolean => list.folders.some((folder) => isWithin(path, folder));
  const isWhole = (folder: string): boolean => unread.size === 0 && isCovered(folder);
  const clones = new Set(list.files.flatMap(({ path }) => cloneOf(path) ?? []));
  const suppressions = configSuppressions(settings, clones, ({ file }) => isWhole(dirname(resolve(cwd, file))));
  const coverage = {
    saw(file: string): boolean {
      const absolute = resolve(root, file);
      return listed().has(absolute) ? !unread.has(absolute) : isCovered(absolute);
    },
    whole: isWhole(root),
    settingsOf: (file: string) => settingsOf(relativePath(cwd, resolve(root, file))),
  };
  const { files, skipped } = counts;
  /** The report, and the baseline entries without a finding. */
  const conclude = (results: readonly FileResult[]) => {
    const { findings: found, off, unknown } = lintProject(results, settingsOf, home, suppressions);
    const strings = kindCounts(results.filter(({ path }) => isNew(resolve(cwd, path))));
    const accepted = baseline && withBaseline(found, baseline, { ...coverage, unknown }, home);
    const { findings, stale } = accepted ?? { findings: found, stale: [] };
    const report: Report = {
      tool: { name: 'connlint', version: VERSION },
      findings: findings.map((finding) => withRepository(finding, project)),
      off,
      notices: [...settings.facts.notices, ...list.notices, ...counts.notices],
      unknown,
      summary: { files, skipped, strings, findings: countFindings(findings, off) },
    };
    return { report, stale };
  };
  return { baseline, conclude };
}

/** Where places can be read in a browser: at the scanned commit of the remote. */
export function sourceUrls(project: Project): PlaceUrl {
  return ({ file, line }) => {
    const { path, identity } = repositoriesOf(project)(file);
    const { uri, revision } = identity();
    if (uri === null || revision === null || isOutside(path)) return null;
    return `${uri}/blob/${revision}/${pathUri(path)}#L${line}`;
  };
}

export function reportView(project: Project, report: Report, passed: boolean): ReportView {
  const { cwd, settings, config } = project;
  const [only, ...others] = config.projects;
  const root = boundOf(cwd);
  const identity = (): RepositoryIdentity => identityOf(project);
  return {
    report,
    rules: enabledRules(settings),
    fromRoot: (file) => relativePath(root, resolve(cwd, file)),
    urlOf: sourceUrls(project),
    identity,
    day: settings.today,
    name: () => (others.length === 0 ? only?.name : undefined) ?? identity().repository,
    passed,
  };
}
