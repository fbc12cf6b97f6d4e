import type { FoundString } from './found.ts';
import { sourceRange } from './literal.ts';
import type { Range, Source } from './source.ts';

/** Longest rest of a database name that is looked at, in UTF-16 code units. */
const LONGEST = 64;

/** What may follow a space and still belong to the value: one word, with or without options behind it. */
const REST = /^ [\w-]{1,40}(?:\?[\w.-]{1,40}=[^\s"'`]{0,20}|\/?)$/;

/**
 * The place of a database name with a space in it. A string ends at a space when it is read, because most of them stand in
 * sentences and commands; where the value as a whole can be seen, the rest of the name is found here.
 */
export function cutDatabase({ literal, uri, range }: FoundString, source: Source): Range | null {
  const name = uri?.databaseRange;
  if (name?.endOffset !== literal.value.length || literal.holes.length > 0) return null;
  const rest = restOfValue(literal.quote, range, source);
  if (rest === null || !REST.test(rest)) return null;
  const { offset } = sourceRange(literal, name.offset, name.endOffset);
  const question = rest.indexOf('?');
  return { offset, endOffset: range.endOffset + (question < 0 ? rest.length : question) };
}

/** What stands between the string and the end of the value that it begins; `null` when it begins none. */
function restOfValue(quote: string | null, { offset, endOffset }: Range, { path, text }: Source): string | null {
  const ahead = text.slice(endOffset, endOffset + LONGEST);
  if (quote !== null) {
    const end = ahead.indexOf(quote);
    return text[offset - 1] === quote && end >= 0 ? ahead.slice(0, end) : null;
  }
  // Without quotes the value ends with its line, in formats of which nothing else can be on it.
  const before = text.slice(Math.max(0, offset - LONGEST), offset);
  const isValue = /(?:^|\n)[ \t]*[\w.-]{1,60}[ \t]*(?:=|: )[ \t]*$/.test(before);
  if (!isValue || !/(?:^|\/)\.env|\.(?:env|properties|ini|ya?ml)$/i.test(path)) return null;
  return /^[^\r\n]*/.exec(ahead)![0].replace(/\s+#.*$/, '');
}
