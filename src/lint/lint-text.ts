import { stringsIn } from './recorded.ts';
import { lineIndex, once, type LineIndex, type Source } from '../text/source.ts';
import { testRanges } from './file-role.ts';
import type { FileResult } from './file-result.ts';
import { findingsIn } from './finding.ts';
import { standingOf } from './severity-in-role.ts';
import { stringRecord } from './string-record.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import { checksOfFile, ruleWords } from './checks.ts';
import { checkFile, collectItems, joinUnchecked } from './run-rules.ts';
import type { FileSettings } from './settings.ts';
import { directivesIn } from './suppressions.ts';

/** Computes everything from text to findings. Pure; never throws. */
export function lintSource(source: Source, settings: FileSettings): FileResult {
  const { path, text } = source;
  const { setups } = settings;
  const role = settings.roleOf(text);
  const context = { ...settings.context, role };
  const words = ruleWords(setups);
  const found = stringsIn(source, settings.strings, words);
  const lines = lazyLines(text);
  const file = { source, strings: found, anchors: words.anchors };
  const ofFile = checksOfFile(setups, file);
  const { problems, missing } = checkFile(file, setups, context, ofFile);
  // Assigned, because a copy with more keys would be an object of a class of its own.
  const strings = found.map((string) =>
    Object.assign(stringRecord(path, role, string, lines), standingOf(string, context.facts)),
  );
  const tests = testRanges(path, text);
  const toFinding = findingsIn({ path, idPath: settings.idPath, role, strings, found, tests }, lines);
  const findings = problems.map(({ setup, problem }) => toFinding(setup, problem));
  return {
    path,
    role,
    strings,
    inText: settings.forPlans ? { strings: found, lines } : null,
    findings: joinMistakes(findings, strings, causesOf(setups)),
    unknown: joinUnchecked(
      missing.map(({ rule, fact }) => {
        const { line, column } = lines.position(fact.at.offset);
        return { rule: rule.id, missing: fact.missing, places: [{ file: path, line, column }] };
      }),
    ),
    collected: collectItems(file, lines, ofFile, context),
    directives: settings.suppressions ? directivesIn(source, lines, settings.ruleIds) : [],
  };
}

/** Line ends are searched only when a position is needed. */
function lazyLines(text: string): LineIndex {
  const lines = once(() => lineIndex(text));
  return {
    position: (offset) => lines().position(offset),
    lineStart: (line) => lines().lineStart(line),
  };
}
