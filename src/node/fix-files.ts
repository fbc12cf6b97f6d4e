import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finding, Notice } from '../core/finding.ts';
import { countFindings } from '../core/report.ts';
import type { Report } from '../core/report.ts';
import { fixTexts } from '../lint/fix-texts.ts';
import type { FixedText } from '../lint/fix-texts.ts';
import { suppress } from '../lint/lint-source.ts';
import { fileSettings } from '../lint/settings.ts';
import type { Checked } from './check.ts';
import { boundOf, whyOutside } from './bounds.ts';
import { UserError } from './errors.ts';
import type { Project } from './project.ts';
import { readBytes } from './read-file.ts';
import { isWithin } from './shown-path.ts';
import { decode, encodeText } from './text-encoding.ts';
import { isReadOnly, replaceUnchanged } from './write-file.ts';

/** The texts of a run after every fix that holds. Nothing is written. `checked` must have kept its texts. */
export function fixesOf(project: Project, checked: Checked): FixedText[] {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const global = new Set(project.settings.rules.filter(({ scope }) => scope === 'project').map(({ id }) => id));
  return fixTexts({
    linted: checked.linted,
    texts: checked.texts,
    lint: checked.lint,
    judge: (result) => suppress(result, result.findings, settingsOf(result.file), new Set()),
    conclude: (linted) => checked.conclude(linted).report.findings,
    needsAll: (rule) => global.has(rule),
  });
}

export interface FixedFiles {
  /** What is left. */
  readonly report: Report;
  /** How many findings were repaired, in how many files. */
  readonly count: number;
  readonly files: number;
}

/** Applies fixes to the files. One that cannot be written is told and left as it is. */
export function fixFiles(project: Project, checked: Checked): FixedFiles {
  const written: FixedText[] = [];
  const notices: Notice[] = [];
  const seen = new Set<string>();
  const root = boundOf(project.cwd);
  const whyNot = whyOutside([root]);
  // What lies elsewhere the user named.
  const outside = (path: string): string | null => (isWithin(path, root) ? whyNot(path) : null);
  for (const fixed of fixesOf(project, checked)) {
    const path = resolve(project.cwd, fixed.path);
    const problem = write(path, fixed, outside(path), seen);
    if (problem) notices.push({ ...problem, file: fixed.path });
    else written.push(fixed);
  }
  const results = new Map(written.map(({ path, result }) => [path, result]));
  const { report } = checked.conclude(checked.linted.map((one) => results.get(one.file) ?? one));
  const unwritten = new Set(notices.map(({ file }) => file));
  const findings = report.findings.map((finding) => (unwritten.has(finding.file) ? finding : withoutFix(finding)));
  const summary = { ...report.summary, findings: countFindings(findings) };
  return {
    report: { ...report, findings, summary, notices: [...report.notices, ...notices] },
    count: written.reduce((sum, { count }) => sum + count, 0),
    files: written.length,
  };
}

/** A fix that did not hold is left to a person. */
function withoutFix(finding: Finding): Finding {
  if (!finding.fix || finding.suppressed) return finding;
  return { ...finding, fix: null, suggestions: [finding.fix, ...finding.suggestions] };
}

type Problem = Omit<Notice, 'file'>;

const CHANGED: Problem = { code: 'changed-meanwhile', message: 'not fixed: it has changed since it was read' };

/** Writes one file; says why it could not. `seen` holds the files that were written, which may have several names. */
function write(path: string, { before, after }: FixedText, outside: string | null, seen: Set<string>): Problem | null {
  const read = readBytes(path, { named: true });
  if ('skipped' in read) return { code: 'unreadable-file', message: `not fixed: ${read.reason}` };
  const decoded = decode(read.bytes);
  const real = realpathSync(path);
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
