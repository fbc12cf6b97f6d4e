import type { FoundString } from '../classify/found-string.ts';
import { isPasswordPlaceholder } from './whole-string.ts';
import type { Range, Source } from '../text/source.ts';

export type SecretKind = 'metrics' | 'service-account' | 'private-key';

/** A secret of the service that stands in a text outside of any connection string. */
export interface LooseSecret extends Range {
  readonly kind: SecretKind;
}

/** Beginning of the secrets of service accounts (vendor documentation, API authentication, 2026-08). */
const ACCOUNT_SECRET = 'mdb_sa_sk_';
/** Beginning of the user names that the metrics integration hands out. */
const METRICS_USER = 'prom_user_';

/** Every such secret of a text, in order. A text without a trace of the service costs two searches for a word. */
export function looseSecrets(source: Source, strings: readonly FoundString[]): LooseSecret[] {
  const { path, text } = source;
  const hasMark = text.includes(ACCOUNT_SECRET) || text.includes(METRICS_USER);
  const hasMetrics = hasMark || strings.some(({ kind }) => kind === 'metrics-discovery');
  const found = [
    ...(hasMark ? accountSecrets(text) : []),
    ...(hasMetrics ? metricsPasswords(text, holdsBareValues(path)) : []),
    ...apiKeys(source, strings).map((range): LooseSecret => ({ kind: 'private-key', ...range })),
  ];
  // Of two that begin at one place the longer one is told, so that no rest of it stays in sight.
  const sorted = found.sort((a, b) => a.offset - b.offset || b.endOffset - a.endOffset);
  let end = 0;
  return sorted.filter((secret) => {
    if (secret.offset < end) return false;
    end = secret.endOffset;
    return true;
  });
}

/** Shorter rests are the beginning of one, or a word about them. */
const MIN_REST_LENGTH = 10;

function accountSecrets(text: string): LooseSecret[] {
  const found: LooseSecret[] = [];
  for (let at = text.indexOf(ACCOUNT_SECRET); at >= 0; at = text.indexOf(ACCOUNT_SECRET, at + 1)) {
    const from = at + ACCOUNT_SECRET.length;
    const rest = /^[\w-]{0,200}/.exec(text.slice(from, from + 200))![0];
    const isSample = isPasswordPlaceholder(rest) || /x{4}|^(?:your|my|example|sample)/i.test(rest);
    if (rest.length < MIN_REST_LENGTH || isSample || isMadeUp(rest)) continue;
    found.push({ kind: 'service-account', offset: at, endOffset: from + rest.length });
  }
  return found;
}

const PASSWORD = /pass(?:word|wd)?["'`]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}/gi;
/** The user name in front of a colon or a comma, with its password behind it. */
const PAIRED = new RegExp(`${METRICS_USER}\\w{1,64}(?::|["'\`],\\s{0,20}(?=["'\`]))`, 'g');
/** How far a user name or the word for the block may be from its password, in UTF-16 code units. */
const NEAR = 300;

/** Passwords beside a user of the metrics integration, or in the credentials of a job that asks its discovery. */
function metricsPasswords(text: string, bareValues: boolean): LooseSecret[] {
  const named = [...text.matchAll(PASSWORD)].filter(({ index }) => {
    const before = text.slice(Math.max(0, index - NEAR), index);
    return before.includes('basic_auth') || `${before}${text.slice(index, index + NEAR)}`.includes(METRICS_USER);
  });
  const places = [
    ...named.map((match) => ({ at: match.index + match[0].length, bare: bareValues })),
    ...[...text.matchAll(PAIRED)].map((match) => ({ at: match.index + match[0].length, bare: true })),
  ];
  return places.flatMap(({ at, bare }) => {
    const range = literalAt(text, at, bare);
    return range ? [{ kind: 'metrics' as const, ...range }] : [];
  });
}

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
  if (isMadeUp(value) || value.startsWith('12345678') || NO_UUID.test(value)) return [];
  if (!UUID.test(value) && (!isOwn || !looksRandom(value))) return [];
  return [range];
}

/** Of the form of a UUID, with letters that none has. */
const NO_UUID = /^(?=.*[g-z])[\da-z]{8}-[\da-z]{4}-[\da-z]{4}-[\da-z]{4}-[\da-z]{12}$/i;

/** How much of a value has to follow from what stands before it, to be typed and not drawn. */
const MADE_UP_SHARE = 0.6;

/**
 * True for runs of digits or letters and for repeated patterns, as people type them for an example: most characters are the one
 * before them, or the next or the previous one of the alphabet, or stand as they did two, three or four places before.
 */
export function isMadeUp(value: string): boolean {
  const plain = value.toLowerCase().replace(/[^a-z\d]/g, '');
  if (new Set(plain).size <= 2) return true;
  const follows = [...plain].filter((char, at) => {
    const step = at === 0 ? Infinity : Math.abs(char.charCodeAt(0) - plain.charCodeAt(at - 1));
    const isRound = at > 0 && /^(?:90|01|fa|za)$/.test(plain[at - 1]! + char);
    return step <= 1 || isRound || [2, 3, 4].some((period) => at >= 2 * period && isRepeated(plain, at, period));
  });
  return follows.length / plain.length >= MADE_UP_SHARE;
}

/** True where the characters up to a place repeat those before them. */
const isRepeated = (text: string, at: number, period: number): boolean =>
  text.slice(at - period + 1, at + 1) === text.slice(at - 2 * period + 1, at - period + 1);

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

/** Longest value that is looked at, in UTF-16 code units. */
const MAX_LENGTH = 300;
const MIN_LENGTH = 4;

/** True for formats in which a value needs no quotes. */
export function holdsBareValues(path: string): boolean {
  return /(?:^|\/)\.?env(?:\.|$)|\.(?:env|ya?ml|properties|ini|cfg|conf|sh|bash|zsh)(?:\.\w{1,10})?$/i.test(path);
}

/** What begins a reference instead of a value, in any format. */
const REFERENCE = /^[$<{%*[!&]|\$\{|\{\{|\$\(|^(?:var|local|data|module|process|os|env|secrets?|config)[.[]/;

/**
 * The secret that begins at a place, without its quotes; `null` for references and placeholders.
 * @param bare true where a value without quotes is a literal
 */
export function literalAt(text: string, at: number, bare: boolean): Range | null {
  const quote = /["'`]/.exec(text.charAt(at))?.[0];
  if (quote === undefined && !bare) return null;
  const offset = quote === undefined ? at : at + 1;
  const ahead = text.slice(offset, offset + MAX_LENGTH);
  const value = (quote === undefined ? /^[^\s"'`,;)}\]@]*/ : /^[^"'`\r\n]*/).exec(ahead)![0];
  if (value.length < MIN_LENGTH || REFERENCE.test(value) || isPasswordPlaceholder(value)) return null;
  return { offset, endOffset: offset + value.length };
}
