import { isDate } from '../config/forms.ts';
import type { Edit, Fix } from '../text/edits.ts';
import { findingsIn, type Finding, type UncheckedPlaces } from './finding.ts';
import type { FileResult } from './file-result.ts';
import { type RuleProblem, isToolCheck } from './rule.ts';
import type { ConfigSuppressions, FileSettings } from './settings.ts';
import { DIRECTIVE_NAMES, isCurrent, isReason } from './suppressions.ts';
import type { Acceptance, Directive, SuppressionEntry } from './suppressions.ts';

/** A problem of a suppression, and the reason of rule `acceptance` that reports it. */
type Fault = readonly [reason: 'unused' | 'expired' | 'no-reason' | 'stale', problem: RuleProblem];

/** Shows whether a missing finding proves anything: only if its rule ran and had all facts. */
interface Coverage {
  readonly wasChecked: (rule: string) => boolean;
  readonly complete: boolean;
}

function coverageOf({ setups }: FileSettings, unknown: readonly UncheckedPlaces[]): Coverage {
  const ran = new Set(setups.filter(({ rule }) => !isToolCheck(rule)).flatMap(({ rule }) => [rule.id, rule.name]));
  const open = new Set(unknown.map(({ rule }) => rule));
  const wasChecked = (name: string): boolean => ran.has(name) && !open.has(name) && !open.has(name.split('/', 1)[0]!);
  return { wasChecked, complete: unknown.length === 0 && ran.size > 0 };
}

/** Problems of the suppression comments in a file. */
export function directiveFindings(
  { path, role, directives, unknown }: FileResult,
  { used }: Acceptance,
  settings: FileSettings,
): Finding[] {
  if (directives.length === 0) return [];
  const coverage = coverageOf(settings, unknown);
  const ends = blockEnds(directives);
  const faults = directives.flatMap((one): Fault[] => {
    const fault =
      one.kind === 'misspelt'
        ? faultAt('unused', one, 'misspelt', { names: DIRECTIVE_NAMES.join(', ') })
        : one.kind === 'enable'
          ? ends.orphans.has(one) && unused(one, 'orphan', [one])
          : (stateFault(one, settings.context.today) ??
            unknownRule(one) ??
            unusedRules(one, ends.of.get(one), used.get(one) ?? new Set(), coverage));
    return fault ? [[fault[0], { ...fault[1], text: commentText(one) }]] : [];
  });
  const file = { path, idPath: settings.idPath, role, strings: [] };
  return toolFindings(faults, findingsIn(file, settings.lines), settings);
}

/** The findings of rule `acceptance`, for the reasons that are on. */
export function toolFindings(
  faults: readonly Fault[],
  toFinding: ReturnType<typeof findingsIn>,
  { setups }: Pick<FileSettings, 'setups'>,
): Finding[] {
  return faults.flatMap(([reason, problem]) => {
    const setup = setups.find(({ rule }) => rule.name === `acceptance/${reason}`);
    return setup ? [toFinding(setup, problem)] : [];
  });
}

const faultAt = (reason: Fault[0], at: Directive, message: string, data: RuleProblem['data'] = {}): Fault => [
  reason,
  { message, data, at },
];

/** The comment in short, without possible secrets. */
function commentText(directive: Directive): string {
  const rules = directive.rules.length === 0 ? '' : ` ${rulesText(directive)}`;
  return directive.kind === 'misspelt' ? '' : `connlint-${directive.kind}${rules}`;
}

/** A comment that cannot accept anything, whatever is found. */
function stateFault(directive: Directive, today: string): Fault | null {
  const { reason, until } = directive;
  const data = { rules: rulesText(directive), until: until ?? '' };
  if (reason === null) return faultAt('no-reason', directive, 'comment', data);
  if (isCurrent(until, today)) return null;
  return faultAt('expired', directive, isDate(until!) ? 'expired' : 'noDate', data);
}

function rulesText({ rules }: Directive): string {
  return rules.length === 0 ? 'every rule' : rules.flatMap(({ id }) => id ?? []).join(', ') || 'no known rule';
}

function unknownRule(directive: Directive): Fault | null {
  const wrong = directive.rules.find(({ id }) => id === null);
  if (!wrong) return null;
  const { nearest, offset, endOffset } = wrong;
  const edit = { offset, endOffset, text: nearest ?? '' };
  const problem = {
    message: nearest === null ? 'unknown' : 'nearest',
    data: { nearest: nearest ?? '' },
    at: directive,
    suggestions: nearest === null ? [] : [{ title: `Write ${nearest}`, edits: [edit] }],
  };
  return ['unused', problem];
}

