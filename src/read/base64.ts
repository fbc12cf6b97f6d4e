import type { Hit } from '../find/hits.ts';
import type { FoundString } from '../classify/found-string.ts';
import { literalOf } from '../text/literal.ts';
import { matchAt, tried, type Range } from '../text/source.ts';
import { keyOf } from './keys.ts';
import type { ReaderInput } from './hit-reader.ts';

/** Maximum length of an encoded value, in characters. */
const MAX_LENGTH = 16_384;
/** Base64, with the lines after it if it is wrapped. */
const RUN = /[\w+/=-]+(?:(?<=[\w+/]{60})\r?\n[ \t]{0,80}[A-Za-z0-9+/]{1,76}={0,2}(?=["'`]?[ \t]{0,80}(?:\r?\n|$)))*/y;

/** The part of a run before a hit. */
const BEFORE = /(?<=([A-Za-z0-9+/_-]{1,512}))/y;

const decodeBase64 = (run: string): string | undefined =>
  tried(() => {
    const plain = run.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    const bytes = Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  });

/** Reads base64, no run twice. A single string has the range of the whole run, several have ranges of their own. */
export function base64Reader(
  stringsIn: (decoded: string) => readonly FoundString[],
): (hit: Hit, reading: ReaderInput) => FoundString[] {
  let done = 0;
  return (hit, { page, text, floor }) => {
    if (hit.offset < done) return [];
    const [, before = ''] = matchAt(BEFORE, text, hit.offset) ?? [];
    const offset = Math.max(done, floor, hit.offset - before.length);
    const run = { offset, endOffset: offset + Math.min(matchAt(RUN, text, offset)![0].length, MAX_LENGTH) };
    done = run.endOffset;
    const value = decodeBase64(text.slice(run.offset, run.endOffset));
    if (value === undefined) return [];
    const strings = stringsIn(value).filter(({ hosts, uri }) => uri !== null || hosts.length > 0);
    if (strings.length === 0) return [];
    const context = page.contextAt(run.offset);
    const quote = /["'`]/.exec(text.charAt(run.offset - 1))?.[0] ?? null;
    const outer = keyOf(page, run.offset);
    const rangeOf = strings.length === 1 ? () => run : encodedRanges(text, run, value);
    return strings.map((string): FoundString => {
      const range = rangeOf(string.range);
      const key = [outer, string.literal.key].filter(Boolean).join('.') || null;
      const placeholders = string.literal.placeholders.map((one) => ({ ...one, ...range }));
      const own = { key, context, decoded: 'base64', quote, placeholders } as const;
      return { ...string, range, literal: literalOf(string.literal.value, range, false, own) };
    });
  };
}

/** Where a part of the decoded text is in the run: four characters for three bytes, without the ends of its lines. */
function encodedRanges(text: string, { offset, endOffset }: Range, value: string): (part: Range) => Range {
  const letters = Array.from(text.slice(offset, endOffset).matchAll(/\S/g), ({ index }) => offset + index);
  const letterAt = (at: number): number =>
    letters[Math.floor((new TextEncoder().encode(value.slice(0, at)).length * 4) / 3)] ?? endOffset;
  return (part) => ({ offset: letterAt(part.offset), endOffset: letterAt(part.endOffset) });
}
