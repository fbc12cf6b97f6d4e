import { isDate } from '../config/forms.ts';
import type { Fix, LineIndex } from '../text/source.ts';
import { findingsIn, type Finding, type ShownFile, type Unchecked } from './finding.ts';
import type { FileResult } from './lint.ts';
import { type RuleProblem, isToolCheck } from './rule.ts';
import type { ConfigSuppressions, FileSettings } from './settings.ts';
import { DIRECTIVE_NAMES, isCurrent, isReason } from './suppressions.ts';
import type { Acceptance, Directive, SuppressionEntry } from './suppressions.ts';

/** A problem of a suppression, and the reason of rule `acceptance` that reports it. */
export type Fault = readonly [reason: 'unused' | 'expired' | 'no-reason' | 'stale', problem: RuleProblem];

/** Whether a missing finding proves anything: only if its rule ran and had all facts. */
function coverageOf({ setups }: FileSettings, unknown: readonly Pick<Unchecked, 'rule'>[]) {
  const ran = new Set(setups.filter(({ rule }) => !isToolCheck(rule)).flatMap(({ rule }) => [rule.id, rule.name]));
  const open = new Set(unknown.map(({ rule }) => rule));
  const wasChecked = (name: string): boolean => ran.has(name) && !open.has(name) && !open.has(name.split('/', 1)[0]!);
  return { wasChecked, complete: unknown.length === 0 && ran.size > 0 };
}

/** The findings of rule `acceptance`, for the reasons that are on. */
export function toolFindings(
  faults: readonly Fault[],
  { path, role }: Pick<ShownFile, 'path' | 'role'>,
  { setups, idPath }: Pick<FileSettings, 'setups' | 'idPath'>,
  lines: LineIndex,
): Finding[] {
  const toFinding = findingsIn({ path, role, idPath, strings: [] }, lines);
  return faults.flatMap(([reason, problem]) => {
    const setup = setups.find(({ rule }) => rule.name === `acceptance/${reason}`);
    return setup ? [toFinding(setup, problem)] : [];
  });
}

/** Problems of the suppression comments in a file. */
export function directiveFindings(file: FileResult, { used }: Acceptance, settings: FileSettings): Finding[] {
  const { directives, unknown } = file;
  if (directives.length === 0) return [];
  const coverage = coverageOf(settings, unknown);
  let end: Directive | null = null;
  const faults = directives.toReversed().flatMap((one): Fault[] => {
    const fault =
      stateFault(one, settings.context.today) ?? unusedRules(one, end, used.get(one) ?? new Set(), coverage);
    if (one.kind === 'disable' || one.kind === 'enable') end = one;
    // Other words of a misspelt comment may be secret.
    const text = one.kind === 'misspelt' ? '' : `connlint-${one.kind} ${rulesText(one)}`;
    return fault ? [[fault[0], { ...fault[1], text }]] : [];
  });
  return toolFindings(faults.reverse(), file, settings, settings.lines);
}

const rulesText = ({ rules }: Directive): string =>
  rules.length === 0 ? 'every rule' : rules.flatMap(({ id }) => id ?? []).join(', ') || 'no known rule';

/** A comment that cannot accept anything, whatever is found. */
function stateFault(at: Directive, today: string): Fault | null {
  const { kind, reason, until, rules } = at;
  if (kind === 'enable') return null;
  if (kind === 'misspelt') return ['unused', { message: 'misspelt', data: { names: DIRECTIVE_NAMES.join(', ') }, at }];
  const data = { rules: rulesText(at), until: until ?? '' };
  if (reason === null) return ['no-reason', { message: 'reason', data, at }];
  if (!isCurrent(until, today)) return ['expired', { message: isDate(until!) ? 'expired' : 'noDate', data, at }];
  const wrong = rules.find(({ id }) => id === null);
  if (!wrong) return null;
  const { nearest, offset, endOffset } = wrong;
  if (nearest === null) return ['unused', { message: 'unknown', at }];
  const suggestions = [{ title: `Write ${nearest}`, edits: [{ offset, endOffset, text: nearest }] }];
  return ['unused', { message: 'nearest', data: { nearest }, at, suggestions }];
}

/** @param end the next comment about a block */
function unusedRules(
  at: Directive,
  end: Directive | null,
  used: ReadonlySet<string>,
  { wasChecked, complete }: ReturnType<typeof coverageOf>,
): Fault | null {
  const ids = at.rules.flatMap(({ id }) => id ?? []);
  const idle = ids.filter((id) => !used.has(id) && wasChecked(id));
  if (at.kind === 'enable' || (ids.length === 0 ? used.size > 0 || !complete : idle.length === 0)) return null;
  const isWhole = idle.length === ids.length;
  const data = { rules: isWhole ? rulesText(at) : idle.join(', ') };
  return ['unused', { message: 'unused', data, at, fix: isWhole ? removed(at, end) : withoutRules(at, idle) }];
}

/** A block comment is removed with the comment that ends it and nothing else. */
function removed(at: Directive, end: Directive | null): Fix {
  const isPair = at.kind === 'disable' && end?.kind === 'enable' && rulesText(end) === rulesText(at);
  const edits = (isPair ? [at, end] : [at]).map(({ removal }) => ({ ...removal, text: '' }));
  return { title: isPair ? 'Remove the comment and the one that ends it' : 'Remove the comment', edits };
}

function withoutRules({ rules, untilOffset }: Directive, idle: readonly string[]): Fix | undefined {
  const { offset } = rules[0]!;
  const { endOffset } = rules.at(-1)!;
  if (untilOffset !== null && offset < untilOffset && untilOffset < endOffset) return undefined;
  const text = rules.flatMap(({ id }) => (id === null || idle.includes(id) ? [] : [id])).join(', ');
  return { title: 'Name only the rules that report here', edits: [{ offset, endOffset, text }] };
}

/** Problems of the config's suppressions, each at its line in the config. */
export function entryFindings(
  { entries, home, whole }: ConfigSuppressions,
  used: ReadonlySet<SuppressionEntry>,
  unknown: readonly Pick<Unchecked, 'rule'>[],
  settings: FileSettings,
): Finding[] {
  const { today } = settings.context;
  const { wasChecked } = coverageOf(settings, unknown);
  const faults = entries.flatMap((entry, index): Fault[] => {
    const { rule, reason, until } = entry;
    const data = { rules: rule.join(', ') || 'every rule', until: until ?? '' };
    const place = { data, at: home.range(['suppressions', index]) };
    if (!isReason(reason)) return [['no-reason', { message: 'reason', ...place }]];
    if (!isCurrent(until, today)) return [['expired', { message: 'expired', ...place }]];
    return whole && !used.has(entry) && rule.every(wasChecked) ? [['unused', { message: 'unused', ...place }]] : [];
  });
  return toolFindings(faults, { path: home.file, role: 'product' }, settings, home.lines);
}
