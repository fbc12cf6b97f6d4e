import { nearestName } from '../text/edit-distance.ts';
import { isDate } from '../config/forms.ts';
import { directivesIn, applyDirectives, applyEntries } from './suppressions.ts';
import type { SuppressionEntry, Directive } from './suppressions.ts';
import {
  ownCopy,
  ownData,
  shownStrings,
  toFinding,
  type Finding,
  type ShownFile,
  type ShownString,
  type UncheckedPlaces,
} from './finding.ts';
import type { CollectedItems } from './rule.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import { collectItems, joinUnchecked, checkFile } from './run-rules.ts';
import { ruleWords } from './rule-triggers.ts';
import { fileLines, filePlaces, type LineWants } from '../text/file-lines.ts';
import { lineIndex, once, overlaps, type LineIndex, type Range, type Source } from '../text/source.ts';
import { MASK, shownProse } from '../classify/shown.ts';
import { stringsIn } from './recorded.ts';
import type { FileResult } from './file-result.ts';
import { testRanges } from './file-role.ts';
import { maskedString } from './masked-string.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { FileSettings } from './settings.ts';
import { directiveFindings } from './suppression-findings.ts';

/** Additional parts of results. Each takes time, and most runs need none. */
export interface ResultWants extends LineWants {
  /** Strings in the form that plans need. */
  readonly masked?: boolean;
}

export interface LintSourceOptions {
  /** False with `--no-suppressions`. */
  readonly suppressions: boolean;
  readonly wants?: ResultWants;
  /** The bytes decoded as UTF-8, if this differs from the text. */
  readonly utf8?: string;
}

/** Computes everything from text to findings. Pure; never throws. */
export function lintSource(source: Source, settings: FileSettings, options: LintSourceOptions): FileResult {
  const { path, text } = source;
  const { setups, fixRules } = settings;
  const role = settings.roleOf(text);
  const context = { ...settings.context, role };
  const { wants = {}, utf8 = text } = options;
  const words = ruleWords(setups);
  const found = stringsIn(source, settings.strings, { beside: words });
  const lines = lazyLines(text);
  const file = { source, strings: found, anchors: words.anchors };
  const shown = words.shown(file);
  const results = checkFile(file, setups, context, { shown, fixRules });
  const collected = collectItems(file, lines, shown, context);
  const strings = shownStrings(found, context.facts);
  const shownFile = { path, role, strings, text };
  const tests = testRanges(path, text);
  const fileAt = (at: Range): ShownFile =>
    tests.some((range) => overlaps(range, at)) ? { ...shownFile, role: 'test' } : shownFile;
  const all = results.problems.map(({ setup, problem }) => toFinding(fileAt(problem.at), lines, setup, problem, found));
  const findings = joinMistakes(all, strings, causesOf(setups));
  const directives = options.suppressions ? directivesIn(source, lines).map((one) => ownDirective(one, settings)) : [];
  return {
    path,
    role,
    strings,
    masked: wants.masked ? ownData(found.map(maskedString)) : null,
    findings,
    unknown: joinUnchecked(
      results.missing.map(({ rule, fact }) => {
        const { line, column } = lines.position(fact.at.offset);
        return { rule: rule.id, missing: fact.missing, places: [{ file: path, line, column }] };
      }),
    ),
    collected: [...collected],
    directives,
    lines: fileLines(
      { text, utf8 },
      lines,
      [...rangesOf(strings, findings, directives, collected), ...results.missing.map(({ fact }) => fact.at)],
      wants,
    ),
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

/** A word instead of a rule or a date may be a secret. */
function ownDirective(directive: Directive, { ruleIds }: FileSettings): Directive {
  const { rules, reason, until } = directive;
  return {
    ...directive,
    rules: rules.map((rule) => ({
      ...rule,
      id: ownCopy(ruleIds.includes(rule.id) || nearestName(rule.id, ruleIds) !== null ? rule.id : MASK),
    })),
    reason: reason && shownProse(reason),
    until: until && (isDate(until) ? until : MASK),
  };
}

/** All ranges for which rules and reports may need positions. */
function rangesOf(
  strings: readonly ShownString[],
  findings: readonly Finding[],
  directives: readonly Directive[],
  collected: CollectedItems,
): Range[] {
  const ranges: Range[] = strings.map(({ range }) => range);
  for (const finding of findings) {
    ranges.push(finding);
    for (const { edits } of finding.fix ? [finding.fix, ...finding.suggestions] : finding.suggestions) {
      ranges.push(...edits);
    }
  }
  for (const { offset, endOffset, removal } of directives) ranges.push({ offset, endOffset }, removal);
  for (const items of collected.values()) for (const { at } of items) ranges.push(at);
  return ranges;
}

/** Applies suppressions by comment and config, and reports comments that suppress nothing. */
export function suppress(
  result: FileResult,
  findings: readonly Finding[],
  settings: FileSettings,
  used: Set<SuppressionEntry>,
): Finding[] {
  if (result.directives.length === 0 && settings.entries.length === 0) return [...findings];
  const { today } = settings.context;
  const byComment = applyDirectives(findings, result.directives, today);
  const all = [...byComment.findings, ...directiveFindings(result, byComment.used, settings)];
  return applyEntries(all, settings.entries, today, used);
}

/** What rules could not check and is still undecided: a suppression with a reason is an answer. */
export function openUnchecked(
  { directives, lines, unknown }: FileResult,
  { entries, context: { today } }: FileSettings,
  used: Set<SuppressionEntry>,
): UncheckedPlaces[] {
  if (unknown.length === 0 || (directives.length === 0 && entries.length === 0)) return [...unknown];
  const places = filePlaces(lines);
  return unknown.flatMap((one) => {
    const asked = one.places.map((place) => {
      const { line, column } = place;
      const offset = places.lineStart(line) + column - 1;
      return {
        rule: one.rule,
        reason: null as Finding['reason'],
        text: '',
        line,
        endLine: line,
        offset,
        suppressed: null as Finding['suppressed'],
        place,
      };
    });
    const { findings } = applyDirectives(asked, directives, today);
    const open = applyEntries(findings, entries, today, used).filter(({ suppressed }) => suppressed === null);
    return open.length > 0 ? [{ ...one, places: open.map(({ place }) => place) }] : [];
  });
}
