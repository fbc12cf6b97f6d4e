import { commentAt, type Comment } from '../read/comment.ts';
import type { LineIndex, Range, Source } from '../text/source.ts';
import { nameOf, type Finding, type Suppressed } from './finding.ts';
import { isDate } from '../config/forms.ts';

export interface NamedRule extends Range {
  readonly id: string;
}

/** A comment that accepts findings, or ends one that does, with its range. */
export interface Directive extends Range {
  /** `misspelt`: resembles a directive but has no effect. */
  readonly kind: 'disable-next-line' | 'disable-line' | 'disable' | 'enable' | 'misspelt';
  readonly line: number;
  /** The lines that it covers: those of the comment, or the line below it; for a block, the line on which it begins. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Empty means every rule. */
  readonly rules: readonly NamedRule[];
  readonly reason: string | null;
  /** Last day on which it applies, as written. */
  readonly until: string | null;
  readonly untilRange: Range | null;
  /**
   * The range to delete with the comment: whole lines if it is alone on them, otherwise including the space before it.
   */
  readonly removal: Range;
  /** True if its lines contain nothing else. */
  readonly alone: boolean;
}

export const DIRECTIVE_NAMES = [
  'connlint-disable-next-line',
  'connlint-disable-line',
  'connlint-disable',
  'connlint-enable',
] as const;
/** Every directive contains this. */
export const DIRECTIVE_MARK = 'connlint-';
/** With the words of other tools, which would be silently nothing. */
const WORD = /connlint-(?:disable|enable|ignore|suppress|skip|allow|off)(?:-[a-z-]{0,40})?(?![\w-])/gi;

/** All suppression comments of a text, in order. Fast if there are none. */
export function directivesIn({ text }: Source, lines: LineIndex): Directive[] {
  if (!text.includes(DIRECTIVE_MARK)) return [];
  const found: Directive[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const comment = commentAt(text, index, lines.lineStart(lines.position(index).line));
    if (comment) found.push(directive(text, lines, word, comment));
  }
  return stacked(found);
}

function directive(text: string, lines: LineIndex, word: string, comment: Comment): Directive {
  const name = DIRECTIVE_NAMES.find((known) => known === word);
  const kind = name ? (name.slice(DIRECTIVE_MARK.length) as Directive['kind']) : 'misspelt';
  const { offset, closedAt, body } = comment;
  const first = lines.position(offset).line;
  const last = lines.position(closedAt).line;
  const nextLine = kind === 'disable-next-line';
  return {
    kind,
    ...trimmed(text, comment),
    line: first,
    firstLine: nextLine ? last + 1 : first,
    lastLine: nextLine ? last + 1 : last,
    ...words(text, body.offset + word.length, body.endOffset),
    ...removalOf(text, lines, comment),
  };
}

function trimmed(text: string, { offset, endOffset }: Range): Range {
  let end = endOffset;
  while (text[end - 1]!.trim() === '') end--;
  return { offset, endOffset: end };
}

/** A dash may replace the two hyphens, which XML does not allow in a comment. */
const REASON = /\s(?:--|—|–)(?:\s|$)/;

function words(text: string, from: number, to: number): Pick<Directive, 'rules' | 'reason' | 'until' | 'untilRange'> {
  const body = text.slice(from, to);
  const cut = REASON.exec(body);
  const list = cut ? body.slice(0, cut.index) : body;
  const rules: NamedRule[] = [];
  let until: NamedRule | null = null;
  for (const { index, 0: id } of list.matchAll(/[^\s,*]{1,200}/g)) {
    const word = { id, offset: from + index, endOffset: from + index + id.length };
    if (id.startsWith('until=')) until = { ...word, id: id.slice('until='.length) };
    else rules.push(word);
  }
  const reason = cut ? body.slice(cut.index + cut[0].length) : '';
  return {
    rules,
    until: until?.id ?? null,
    untilRange: until && { offset: until.offset, endOffset: until.endOffset },
    reason: reason.replace(/\s+[\s*]*/g, ' ').trim() || null,
  };
}

function removalOf(text: string, lines: LineIndex, comment: Comment): Pick<Directive, 'removal' | 'alone'> {
  const { offset, endOffset } = trimmed(text, comment);
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
    const one = result[at]!;
    const below = result[at + 1]!;
    if (one.kind !== 'disable-next-line' || below.kind !== 'disable-next-line' || !below.alone) continue;
    if (one.firstLine !== below.line) continue;
    result[at] = { ...one, firstLine: below.firstLine, lastLine: below.lastLine };
  }
  return result;
}

