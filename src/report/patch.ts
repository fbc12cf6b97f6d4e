import type { Change } from '../text/edits.ts';
import { countBefore, overlaps, type Range, type Source } from '../text/source.ts';
import type { FoundString } from '../classify/found-string.ts';
import { guardOf } from '../lint/guard.ts';
import { isPlainText, writesNamesOnly } from '../lint/plain-line.ts';
import { looseSecrets, secretPlaces } from '../rule-helpers/secrets.ts';
import { PLACEHOLDER } from '../text/literal.ts';

/** A file before and after its fixes. */
export interface PatchFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly changes: readonly Change[];
}

/** The patch of one file: the text from which bytes are made in the file's own encoding. */
interface FilePatch {
  /** A header and hunks as `git apply` and `patch -p1` take them; empty when nothing is left to show. */
  readonly text: string;
  /** True if a line that the patch changes contains a credential. */
  readonly showsSecret: boolean;
  /** True when a line with a credential follows a change directly, so that `git apply` needs `--unidiff-zero`. */
  readonly openEnd: boolean;
}

/**
 * The changes of one file as a unified diff. Lines with credentials are not shown around changes.
 * @param withSecrets false leaves out changes of lines that contain a credential
 */
export function filePatch(file: PatchFile, withSecrets: boolean): FilePatch {
  const { hunks, secret } = hunksOf(file.before, file.after, file.changes, withSecrets);
  const header = `--- ${headerName('a', file.path)}\n+++ ${headerName('b', file.path)}\n`;
  return {
    text: hunks.length === 0 ? '' : header + hunkTexts(hunks).join(''),
    showsSecret: secret,
    openEnd: hunks.some(({ openEnd }) => openEnd),
  };
}

function hunkTexts(hunks: readonly Hunk[]): string[] {
  let shift = 0;
  return hunks.map(({ skipped, oldCount, newCount, lines }) => {
    const head = `@@ -${span(skipped, oldCount)} +${span(skipped + shift, newCount)} @@\n`;
    shift += newCount - oldCount;
    return (
      head + lines.map(({ sign, text }) => sign + (text.endsWith('\n') ? text : `${text}\n${NO_NEWLINE}`)).join('')
    );
  });
}

const NO_NEWLINE = '\\ No newline at end of file\n';

/** `first,count`; a count of 1 is not written, and of no lines the one before them is named. */
function span(skipped: number, count: number): string {
  if (count === 0) return `${skipped},0`;
  return count === 1 ? `${skipped + 1}` : `${skipped + 1},${count}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** A name as git writes it: quoted, with octal bytes, if it contains other than plain characters. */
function headerName(side: 'a' | 'b', path: string): string {
  const name = `${side}/${path}`;
  // `patch` would end a name at a space; a tab behind it says where it ends.
  if (/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(name)) return name.includes(' ') ? `${name}\t` : name;
  const bytes = [...new TextEncoder().encode(name)];
  const quoted = bytes.map((byte) => {
    const char = String.fromCharCode(byte);
    if (SHORT[char] !== undefined) return SHORT[char];
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, '0')}` : char;
  });
  return `"${quoted.join('')}"`;
}

interface HunkLine {
  readonly sign: ' ' | '-' | '+';
  /** With its line end, where it has one. */
  readonly text: string;
}

/** A piece of a unified diff. */
export interface Hunk {
  /** How many lines of the old text are before it. */
  readonly skipped: number;
  readonly oldCount: number;
  readonly newCount: number;
  readonly lines: readonly HunkLine[];
  /** True where lines follow and none of them may be shown: `git apply` then wants `--unidiff-zero`. */
  readonly openEnd: boolean;
}

/** One of two texts that are compared. */
export interface DiffSide {
  readonly text: string;
  readonly secrets: readonly Range[];
}

/** A text by its lines as git sees them: only `\n` ends one. */
interface Lines {
  readonly text: string;
  /** Lines, counted from 0, that contain something secret. */
  readonly secret: ReadonlySet<number>;
  /** Offset at which each line starts; an empty text has none. */
  readonly starts: readonly number[];
}

