import { commentAt } from './comment.ts';
import type { Comment } from './comment.ts';
import type { LineIndex, Range, Source } from './source.ts';

/** A rule id as a comment writes it. */
export interface NamedRule extends Range {
  readonly id: string;
}

/** A comment that accepts findings, or ends one that does. The range is that of the comment. */
export interface Directive extends Range {
  /** `misspelt`: something like the others, that does nothing. */
  readonly kind: 'disable-next-line' | 'disable-line' | 'disable' | 'enable' | 'misspelt';
  /** Where the comment begins. */
  readonly line: number;
  /** The lines it is about: those of the comment, or the one below it; for a block, where it begins. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** None means every rule. */
  readonly rules: readonly NamedRule[];
  readonly reason: string | null;
  /** Last day on which it holds, as written. */
  readonly until: string | null;
  readonly untilRange: Range | null;
  /** What goes when the comment is removed: its whole lines when it is alone on them, else with the space before it. */
  readonly removal: Range;
  /** True when nothing else stands on its lines. */
  readonly alone: boolean;
}

export const DIRECTIVE_NAMES = [
  'connlint-disable-next-line',
  'connlint-disable-line',
  'connlint-disable',
  'connlint-enable',
] as const;
/** Every such comment holds it. */
export const DIRECTIVE_MARK = 'connlint-';
const WORD = /connlint-(?:disable|enable)(?:-[a-z-]{0,40})?(?![\w-])/gi;

/** Every suppression comment of a text, in its order. Cheap where there is none. */
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

/** A dash may stand for the two hyphens, which XML does not allow in a comment. */
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
    untilRange: until,
    reason: reason.replace(/\s+[\s*]*/g, ' ').trim() || null,
  };
}

function removalOf(text: string, lines: LineIndex, comment: Comment): Pick<Directive, 'removal' | 'alone'> {
  const { offset, endOffset } = trimmed(text, comment);
  const start = lines.lineStart(lines.position(offset).line);
  const next = lines.lineStart(lines.position(endOffset).line + 1);
  const before = text.slice(start, offset);
  const after = text.slice(endOffset, next);
  // A line within a longer comment has its star before it.
  if (/^[\s*]*$/.test(before) && after.trim() === '') {
    return { removal: { offset: start, endOffset: next }, alone: true };
  }
  const space = after.trim() !== '' ? 0 : before.length - before.trimEnd().length;
  return { removal: { offset: offset - space, endOffset }, alone: false };
}

/** Comments for the next line may stand one below the other: all of them are about the line below the last. */
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
