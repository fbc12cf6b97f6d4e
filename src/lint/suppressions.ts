import { MASK, shownProse } from '../text/shown-name.ts';
import { isDate } from '../config/forms.ts';
import { acceptedBy, clusterNameOf, type PlannedChange } from '../config/plan.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { directiveComment, pageOf, type DirectiveComment } from '../read/page.ts';
import { nearestName } from '../text/edit-distance.ts';
import { countBefore, grouped, lineBefore, locationOf, matchAt, once, rewriting } from '../text/source.ts';
import type { Fix, LineIndex, Range, Source } from '../text/source.ts';
import { findingsIn, nameOf, setupNamed, type Finding, type ShownFile, type Suppressed } from './finding.ts';
import type { FileResult } from './lint.ts';
import { isToolCheck, type RuleProblem } from './rule.ts';
import type { Unchecked } from './run-rules.ts';
import type { ConfigSuppressions, FileSettings, SuppressionEntry } from './settings.ts';

/** Every directive contains this. */
export const DIRECTIVE_MARK = 'connlint-';
const KINDS = ['disable-next-line', 'disable-line', 'disable', 'enable'] as const;
/** With the words of other tools, which would be silently nothing. */
const WORD = /connlint-(?:disable|enable|ignore|suppress|skip|allow|off)(?:-[a-z-]{0,40})?(?![\w-])/gi;

export function directivesIn(source: Source, lines: LineIndex, ruleIds: () => readonly string[]): Directive[] {
  const { text } = source;
  if (!text.includes(DIRECTIVE_MARK)) return [];
  const page = pageOf(source);
  const found: Directive[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const comment = directiveComment(page, index);
    if (comment) found.push(directive(text, lines, word, comment, ruleIds()));
  }
  return found;
}

/** A comment that accepts findings, or ends one that does, with its place. */
type Directive = Readonly<ReturnType<typeof directive>>;

function directive(text: string, lines: LineIndex, word: string, comment: DirectiveComment, ids: readonly string[]) {
  const { body, closedAt, offset, endOffset: end } = comment;
  // A misspelt one resembles a directive but has no effect.
  const kind = KINDS.find((known) => word === DIRECTIVE_MARK + known) ?? 'misspelt';
  const last = lines.position(closedAt).line;
  const range = { offset, endOffset: offset + text.slice(offset, end).trimEnd().length };
  const place = locationOf(range, lines);
  return {
    ...place,
    kind,
    // The lines that it covers: those of the comment, or the line below it.
    firstLine: kind === 'disable-next-line' ? last + 1 : place.line,
    lastLine: kind === 'disable-next-line' ? last + 1 : last,
    ...wordsIn(text.slice(0, body.endOffset), body.offset + word.length, ids),
    removal: removalOf(text, lines, range),
  };
}

/** A dash may replace the two hyphens, which XML does not allow in a comment. */
const REASON = /\s(?:--|—|–)(?:\s|$)/;

/** The rules (none means every rule), the reason, and the last day on which it applies. */
function wordsIn(text: string, from: number, ruleIds: readonly string[]) {
  const body = text.slice(from);
  const cut = REASON.exec(body);
  const all = [...body.slice(0, cut?.index).matchAll(/[^\s,*]{1,200}/g)].map(({ index, 0: id }) => {
    return { id, nearest: null, offset: from + index, endOffset: from + index + id.length };
  });
  const until = all.findLast(({ id }) => id.startsWith('until='));
  const day = until?.id.slice('until='.length) ?? null;
  const reason = (cut ? body.slice(cut.index + cut[0].length) : '').replace(/\s+[\s*]*/g, ' ').trim();
  return {
    // A word that is no rule is not kept, because it may be a secret: only the rule that it resembles.
    rules: all
      .filter(({ id }) => !id.startsWith('until='))
      .map((rule) =>
        ruleIds.includes(rule.id) ? rule : { ...rule, id: null, nearest: nearestName(rule.id, ruleIds) },
      ),
    until: day === null || isDate(day) ? day : MASK,
    untilOffset: until?.offset ?? null,
    reason: reason === '' ? null : shownProse(reason),
  };
}

/** What to delete with the comment: whole lines if it is alone on them, otherwise including the space before it. */
function removalOf(text: string, lines: LineIndex, { offset, endOffset }: Range) {
  const start = lines.lineStart(lines.position(offset).line);
  const next = lines.lineStart(lines.position(endOffset).line + 1);
  const before = lineBefore(text, offset);
  const rest = matchAt(/\s*/y, text, endOffset)![0];
  if (endOffset + rest.length < next) return { offset, endOffset };
  // A line of a block comment may begin with a star.
  if (start === offset - before.length && /^[\s*]*$/.test(before)) return { offset: start, endOffset: next };
  return { offset: offset - before.length + before.trimEnd().length, endOffset };
}

/** True if there is no last day, or if it has not passed. False for an invalid date. */
const isCurrent = (until: string | null, today: string) => until === null || (isDate(until) && until >= today);

