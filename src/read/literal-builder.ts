import { PLACEHOLDER } from '../text/literal.ts';
import type { Placeholder, Segment } from '../text/literal.ts';

/** Collects a literal's value piece by piece, keeping where each piece came from. */
export interface Builder {
  segments(): readonly Segment[];
  readonly placeholders: readonly Placeholder[];
  /** The value so far. Joining is not free: not for every character. */
  value(): string;
  length(): number;
  /** Last character of the value, `''` at the start. */
  last(): string;
  /** One code unit that stands in the source as it is. */
  exact(offset: number): void;
  /** Units that stand in the source as they are, from `offset` up to `endOffset`: at least one. */
  run(offset: number, endOffset: number): void;
  /** Characters that the source writes in another way. */
  decoded(text: string, offset: number, endOffset: number): void;
  placeholder(placeholder: Omit<Placeholder, 'at'>): void;
  /** Takes back everything from a value offset on. */
  cut(at: number): void;
}

/** A builder for values of this source text. Units that stand side by side become one segment. */
export function builder(text: string): Builder {
  let parts: string[] = [];
  const segments: Segment[] = [];
  const placeholders: Placeholder[] = [];
  let length = 0;
  let last = '';
  // The run of units that is being read, not yet a segment.
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

/** `hosts`: a list of hosts with what may stand behind it; `address`: one URL or media type. */
export type Only = 'hosts' | 'address';

/** ASCII characters that are themselves wherever they stand in a string, apart from one that was said to end it. */
const PLAIN = plainUnits(/[\w:/?@=+,~-]/);

function plainUnits(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0));
}

/** What may stand in an address among them. */
const PLAIN_IN_ADDRESS = plainUnits(/[\w:/?@=+~-]/);
/** Characters behind which nothing belongs to it any more: long lists are not read again for each of their items. */
const END_OF: Readonly<Record<Only, RegExp>> = { hosts: /[;|^(){}[\]]/, address: /[,;|^]/ };

export const endsOnly = (char: string, only: Only): boolean => END_OF[only].test(char);

const DOT = 46;

/** Where a run of plain characters ends. Most of a string is read here, without a look at what it could mean. */
export function plainEnd(text: string, start: number, closer: number, only: Only | undefined, limit: number): number {
  const plain = only === 'address' ? PLAIN_IN_ADDRESS : PLAIN;
  const end = Math.min(text.length, limit);
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    // Several dots stand for what is left out; one belongs to a name.
    const isPlain = unit < 128 && (plain[unit] === 1 || (unit === DOT && text.charCodeAt(at + 1) !== DOT));
    if (!isPlain || unit === closer) break;
  }
  return at;
}
