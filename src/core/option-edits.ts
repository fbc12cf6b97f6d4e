import type { UriOption } from './connection-string.ts';
import type { FoundString } from './found.ts';
import { isExact, sourceRange } from './literal.ts';
import type { Edit } from './rule.ts';
import type { Range } from './source.ts';

/** Edits of options. Each is nothing when the source does not show the part in a way that can be changed safely. */

/** The option of this name that comes first, whatever its case. */
export function optionNamed({ uri }: FoundString, name: string): UriOption | undefined {
  if (!uri || uri.options.length === 0) return undefined;
  const wanted = name.toLowerCase();
  return uri.options.find((option) => option.name.toLowerCase() === wanted);
}

/** True when an unknown piece may hold further options: one behind the question mark, or the last of the string. */
export function mayHoldMore({ literal, uri }: FoundString): boolean {
  if (!uri) return true;
  const mark = literal.value.indexOf('?', uri.hostsRange.endOffset);
  return literal.holes.some(({ at }) => (mark >= 0 && at > mark) || at === uri.endOffset - 1);
}

/** Takes a stretch of the value out. Escapes inside it go as a whole; pieces that stand apart in the source stay. */
export function removal({ literal }: FoundString, { offset, endOffset }: Range): Edit | undefined {
  let end: number | null = null;
  for (const segment of literal.segments) {
    const behind = segment.at + segment.length;
    if (behind <= offset || segment.at >= endOffset) continue;
    if (!segment.exact && (segment.at < offset || behind > endOffset)) return undefined;
    if (end !== null && end !== segment.offset) return undefined;
    end = segment.endOffset;
  }
  return end === null ? undefined : { ...sourceRange(literal, offset, endOffset), text: '' };
}

/** Takes an option out with the separator that belongs to it. */
export function withoutOption(string: FoundString, option: Range): Edit | undefined {
  const { value } = string.literal;
  const isLast = option.endOffset >= (string.uri?.endOffset ?? value.length);
  const offset = isLast ? option.offset - 1 : option.offset;
  return removal(string, { offset, endOffset: isLast ? option.endOffset : option.endOffset + 1 });
}

/** Adds `name=value` behind what the string holds. */
export function withOption(string: FoundString, name: string, value: string): Edit | undefined {
  const { literal, uri } = string;
  if (!uri || !isExact(literal, uri.endOffset - 1, uri.endOffset)) return undefined;
  const hasQuery = literal.value.includes('?', uri.hostsRange.endOffset);
  const hasPath = uri.endOffset > uri.hostsRange.endOffset;
  const isOpen = /[?&]$/.test(literal.value.slice(0, uri.endOffset));
  const glue = isOpen ? '' : hasQuery ? '&' : hasPath ? '?' : '/?';
  const place = sourceRange(literal, uri.endOffset - 1, uri.endOffset);
  return { offset: place.endOffset, endOffset: place.endOffset, text: encoded(string, `${glue}${name}=${value}`) };
}

/** New text in the escapes that the string is written in. */
function encoded({ literal }: FoundString, text: string): string {
  if (literal.decoded === 'html') return text.replaceAll('&', '&amp;');
  return literal.decoded === 'percent' ? encodeURIComponent(text) : text;
}
