import type { Finding, Notice } from '../core/finding.ts';
import type { Report } from '../core/report.ts';
import { byPlace, countFindings } from '../core/report.ts';
import { lintProject } from '../lint/lint-project.ts';
import { lintSource } from '../lint/lint-source.ts';
import type { LintedSource } from '../lint/lint-source.ts';
import { fileSettings } from '../lint/settings.ts';
import { listFiles } from './list-files.ts';
import type { FileList } from './list-files.ts';
import type { Project } from './project.ts';
import { scanCounts, scanFiles } from './scan-files.ts';
import type { ScanOptions } from './scan-files.ts';
import { parseScript } from './script-parser.ts';
import { VERSION } from './version.ts';

export interface FileChoice {
  readonly paths: readonly string[];
  readonly noIgnore?: boolean;
  /** True for a list that a program made: the config's `include` and `ignores` hold for it too. */
  readonly filterNamed?: boolean;
}

/** The files of a project that are looked at: never its own config, facts and baseline. */
export function projectFiles(project: Project, choice: FileChoice): FileList {
  const list = listFiles({
    cwd: project.cwd,
    paths: choice.paths,
    include: project.config.include,
    ignores: project.config.ignores,
    ...(project.loaded ? { patternRoot: project.loaded.root, configFile: project.loaded.path } : {}),
    noIgnore: choice.noIgnore ?? false,
    filterNamed: choice.filterNamed ?? false,
  });
  return { ...list, files: list.files.filter((file) => !project.own.has(file.absolute)) };
}

export interface Checked {
  readonly report: Report;
  readonly linted: readonly LintedSource[];
}

/** Lints files and puts the report together. */
export function check(project: Project, list: FileList, options: ScanOptions = {}): Checked {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const linted: LintedSource[] = [];
  const counts = scanCounts();
  scanFiles(list.files, counts, options, (source) => {
    const result = lintSource(source, settingsOf(source.path), {
      suppressions: project.settings.suppressions,
      ast: () => parseScript(source.text, source.path),
    });
    if (result.strings.length > 0 || result.findings.length > 0 || result.directives.length > 0) linted.push(result);
  });
  counts.skipped.ignored = list.skippedIgnored;
  return { report: finish(project, linted, [...list.notices.map(toNotice), ...counts.notices], counts), linted };
}

/** One text from standard input, as if it were the file of that name. */
export function checkText(project: Project, path: string, text: string): Checked {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const linted = lintSource({ path, text }, settingsOf(path), {
    suppressions: project.settings.suppressions,
    ast: () => parseScript(text, path),
  });
  const counts = { ...scanCounts(), files: 1 };
  return { report: finish(project, [linted], [], counts), linted: [linted] };
}

function finish(
  project: Project,
  linted: readonly LintedSource[],
  notices: readonly Notice[],
  counts: ReturnType<typeof scanCounts>,
): Report {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const home = settingsOf(project.settings.home?.file ?? '');
  const { findings, unknown, strings } = lintProject(linted, settingsOf, home);
  const sorted: Finding[] = [...findings].sort(byPlace);
  return {
    tool: { name: 'connlint', version: VERSION },
    findings: sorted,
    notices: [...project.notices, ...notices],
    unknown,
    summary: { files: counts.files, skipped: counts.skipped, strings, findings: countFindings(sorted) },
  };
}

function toNotice(notice: { code: string; file: string | null; message: string }): Notice {
  return { code: notice.code, file: notice.file ?? '', message: notice.message };
}
