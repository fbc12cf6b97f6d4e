/** Where a baseline stands when the config names none. */
export const DEFAULT_BASELINE = '.connlint-baseline';

/** How a baseline begins; the number of its form follows. */
export const BASELINE_MARK = '# connlint baseline v';

/** How the result of a shard begins. */
export const BLOB_MARK = '{"connlint-blob":';

/** The word without which no file is the tool's own. */
export const OWN_WORDS = ['connlint'] as const;

interface ReportMark {
  readonly begins: RegExp;
  /** All of these stand in the beginning. */
  readonly holds?: readonly string[];
}

/** How reports begin. One that was written into the tree quotes strings of other files and has none of its own. */
const REPORTS: readonly ReportMark[] = [
  // JSON, JSON by lines, SARIF.
  { begins: /^\{\s*"version":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"connlint"/ },
  { begins: /^\{"id":"connlint\/v\d+:/ },
  { begins: /^\{\s*"\$schema":\s*"[^"\n]*sarif/, holds: ['"driver": {\n          "name": "connlint"'] },
  // GitHub, GitLab, reviewdog, Sonar.
  { begins: /^::(?:error|warning|notice) file=/, holds: ['title=connlint '] },
  { begins: /^\[\s*\{\s*"description":/, holds: ['"fingerprint": "connlint/'] },
  { begins: /^\{"message":/, holds: ['"source":{"name":"connlint"}'] },
  { begins: /^\{\s*"rules":/, holds: ['"engineId": "connlint"'] },
  // JUnit, Checkstyle, Markdown, HTML.
  { begins: /^<\?xml[^>\n]*\?>\s*<testsuites name="connlint"/ },
  { begins: /^<\?xml[^>\n]*\?>\s*<checkstyle /, holds: [' source="connlint.'] },
  { begins: /^## connlint: \d/ },
  { begins: /^<!doctype html>/, holds: ['<meta name="generator" content="connlint">'] },
  // Lists of strings: CSV, JSON and JSON by lines.
  { begins: /^cluster,kind,environment,file,line,column,key,context,form,family,/ },
  { begins: /^(?:\[\s*)?\{\s*"file":/, holds: ['"endColumn":', '"endOffset":', '"kind":', '"family":', '"token":'] },
];
/** How far a beginning may reach, in UTF-16 code units. */
const BEGINNING = 12_000;

/** True for a file that the tool wrote: one that is not in use here is no text of the project either. */
export function isOwnText(text: string): boolean {
  if (text.startsWith(BASELINE_MARK) || text.startsWith(BLOB_MARK)) return true;
  if (!/^[{[<:#c]/.test(text)) return false;
  const beginning = text.slice(0, BEGINNING);
  return REPORTS.some(({ begins, holds = [] }) => begins.test(text) && holds.every((part) => beginning.includes(part)));
}

/** A run that is killed leaves its temporary file; no other run takes it for one of the project. */
export const TEMPORARY = '.connlint.tmp';

/** True for the name of what a killed run left beside the file that it was to replace. */
export const isLeftOver = (path: string): boolean => path.endsWith(TEMPORARY);
