import { PLACEHOLDER } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { builder, endsOnly, plainEnd, type Builder, type Only } from './literal-builder.ts';
import { backslashAt, entityAt, type Decoded } from './escapes.ts';
import { placeholderStart, type PlaceholderRules, type IsFilledIn } from './placeholders.ts';
import { nextPiece } from './concatenation.ts';
import type { Syntax } from './languages.ts';

/** The start of a string and its delimiter. */
export interface Delimiter {
  /** Delimiter before the string, `null` for bare text. */
  readonly quote: string | null;
  /** Offset of the delimiter. */
  readonly opened: number;
  /** Number of backslashes before the delimiter. A string inside a string ends at a delimiter with the same escapes. */
  readonly escapes: number;
  /** True if `$name` is text in any language. */
  readonly raw: boolean;
  /**
   * The end of the string if it is not a single quote: the closing bracket or pattern separator for bare text, all of
   * `)x"` for a quoted one.
   */
  readonly closer: string | null;
  readonly comment: boolean;
}

export interface ScanRules {
  readonly syntax: Syntax;
  readonly placeholders: PlaceholderRules;
  readonly isFilledIn: IsFilledIn;
  readonly profile: ServiceProfile;
  /** True if the text as a whole is percent-encoded. */
  readonly percent: boolean;
  /** True if pieces may be joined. */
  readonly join: boolean;
  /** What to read if not a whole string, so that reading stops early. */
  readonly only: Only | undefined;
}

export interface Scanned {
  readonly pieces: Builder;
  /** True if the string ended at its own delimiter, so that it contains no punctuation of the text around it. */
  readonly closed: boolean;
  readonly decoded: 'json' | 'html' | 'percent' | null;
}

interface State {
  /** Start of the string. */
  readonly from: number;
  quote: string | null;
  escapes: number;
  raw: boolean;
  closer: string | null;
  /**
   * The separator that a comma adds inside the arguments of `.concat(…)`, `",".join([…])` and similar, otherwise
   * `null`.
   */
  list: string | null;
  decoded: Scanned['decoded'];
}

/** A string that is being read. */
interface Scan {
  readonly text: string;
  readonly delimiter: Delimiter;
  readonly rules: ScanRules;
  readonly state: State;
  readonly pieces: Builder;
}

/** Maximum length of a string: far longer than real ones, short enough to stay fast. */
const MAX_LENGTH = 8_192;
const PERCENT = /%(?:25)?(2f|3a|3f|26|3d|2b|40|2c)/iy;

/** True after a character after which a part of a connection string can begin. */
function partStart(pieces: Builder): boolean {
  const last = pieces.last();
  return last === '' || '/:@.,=&?-'.includes(last);
}

/** Reads one string from `start` on. Linear: each character is read a bounded number of times. */
export function scan(text: string, start: number, delimiter: Delimiter, rules: ScanRules): Scanned {
  const pieces = builder(text);
  const { quote, escapes, raw, closer: ends } = delimiter;
  const state: State = { from: start, quote, escapes, raw, closer: ends, list: null, decoded: null };
  const current: Scan = { text, delimiter, rules, state, pieces };
  let at = start;
  let closed = false;
  while (at < text.length && pieces.length() < MAX_LENGTH) {
    const closer = state.closer === null ? -1 : state.closer.charCodeAt(0);
    const end = plainEnd(text, at, closer, rules.only, at + MAX_LENGTH - pieces.length());
    if (end > at) {
      pieces.run(at, end);
      at = end;
      continue;
    }
    const char = text[at]!;
    if (endsAt(current, at, char) && !inUserInfo(current, at)) {
      const next = state.escapes === 0 ? joined(current, at) : -1;
      if (next < 0) {
        closed = isDelimiter(text, at, state);
        break;
      }
      at = next;
      continue;
    }
    const next = step(current, at, char);
    if (next < 0) break;
    at = next;
  }
  return { pieces, closed: closed || (at >= text.length && state.quote === null), decoded: state.decoded };
}

