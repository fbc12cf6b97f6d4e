import { filePlaces } from '../text/file-lines.ts';
import type { FileResult } from './file-result.ts';
import { shownStrings, toFinding } from './finding.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import type { Rule } from './rule.ts';
import { joinUnchecked, checkFile, type RuleSetup } from './run-rules.ts';
import type { FileSettings } from './settings.ts';
import { unmaskedString } from './shard-result.ts';

/** True for a rule that cannot run without the text: about files, or about strings in their context. */
export const needsText = (rule: Rule): boolean =>
  rule.scope === 'file' || (rule.scope === 'string' && rule.readsText === true);

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
    all.filter(({ rule }) => rule.scope === 'string' && !needsText(rule));
  const setups = withoutText(settings.setups);
  const file = { source: { path, text: '' }, strings: found, anchors: new Map() };
  const { problems, missing } = checkFile(file, setups, context, {
    shown: [],
    fixRules: withoutText(settings.fixRules),
  });
  const findings = problems.map(({ setup, problem }) => toFinding({ path, role, strings }, lines, setup, problem));
  const asked = missing.map(({ rule, fact: verdict }) => ({
    rule,
    missing: verdict.missing,
    places: [{ file: path, ...lines.position(verdict.at.offset) }],
  }));
  const on = new Set(settings.setups.map(({ rule }) => rule.id));
  const kept = result.findings.filter(({ rule }) => on.has(rule));
  return {
    ...result,
    strings,
    findings: joinMistakes([...kept, ...findings], strings, causesOf(settings.setups)),
    unknown: joinUnchecked([...result.unknown.filter(({ rule }) => on.has(rule)), ...asked]),
  };
}
