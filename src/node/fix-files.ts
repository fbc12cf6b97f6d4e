import { checksOf } from '../lint/rule.ts';
import { resolve } from 'node:path';
import type { Finding, Notice } from '../lint/finding.ts';
import { countFindings } from '../lint/report.ts';
import { fixTexts, NO_ROLES, type FixedText } from '../lint/fix.ts';
import { suppress } from '../lint/lint-text.ts';
import { fileSettings } from '../lint/settings.ts';
import { digestOf, type CheckResult, type ReportInput } from './check.ts';
import type { FileResult } from '../lint/file-result.ts';
import { boundOf, whyOutside, behindLinks, isWithin } from './fs/paths.ts';
import { UserError } from './errors.ts';
import type { Project } from './project/project.ts';
import { readBytes, decodeBytes, encodeText } from './fs/read-file.ts';
import { isReadOnly, replaceUnchanged } from './fs/write-file.ts';
import { fixDiff } from './fix-diff.ts';
import type { FileRole } from '../config/roles.ts';

/**
 * The texts of a run after all fixes that work. Files are read again, and nothing is written.
 * @param lost called for a file that has changed since, with the reason
 * @param roles those of `--fix-roles`
 */
export function fixesOf(
  project: Project,
  checked: CheckResult,
  lost: (file: string, reason: string) => void,
  roles = NO_ROLES,
): FixedText[] {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const global = new Set(checksOf(project.settings.rules).flatMap(({ id, collect }) => (collect ? [id] : [])));
  return fixTexts({
    linted: checked.results,
    textOf: textsOf(project, checked, lost),
    lint: checked.lint,
    findingsOf: (result) => suppress(result, result.findings, settingsOf(result.path), new Set()),
    projectFindings: (linted) => {
      const { findings, off } = checked.reportOf(linted).report;
      return [...findings, ...off];
    },
    roles,
    needsAll: (rule) => global.has(rule),
  });
}

/** Reads the text of a result, or returns `null` if the file has changed since. */
function textsOf(
  { cwd }: Project,
  { texts }: CheckResult,
  lost: (file: string, reason: string) => void,
): (result: FileResult) => string | null {
  const known = new Map<string, string | null>(texts);
  const read = ({ path, digest }: FileResult): string | null => {
    const found = readBytes(resolve(cwd, path), { named: true, maxBytes: Infinity });
    const decoded = 'skipped' in found ? found : digestOf(found.bytes) === digest ? decodeBytes(found.bytes) : null;
    if (decoded && 'text' in decoded) return decoded.text;
    lost(path, decoded?.reason ?? MEANWHILE);
    return null;
  };
  return (result) => {
    if (!known.has(result.path)) known.set(result.path, read(result));
    return known.get(result.path)!;
  };
}

const MEANWHILE = 'it has changed since it was read';
const lostNotice = (file: string, what: string, reason: string): Notice => ({
  code: reason === MEANWHILE ? 'changed-meanwhile' : 'unreadable-file',
  file,
  message: `${what}: ${reason}`,
});

interface FixedFiles extends ReportInput {
  /** Number of fixed findings and changed files. */
  readonly count: number;
  readonly files: number;
  /** Of all files, the changed ones as they are now. */
  readonly results: readonly FileResult[];
}

/** Applies fixes to the files. One that cannot be written is reported and left unchanged. */
export function fixFiles(project: Project, checked: CheckResult, roles = NO_ROLES): FixedFiles {
  const written: FixedText[] = [];
  const notices: Notice[] = [];
  const seen = new Set<string>();
  const root = boundOf(project.cwd);
  const whyNot = whyOutside([root]);
  // Only files that the user named may be outside of the root.
  const outside = (path: string): string | null => (isWithin(path, root) ? whyNot(path) : null);
  const lost = (file: string, reason: string): unknown => notices.push(lostNotice(file, 'not fixed', reason));
  for (const fixed of fixesOf(project, checked, lost, roles)) {
    const path = resolve(project.cwd, fixed.path);
    const problem = write(path, fixed, outside(path), seen);
    if (problem) notices.push({ ...problem, file: fixed.path });
    else written.push(fixed);
  }
  const changed = new Map(written.map(({ path, result }) => [path, result]));
  const results = checked.results.map((one) => changed.get(one.path) ?? one);
  const { report, lines } = checked.reportOf(results);
  const unwritten = new Set(notices.map(({ file }) => file));
  const findings = report.findings.map((finding) => (unwritten.has(finding.file) ? finding : withoutFix(finding)));
  const summary = { ...report.summary, findings: countFindings(findings, report.off) };
  return {
    report: { ...report, findings, summary, notices: [...report.notices, ...notices] },
    lines,
    count: written.reduce((sum, { count }) => sum + count, 0),
    files: written.length,
    results,
  };
}

/** A fix that did not work is left to the user. */
function withoutFix(finding: Finding): Finding {
  if (!finding.fix || finding.suppressed) return finding;
  return { ...finding, fix: null, suggestions: [finding.fix, ...finding.suggestions] };
}

type Problem = Omit<Notice, 'file'>;

const CHANGED: Problem = { code: 'changed-meanwhile', message: `not fixed: ${MEANWHILE}` };

/**
 * Writes one file, or returns why it could not. `seen` contains the written files, because a file may have several
 * names.
 */
function write(path: string, { before, after }: FixedText, outside: string | null, seen: Set<string>): Problem | null {
  const read = readBytes(path, { named: true });
  if ('skipped' in read) return { code: 'unreadable-file', message: `not fixed: ${read.reason}` };
  const decoded = decodeBytes(read.bytes);
  const real = behindLinks(path);
  if ('text' in decoded && decoded.text === after && seen.has(real)) return null;
  if (!('text' in decoded) || decoded.text !== before) return CHANGED;
  if (outside !== null) return { code: 'leads-out', message: `not fixed: it ${outside}` };
  if (isReadOnly(path)) return { code: 'read-only-file', message: 'not fixed: it may not be written' };
  try {
    const bytes = encodeText(after, decoded.encoding, decoded.bom);
    if (!replaceUnchanged(path, bytes, read.bytes)) return CHANGED;
  } catch (error) {
    if (error instanceof RangeError) {
      return { code: 'not-encodable', message: 'not fixed: its encoding lacks a character of the fix' };
    }
    if (error instanceof UserError) return { code: 'not-written', message: `not fixed: ${error.message}` };
    throw error;
  }
  seen.add(real);
  return null;
}

interface FixDiffs {
  /** For people: see `fixDiff`. */
  readonly text: string;
  readonly notices: readonly Notice[];
}

/** The fixes of a run as one diff for people, in the order of the files. */
export function fixDiffs(project: Project, checked: CheckResult, roles?: ReadonlySet<FileRole>): FixDiffs {
  const notices: Notice[] = [];
  const lost = (file: string, reason: string): unknown => notices.push(lostNotice(file, 'not in the diff', reason));
  const fixed = fixesOf(project, checked, lost, roles).sort((a, b) => (a.path < b.path ? -1 : 1));
  return { text: fixed.map(fixDiff).join(''), notices };
}
