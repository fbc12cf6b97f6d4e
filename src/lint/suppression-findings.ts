import type { Edit } from '../text/edits.ts';
import { DIRECTIVE_NAMES, holds, isReason } from './suppressions.ts';
import type { Directive, DirectiveUse, SuppressionEntry } from './suppressions.ts';
import { nearestName } from '../text/edit-distance.ts';
import { isToolCheck, type RuleProblem, type Fix } from './rule.ts';
import { isDate } from '../config/forms.ts';
import { toFinding, type Finding, type UncheckedPlaces, type ShownFile } from './finding.ts';
import type { LineIndex } from '../text/source.ts';
import type { FileResult } from './file-result.ts';
import { filePlaces } from '../text/file-lines.ts';
import type { FileSettings } from './settings.ts';

export type SuppressionReason = 'unused' | 'expired' | 'no-reason';

/** A problem of a comment, as a result of a rule about suppressions. */
export interface Fault {
  readonly reason: SuppressionReason;
  readonly problem: RuleProblem;
  /** The comment in short, without possible secrets. It identifies the comment, not the line. */
  readonly text: string;
}

export interface FaultContext {
  readonly today: string;
  /** All rules. */
  readonly known: readonly string[];
  /** True for a rule that ran on this text and had all facts. Only then does a missing finding prove anything. */
  readonly wasChecked: (rule: string) => boolean;
  /** True if all rules that ran here had all facts. */
  readonly complete: boolean;
}

/**
 * The comments of a text that accept nothing, with the reason. Only known rule ids and dates of a comment are repeated.
 */
export function directiveFaults(directives: readonly Directive[], used: DirectiveUse, context: FaultContext): Fault[] {
  const orphans = orphanEnds(directives);
  const ends = blockEnds(directives);
  return directives.flatMap((directive) => {
    const fault =
      directive.kind === 'misspelt'
        ? misspelt(directive)
        : directive.kind === 'enable'
          ? orphans.has(directive)
            ? unused(directive, 'orphan', [directive])
            : null
          : (stateFault(directive, context) ??
            unknownRule(directive, context) ??
            unusedRules(directive, ends.get(directive), used.get(directive) ?? new Set(), context));
    return fault ? { ...fault, text: shownText(directive, context.known) } : [];
  });
}

type Untold = Omit<Fault, 'text'>;

function shownText(directive: Directive, known: readonly string[]): string {
  if (directive.kind === 'misspelt') return '';
  const name = `connlint-${directive.kind}`;
  return directive.rules.length === 0 ? name : `${name} ${shownRules(directive, known)}`;
}

const at = ({ offset, endOffset }: Directive) => ({ offset, endOffset });

function misspelt(directive: Directive): Untold {
  return {
    reason: 'unused',
    problem: { message: 'misspelt', data: { names: DIRECTIVE_NAMES.join(', ') }, at: at(directive) },
  };
}

/** A comment that cannot accept anything, whatever is found. */
function stateFault(directive: Directive, { today, known }: FaultContext): Untold | null {
  const { reason, until } = directive;
  const data = { rules: shownRules(directive, known), until: until ?? '' };
  if (reason === null) return { reason: 'no-reason', problem: { message: 'comment', data, at: at(directive) } };
  if (holds(until, today)) return null;
  if (isDate(until!)) return { reason: 'expired', problem: { message: 'expired', data, at: at(directive) } };
  return {
    reason: 'expired',
    problem: { message: 'noDate', data: { rules: data.rules }, at: at(directive) },
  };
}

function shownRules({ rules }: Directive, known: readonly string[]): string {
  const shown = rules.filter(({ id }) => known.includes(id)).map(({ id }) => id);
  return rules.length === 0 ? 'every rule' : shown.join(', ') || 'no known rule';
}

function unknownRule(directive: Directive, { known }: FaultContext): Untold | null {
  const wrong = directive.rules.find(({ id }) => !known.includes(id));
  if (!wrong) return null;
  const nearest = nearestName(wrong.id, known);
  const edit = { offset: wrong.offset, endOffset: wrong.endOffset, text: nearest ?? '' };
  return {
    reason: 'unused',
    problem: {
      message: nearest === null ? 'unknown' : 'nearest',
      data: { nearest: nearest ?? '' },
      at: at(directive),
      suggestions: nearest === null ? [] : [{ title: `Write ${nearest}`, edits: [edit] }],
    },
  };
}

function unusedRules(
  directive: Directive,
  end: Directive | undefined,
  used: ReadonlySet<string>,
  context: FaultContext,
): Untold | null {
  const { rules } = directive;
  if (rules.length === 0) {
    const decided = context.complete && context.known.some(context.wasChecked);
    return used.size === 0 && decided ? unused(directive, 'unused', pair(directive, end)) : null;
  }
  const idle = rules.filter(({ id }) => !used.has(id) && context.wasChecked(id));
  if (idle.length === 0) return null;
  const data = { rules: idle.map(({ id }) => id).join(', ') };
  if (idle.length === rules.length) return unused(directive, 'unused', pair(directive, end), data);
  const fix = withoutRules(directive, new Set(idle.map(({ id }) => id)));
  return { reason: 'unused', problem: { message: 'partly', data, at: at(directive), fix } };
}

