import type { FoundString } from '../classify/found-string.ts';
import { guardOf } from '../lint/guard.ts';
import { isPlainText, writesNamesOnly } from '../lint/plain-line.ts';
import { looseSecrets, secretPlaces } from '../rule-helpers/secrets.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { overlaps, type Range, type Source } from '../text/source.ts';

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