/** A suppression in the config, for formats without comments. The caller matches its paths. */
export interface SuppressionEntry {
  readonly rule: readonly string[];
  readonly host: string | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** True if there is no last day, or if it has not passed. False for an invalid date. */
export function holds(until: string | null, today: string): boolean {
  return until === null || (isDate(until) && until >= today);
}

/** The rules of each comment that accepted a finding. */
export type DirectiveUse = ReadonlyMap<Directive, ReadonlySet<string>>;

/** What a suppression accepts: a finding, or a place where a rule lacks a fact. */
export type Suppressible = Pick<Finding, 'rule' | 'reason' | 'text' | 'line' | 'endLine' | 'offset' | 'suppressed'>;

/** Applies comments: a finding is accepted by the comment on its line, on the line above, or by an open block. */
export function applyDirectives<F extends Suppressible>(
  findings: readonly F[],
  directives: readonly Directive[],
  today: string,
): { readonly findings: F[]; readonly used: DirectiveUse } {
  const used = new Map<Directive, Set<string>>();
  const live = directives.filter((d) => d.kind === 'enable' || (d.reason !== null && holds(d.until, today)));
  const byLine = lineComments(live);
  const blockAt = openBlocks(live);
  const marked = new Map<F, Suppressed>();
  for (const finding of [...findings].sort((a, b) => a.offset - b.offset)) {
    const block = blockAt(finding);
    const by = byLine(finding) ?? block;
    if (!by || finding.suppressed) continue;
    used.set(by, (used.get(by) ?? new Set()).add(finding.rule).add(nameOf(finding)));
    marked.set(finding, { by: 'comment', reason: by.reason, until: by.until });
  }
  return { findings: findings.map((finding) => withMark(finding, marked.get(finding))), used };
}

const withMark = <F extends Suppressible>(finding: F, suppressed: Suppressed | undefined): F =>
  suppressed ? { ...finding, suppressed } : finding;

/** The comment that covers the lines of a finding. */
function lineComments(directives: readonly Directive[]): (finding: Suppressible) => Directive | null {
  // The first comment for each line and rule, by kind. `*` means every rule.
  const byPlace = new Map<string, { readonly directive: Directive; readonly at: number }>();
  for (const [at, directive] of directives.entries()) {
    const { kind, firstLine, lastLine, rules } = directive;
    if (kind !== 'disable-line' && kind !== 'disable-next-line') continue;
    for (let line = firstLine; line <= lastLine; line++)
      for (const id of rules.length === 0 ? ['*'] : rules.map((rule) => rule.id)) {
        const place = `${line} ${kind} ${id}`;
        if (!byPlace.has(place)) byPlace.set(place, { directive, at });
      }
  }
  return (finding) => {
    for (let line = finding.line; line <= finding.endLine; line++) {
      const kinds = line === finding.line ? ['disable-line', 'disable-next-line'] : ['disable-line'];
      const found = kinds
        .flatMap((kind) =>
          [nameOf(finding), finding.rule, '*'].flatMap((id) => byPlace.get(`${line} ${kind} ${id}`) ?? []),
        )
        .sort((a, b) => a.at - b.at)[0];
      if (found) return found.directive;
    }
    return null;
  };
}

/** Returns the open block comment of a finding. Findings must be passed in the order of the text. */
function openBlocks(directives: readonly Directive[]): (finding: Suppressible) => Directive | null {
  const blocks = directives.filter(({ kind }) => kind === 'disable' || kind === 'enable');
  const byRule = new Map<string, Directive | null>();
  let every: Directive | null = null;
  let next = 0;
  return (finding) => {
    for (let block = blocks[next]; block && block.offset <= finding.offset; block = blocks[++next]) {
      const opened = block.kind === 'disable' ? block : null;
      if (block.rules.length === 0) {
        every = opened;
        byRule.clear();
      }
      for (const { id } of block.rules) byRule.set(id, opened);
    }
    const byReason = byRule.get(nameOf(finding));
    const own = byReason === undefined ? byRule.get(finding.rule) : byReason;
    return own === undefined ? every : own;
  };
}

/** Applies the config's suppressions to this file. `used` collects those that accept a finding. */
export function applyEntries<F extends Suppressible>(
  findings: readonly F[],
  entries: readonly SuppressionEntry[],
  today: string,
  used: Set<SuppressionEntry>,
): F[] {
  const live = entries.filter((entry) => isReason(entry.reason) && holds(entry.until, today));
  return findings.map((finding) => {
    if (finding.suppressed) return finding;
    const entry = live.find(
      ({ rule, host }) =>
        (rule.length === 0 || rule.includes(finding.rule) || rule.includes(nameOf(finding))) &&
        (host === null || meets(finding, host)),
    );
    if (!entry) return finding;
    used.add(entry);
    return { ...finding, suppressed: { by: 'config', reason: entry.reason, until: entry.until } };
  });
}

/** White space is not a reason. */
export function isReason(reason: string | null): reason is string {
  return reason !== null && reason.trim() !== '';
}

/** True if the suppression names a host of the string. `*` matches any letters. */
function meets({ text }: Suppressible, host: string): boolean {
  const pattern = host.toLowerCase();
  const hasPort = pattern.includes(':');
  for (const [name] of text.toLowerCase().matchAll(/[a-z0-9_.-]{1,253}(?::\d{1,5})?/g)) {
    const shown = hasPort ? name : name.replace(/:\d+$/, '');
    if (matchesPattern(shown.replace(/\.$/, ''), pattern)) return true;
  }
  return false;
}

/** Each piece between stars is searched after the previous one, which is linear. */
function matchesPattern(name: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  if (pieces.length === 1) return name === pattern;
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > name.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}
