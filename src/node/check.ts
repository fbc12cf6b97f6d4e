import type { PlacedEntry } from '../lint/baseline.ts';
import type { Notice } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import { wordsToFind } from '../lint/rule-anchors.ts';
import { countFindings } from '../lint/report.ts';
import { withBaseline } from '../lint/baseline.ts';
import { lineTable } from '../text/source.ts';
import { lintProject } from '../lint/lint-project.ts';
import type { KeptSource } from '../lint/file-result.ts';
import { keptSource, lintSource } from '../lint/lint-text.ts';
import type { LintedSource } from '../lint/lint-text.ts';
import { configEntries, fileSettings } from '../lint/settings.ts';
import { versionDataNotices } from '../admin-api/versions.ts';
import { loadBaseline } from './project/baseline-file.ts';
import type { LoadedBaseline } from './project/baseline-file.ts';
import { listFiles } from './fs/list-files.ts';
import type { FileChoice, FileList } from './fs/list-files.ts';
import type { Project, Coverage } from './project/project.ts';
import { coverageOf, isWhole, reachOf } from './project/project.ts';
import { noticeOf, scanCounts, scanFiles } from './scan/scan-files.ts';
import type { ScanCounts, ScanOptions } from './scan/scan-files.ts';
import { inStage } from './timing.ts';
import { parseScript } from './script-parser.ts';
import { VERSION } from './version.ts';

/** The files of a project that are looked at: never its own config, facts and baseline. */
export function projectFiles(project: Project, choice: FileChoice): FileList {
  const list = inStage('list', () =>
    listFiles({
      cwd: project.cwd,
      paths: choice.paths,
      include: project.config.include,
      ignores: project.config.ignores,
      ...(project.loaded ? { patternRoot: project.loaded.root, configFile: project.loaded.path } : {}),
      noIgnore: choice.noIgnore ?? false,
      filterNamed: choice.filterNamed ?? false,
      asked: choice.asked,
    }),
  );
  return { ...list, files: [...list.files].filter((file) => !project.own.has(file.absolute)) };
}

/** What came of a list of files. Strings as a whole are there where they were to be kept. */
export interface Checked<S extends KeptSource = KeptSource> {
  readonly report: Report;
  /** Of the texts, where texts or strings were to be kept. */
  readonly linted: readonly S[];
  /** True when `linted` has every string as a whole. */
  readonly keepsStrings: boolean;
  /** Entries of the baseline whose finding is gone. */
  readonly stale: readonly PlacedEntry[];
  readonly baseline: LoadedBaseline | null;
  /** Texts by path, of the files that `linted` holds, when they were to be kept. */
  readonly texts: ReadonlyMap<string, string>;
  readonly counts: ScanCounts;
  /** Looks at a text as if it were that of a file. */
  readonly lint: (path: string, text: string) => LintedSource;
  /** The report of other results for the same files. */
  readonly conclude: (linted: readonly KeptSource[]) => Concluded;
}

export interface Concluded {
  readonly report: Report;
  readonly stale: readonly PlacedEntry[];
}

export interface CheckOptions extends ScanOptions {
  /** True when the texts are needed again, for fixes. */
  readonly keepTexts?: boolean;
  /** True when strings are needed as a whole: for plans and for shards. They take several times the memory of a report. */
  readonly keepStrings?: boolean;
  /** True for a shard: rules that look at all files together wait for the others. */
  readonly isPart?: boolean;
  /** Takes out of a report what the run is not about. */
  readonly narrow?: ((report: Report) => Report) | undefined;
}