function unused(
  directive: Directive,
  message: string,
  gone: readonly Directive[],
  data: RuleProblem['data'] = { rules: 'every rule' },
): Untold {
  const edits = gone.map(({ removal }) => ({ offset: removal.offset, endOffset: removal.endOffset, text: '' }));
  const title = gone.length > 1 ? 'Remove the comment and the one that ends it' : 'Remove the comment';
  return { reason: 'unused', problem: { message, data, at: at(directive), fix: { title, edits } } };
}

/** A block comment is removed with its end comment, if that ends nothing else. */
function pair(directive: Directive, end: Directive | undefined): readonly Directive[] {
  if (directive.kind !== 'disable') return [directive];
  const ids = (one: Directive): string => [...new Set(one.rules.map(({ id }) => id))].sort().join();
  return end?.kind === 'enable' && ids(end) === ids(directive) ? [directive, end] : [directive];
}

/** For each block comment, the next one after it. */
function blockEnds(directives: readonly Directive[]): ReadonlyMap<Directive, Directive> {
  const ends = new Map<Directive, Directive>();
  let last: Directive | null = null;
  for (const directive of directives) {
    if (directive.kind !== 'disable' && directive.kind !== 'enable') continue;
    if (last) ends.set(last, directive);
    last = directive;
  }
  return ends;
}

/** Removes some of several rules from a comment. */
function withoutRules({ rules, untilRange }: Directive, idle: ReadonlySet<string>): Fix | undefined {
  const first = rules.findIndex(({ id }) => !idle.has(id));
  const kept = rules[first]!;
  if (untilRange && untilRange.offset > rules[0]!.offset && untilRange.offset < rules.at(-1)!.offset) return undefined;
  const edits: Edit[] = first > 0 ? [{ offset: rules[0]!.offset, endOffset: kept.offset, text: '' }] : [];
  for (const [i, { id, endOffset }] of rules.entries()) {
    if (i > first && idle.has(id)) edits.push({ offset: rules[i - 1]!.endOffset, endOffset, text: '' });
  }
  return { title: 'Name only the rules that report here', edits };
}

/** Comments that end a block that is not open. */
function orphanEnds(directives: readonly Directive[]): Set<Directive> {
  const open = new Set<string>();
  const orphans = new Set<Directive>();
  for (const directive of directives) {
    const ids = directive.rules.length === 0 ? ['*'] : directive.rules.map(({ id }) => id);
    if (directive.kind === 'disable') ids.forEach((id) => open.add(id));
    if (directive.kind !== 'enable') continue;
    const ends = ids[0] === '*' ? open.size > 0 : ids.some((id) => open.has(id) || open.has('*'));
    if (!ends) orphans.add(directive);
    if (ids[0] === '*') open.clear();
    else ids.forEach((id) => open.delete(id));
  }
  return orphans;
}

/** The finding of rule `acceptance`, or nothing if it is off. */
export function toolFinding(
  reason: string,
  problem: RuleProblem,
  file: ShownFile,
  lines: LineIndex,
  { setups }: Pick<FileSettings, 'setups'>,
): Finding[] {
  const setup = setups.find(({ rule }) => isToolCheck(rule) && rule.reason === reason);
  return setup ? [toFinding(file, lines, setup, problem)] : [];
}

/** Problems of the suppression comments in a file. */
export function directiveFindings(linted: FileResult, used: DirectiveUse, settings: FileSettings): Finding[] {
  if (linted.directives.length === 0) return [];
  const faults = directiveFaults(linted.directives, used, {
    today: settings.context.today,
    known: settings.ruleIds,
    wasChecked: checkedBy(settings, linted.unknown),
    complete: linted.unknown.length === 0,
  });
  const lines = filePlaces(linted.lines);
  return faults.flatMap(({ reason, problem, text }) =>
    toolFinding(reason, problem, linted, lines, settings).map((finding) => ({ ...finding, text })),
  );
}

/** True for a rule that ran and had all facts. Only then does a missing finding prove anything. */
function checkedBy({ setups }: FileSettings, unknown: readonly UncheckedPlaces[]): (rule: string) => boolean {
  const ran = new Set(setups.flatMap(({ rule }) => (isToolCheck(rule) ? [] : [rule.id, rule.name])));
  const open = new Set(unknown.map(({ rule }) => rule));
  return (name) => ran.has(name) && !open.has(name.split('/', 1)[0]!);
}

export interface EntryUse {
  /** All suppressions of the config, in order. */
  readonly entries: readonly SuppressionEntry[];
  readonly used: ReadonlySet<SuppressionEntry>;
  readonly unknown: readonly UncheckedPlaces[];
  /** True if every file of the project was scanned. Only then can a suppression be reported as unused. */
  readonly whole: boolean;
}

/** Problems of the config's suppressions, each at its line in the config. */
export function entryFindings({ entries, used, unknown, whole }: EntryUse, home: FileSettings): Finding[] {
  const place = home.context.home;
  if (!place) return [];
  const wasChecked = checkedBy(home, unknown);
  return entries.flatMap((entry, i) => {
    const at = place.range(['suppressions', i]);
    const data = { rules: entry.rule.join(', ') || 'every rule', until: entry.until ?? '' };
    const report = (reason: SuppressionReason, message: string): Finding[] =>
      toolFinding(reason, { message, data, at }, { path: place.file, role: 'product', strings: [] }, home.lines, home);
    if (!isReason(entry.reason)) return report('no-reason', 'entry');
    if (!holds(entry.until, home.context.today)) return report('expired', 'expired');
    return whole && !used.has(entry) && entry.rule.every(wasChecked) ? report('unused', 'entry') : [];
  });
}
