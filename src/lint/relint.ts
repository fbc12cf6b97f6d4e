import { filePlaces } from '../text/file-lines.ts';
import type { FileResult } from './file-result.ts';
import { nameOf, shownStrings, toFinding } from './finding.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import type { Check } from './rule.ts';
import { joinUnchecked, checkFile, type RuleSetup } from './run-rules.ts';
import type { FileSettings } from './settings.ts';
import { unmaskedString } from './shard-result.ts';

/** True for a rule that cannot run without the text: about files, or about strings in their context. */
export const needsText = ({ checkFile, readsText }: Check): boolean => checkFile !== undefined || readsText === true;

/**
 * Checks the strings of a result again with settings that were unknown when its text was scanned: facts or a planned
 * change. Findings of rules that need the text are kept if the rule is on. Pure.
 */
export function relint(result: FileResult, settings: FileSettings): FileResult {
  const { path, role } = result;
  const context = { ...settings.context, role };
  const found = (result.masked ?? []).map(unmaskedString);
  const strings = shownStrings(found, context.facts).map((string, at) => ({
    ...string,
    text: result.strings[at]!.text,
  }));
  const lines = filePlaces(result.lines);
  const withoutText = (all: readonly RuleSetup[]): RuleSetup[] =>
    all.filter(({ rule }) => rule.checkString && !needsText(rule));
  const setups = withoutText(settings.setups);
  const file = { source: { path, text: '' }, strings: found, anchors: new Map() };
  const { problems, missing } = checkFile(file, setups, context, {
    shown: [],
    fixRules: withoutText(settings.fixRules),
  });
  const findings = problems.map(({ setup, problem }) => toFinding({ path, role, strings }, lines, setup, problem));
  const asked = missing.map(({ rule, fact: verdict }) => ({
    rule: rule.id,
    missing: verdict.missing,
    places: [{ file: path, ...lines.position(verdict.at.offset) }],
  }));
  const on = new Set(settings.setups.flatMap(({ rule }) => [rule.id, rule.name]));
  const kept = result.findings.filter((finding) => on.has(nameOf(finding)));
  return {
    ...result,
    strings,
    findings: joinMistakes([...kept, ...findings], strings, causesOf(settings.setups)),
    unknown: joinUnchecked([...result.unknown.filter(({ rule }) => on.has(rule)), ...asked]),
  };
}