/** Lints files and puts the report together. Throws a `UserError` for a baseline that cannot be used. */
export function check(
  project: Project,
  list: FileList,
  options: CheckOptions & { readonly keepStrings: true },
): Checked<LintedSource>;
export function check(project: Project, list: FileList, options?: CheckOptions): Checked;
export function check(project: Project, list: FileList, options: CheckOptions = {}): Checked {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const lint = linter(project, settingsOf);
  const linted: KeptSource[] = [];
  const texts = new Map<string, string>();
  const counts = scanCounts();
  const words = wordsToFind(project.settings.profile, project.settings.rules);
  inStage('search', () =>
    scanFiles(list, words, counts, options, ({ path, text }) => {
      const result = lint(path, text);
      if (isNothing(result)) return;
      linted.push(options.keepStrings ? result : keptSource(result, lineTable(text)));
      if (options.keepTexts) texts.set(path, text);
    }),
  );
  counts.skipped.ignored = list.skippedIgnored;
  const notices = [...list.notices.map(noticeOf), ...counts.notices];
  const whole = checked(project, linted, texts, {
    lint,
    counts,
    notices,
    coverage: coverageOf(list, counts.unread),
    narrow: options.narrow,
    isPart: options.isPart ?? false,
  });
  // Of a run for a report alone nothing is kept while that is written.
  const keepsStrings = options.keepStrings ?? false;
  return { ...whole, keepsStrings, linted: options.keepTexts || keepsStrings ? linted : [] };
}

/** One text from standard input, as if it were the file of that name. */
export function checkText(project: Project, path: string, text: string): Checked {
  const lint = linter(project);
  const counts = { ...scanCounts(), files: 1 };
  const coverage = { listed: () => new Set<string>(), unread: new Set<string>(), folders: [] };
  const whole = checked(project, [lint(path, text)], new Map([[path, text]]), { lint, counts, notices: [], coverage });
  return { ...whole, keepsStrings: true };
}

/** True for what no report and no rule asks about again. */
export const isNothing = ({ shown, project, findings, unknown, directives }: KeptSource): boolean =>
  shown.length === 0 && !project && findings.length + unknown.length + directives.length === 0;

export function hasStrings(checked: Checked): checked is Checked<LintedSource> {
  return checked.keepsStrings;
}

export function linter(
  project: Project,
  settingsOf = fileSettings(project.settings, project.fromConfig),
): Checked['lint'] {
  const { suppressions } = project.settings;
  return (path, text) =>
    lintSource({ path, text }, settingsOf(path), {
      suppressions,
      ast: () => parseScript(text, path),
    });
}

/** What a run looked at, beside what came of it. */
export interface Run {
  readonly counts: ScanCounts;
  readonly notices: readonly Notice[];
  readonly coverage: Coverage;
  readonly narrow?: CheckOptions['narrow'];
  readonly isPart?: boolean;
}

function checked(
  project: Project,
  linted: readonly KeptSource[],
  texts: ReadonlyMap<string, string>,
  run: Run & Pick<Checked, 'lint'>,
): Omit<Checked, 'keepsStrings'> {
  const baseline = loadBaseline(project);
  const conclude = (results: readonly KeptSource[]): Concluded => concluded(project, results, baseline, run);
  return {
    ...inStage('judge', () => conclude(linted)),
    linted,
    baseline,
    texts,
    counts: run.counts,
    lint: run.lint,
    conclude,
  };
}

/** The report of what came of single files. */
export function concluded(
  project: Project,
  linted: readonly KeptSource[],
  baseline: LoadedBaseline | null,
  { counts, notices, coverage, narrow = (whole) => whole, isPart = false }: Run,
): Concluded {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const whole = settingsOf(project.settings.home?.file ?? '');
  const home = isPart ? { ...whole, setups: whole.setups.filter(({ rule }) => rule.scope !== 'project') } : whole;
  const { findings, unknown, strings, inventory } = lintProject(linted, settingsOf, home, {
    entries: project.settings.suppressions ? configEntries(project.settings) : [],
    whole: isWhole(coverage, project.root),
    idPath: project.fromConfig,
  });
  const accepted = baseline
    ? withBaseline(findings, baseline, reachOf(project, coverage, unknown), home)
    : { findings, stale: [] };
  const report = {
    tool: { name: 'connlint', version: VERSION },
    findings: accepted.findings,
    notices: [
      ...project.notices,
      ...notices,
      ...(baseline?.notices ?? []),
      ...versionDataNotices(strings, project.settings.today),
    ],
    unknown,
    inventory,
    summary: { files: counts.files, skipped: counts.skipped, strings, findings: countFindings(accepted.findings) },
  };
  return { report: narrow(report), stale: accepted.stale };
}
