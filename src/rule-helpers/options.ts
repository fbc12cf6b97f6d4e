import type { Edit } from '../text/edits.ts';
import type { UriOption } from '../parse/connection-string.ts';
import type { FoundString } from '../classify/found-string.ts';
import { isExact, sourceRange } from '../text/literal.ts';
import type { Range, Source } from '../text/source.ts';

/** Edits of options. Each is `undefined` if the source does not show the part in a way that can be edited safely. */

/** The first option of this name, ignoring case. */
export function optionNamed({ uri }: FoundString, name: string): UriOption | undefined {
  if (!uri || uri.options.length === 0) return undefined;
  const wanted = name.toLowerCase();
  return uri.options.find((option) => option.name.toLowerCase() === wanted);
}

/** True if an unknown piece may contain more options: one after the question mark, or at the end of the string. */
export function mayHoldMore({ literal, uri }: FoundString): boolean {
  if (!uri) return true;
  const mark = literal.value.indexOf('?', uri.hostsRange.endOffset);
  return literal.placeholders.some(({ at }) => (mark >= 0 && at > mark) || at === uri.endOffset - 1);
}

/** Removes a range of the value. Escapes are removed whole, and pieces that are separate in the source stay. */
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

export function withoutOption(string: FoundString, option: Range): Edit | undefined {
  const { value } = string.literal;
  const isLast = option.endOffset >= (string.uri?.endOffset ?? value.length);
  const offset = isLast ? option.offset - 1 : option.offset;
  return removal(string, { offset, endOffset: isLast ? option.endOffset : option.endOffset + 1 });
}

/** Removes options with their separators; neighbours are removed together. */
export function withoutOptions(string: FoundString, options: readonly Range[]): (Edit | undefined)[] {
  const runs: Range[] = [];
  for (const { offset, endOffset } of [...options].sort((a, b) => a.offset - b.offset)) {
    const last = runs.at(-1);
    if (last?.endOffset === offset - 1) runs[runs.length - 1] = { offset: last.offset, endOffset };
    else runs.push({ offset, endOffset });
  }
  return runs.map((run) => withoutOption(string, run));
}

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

/** Encodes new text with the escapes of the string. */
function encoded({ literal }: FoundString, text: string): string {
  if (literal.decoded === 'html') return text.replaceAll('&', '&amp;');
  return literal.decoded === 'percent' ? encodeURIComponent(text) : text;
}

/** How far the rest of a database name is searched, in UTF-16 code units. */
const MAX_LENGTH = 200;

/** Text after a space that may belong to the value: one word, with or without options after it. */
const REST = /^ [\w-]{1,40}(?:\?[\w.-]{1,40}=[^\s"'`]{0,150}|\/?)$/;
/** Options after a space in place of the name. */
const OPTIONS = /^ {1,3}(?=\?[\w.-]{1,40}=)/;

/**
 * The range of a database name that contains a space. Reading ends at a space, because most strings are part of
 * sentences and commands. If the whole value is visible, the rest of the name is found here.
 */
export function cutDatabase({ literal, uri, range }: FoundString, source: Source): Range | null {
  const rest = uri && restOfValue(literal.quote, range, source);
  if (!rest) return null;
  const spaces = literal.value.endsWith('/') && OPTIONS.exec(rest)?.[0];
  if (spaces) return { offset: range.endOffset, endOffset: range.endOffset + spaces.length };
  const name = uri.databaseRange;
  if (name?.endOffset !== literal.value.length || literal.placeholders.length > 0 || !REST.test(rest)) return null;
  const { offset } = sourceRange(literal, name.offset, name.endOffset);
  const question = rest.indexOf('?');
  return { offset, endOffset: range.endOffset + (question < 0 ? rest.length : question) };
}

/** The text between the string and the end of its value, or `null` if the string is not the start of a value. */
function restOfValue(quote: string | null, { offset, endOffset }: Range, { path, text }: Source): string | null {
  const ahead = text.slice(endOffset, endOffset + MAX_LENGTH);
  if (quote !== null) {
    const end = ahead.indexOf(quote);
    return text[offset - 1] === quote && end >= 0 ? ahead.slice(0, end) : null;
  }
  // Without quotes the value ends with its line, in formats whose lines contain nothing else.
  const before = text.slice(Math.max(0, offset - MAX_LENGTH), offset);
  const isValue = /(?:^|\n)[ \t]*[\w.-]{1,60}[ \t]*(?:=|: )[ \t]*$/.test(before);
  if (!isValue || !/(?:^|\/)\.env|\.(?:env|properties|ini|ya?ml)$/i.test(path)) return null;
  return /^[^\r\n]*/.exec(ahead)![0].replace(/\s+#.*$/, '');
}
