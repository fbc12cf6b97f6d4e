import { MASK, shownProse } from '../classify/shown.ts';
import { isDate } from '../config/forms.ts';
import { acceptedBy, clusterNameOf, type PlannedChange } from '../config/plan.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { commentAt, type Comment } from '../read/comment.ts';
import { pageOf } from '../read/page.ts';
import { nearestName } from '../text/edit-distance.ts';
import { countBefore, type LineIndex, type Range, type Source, locationOf, grouped } from '../text/source.ts';
import { nameOf, type Finding, type Suppressed } from './finding.ts';

/** Every directive contains this. */
export const DIRECTIVE_MARK = 'connlint-';
const KINDS = ['disable-next-line', 'disable-line', 'disable', 'enable'] as const;
export const DIRECTIVE_NAMES = KINDS.map((kind) => DIRECTIVE_MARK + kind);
/** With the words of other tools, which would be silently nothing. */
const WORD = /connlint-(?:disable|enable|ignore|suppress|skip|allow|off)(?:-[a-z-]{0,40})?(?![\w-])/gi;

export function directivesIn(source: Source, lines: LineIndex, ruleIds: readonly string[]): Directive[] {
  const { text } = source;
  if (!text.includes(DIRECTIVE_MARK)) return [];
  const page = pageOf(source);
  const found: Directive[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const comment = commentAt(text, index);
    // Not in a sample of a document.
    if (comment && page.languageAt(comment.offset) === page.language)
      found.push(directive(text, lines, word, comment, ruleIds));
  }
  return stacked(found);
}

/** A comment that accepts findings, or ends one that does, with its place. */
export type Directive = Readonly<ReturnType<typeof directive>>;

function directive(
  text: string,
  lines: LineIndex,
  word: string,
  { body, closedAt, offset, endOffset: end }: Comment,
  ruleIds: readonly string[],
) {
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
    ...wordsIn(text.slice(0, body.endOffset), body.offset + word.length, ruleIds),
    ...removalOf(text, lines, range),
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
  // Searched from the comment, because one long line may contain many. A line of a block comment may begin with a star.
  const blank = backOver(text, offset, start, /[\s*]/);
  let after = endOffset;
  while (after < next && text[after]!.trim() === '') after++;
  if (blank === start && after === next) return { removal: { offset: start, endOffset: next }, alone: true };
  const from = after < next ? offset : backOver(text, offset, start, /\s/);
  return { removal: { offset: from, endOffset }, alone: false };
}

function backOver(text: string, from: number, least: number, pattern: RegExp): number {
  let at = from;
  while (at > least && pattern.test(text[at - 1]!)) at--;
  return at;
}

/** Stacked comments for the next line all cover the line below the last one. */
function stacked(directives: readonly Directive[]): Directive[] {
  const result = [...directives];
  for (let at = result.length - 2; at >= 0; at--) {
    const [one, below] = [result[at]!, result[at + 1]!];
    const isStacked = one.kind === 'disable-next-line' && below.kind === one.kind && below.alone;
    if (isStacked && one.firstLine === below.line)
      result[at] = { ...one, firstLine: below.firstLine, lastLine: below.lastLine };
  }
  return result;
}

/** A suppression in the config, for formats without comments. */
export interface SuppressionEntry {
  readonly rule: readonly string[];
  readonly files: (path: string) => boolean;
  readonly host: ((name: string) => boolean) | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** True if there is no last day, or if it has not passed. False for an invalid date. */
export const isCurrent = (until: string | null, today: string) => until === null || (isDate(until) && until >= today);

/** White space is not a reason. */
export const isReason = (reason: string | null): reason is string => reason !== null && reason.trim() !== '';

/** What a suppression accepts: a finding, or a place where a rule lacks a fact. */
export type Suppressible = Pick<Finding, 'rule' | 'reason' | 'text' | 'line' | 'column' | 'endLine'>;

/** The suppressions of one file, and which of them were used: the rules of each comment that accepted something. */
export type Acceptance = Readonly<ReturnType<typeof acceptanceOf>>;

/** @param usedEntries collects the entries that accept something */
export function acceptanceOf(
  directives: readonly Directive[],
  entries: readonly SuppressionEntry[],
  today: string,
  usedEntries: Set<SuppressionEntry>,
) {
  const used = new Map<Directive, Set<string>>();
  const live = directives.filter(
    (one) => one.kind === 'enable' || (one.reason !== null && isCurrent(one.until, today)),
  );
  const onLine = lineComments(live);
  const blockAt = openBlocks(live);
  const current = entries.filter(({ reason, until }) => isReason(reason) && isCurrent(until, today));
  const accepts = (found: Suppressible): Suppressed | null => {
    const comment = onLine(found) ?? blockAt(found);
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
      const own = byLine
        .get(line)
        ?.find(({ one }) => (isFirst || one.kind === 'disable-line') && covers(idsOf(one), found));
      if (own) return own.one;
    }
    return null;
  };
}

function openBlocks(directives: readonly Directive[]): (found: Suppressible) => Directive | null {
  const blocks = directives.filter(({ kind }) => kind === 'disable' || kind === 'enable');
  const byRule = new Map<string, readonly Directive[]>();
  return (found) => {
    if (blocks.length === 0) return null;
    const { line, column } = found;
    const own = byRule.get(nameOf(found)) ?? blocks.filter((one) => covers(idsOf(one), found));
    byRule.set(nameOf(found), own);
    const before = countBefore(own, (one) => one.line < line || (one.line === line && one.column <= column));
    const last = own[before - 1];
    return last?.kind === 'disable' ? last : null;
  };
}

/** True if the string has such a host, or such a host with its port. */
function meets({ text }: Suppressible, isNamed: (host: string) => boolean): boolean {
  return (text.toLowerCase().match(/[a-z0-9_.-]{1,253}(?::\d{1,5})?/g) ?? []).some((name) =>
    [name, name.replace(/\.?(?::\d+)?$/, '')].some(isNamed),
  );
}

/** Rules about strings whose successors exist only after the change. */
export const succeedsAfterwards = (finding: Pick<Finding, 'rule' | 'reason'>): boolean =>
  ['regional-mode-string-change', 'provider-change/legacy', 'multi-region-endpoint-index'].includes(nameOf(finding));

/** Why the entry of a planned change settles a finding of its rules, for the plan and for `check`. */
export function settledBy(change: PlannedChange, { id, rule, reason, cluster }: Finding): string | undefined {
  const accepted = acceptedBy(change);
  if (Object.hasOwn(accepted, id)) return accepted[id];
  const name = clusterNameOf(change);
  const isOwn = name === null || name === '*' || cluster === null || clusterLabel(name) === clusterLabel(cluster);
  return isOwn && succeedsAfterwards({ rule, reason }) ? change.downtime : undefined;
}