function unusedRules(
  directive: Directive,
  end: Directive | undefined,
  used: ReadonlySet<string>,
  { wasChecked, complete }: Coverage,
): Fault | null {
  const { rules } = directive;
  const gone = isPair(directive, end) ? [directive, end!] : [directive];
  if (rules.length === 0) return used.size === 0 && complete ? unused(directive, 'unused', gone) : null;
  const idle = new Set(rules.flatMap(({ id }) => (id !== null && !used.has(id) && wasChecked(id) ? [id] : [])));
  if (idle.size === 0) return null;
  const data = { rules: [...idle].join(', ') };
  if (idle.size === rules.length) return unused(directive, 'unused', gone, data);
  return ['unused', { message: 'partly', data, at: directive, fix: withoutRules(directive, idle) }];
}

function unused(
  directive: Directive,
  message: string,
  gone: readonly Directive[],
  data: RuleProblem['data'] = { rules: 'every rule' },
): Fault {
  const edits = gone.map(({ removal: { offset, endOffset } }) => ({ offset, endOffset, text: '' }));
  const title = gone.length > 1 ? 'Remove the comment and the one that ends it' : 'Remove the comment';
  return ['unused', { message, data, at: directive, fix: { title, edits } }];
}

/** Removes some of several rules from a comment: each with the separator before it, or after the first ones. */
function withoutRules({ rules, untilOffset }: Directive, idle: ReadonlySet<string>): Fix | undefined {
  if (untilOffset !== null && rules[0]!.offset < untilOffset && untilOffset < rules.at(-1)!.offset) return undefined;
  const first = rules.findIndex(({ id }) => !idle.has(id!));
  const edits: Edit[] = first > 0 ? [{ offset: rules[0]!.offset, endOffset: rules[first]!.offset, text: '' }] : [];
  for (const [i, { id, endOffset }] of rules.entries())
    if (i > first && idle.has(id!)) edits.push({ offset: rules[i - 1]!.endOffset, endOffset, text: '' });
  return { title: 'Name only the rules that report here', edits };
}

/** A block comment is removed with its end comment, if that ends nothing else. */
function isPair(directive: Directive, end: Directive | undefined): boolean {
  const ids = ({ rules }: Directive): string => [...new Set(rules.map(({ id }) => id))].sort().join();
  return directive.kind === 'disable' && end?.kind === 'enable' && ids(end) === ids(directive);
}

/** For each block comment, the next one after it; and the comments that end a block that is not open. */
function blockEnds(directives: readonly Directive[]) {
  const of = new Map<Directive, Directive>();
  const orphans = new Set<Directive>();
  const open = new Set<string>();
  let last: Directive | null = null;
  for (const one of directives) {
    if (one.kind !== 'disable' && one.kind !== 'enable') continue;
    if (last) of.set(last, one);
    last = one;
    const ids = one.rules.length === 0 ? ['*'] : one.rules.map(({ id }) => id ?? '');
    if (one.kind === 'disable') ids.forEach((id) => open.add(id));
    else {
      const ends = ids[0] === '*' ? open.size > 0 : ids.some((id) => open.has(id) || open.has('*'));
      if (!ends) orphans.add(one);
      if (ids[0] === '*') open.clear();
      else ids.forEach((id) => open.delete(id));
    }
  }
  return { of, orphans };
}

export interface EntryUse extends ConfigSuppressions {
  readonly used: ReadonlySet<SuppressionEntry>;
  readonly unknown: readonly UncheckedPlaces[];
}

/** Problems of the config's suppressions, each at its line in the config. */
export function entryFindings({ entries, home, used, unknown, whole }: EntryUse, settings: FileSettings): Finding[] {
  const { today } = settings.context;
  const { wasChecked } = coverageOf(settings, unknown);
  const faults = entries.flatMap((entry, i): Fault[] => {
    const { rule, reason, until } = entry;
    const data = { rules: rule.join(', ') || 'every rule', until: until ?? '' };
    const fault = (kind: Fault[0], message: string): Fault[] => [
      [kind, { message, data, at: home.range(['suppressions', i]) }],
    ];
    if (!isReason(reason)) return fault('no-reason', 'entry');
    if (!isCurrent(until, today)) return fault('expired', 'expired');
    return whole && !used.has(entry) && rule.every(wasChecked) ? fault('unused', 'entry') : [];
  });
  const file = { path: home.file, idPath: settings.idPath, role: 'product', strings: [] } as const;
  return toolFindings(faults, findingsIn(file, home.lines), settings);
}
