import { lineStartBefore } from '../text/source.ts';
import type { FoundString } from '../classify/found-string.ts';
import { redacted } from '../parse/redact.ts';
import { plainKeyWords } from '../parse/natural-words.ts';
import type { Placeholder } from '../text/literal.ts';

/**
 * The part of a line that reports may print around a string, with the mapping from the printed text to the source.
 * Plain data.
 */
export interface Frame {
  /** Key and quote before the string, with `…` for other text of the line. */
  readonly before: string;
  readonly after: string;
  /**
   * Runs of characters that are identical in source and printed text, in order, each as three numbers: offset in the
   * source, offset in the text, length. One list, because there may be a million frames. Read it with `framePieces`.
   */
  readonly pieces: readonly number[];
}

interface FramePiece {
  /** Offset in the source. */
  readonly source: number;
  /** Offset in the printed text. */
  readonly text: number;
  readonly length: number;
}

export function framePieces({ pieces }: Frame): FramePiece[] {
  return Array.from({ length: pieces.length / 3 }, (_, i) => {
    const [source = 0, text = 0, length = 0] = pieces.slice(3 * i, 3 * i + 3);
    return { source, text, length };
  });
}

/** Lines of minified code are long, and only the end before the string matters. */
const MAX_PREFIX_CHARS = 200;
const KEY = /(?:^|[\s,;{(["'`])((["'`]?)([\w.$/-]{1,80})\2\s{0,20}(?::=|=>|=|:)\s{0,20})?(["'`]{0,3})$/;

/** @param text of the file */
export function frameOf(string: FoundString, text: string): Frame {
  const { range } = string;
  const prefix = text.slice(lineStartBefore(text, range.offset, MAX_PREFIX_CHARS), range.offset);
  const [, keyed = '', keyQuote = '', key = '', quote = ''] = KEY.exec(prefix) ?? [];
  const shownKey = keyed === '' ? '' : keyQuote + plainKeyWords(key) + keyed.slice(keyQuote.length + key.length);
  const rest = prefix.slice(0, prefix.length - keyed.length - quote.length).replace(/^[\s-]+$/, '');
  const end = text.slice(range.endOffset, range.endOffset + quote.length);
  return {
    before: `${rest === '' ? '' : '…'}${shownKey}${quote}`,
    after: end === quote ? quote : '',
    pieces: piecesOf(string),
  };
}

/** A secret is a piece that no range points into. Placeholders and literal characters are between secrets. */
function piecesOf(string: FoundString): Frame['pieces'] {
  const { literal, secrets, inValue } = string;
  const pieces: number[] = [];
  let shown = 0;
  let at = inValue.offset;
  const takePlain = (end: number): void => {
    if (at >= end) return;
    for (const { source, length, placeholder } of plainRuns(literal, at, end)) {
      const width = placeholder ? placeholder.text.length : length;
      const isSame = source !== null && (!placeholder || placeholder.endOffset - placeholder.offset === width);
      if (isSame) addPiece(pieces, source, shown, width);
      shown += width;
    }
    at = end;
  };
  for (const secret of secrets) {
    const start = Math.max(at, secret.offset);
    const end = Math.min(inValue.endOffset, secret.endOffset);
    if (end <= start) continue;
    takePlain(start);
    shown += redacted(literal, [secret], start, end).length;
    at = end;
  }
  takePlain(inValue.endOffset);
  // A list that grew has room for more, which is kept in memory for every finding.
  return pieces.slice();
}

/** Adds a run to the last one where it continues it. */
function addPiece(pieces: number[], source: number, text: number, length: number): void {
  const [lastSource = 0, lastText = 0, lastLength = 0] = pieces.slice(-3);
  if (pieces.length > 0 && lastSource + lastLength === source && lastText + lastLength === text)
    pieces[pieces.length - 1] = lastLength + length;
  else pieces.push(source, text, length);
}

interface Run {
  /** Offset in the source, or `null` if the source writes the character differently. */
  readonly source: number | null;
  readonly length: number;
  readonly placeholder: Placeholder | null;
}

function plainRuns({ segments, placeholders }: FoundString['literal'], from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (const segment of segments) {
    let at = Math.max(from, segment.at);
    const end = Math.min(to, segment.at + segment.length);
    const take = (until: number): void => {
      if (until <= at) return;
      const source = segment.exact ? segment.offset + (at - segment.at) : null;
      runs.push({ source, length: until - at, placeholder: null });
      at = until;
    };
    for (const placeholder of placeholders) {
      if (placeholder.at < at || placeholder.at >= end) continue;
      take(placeholder.at);
      runs.push({ source: placeholder.offset, length: 1, placeholder });
      at = placeholder.at + 1;
    }
    take(end);
  }
  return runs;
}
