import nameForms from './name-forms.json' with { type: 'json' };
import { namedForms, NEAR, textBefore, type Edit, type Fix, type Range, type Source } from '../text/source.ts';
import { isExact, sourceRange } from '../text/literal.ts';
import type { ConnectionString, UriOption } from '../parse/connection-string.ts';
import type { FoundHost, FoundString } from './found-string.ts';

const FORMS = namedForms(nameForms.percent);

// Places and edits of a string in its text. An edit is `undefined` if the source does not show the part literally.

/** Source range from the first to the last of these hosts, without the last port. */
export function hostsAt(string: FoundString, hosts: readonly FoundHost[]): Range {
  const first = hosts[0];
  if (!first) return string.range;
  return sourceRange(string.literal, first.hostRange.offset, hosts.at(-1)!.hostRange.endOffset);
}

export const partAt = (string: FoundString, part: Range): Range =>
  sourceRange(string.literal, part.offset, part.endOffset);

/** An edit of a part of the value, or `undefined` if the source does not show that part literally. */
export function editOf(string: FoundString, part: Range, text: string): Edit | undefined {
  if (part.endOffset > part.offset && !isExact(string.literal, part.offset, part.endOffset)) return undefined;
  return { text, ...partAt(string, part) };
}

/** `undefined` if one of the edits cannot be made, or if there is none. */
export function makeFix(title: string, ...edits: readonly (Edit | undefined)[]): Fix | undefined {
  const made = edits.filter((edit) => edit !== undefined);
  return made.length > 0 && made.length === edits.length ? { title, edits: made } : undefined;
}

export function optionNamed({ uri }: FoundString, name: string): UriOption | undefined {
  const wanted = name.toLowerCase();
  return uri?.options.find((option) => option.name.toLowerCase() === wanted);
}

/** True if an unknown piece may contain more options: one after the question mark, or at the end of the string. */
export function mayHoldMore({ literal, uri }: FoundString): boolean {
  if (!uri) return true;
  const mark = literal.value.indexOf('?', uri.hostsRange.endOffset);
  return literal.placeholders.some(({ at }) => (mark >= 0 && at > mark) || at === uri.endOffset - 1);
}

/** Removes a range of the value. Escapes are removed whole, and pieces that are separate in the source stay. */
export function removal({ literal }: FoundString, { offset, endOffset }: Range): Edit | undefined {
  const gone = literal.placeholders.filter(({ at }) => offset <= at && at < endOffset);
  // Its argument would be that of the next one.
  if (gone.some(({ text }) => /^(?:%[-\d.]{0,5}[a-z]|\{\})$/i.test(text))) return undefined;
  let end: number | null = null;
  for (const segment of literal.segments) {
    const behind = segment.at + segment.length;
    if (behind <= offset || segment.at >= endOffset) continue;
    if (!segment.exact && (segment.at < offset || behind > endOffset)) return undefined;
    if (end !== null && end !== segment.offset) return undefined;
    end = segment.endOffset;
  }
  return end === null ? undefined : { text: '', ...sourceRange(literal, offset, endOffset) };
}

export function withoutOption(string: FoundString, option: Range): Edit | undefined {
  const isLast = option.endOffset >= (string.uri?.endOffset ?? string.literal.value.length);
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

/** The text between the end of a string and another option. */
export function optionSeparator(value: string, { hostsRange, endOffset }: ConnectionString): '' | '&' | '?' | '/?' {
  if (/[?&]$/.test(value.slice(0, endOffset))) return '';
  if (value.includes('?', hostsRange.endOffset)) return '&';
  return endOffset > hostsRange.endOffset ? '?' : '/?';
}

/** Gives an option a value: instead of the one that it has, otherwise at the end of the string. */
export function withOption(string: FoundString, name: string, value: string): Edit | undefined {
  const { literal, uri } = string;
  const written = optionNamed(string, name)?.valueRange;
  if (written) return editOf(string, written, value);
  if (!uri || !isExact(literal, uri.endOffset - 1, uri.endOffset)) return undefined;
  const separator = optionSeparator(literal.value, uri);
  const place = sourceRange(literal, uri.endOffset - 1, uri.endOffset);
  return { offset: place.endOffset, endOffset: place.endOffset, text: encoded(string, `${separator}${name}=${value}`) };
}

/** Encodes new text with the escapes of the string. */
function encoded({ literal }: FoundString, text: string): string {
  const { decoded, segments, value } = literal;
  if (decoded === 'html') return text.replaceAll('&', '&amp;');
  const hasCarets =
    decoded === null && segments.some(({ exact, at, length }) => !exact && length === 1 && value[at] === '&');
  if (hasCarets) return text.replaceAll('&', '^&');
  return decoded === 'percent' ? encodeURIComponent(text) : text;
}

/** True if a percent sign can be inserted literally. */
export function takesPercent({ literal, range }: FoundString, { path, text }: Source): boolean {
  if (literal.decoded === 'percent' || FORMS.files.test(path)) return false;
  const before = textBefore(text, range.offset);
  const own = literal.placeholders.map((placeholder) => placeholder.text);
  return ![before, ...own, text.slice(range.endOffset, range.endOffset + NEAR)].some((one) => FORMS.formats.test(one));
}
