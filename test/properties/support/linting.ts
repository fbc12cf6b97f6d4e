import assert from 'node:assert/strict';
import { RULES } from '../../../rules/index.ts';
import { applyEdits, type Fix, type Range } from '../../../src/text/source.ts';
import type { Finding } from '../../../src/lint/finding.ts';
import { sourceRange } from '../../../src/text/literal.ts';
import { fixTexts } from '../../../src/lint/fix.ts';
import type { FixInput } from '../../../src/lint/fix.ts';
import { type FileResult, lintProject, lintSource } from '../../../src/lint/lint.ts';
import { findStrings } from '../../../src/read/find-strings.ts';
import type { FoundString } from '../../../src/classify/found-string.ts';
import { fileSettings } from '../../../src/lint/settings.ts';
import type { Settings } from '../../../src/lint/settings.ts';
import { openProject } from '../../../src/node/project/project.ts';
import { assertInside, isShown } from './oracles.ts';

const TODAY = '2026-11-20';

/** Settings of a folder with or without a config. */
export function settingsIn(cwd: string): Settings {
  return openProject({ cwd, rules: RULES, today: TODAY, ...(cwd === '.' ? { config: false } : {}) }).settings;
}

interface Linter {
  readonly settings: Settings;
  readonly settingsOf: ReturnType<typeof fileSettings>;
  readonly lint: (path: string, text: string) => FileResult;
  readonly stringsIn: (path: string, text: string) => readonly FoundString[];
}

export function linterFor(settings: Settings): Linter {
  const settingsOf = fileSettings(settings);
  const lint = (path: string, text: string): FileResult => lintSource({ path, text }, settingsOf(path));
  const stringsIn = (path: string, text: string): readonly FoundString[] =>
    findStrings({ path, text }, settings.profile);
  return { settings, settingsOf, lint, stringsIn };
}

const conclude = ({ settingsOf }: Linter, linted: readonly FileResult[]): readonly Finding[] =>
  lintProject(linted, settingsOf, settingsOf('')).findings;

interface Judged {
  readonly linted: FileResult;
  readonly findings: readonly Finding[];
}

function judge(linter: Linter, path: string, text: string): Judged {
  const linted = linter.lint(path, text);
  return { linted, findings: conclude(linter, [linted]) };
}

/** Checks everything that must be true for the results of a text. */
export function assertLinted(linter: Linter, path: string, text: string): void {
  const judged = judge(linter, path, text);
  const { linted, findings } = judged;
  let end = 0;
  let outer: Range = { offset: 0, endOffset: 0 };
  for (const range of linted.strings) {
    assertInside(range, text.length);
    // Hosts in the placeholders of a string follow it.
    const isInner = range.offset > outer.offset && range.endOffset <= outer.endOffset;
    assert.ok(range.offset >= (isInner ? end : outer.endOffset), 'strings out of order');
    end = isInner ? range.endOffset : range.offset;
    if (!isInner) outer = range;
  }
  assert.equal(new Set(findings.map(({ id }) => id)).size, findings.length, 'two findings share an id');
  for (const finding of findings) {
    if (finding.file !== path) continue;
    assertInside(finding, text.length);
    for (const repair of [finding.fix, ...finding.suggestions]) if (repair) assertRepair(repair, text);
  }
  assertNoSecret(linter, judged, path, text);
  assertFixes(linter, linted, path, text);
}

function assertRepair({ edits }: Fix, text: string): void {
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.offset - b.offset)) {
    assertInside(edit, text.length);
    assert.ok(edit.offset >= end, 'edits overlap');
    end = edit.endOffset;
  }
  applyEdits(text, edits);
}

/** Everything that is printed about a text. A fix is applied to the text and may contain parts of it. */
function shownOf({ linted, findings }: Judged): string {
  const words = findings.map(({ message, why, todo, text, cluster, related }) => [
    ...[message, why, todo, text, cluster],
    related.map(({ message: about }) => about),
  ]);
  return JSON.stringify([words, linted.strings]);
}

const credentialsOf = ({ uri }: FoundString): Range[] =>
  [uri?.userRange, uri?.passwordRange].filter((range) => range !== null && range !== undefined);

/** The output contains no secret of any string, unless it also does so with other letters in place of the secret. */
function assertNoSecret(linter: Linter, judged: Judged, path: string, text: string): void {
  const strings = linter.stringsIn(path, text);
  if (strings.every((string) => credentialsOf(string).length === 0)) return;
  const shown = shownOf(judged);
  for (const string of strings) {
    const { literal } = string;
    for (const secret of credentialsOf(string).filter(({ endOffset }) => endOffset <= literal.value.length)) {
      const range = sourceRange(literal, secret.offset, secret.endOffset);
      const written = text.slice(range.offset, range.endOffset);
      if (written !== literal.value.slice(secret.offset, secret.endOffset)) continue;
      if (!isShown(text, range, shown)) continue;
      const other = text.slice(0, range.offset) + 'q'.repeat(written.length) + text.slice(range.endOffset);
      const byChance = shownOf(judge(linter, path, other)).includes(written);
      assert.ok(byChance, `a secret is shown: ${JSON.stringify(written)}`);
    }
  }
}

/** Fixes terminate, and fixed text stays fixed. */
function assertFixes(linter: Linter, linted: FileResult, path: string, text: string): void {
  const input = (one: FileResult, own: string): FixInput => ({
    linted: [one],
    textOf: () => own,
    lint: linter.lint,
    projectFindings: (results) => conclude(linter, results),
  });
  const [fixed] = fixTexts(input(linted, text));
  if (!fixed) return;
  assert.deepEqual(fixTexts(input(fixed.result, fixed.after)), [], 'a second run repairs more');
}