/** What a suppression accepts: a finding, or a place where a rule lacks a fact. */
type Suppressible = Pick<Finding, 'rule' | 'reason' | 'text' | 'line' | 'column' | 'endLine'>;

/** The suppressions of one file, and the rules of each comment that accepted something, with the entries in use. */
export function acceptanceOf(
  { entries, context: { today } }: FileSettings,
  usedEntries: Set<SuppressionEntry>,
  directives: readonly Directive[] = [],
) {
  const used = new Map<Directive, Set<string>>();
  const live = directives.filter(({ kind, reason, until }) => kind === 'enable' || (reason && isCurrent(until, today)));
  const onLine = once(() => lineComments(live));
  const blockAt = once(() => openBlocks(live));
  const current = entries.filter(({ reason, until }) => reason !== null && isCurrent(until, today));
  const accepts = (found: Suppressible): Suppressed | null => {
    // A comment does not accept what is wrong with comments.
    const comment = live.length === 0 || found.rule === TOOL_RULE ? null : (onLine()(found) ?? blockAt()(found));
    if (comment) {
      used.set(comment, (used.get(comment) ?? new Set()).add(found.rule).add(nameOf(found)));
      return { by: 'comment', reason: comment.reason, until: comment.until };
    }
    const entry = current.find(({ rule, host }) => covers(rule, found) && (host === null || meets(found, host)));
    if (!entry) return null;
    usedEntries.add(entry);
    return { by: 'config', reason: entry.reason, until: entry.until };
  };
  return { accepts, used };
}

/** The rule about suppressions and the baseline. */
const TOOL_RULE = 'acceptance';

const covers = (rules: readonly string[], found: Suppressible): boolean =>
  rules.length === 0 || rules.includes(found.rule) || rules.includes(nameOf(found));
const idsOf = ({ rules }: Directive): string[] => rules.map(({ id }) => id ?? '');

function lineComments(directives: readonly Directive[]): (found: Suppressible) => Directive | null {
  const ofLines = directives.filter(({ kind }) => kind === 'disable-line' || kind === 'disable-next-line');
  const covered = ofLines.flatMap((one) =>
    Array.from({ length: one.lastLine - one.firstLine + 1 }, (_, at) => ({ line: one.firstLine + at, one })),
  );
  const byLine = grouped(covered, ({ line }) => line);
  return (found) => {
    for (let line = found.line; byLine.size > 0 && line <= found.endLine; line++) {
      const isFirst = line === found.line;
      const here = byLine.get(line) ?? [];
      const own = here.find(({ one }) => (isFirst || one.kind === 'disable-line') && covers(idsOf(one), found));
      if (own) return own.one;
    }
    return null;
  };
}

function openBlocks(directives: readonly Directive[]): (found: Suppressible) => Directive | null {
  const blocks = directives.filter(({ kind }) => kind === 'disable' || kind === 'enable');
  const byRule = new Map<string, readonly Directive[]>();
  return (found) => {
    const { line, column } = found;
    const own = byRule.get(nameOf(found)) ?? blocks.filter((one) => covers(idsOf(one), found));
    byRule.set(nameOf(found), own);
    const last = own[countBefore(own, (one) => one.line < line || (one.line === line && one.column <= column)) - 1];
    return last?.kind === 'disable' ? last : null;
  };
}

/** True if the string has such a host, or such a host with its port. */
const meets = ({ text }: Suppressible, isNamed: (host: string) => boolean): boolean =>
  (text.toLowerCase().match(/[a-z0-9_.-]{1,253}(?::\d{1,5})?/g) ?? []).some((name) =>
    [name, name.replace(/\.?(?::\d+)?$/, '')].some(isNamed),
  );

/** Rules about strings whose successors exist only after the change. */
export const succeedsAfterwards = (finding: Pick<Finding, 'rule' | 'reason'>): boolean =>
  ['regional-mode-string-change', 'provider-change/legacy', 'multi-region-endpoint-index'].includes(nameOf(finding));

/** Whether a finding may be about the cluster of a planned change. */
export function mayConcern(change: PlannedChange, { cluster }: Finding): boolean {
  const name = clusterNameOf(change);
  return name === null || name === '*' || cluster === null || clusterLabel(name) === clusterLabel(cluster);
}

/** Why the entry of a planned change settles a finding of its rules, for the plan and for `check`. */
export function settledBy(change: PlannedChange, finding: Finding): string | undefined {
  const accepted = acceptedBy(change);
  if (Object.hasOwn(accepted, finding.id)) return accepted[finding.id];
  return mayConcern(change, finding) && succeedsAfterwards(finding) ? change.downtime : undefined;
}

/** A problem of a suppression, and the reason of rule `acceptance` that reports it. */
export type Fault = readonly [reason: 'unused' | 'expired' | 'no-reason' | 'stale', problem: RuleProblem];

