import { resolve } from 'node:path';
import { fixTexts, type Fixable, type FixedText } from '../lint/fix.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import type { Finding, Notice } from '../lint/finding.ts';
import { countFindings, type Report } from '../lint/report.ts';
import type { CheckResult } from './check.ts';
import { UserError } from './errors.ts';
import { behindLinks, boundOf, whyOutside } from './fs/paths.ts';
import { encodeText } from './fs/read-file.ts';
import { isReadOnly, replaceUnchanged } from './fs/write-file.ts';
import type { Project } from './project/project.ts';
import type { ScannedText } from './scan/scan-files.ts';

/** The texts of a run after all fixes that work. Nothing is read or written. */
export const fixesOf = (checked: CheckResult): FixedText[] =>
  fixTexts({
    linted: checked.results,
    textOf: ({ path }) => checked.contents.get(path)?.text ?? null,
    lint: checked.lint,
    projectFindings: (linted) => checked.conclude(linted).report.findings,
  });

/** Applies fixes to the files, if it is no trial. One that cannot be written is reported and left unchanged. */
export function fixFiles(project: Project, checked: CheckResult, isTrial = false) {
  const written: FixedText[] = [];
  const notices: Notice[] = [];
  const seen = new Set<string>();
  const whyNot = whyOutside([boundOf(project.cwd)]);
  for (const fixed of fixesOf(checked)) {
    const path = resolve(project.cwd, fixed.path);
    // A file may have several names.
    const real = behindLinks(path);
    const source = checked.contents.get(fixed.path)!;
    const outside = whyNot(path);
    const problem = seen.has(real) ? null : outside ? `it ${outside}` : write(path, fixed, source, isTrial);
    if (problem !== null) notices.push({ code: 'not-fixed', file: fixed.path, message: `not fixed: ${problem}` });
    else {
      seen.add(real);
      written.push(fixed);
    }
  }
  const changed = new Map(written.map(({ path, result }) => [path, result]));
  const { report } = checked.conclude(checked.results.map((one) => changed.get(one.path) ?? one));
  const unwritten = new Set(notices.map(({ file }) => file));
  const findings = report.findings.map((finding) => (unwritten.has(finding.file) ? finding : withoutFix(finding)));
  const summary = { ...report.summary, findings: countFindings(findings, report.off) };
  const left: Report = { ...report, findings, summary, notices: [...report.notices, ...notices] };
  const count = written.reduce((sum, { fixes }) => sum + fixes.length, 0);
  return { report: left, count, files: written.length, written };
}

/** A fix that did not work is left to the user. */
function withoutFix(finding: Finding): Finding {
  if (!finding.fix || finding.suppressed) return finding;
  return { ...finding, fix: null, suggestions: [finding.fix, ...finding.suggestions] };
}

/** Writes one file in its own encoding, or returns why it cannot. */
function write(path: string, { after }: FixedText, source: ScannedText, isTrial: boolean): string | null {
  if (isReadOnly(path)) return 'it is read-only';
  if (isTrial) return null;
  try {
    const isWritten = replaceUnchanged(path, encodeText(after, source.encoding, source.bom), source.bytes);
    return isWritten ? null : 'it has changed since it was read';
  } catch (error) {
    if (error instanceof RangeError || error instanceof UserError) return error.message;
    throw error;
  }
}

/** What fixes would change, as a diff for people, not for `git apply`: only strings, as reports print them. */
export function fixDiffs(written: readonly FixedText[]): string {
  const sorted = written.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const lines = sorted.flatMap(({ path, fixes }) => [`--- ${path}`, `+++ ${path}`, ...diffLines(fixes)]);
  return lines.map((line) => `${escapeControlChars(line)}\n`).join('');
}

/** One change per string, however many fixes it gets. Of what may not be printed, only what a fix does is said. */
function diffLines(fixes: readonly Fixable[]): string[] {
  const changes: { line: number; title: string; before: string | null; after: string | null }[] = [];
  for (const { line, text, fix } of fixes) {
    const { title, after } = fix;
    const earlier = after === null ? undefined : changes.find((one) => one.line === line && one.after === text);
    if (earlier) earlier.after = after;
    else changes.push({ line, title, before: text, after });
  }
  return changes.flatMap(({ line, title, before, after }) =>
    after === null || after === before ? [`~${line}: ${title}`] : [`-${line}: ${before}`, `+${line}: ${after}`],
  );
}
