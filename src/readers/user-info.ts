import type { Builder } from './builder.ts';
import type { Syntax } from './syntax.ts';

/** How a string is delimited. */
export interface Delimiters {
  /** `null` for bare text. */
  readonly quote: string | null;
  /** Number of backslashes before the delimiter. */
  readonly escapes: number;
  /** What ends a string that does not end with a quote alone. */
  readonly closer: string | null;
}

/** Of the characters that end a text without quotes those that do not belong to the markup around it. */
const IN_BARE_TEXT = new Set("'\\|}]&");
/** An `@`, also as XML and JSON may write it. */
const AT = /@|&#(?:64|[xX]40);|\\u0040/y;
/** How far it is looked for, in code units. */
const LONGEST_REST = 160;
const SCHEME = /^[^/]+:\/\//;
const PORT = /^:\d{1,5}(?:[,/?]|$)/;
const HOST = /\.|^localhost$/;

/**
 * True for a character that ends most strings but stands in a raw user name or password here: user info has begun, and its `@` is
 * still to come. Cutting the string there would show half of the password as if it were a host.
 */
export function inUserInfo(text: string, at: number, { joins }: Syntax, ends: Delimiters, pieces: Builder): boolean {
  const char = text[at]!;
  const isDoubled =
    char === ends.quote && text[at + 1] === char && !['', '()', 'word'].some((join) => joins.includes(join));
  if (char === '`' || (char === ends.quote && !isDoubled && ends.closer === null)) return false;
  if (ends.quote === null && !IN_BARE_TEXT.has(char)) return false;
  const value = pieces.value();
  const scheme = SCHEME.exec(value)?.[0].length ?? value.length;
  const tail = value.slice(Math.max(scheme, value.lastIndexOf('@') + 1));
  const colon = tail.indexOf(':');
  const name = colon < 0 ? tail : tail.slice(0, colon);
  const isFirst = !value.includes('@', scheme);
  if (/[/?]/.test(name) || (colon < 0 && (isFirst ? name === '' : HOST.test(name)))) return false;
  if (colon >= 0 && PORT.test(tail.slice(colon))) return false;
  return reachesAt(text, isDoubled ? at + 2 : at, ends, isFirst && colon < 0);
}

/** True when user info goes on from `from` to its `@` within the string; `withColon`: past the colon in front of the password. */
function reachesAt(text: string, from: number, { quote, escapes, closer }: Delimiters, withColon: boolean): boolean {
  let isPassword = !withColon;
  for (let at = from; at < Math.min(text.length, from + LONGEST_REST); at++) {
    const char = text[at]!;
    AT.lastIndex = at;
    if (AT.test(text)) return isPassword;
    if (char <= ' ' || char === '`' || text.startsWith('://', at)) return false;
    if (char === '/' && withColon) return false;
    isPassword ||= char === ':';
    if (char === '\\') {
      const run = /^\\{1,8}/.exec(text.slice(at, at + 8))![0].length;
      if (text[at + run] === quote && run <= escapes) return false;
      isPassword ||= text[at + run] === ':';
      at += run;
    } else if (closer !== null && quote !== null) {
      if (text.startsWith(closer, at)) return false;
    } else if (char === (quote ?? '"')) {
      if (text[at + 1] !== char) return false;
      at++;
    }
  }
  return false;
}