/** Whether a missing finding proves anything: only if its rule ran and had all facts. */
function coverageOf({ setups }: FileSettings, unknown: readonly Pick<Unchecked, 'rule'>[]) {
  const ran = new Set(setups.filter(({ rule }) => !isToolCheck(rule)).flatMap(({ rule }) => [rule.id, rule.name]));
  const open = new Set(unknown.map(({ rule }) => rule));
  const wasChecked = (name: string): boolean => ran.has(name) && !open.has(name.split('/', 1)[0]!);
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
    const setup = setupNamed(setups, `${TOOL_RULE}/${reason}`);
    return setup ? [toFinding(setup, problem)] : [];
  });
}

/** Problems of the suppression comments in a file. `used`: the rules of each that accepted something. */
export function directiveFindings(
  file: FileResult,
  used: ReadonlyMap<Directive, ReadonlySet<string>>,
  settings: FileSettings,
): Finding[] {
  const { directives, unknown } = file;
  if (directives.length === 0) return [];
  const coverage = coverageOf(settings, unknown);
  const faults = directives.flatMap((one): Fault[] => {
    const fault = stateFault(one, settings.context.today) ?? unusedRules(one, used.get(one) ?? new Set(), coverage);
    // Other words of a misspelt comment may be secret.
    const text = one.kind === 'misspelt' ? '' : `connlint-${one.kind} ${rulesText(one)}`;
    return fault ? [[fault[0], { ...fault[1], text }]] : [];
  });
  return toolFindings(faults, file, settings, settings.lines);
}

const rulesText = ({ rules }: Directive): string =>
  rules.length === 0 ? 'every rule' : rules.flatMap(({ id }) => id ?? []).join(', ') || 'no known rule';

/** A comment that cannot accept anything, whatever is found. */
function stateFault(at: Directive, today: string): Fault | null {
  const { kind, reason, until, rules } = at;
  if (kind === 'enable') return null;
  if (kind === 'misspelt')
    return [
      'unused',
      { message: 'misspelt', data: { names: KINDS.map((one) => DIRECTIVE_MARK + one).join(', ') }, at },
    ];
  const data = { rules: rulesText(at), until: until ?? '' };
  if (reason === null) return ['no-reason', { message: 'reason', data, at }];
  if (!isCurrent(until, today)) return ['expired', { message: isDate(until!) ? 'expired' : 'noDate', data, at }];
  const wrong = rules.find(({ id }) => id === null);
  if (!wrong) return null;
  const { nearest } = wrong;
  if (nearest === null) return ['unused', { message: 'unknown', at }];
  const suggestions = [rewriting(`Write ${nearest}`, wrong, nearest)];
  return ['unused', { message: 'nearest', data: { nearest }, at, suggestions }];
}

function unusedRules(at: Directive, used: ReadonlySet<string>, coverage: ReturnType<typeof coverageOf>): Fault | null {
  const { wasChecked, complete } = coverage;
  const ids = at.rules.flatMap(({ id }) => id ?? []);
  const idle = ids.filter((id) => !used.has(id) && wasChecked(id));
  if (at.kind === 'enable' || (ids.length === 0 ? used.size > 0 || !complete : idle.length === 0)) return null;
  const isWhole = idle.length === ids.length;
  const data = { rules: isWhole ? rulesText(at) : idle.join(', ') };
  const fix = isWhole ? rewriting('Remove the comment', at.removal, '') : withoutRules(at, idle);
  return ['unused', { message: 'unused', data, at, fix }];
}

function withoutRules({ rules, untilOffset }: Directive, idle: readonly string[]): Fix | undefined {
  const { offset } = rules[0]!;
  const { endOffset } = rules.at(-1)!;
  if (untilOffset !== null && offset < untilOffset && untilOffset < endOffset) return undefined;
  const text = rules.flatMap(({ id }) => (id === null || idle.includes(id) ? [] : [id])).join(', ');
  return rewriting('Name only the rules that report here', { offset, endOffset }, text);
}

/** Problems of the config's suppressions, each at its line in the config. */
export function entryFindings(
  { entries, home, whole }: ConfigSuppressions,
  used: ReadonlySet<SuppressionEntry>,
  unknown: readonly Pick<Unchecked, 'rule'>[],
  settings: FileSettings,
): Finding[] {
  const { wasChecked } = coverageOf(settings, unknown);
  const faults = entries.flatMap((entry, index): Fault[] => {
    const { rule, reason, until } = entry;
    const data = { rules: rule.join(', ') || 'every rule', until: until ?? '' };
    const place = { data, at: home.range(['suppressions', index]) };
    if (reason === null) return [['no-reason', { message: 'reason', ...place }]];
    if (!isCurrent(until, settings.context.today)) return [['expired', { message: 'expired', ...place }]];
    return whole && !used.has(entry) && rule.every(wasChecked) ? [['unused', { message: 'unused', ...place }]] : [];
  });
  return toolFindings(faults, { path: home.file, role: 'product' }, settings, home.lines);
}
