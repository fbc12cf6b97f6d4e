import { stringsIn } from './recorded.ts';
import { lineIndex, type Source } from '../text/source.ts';
import { testRanges } from './file-role.ts';
import { findingsIn } from './finding.ts';
import { standingOf } from './severity-in-role.ts';
import { stringRecord } from './string-record.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import { checksOfFile, ruleWords } from './checks.ts';
import { checkFile, collectItems } from './run-rules.ts';
import type { FileSettings } from './settings.ts';
import { directivesIn } from './suppressions.ts';

/** The result of scanning one text: plain data without credentials. */
export type FileResult = Readonly<ReturnType<typeof lintSource>>;

/** Computes everything from text to findings. Pure; never throws. */
export function lintSource(source: Source, settings: FileSettings) {
  const { path, text } = source;
  const { setups } = settings;
  const role = settings.roleOf(text);
  const context = { ...settings.context, role };
  const words = ruleWords(setups);
  const found = stringsIn(source, settings.strings, words);
  const lines = lineIndex(text);
  const file = { source, strings: found, anchors: words.anchors };
  const ofFile = checksOfFile(setups, file);
  const { problems, unknown } = checkFile(file, lines, setups, ofFile, context);
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
    // The same strings in their text, for plans.
    inText: settings.forPlans ? { strings: found, lines } : null,
    // Before suppressions, and without those of rules about all files.
    findings: joinMistakes(findings, strings, causesOf(setups)),
    unknown,
    collected: collectItems(file, lines, ofFile, context),
    directives: settings.suppressions ? directivesIn(source, lines, settings.ruleIds) : [],
  };
}

/** True for a result that no report or rule uses. */
export const isEmptyResult = ({ strings, collected, findings, unknown, directives }: FileResult): boolean =>
  strings.length + collected.length + findings.length + unknown.length + directives.length === 0;