/** Lines that differ; `newFrom` is 0-based like `oldFrom`. */
interface Block {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

const CONTEXT = 3;

/**
 * The hunks of a unified diff, from changes that are known: nothing is searched for. Lines of the old text that contain
 * something secret are not context.
 * @param withSecrets false leaves out changes of lines that contain something secret
 */
export function hunksOf(
  before: DiffSide,
  after: DiffSide,
  changes: readonly Change[],
  withSecrets: boolean,
): { readonly hunks: readonly Hunk[]; readonly secret: boolean } {
  const old = linesOf(before);
  const now = linesOf(after);
  const isOpenBlock = (block: Block): boolean =>
    isOpen(old, block.oldFrom, block.oldTo) && isOpen(now, block.newFrom, block.newTo);
  const all = blocksOf(old, now, changes);
  const open = all.filter(isOpenBlock);
  const groups = grouped(old, withSecrets ? all : open);
  return { hunks: groups.map((group) => hunkOf(old, now, group)), secret: open.length < all.length };
}

/** Blocks that share their context are one hunk. */
function grouped(old: Lines, blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.at(-1);
    const joins = last && block.oldFrom - last.oldTo <= 2 * CONTEXT && isOpen(old, last.oldTo, block.oldFrom);
    if (joins) groups.at(-1)!.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** 0-based lines that a range touches. */
function linesOfRange(starts: readonly number[], { offset, endOffset }: Range): number[] {
  const first = lineAt({ starts }, offset);
  const last = lineAt({ starts }, Math.max(offset, endOffset - 1));
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function linesOf({ text, secrets }: DiffSide): Lines {
  const starts: number[] = text === '' ? [] : [0];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1))
    starts.push(at + 1);
  return { text, starts, secret: new Set(secrets.flatMap((range) => linesOfRange(starts, range))) };
}

function lineAt({ starts }: Pick<Lines, 'starts'>, offset: number): number {
  return Math.max(0, countBefore(starts, (start) => start <= offset) - 1);
}

/** The line of an offset; behind the last line end, one more than there are. */
function lineOrEnd(lines: Lines, offset: number): number {
  const { text, starts } = lines;
  return offset >= text.length && (text === '' || text.endsWith('\n')) ? starts.length : lineAt(lines, offset);
}

const lineText = ({ text, starts }: Lines, line: number): string => text.slice(starts[line], starts[line + 1]);

/** True if none of these lines contains something secret. */
function isOpen({ secret }: Lines, from: number, to: number): boolean {
  for (let line = from; line < to; line++) if (secret.has(line)) return false;
  return true;
}

function blocksOf(old: Lines, now: Lines, changes: readonly Change[]): Block[] {
  const blocks: Block[] = [];
  for (const change of changes) {
    const block = {
      oldFrom: lineOrEnd(old, change.old.offset),
      oldTo: Math.min(lineOrEnd(old, change.old.endOffset) + 1, old.starts.length),
      newFrom: lineOrEnd(now, change.new.offset),
      newTo: Math.min(lineOrEnd(now, change.new.endOffset) + 1, now.starts.length),
    };
    const last = blocks.at(-1);
    if (last && block.oldFrom < last.oldTo) Object.assign(last, { oldTo: block.oldTo, newTo: block.newTo });
    else blocks.push(block);
  }
  return blocks.map((block) => tightened(old, now, block)).filter(isChange);
}

const isChange = (block: Block): boolean => block.oldTo > block.oldFrom || block.newTo > block.newFrom;

/** Leaves out equal lines at both ends. */
function tightened(old: Lines, now: Lines, block: Block): Block {
  let { oldFrom, oldTo, newFrom, newTo } = block;
  while (oldFrom < oldTo && newFrom < newTo && lineText(old, oldFrom) === lineText(now, newFrom)) {
    oldFrom++;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo && lineText(old, oldTo - 1) === lineText(now, newTo - 1)) {
    oldTo--;
    newTo--;
  }
  return { oldFrom, oldTo, newFrom, newTo };
}

function hunkOf(old: Lines, now: Lines, group: readonly Block[]): Hunk {
  const first = group[0]!;
  const last = group.at(-1)!;
  let from = first.oldFrom;
  while (from > 0 && first.oldFrom - from < CONTEXT && !old.secret.has(from - 1)) from--;
  let to = last.oldTo;
  while (to < old.starts.length && to - last.oldTo < CONTEXT && !old.secret.has(to)) to++;
  const lines: HunkLine[] = [];
  const show = (sign: HunkLine['sign'], source: Lines, start: number, end: number): void => {
    for (let line = start; line < end; line++) lines.push({ sign, text: lineText(source, line) });
  };
  let at = from;
  for (const block of group) {
    show(' ', old, at, block.oldFrom);
    show('-', old, block.oldFrom, block.oldTo);
    show('+', now, block.newFrom, block.newTo);
    at = block.oldTo;
  }
  show(' ', old, at, to);
  return {
    skipped: from,
    oldCount: to - from,
    newCount: lines.filter(({ sign }) => sign !== '-').length,
    lines,
    openEnd: to === last.oldTo && to < old.starts.length,
  };
}

/**
 * What a patch must not show: what reports hide, the same texts in any spelling elsewhere, and lines that may contain a
 * credential.
 */
export function hiddenInPatch(source: Source, strings: readonly FoundString[]): Range[] {
  const guard = guardOf(strings);
  const beside = besideStrings(source.text, strings);
  const filledIn = strings.filter(hasUnknownUser).map(({ range }) => range);
  const lines: Range[] = [];
  let next = 0;
  for (const { index, 0: line } of source.text.matchAll(/[^\r\n]+/g)) {
    const range = { offset: index, endOffset: index + line.length };
    while (next < filledIn.length && filledIn[next]!.endOffset <= index) next++;
    const isFilledIn = next < filledIn.length && overlaps(filledIn[next]!, range);
    const own = beside.slice(range.offset, range.endOffset);
    const isPlain = isPlainText(own) && (!isFilledIn || writesNamesOnly(own));
    if (!isPlain || (guard !== null && guard.maskKey(line) !== line)) lines.push(range);
  }
  return [...secretPlaces(strings), ...looseSecrets(source, strings), ...lines];
}

/** The text with spaces instead of its strings; what code writes between their pieces stays. */
function besideStrings(text: string, strings: readonly FoundString[]): string {
  const parts: string[] = [];
  let at = 0;
  const blank = strings.flatMap(ownPieces).sort((a, b) => a.offset - b.offset);
  for (const { offset, endOffset } of blank) {
    if (endOffset <= at) continue;
    const from = Math.max(at, offset);
    parts.push(text.slice(at, from), ' '.repeat(endOffset - from));
    at = endOffset;
  }
  return parts.join('') + text.slice(at);
}

/** The pieces of the text that contain a string and nothing else. */
function ownPieces({ literal, inValue }: FoundString): Range[] {
  return literal.segments.flatMap(({ at, length, offset, endOffset, exact }) => {
    const from = Math.max(at, inValue.offset) - at;
    const to = Math.min(at + length, inValue.endOffset) - at;
    if (to <= from || literal.value.slice(at, at + length).includes(PLACEHOLDER)) return [];
    if (exact) return [{ offset: offset + from, endOffset: offset + to }];
    return from === 0 && to === length ? [{ offset, endOffset }] : [];
  });
}

/** True for a string whose user name or password another place of the program fills in. */
function hasUnknownUser({ uri, literal }: FoundString): boolean {
  return [uri?.userRange, uri?.passwordRange].some(
    (range) => range && literal.value.slice(range.offset, range.endOffset).includes(PLACEHOLDER),
  );
}
