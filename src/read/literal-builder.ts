import { PLACEHOLDER, type Placeholder, type Segment } from '../text/literal.ts';

/** Builds a literal's value piece by piece and records the source of each piece. */
export interface Builder {
  segments(): readonly Segment[];
  readonly placeholders: readonly Placeholder[];
  /** The value so far. Joining is slow, so do not call it for every character. */
  value(): string;
  length(): number;
  /** Last character of the value, empty at the start. */
  last(): string;
  /** Adds one code unit that is the same in the source. */
  exact(offset: number): void;
  /** Adds units that are the same in the source, from `offset` to `endOffset`, at least one. */
  run(offset: number, endOffset: number): void;
  /** Adds characters that the source writes differently. */
  decoded(text: string, offset: number, endOffset: number): void;
  placeholder(placeholder: Omit<Placeholder, 'at'>): void;
  /** Removes everything from an offset of the value on. */
  cut(at: number): void;
}

/** A builder for values of this source text. Adjacent exact units become one segment. */
export function builder(text: string): Builder {
  let parts: string[] = [];
  const segments: Segment[] = [];
  const placeholders: Placeholder[] = [];
  let length = 0;
  let last = '';
  // The current run of units, which is not a segment yet.
  let runStart = 0;
  let runEnd = 0;
  const flush = (): void => {
    if (runEnd === runStart) return;
    const size = runEnd - runStart;
    segments.push({ at: length - size, length: size, offset: runStart, endOffset: runEnd, exact: true });
    parts.push(text.slice(runStart, runEnd));
    runStart = runEnd;
  };
  const exact = (offset: number, endOffset: number): void => {
    if (offset !== runEnd) {
      flush();
      runStart = offset;
    }
    runEnd = endOffset;
    length += endOffset - offset;
    last = text[endOffset - 1]!;
  };
  const decoded = (part: string, offset: number, endOffset: number): void => {
    if (part === '') return;
    flush();
    segments.push({ at: length, length: part.length, offset, endOffset, exact: false });
    parts.push(part);
    length += part.length;
    last = part.at(-1)!;
  };
  const value = (): string => {
    flush();
    if (parts.length > 1) parts = [parts.join('')];
    return parts[0] ?? '';
  };
  return {
    segments() {
      flush();
      return segments;
    },
    placeholders,
    value,
    length: () => length,
    last: () => last,
    exact: (offset) => exact(offset, offset + 1),
    run: exact,
    decoded,
    placeholder(placeholder) {
      const { offset, endOffset, text: written, name, isExample } = placeholder;
      placeholders.push({ offset, endOffset, text: written, name, isExample, at: length });
      decoded(PLACEHOLDER, offset, endOffset);
    },
    cut(at) {
      const kept = value().slice(0, at);
      parts = [kept];
      length = kept.length;
      last = kept.at(-1) ?? '';
      runStart = runEnd = -1;
      while (placeholders.length > 0 && placeholders.at(-1)!.at >= at) placeholders.pop();
      while (segments.length > 0 && segments.at(-1)!.at >= at) segments.pop();
      const end = segments.at(-1);
      if (end && end.at + end.length > at) {
        const size = at - end.at;
        segments[segments.length - 1] = {
          ...end,
          length: size,
          endOffset: end.exact ? end.offset + size : end.endOffset,
        };
      }
    },
  };
}

/** `hosts`: a list of hosts and the text after it. `address`: one URL or media type. */
export type Only = 'hosts' | 'address';

/** ASCII characters that mean themselves everywhere in a string, except the one that ends it. */
const PLAIN = plainUnits(/[A-Za-z\d:/?=+~-]/);

function plainUnits(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0));
}

/** Those of them that may occur in an address. */
const PLAIN_IN_ADDRESS = plainUnits(/[\w:/?@=+~-]/);
/** Characters after which nothing belongs to it, so that long lists are not read again for each item. */
const END_OF: Readonly<Record<Only, RegExp>> = { hosts: /[;|^(){}[\]]/, address: /[,;|^]/ };

export const endsOnly = (char: string, only: Only): boolean => END_OF[only].test(char);

const DOT = 46;

/** End of a run of plain characters. Most of a string is read here, because this is fast. */
export function plainEnd(text: string, start: number, closer: number, only: Only | undefined, limit: number): number {
  const plain = only === 'address' ? PLAIN_IN_ADDRESS : PLAIN;
  const end = Math.min(text.length, limit);
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    // Several dots are an ellipsis, one belongs to a name.
    const isPlain = unit < 128 && (plain[unit] === 1 || (unit === DOT && text.charCodeAt(at + 1) !== DOT));
    if (!isPlain || unit === closer) break;
  }
  return at;
}