/** True at the delimiter of a quoted string. */
function isDelimiter(text: string, at: number, { quote, closer }: State): boolean {
  return quote !== null && (closer === null ? text[at] === quote : text.startsWith(closer, at));
}

/** A quote ends the string, unless it is a different quote inside a quoted string (an apostrophe in a password). */
function endsAt({ text, rules, state }: Scan, at: number, char: string): boolean {
  if (!QUOTES.has(char)) return isDelimiter(text, at, state);
  if (isBacktickEscape(text, at, rules)) return false;
  if (state.quote === null)
    return !(rules.syntax.joins.includes('word') && rules.join && text[at - 1] !== ' ') || char === '`';
  return char === state.quote || char !== "'";
}

/** True for an escape of PowerShell before a character of a connection string: `` $user`:$pass ``. */
const isBacktickEscape = (text: string, at: number, { syntax }: ScanRules): boolean =>
  text[at] === '`' && syntax.continued === '`' && /[:$@/]/.test(text.charAt(at + 1));

/** Offset at which reading continues after the delimiter at `at`, or -1 if the string ends there. */
function joined({ text, delimiter, rules, state, pieces }: Scan, at: number): number {
  if (!rules.join || !isDelimiter(text, at, state)) return -1;
  if (rules.syntax.joins.includes('word')) {
    if (!/[\w$"'@:/.,?{-]/.test(text.charAt(at + 1))) return -1;
    state.quote = null;
    return at + 1;
  }
  const width =
    text.startsWith(state.quote!.repeat(3), at) && text.startsWith(state.quote!.repeat(3), delimiter.opened) ? 3 : 1;
  let after = at + (state.closer?.length ?? width);
  for (;;) {
    const piece = nextPiece(text, after, rules.syntax, {
      opened: delimiter.opened,
      comment: delimiter.comment,
      list: state.list,
    });
    if (!piece) return -1;
    state.list = piece.list;
    if (piece.separator !== '') pieces.decoded(piece.separator, after, after + 1);
    if (piece.kind === 'string') {
      state.quote = piece.quote;
      state.raw = piece.raw;
      state.closer = piece.closer;
      return piece.start;
    }
    pieces.placeholder({
      offset: piece.offset,
      endOffset: piece.endOffset,
      text: piece.text,
      name: piece.name,
      isExample: false,
    });
    after = piece.endOffset;
  }
}

/** Another address behind a separator, in a list of addresses. */
const NEXT_ADDRESS = /[,;]\s{0,2}[a-z][a-z\d+.-]{1,20}:\\?\/\\?\//iy;
const MAY_END: ReadonlySet<string> = new Set([',', ';', '*', '(']);
/** A string up to a whole host. */
const WHOLE_HOST = /^[^/]+:\/\/[^/?]*[a-z\d]$/i;
/** Hosts with the scheme before each by mistake, and the database behind the last. */
const HOSTS_ONLY = /^[^/+]+:\/\/[^@/?]*$/;
const REPEATED = /(?:[,;]\s{0,2}[a-z]{2,20}:\/\/[^\s"'`,;/?@]{1,260}){1,60}[/?]/iy;

/** True at the end of a comment, or at the next address of a list. */
function isEndOfText({ text, state, pieces }: Scan, at: number): boolean {
  NEXT_ADDRESS.lastIndex = at;
  REPEATED.lastIndex = at;
  if (NEXT_ADDRESS.test(text)) return !(HOSTS_ONLY.test(pieces.value()) && REPEATED.test(text));
  if (text[at] === '*') return state.quote === null && text[at + 1] === '/' && /[\w/=]/.test(pieces.last());
  return text[at] !== ',' && WHOLE_HOST.test(pieces.value()) && !reachesAt(text, at, state, false);
}

/** Reads the text at `at`. Returns the next offset, or -1 if the string ends. */
function step(current: Scan, at: number, char: string): number {
  const { text, rules, state, pieces } = current;
  if (MAY_END.has(char) && isEndOfText(current, at)) return -1;
  if (state.closer !== null && state.quote === null && text.startsWith(state.closer, at)) return -1;
  if (QUOTES.has(char) && state.quote === null && char !== '`' && rules.syntax.joins.includes('word')) {
    state.quote = char;
    return at + 1;
  }
  if (isBacktickEscape(text, at, rules)) {
    pieces.decoded(text.charAt(at + 1), at, at + 2);
    return at + 2;
  }
  if (char === state.quote && state.closer === null) {
    pieces.decoded(char, at, at + 2);
    return at + 2;
  }
  if (char === ' ' && text.startsWith(SPACED_SCHEME, at) && isWord(text, state.from, at)) {
    pieces.run(at, at + SPACED_SCHEME.length);
    return at + SPACED_SCHEME.length;
  }
  if (isSpace(char) && !spaceInPassword(current, at)) return overSpace(current, at);
  if (char === PLACEHOLDER) {
    // The text is itself a concatenated value, whose unknown pieces stay unknown.
    pieces.placeholder({ offset: at, endOffset: at + 1, text: PLACEHOLDER, name: null, isExample: false });
    return at + 1;
  }
  const dollar = !state.raw && rules.syntax.dollar.includes(state.quote ?? 'bare');
  const placeholder = placeholderStart(text, at, partStart(pieces), dollar, rules.placeholders);
  if (placeholder) {
    // People elide the rest with `,...` or a mask after a finished part.
    if (placeholder.text.startsWith('...') && pieces.last() === ',' && !inBrackets(pieces)) return -1;
    pieces.placeholder(placeholder);
    return placeholder.endOffset;
  }
  const elided = ELISION_LENGTH[char] ?? 0;
  if (elided > 0 && text.startsWith(char.repeat(elided), at) && pieces.value().includes('?')) {
    const endOffset = at + (/^\.+/.exec(text.slice(at, at + 8))?.[0].length ?? elided);
    pieces.placeholder({ offset: at, endOffset, text: text.slice(at, endOffset), name: null, isExample: true });
    return endOffset;
  }
  if (char === '\\') return backslash(current, at);
  if (rules.percent && endsParameter(text, state.from, at)) return -1;
  if (char === '&') {
    const entity = entityAt(text, at);
    if (entity) return decode(current, entity, at, 'html');
  }
  if (char === '%' && rules.percent) {
    PERCENT.lastIndex = at;
    const match = PERCENT.exec(text);
    const decoded = match && { text: decodeURIComponent(`%${match[1]!}`), endOffset: at + match[0].length };
    if (decoded) return decode(current, decoded, at, 'percent');
  }
  if (
    STOP.has(char) &&
    !inUserInfo(current, at) &&
    !(char === ']' && inBrackets(pieces)) &&
    !isAroundPiece(current, at, char)
  )
    return -1;
  if (rules.only && endsOnly(char, rules.only)) return -1;
  pieces.exact(at);
  return at + 1;
}

/** `"…:<" + password + ">@…"`: brackets around user info that the code fills in. */
function isAroundPiece({ text, state: { quote }, pieces }: Scan, at: number, char: string): boolean {
  if (char === '<') return quote !== null && text[at + 1] === quote && /:(?:\/\/)?$/.test(pieces.value());
  return char === '>' && pieces.value().endsWith(`<${PLACEHOLDER}`);
}

/** How people who format code by hand write `+srv:`. */
const SPACED_SCHEME = ' + srv:';
const isWord = (text: string, from: number, to: number): boolean => /^[a-z]{1,20}$/i.test(text.slice(from, to));

/** Ellipses after an option. */
const ELISION_LENGTH: Readonly<Record<string, number>> = { '.': 3, '…': 1 };

/** Characters that end most strings, in any spelling. */
const ENDS: ReadonlySet<string> = new Set(['"', '<', '>', '`', '\u201c', '\u201d', '\u2018', '\u2019', '\u00bb']);

function decode(current: Scan, decoded: Decoded, at: number, how: NonNullable<Scanned['decoded']>): number {
  if (decoded.text === null) return -1;
  const isEnd = isSpace(decoded.text) || ENDS.has(decoded.text);
  if (isEnd && !inUserInfo(current, at)) return -1;
  current.pieces.decoded(decoded.text, at, decoded.endOffset);
  current.state.decoded ??= how;
  return decoded.endOffset;
}

function backslash(current: Scan, at: number): number {
  const { text, rules, pieces } = current;
  const decoded = backslashAt(text, at, rules.syntax.folds);
  const { endOffset } = decoded;
  if (decoded.text === '') return endOffset;
  if (decoded.text !== null) return decode(current, decoded, at, 'json');
  if (!inUserInfo(current, at)) return -1;
  if (!QUOTES.has(text.charAt(endOffset))) {
    pieces.run(at, endOffset);
    return endOffset;
  }
  pieces.decoded(text[endOffset]!, at, endOffset + 1);
  return endOffset + 1;
}

/** In code units. */
const MAX_BRACKETS_LENGTH = 300;

/** True inside brackets of the string: an IPv6 address, or the optional parts of a notation (`host1[:port1][,…]`). */
function inBrackets(pieces: Builder): boolean {
  let open = 0;
  for (const char of pieces.value().slice(-MAX_BRACKETS_LENGTH)) {
    if (char === '[') open++;
    else if (char === ']') open--;
  }
  return open > 0;
}

const REST_BEHIND_SPACE = /[^\n"`@]{1,60}@([\w.-]{1,200})/y;
/** Without quotes, a comment may follow. */
const WORD_BEHIND_SPACE = / [^\s"'`@#][^\s"'`@]{0,60}@([\w.-]{1,200})/y;

/** True for a space in a raw password, in quotes or the value of a setting: an `@` with an Atlas host follows later. */
function spaceInPassword({ text, rules, state: { quote }, pieces }: Scan, at: number): boolean {
  if (text[at] !== ' ' || (quote === null && !rules.syntax.pairs)) return false;
  const value = pieces.value();
  if (!/^[^/]+:\/\/[^/?@:]*:[^/?@]*$/.test(value) || (quote === null && /:\d{1,5}$/.test(value))) return false;
  const pattern = quote === null ? WORD_BEHIND_SPACE : REST_BEHIND_SPACE;
  pattern.lastIndex = at;
  const [rest = '', host = ''] = pattern.exec(text) ?? [];
  if (rest === '' || rest.includes('://') || (quote !== null && rest.includes(quote))) return false;
  return rules.profile.domains.some((domain) => host.toLowerCase().endsWith(`.${domain}`));
}

const NEXT_HOST = /[ \t]*(?:\\?\r?\n[ \t]*(?:(?:\/\/|[#>*-])[ \t]*)?)?(?=[\w.-]{1,253}(?::\d{1,5})?(?:[,/?\s"'`]|$))/y;
const HOST_WORD = /[\w.-]{1,253}/y;

/**
 * Offset at which a host list continues after white space (one host per line), or a name continues after a hyphen. -1
 * if the string ends.
 */
function overSpace({ text, rules, pieces }: Scan, at: number): number {
  const last = pieces.last();
  if ((last !== ',' && last !== '-') || pieces.value().includes('?')) return -1;
  NEXT_HOST.lastIndex = at;
  const gap = NEXT_HOST.exec(text);
  // A name is split at its hyphens at the end of a line.
  if (!gap || (last === '-' && !gap[0].includes('\n'))) return -1;
  const next = at + gap[0].length;
  HOST_WORD.lastIndex = next;
  const word = HOST_WORD.exec(text)?.[0].toLowerCase() ?? '';
  return rules.profile.domains.some((domain) => word.endsWith(`.${domain}`)) ? next : -1;
}

/** The start of a doubly encoded scheme, in an address that is part of another address. */
const TWICE = /^[^%]{1,20}%25/;
/** Maximum length of such a start, in code units. */
const BEGINNING = 24;

/**
 * True if the next parameter of an enclosing address begins here. The string is an encoded parameter of that address,
 * and its own ampersands are encoded once more. In a string that is not fully encoded, options have a plain equals
 * sign. A quote ends the string in JSON that the parameter contains.
 */
function endsParameter(text: string, from: number, at: number): boolean {
  if (text[at] === '&') return !/[?=]/.test(text.slice(from, at));
  if (text.startsWith('%22', at)) return true;
  const isEnd = text.startsWith('%26', at) || text.startsWith('%2522', at);
  return isEnd && TWICE.test(text.slice(from, from + BEGINNING));
}

/** Delimiters of strings in most languages. */
const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);

/** Characters that end every connection string. */
const STOP: ReadonlySet<string> = new Set([
  '<',
  '>',
  '|',
  '}',
  ']',
  '"',
  '`',
  '\u201c',
  '\u201d',
  '\u2018',
  '\u2019',
  '│',
  '┃',
  '║',
  '\u00bb',
  '\u3002',
  '\uff0c',
  '\uff09',
]);

const isSpace = (char: string): boolean => char <= ' ' || char === '\u00a0' || char === '\u3000' || char === '\u2028';

/** Characters that end text without quotes, unless they belong to the markup around it. */
const IN_BARE_TEXT = new Set("'\\|}]&");
/** An `@`, also as written in XML and JSON. */
const AT = /@|&#(?:64|[xX]40);|\\u0040/y;
/** How far the `@` is searched, in code units. */
const MAX_REST_LENGTH = 160;
const SCHEME = /^[^/]+:\/\//;
const PORT = /^:\d{1,5}(?:[,/?]|$)/;
const HOST = /\.|^localhost$/;

/**
 * True for a character that ends most strings but is part of a raw user name or password here, because the `@` of the
 * user info follows. If the string ended here, a part of the password would be printed as a host.
 */
function inUserInfo({ text, rules, state, pieces }: Scan, at: number): boolean {
  const { joins } = rules.syntax;
  const { quote, closer } = state;
  const char = text[at]!;
  const isDoubled = char === quote && text[at + 1] === char && !['', '()', 'word'].some((join) => joins.includes(join));
  if ((char === '`' && quote === null) || (char === quote && !isDoubled && closer === null)) return false;
  if (quote === null && !IN_BARE_TEXT.has(char)) return false;
  const value = pieces.value();
  const scheme = SCHEME.exec(value)?.[0].length ?? value.length;
  const tail = value.slice(Math.max(scheme, value.lastIndexOf('@') + 1));
  const colon = tail.indexOf(':');
  const name = colon < 0 ? tail : tail.slice(0, colon);
  const isFirst = !value.includes('@', scheme);
  if (/[/?]/.test(name) || (colon < 0 && (isFirst ? name === '' : HOST.test(name)))) return false;
  if (colon >= 0 && PORT.test(tail.slice(colon))) return false;
  return reachesAt(text, isDoubled ? at + 2 : at, state, isFirst && colon < 0);
}

/**
 * True if user info continues from `from` to its `@` within the string. `withColon`: the colon before the password
 * comes first.
 */
function reachesAt(text: string, from: number, { quote, escapes, closer }: State, withColon: boolean): boolean {
  let isPassword = !withColon;
  for (let at = from; at < Math.min(text.length, from + MAX_REST_LENGTH); at++) {
    const char = text[at]!;
    AT.lastIndex = at;
    if (AT.test(text)) return isPassword;
    if (char <= ' ' || (char === '`' && (quote === null || quote === '`')) || text.startsWith('://', at)) return false;
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
