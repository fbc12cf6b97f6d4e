import type { FoundString } from './found.ts';
import { holdsBareValues, literalAt } from './secret-literal.ts';
import type { Range, Source } from './source.ts';

/** What a text that asks no API must hold, the cheapest search first: most texts cost no more than that one. */
const TRACES = [/private/i, /private[_.\- ]?(?:api[_.\- ]?)?key/i, /atlas|mongodb|mcli/i];

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** `private_key = `, `"privateApiKey": `, `MCLI_PRIVATE_API_KEY=`. */
const NAMED = /private[_.\- ]?(?:api[_.\- ]?)?key["'`]?\s{0,8}(?:=>|[:=])\s{0,8}/gi;
/** `--user "public:`, `-u public:` of a command line. */
const COMMAND = /(?:-u|--user)[= ]\s{0,4}["']?[\w-]{1,60}:/g;
/** `HTTPDigestAuth("public", `, `auth=("public", ` of a program. */
const PROGRAM = /(?:Auth|auth\s{0,4}=\s{0,4})\(\s{0,20}["'][\w-]{1,60}["']\s{0,4},\s{0,20}/g;

/** Private API keys of the administration API that stand in a text. */
export function apiKeys({ path, text }: Source, strings: readonly FoundString[]): Range[] {
  const asksApi = strings.some(({ kind }) => kind === 'admin-api-v1' || kind === 'admin-api-v2');
  if (!asksApi && !TRACES.every((trace) => trace.test(text))) return [];
  const isProvider = asksApi || text.includes('mongodbatlas');
  const bare = holdsBareValues(path);
  const named = places(text, NAMED).flatMap(({ start, end }) => {
    const isOwn = isProvider || /(?:atlas|mongodb|mcli)[\w.-]{0,30}$/i.test(text.slice(Math.max(0, start - 60), start));
    return keyAt(text, end, bare, isOwn);
  });
  if (!asksApi) return named;
  const typed = places(text, COMMAND).flatMap(({ end }) => keyAt(text, end, true, true));
  const passed = places(text, PROGRAM).flatMap(({ end }) => keyAt(text, end, false, true));
  return [...named, ...typed, ...passed];
}

function places(text: string, pattern: RegExp): { start: number; end: number }[] {
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Keys are UUIDs. Another value counts only where the text leaves no doubt that it is a key of this service. */
function keyAt(text: string, at: number, bare: boolean, isOwn: boolean): Range[] {
  const range = literalAt(text, at, bare);
  if (!range) return [];
  const value = text.slice(range.offset, range.endOffset);
  if (new Set(value.replace(/-/g, '')).size <= 2 || value.startsWith('12345678-1234')) return [];
  if (!UUID.test(value) && (!isOwn || !looksRandom(value))) return [];
  return [range];
}

/** Neither a word, a path, the name of a variable, nor a key of another kind. */
function looksRandom(value: string): boolean {
  return (
    value.length >= 8 &&
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    /^[\w.+=-]+$/.test(value) &&
    !/\.\w{2,4}$/.test(value)
  );
}
