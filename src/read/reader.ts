import { beginningOf, PLACEHOLDER, type Literal, type Placeholder, type Segment } from '../text/literal.ts';
import { matchAt, oncePerKey, ownCopy } from '../text/source.ts';
import type { Language } from './families.ts';
import { filledAt, withArguments } from './filled.ts';
import { nextPiece, type List } from './joins.ts';
import type { ReaderInput } from './hit-reader.ts';
import { keyOf } from './keys.ts';
import type { Delimiter } from './page.ts';

export interface ReadOptions {
  /** True if pieces may be joined. */
  readonly join: boolean;
  /** True if the text as a whole is percent-encoded. */
  readonly percent?: boolean;
  /** A list of hosts, or one address or media type: what is behind it is not read, because each hit would read it again. */
  readonly only?: 'hosts' | 'address';
}

/** Far longer than real strings, short enough to stay fast. */
const MAX_LENGTH = 8_192;

/** Characters that mean themselves in every string. */
const PLAIN = /(?:[A-Za-z\d:/?=+~-]|[._](?![._]))+/y;
const ESCAPE =
  /\\{1,8}(?:u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}|x([\dA-Fa-f]{2})|(?!\((?:[alod]q|cq)|\*\(Aq)([/.\-+:@?&=#_~%$!*()[\]{},;| ])|(\r?\n[ \t]*\\?))|`([:$@/])/y;
const ENTITY =
  /&(?:amp;(?=(?:amp;|quot|apos|[lg]t|#\d{1,6};|#[xX][\dA-Fa-f]{1,6};)))?(?:(amp(?=;)|nbsp|[lr][ds]quo|raquo|(?:quot|apos|[lg]t)(?=;|[^\w=;]|$));?|#(\d{1,6});|#[xX]([\dA-Fa-f]{1,6});)/y;
/** Formats in which an entity is a mistake: a person copied the source of a page. */
const NO_MARKUP = new Set('env properties ini toml docker shell'.split(' '));
const PERCENT = /%(?:25)?(2f|3a|3f|26|3d|2b|40|2c)/iy;
/** What an entity stands for. Any other ends the string. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** Characters that end a string, unless they belong to a raw user name or password. */
const ENDS = '"\'<>`|}]\\';
/** Punctuation and symbols of other scripts. */
const FOREIGN_SIGN = /(?!…)[\p{P}\p{S}\p{Z}\p{C}]/u;
/** Another address behind a separator. */
const NEXT_ADDRESS = /[,;]\s{0,2}[a-z][a-z\d+.-]{1,20}:\\?\/\\?\//iy;
const NEXT_HOST =
  /[ \t]*(?:\\?\r?\n[ \t]*(?:(?:\/\/|[#>*-])[ \t]*)?)?(?=([\w.-]{1,253})(?::\d{1,5})?(?:[,/?\s"'`]|$))/y;
/** What may touch the end of a literal that continues. */
const TOUCHING: Readonly<Partial<Record<string, RegExp>>> = { words: /[\w$"'@:/.,?{-]/, substitutions: /\$/ };
/** Characters after which a part of a connection string can begin. */
const PART_START = new Set('/:@.,=&?-');
const WHOLE_HOST = /^[^/]+:\/\/[^/?]*[a-z\d]$/i;
/** What is behind a host or an address. Without it, each of many on a line would read the rest of the line. */
const BEHIND = { hosts: /[;|^(){}[\]]/, address: /[,;|^]/ };
/** `{% endif %}`, `{{ else }}`, `<% end %>`: the end of a choice in a template. */
const END_TAG = /(?:\{[{%]|<%)-?[ \t]*(?:end|else|el(?:s|se[ \t]*)?if)/y;
const IF_TAG = /^(?:\{[{%]|<%)-?[ \t]*if/;
const PORT = /^:\d{1,5}(?:[,/?]|$)/;

/** What may be in user info up to its `@`, by the quote that ends the string. */
const restUpToAt = oncePerKey((quote: string | null) => {
  const ends = quote ?? '"`';
  const doubled = quote === '`' ? '' : `${quote ?? '"'}${quote ?? '"'}|`;
  return new RegExp(
    `(?:\\\\+[^\\s\\\\]|${doubled}(?!://)[^\\s@\\\\${ends}]){0,160}?(?:@|&#(?:64|[xX]40);|\\\\u0040)`,
    'y',
  );
});

/** Reads the string that begins at `start`. Linear: each character is read a bounded number of times. */
export function readLiteral(start: number, reading: ReaderInput, options: ReadOptions): Literal {
  const scan = new Scan(start, reading, options);
  const isClosed = scan.run();
  const before = reading.text.charAt(start - 1);
  // After a space or bracket, the string is a word of a message, so the text after it may belong to the sentence.
  const isWhole = isClosed && !(scan.delimiter.quote !== null && /[\s([]/.test(before));
  reading.scannedTo = Math.max(reading.scannedTo, scan.at);
  const literal = scan.literal(keyOf(reading.page, start, scan.delimiter));
  return isWhole ? literal : beginningOf(literal, trimmedLength(scan.value, before));
}

/** Length of the value without the punctuation of the sentence around it. */
function trimmedLength(value: string, before: string): number {
  let end = value.length;
  for (; end > 0; end--) {
    const last = value[end - 1]!;
    if (last === ')') {
      const part = value.slice(0, end);
      if (part.split(')').length <= part.split('(').length) break;
    } else if (last === '*' || last === '_') {
      if (before !== last) break;
    } else if (last === '-') {
      // Two are a dash, or the end of a comment.
      if (value[end - 2] !== '-' && value[end] !== '-') break;
    } else if (!'.,;:!?\'"\\~'.includes(last)) break;
  }
  return end;
}

/** What decides about the next piece. The delimiter is that of the first one; lines of a comment begin with its mark. */
export type Joined = Readonly<Pick<Scan, 'text' | 'language' | 'delimiter' | 'context'>>;

/** One string while it is read. */
class Scan {
  value = '';
  at: number;
  readonly text: string;
  readonly language: Language;
  readonly delimiter: Delimiter;
  readonly context: Literal['context'];
  private readonly segments: { -readonly [field in keyof Segment]: Segment[field] }[] = [];
  private readonly placeholders: Placeholder[] = [];
  private decoded: Literal['decoded'] = null;
  private quote: string | null;
  private list: List | null = null;
  /** Last character of the value. */
  private last = '';
  private readonly start: number;
  private readonly options: ReadOptions;
  private readonly reading: ReaderInput;

  constructor(start: number, reading: ReaderInput, options: ReadOptions) {
    const { page, text } = reading;
    this.start = start;
    this.at = start;
    this.options = options;
    this.reading = reading;
    this.text = text;
    this.language = page.languageAt(start);
    this.delimiter = page.delimiterAt(start);
    this.context = page.contextAt(start);
    this.quote = this.delimiter.quote;
  }

  /** Reads up to the end of the string. True if this is its own delimiter. */
  run(): boolean {
    const { text } = this;
    const { stop } = this.reading;
    while (this.at < stop && this.value.length < MAX_LENGTH) {
      const run = this.plainRun();
      if (run > 0) {
        this.put(text.slice(this.at, this.at + run), this.at + run, true);
        continue;
      }
      const char = text[this.at]!;
      if (char === this.quote && !this.inUserInfo(char)) {
        if (!this.join()) return true;
      } else if (!this.step(char)) return false;
    }
    return this.at >= stop && this.quote === null;
  }

  private plainRun(): number {
    const run = matchAt(PLAIN, this.text, this.at)?.[0] ?? '';
    const closed = this.delimiter.closer !== null && this.quote === null ? run.indexOf(this.delimiter.closer) : -1;
    return closed < 0 ? run.length : closed;
  }

  /** Adds text that the source has up to `end`, in the same characters if it is exact. */
  private put(value: string, end: number, exact: boolean, from = this.at): void {
    const last = this.segments.at(-1);
    if (exact && last?.exact && last.endOffset === from) {
      last.length += value.length;
      last.endOffset = end;
    } else this.segments.push({ at: this.value.length, length: value.length, offset: from, endOffset: end, exact });
    this.value += value;
    this.last = value.at(-1)!;
    this.at = end;
  }

  private fill({ offset, endOffset, text, name, isExample }: Omit<Placeholder, 'at'>): void {
    this.placeholders.push({ at: this.value.length, offset, endOffset, text, name, isExample });
    this.put(PLACEHOLDER, endOffset, false, offset);
  }

  /** Adds a character that the source writes differently. False if it ends the string. */
  private decode(char: string, end: number, how: 'json' | 'html' | 'percent'): boolean {
    const isEnd = char === '' || /[\s"'<>`\u201c\u201d\u2018\u2019\u00bb]/.test(char);
    if (isEnd && (char === '' || !this.inUserInfo(char))) return false;
    this.put(char, end, false);
    this.decoded ??= how;
    return true;
  }

  /** Goes on with the piece that is joined to the one that ends here. */
  private join(): boolean {
    const { text, quote } = this;
    if (!this.options.join || quote === null) return false;
    const touching = TOUCHING[this.language.adjacent ?? ''];
    if (touching) {
      if (!touching.test(text.charAt(this.at + 1))) return false;
      this.quote = null;
      this.at++;
      return true;
    }
    const isTriple =
      text.startsWith(quote.repeat(3), this.at) && text.startsWith(quote.repeat(3), this.delimiter.opened);
    let end = this.at + (isTriple ? 3 : 1);
    for (;;) {
      const piece = nextPiece(this, end, this.list);
      if (!piece) return false;
      this.list = piece.list;
      if (piece.separator !== '') this.put(piece.separator, end + 1, false, end);
      if ('quote' in piece) {
        this.quote = piece.quote;
        this.at = piece.start;
        return true;
      }
      this.fill(piece.operand);
      end = piece.operand.endOffset;
    }
  }

  /** Reads a character that may end the string. False if it does. */
  private step(char: string): boolean {
    const { text, at, quote, options } = this;
    if (char === quote) {
      this.put(char, at + 2, false);
      return true;
    }
    if (this.endsText(char)) return false;
    if (quote === null && TOUCHING[this.language.adjacent ?? ''] && /["']/.test(char)) {
      this.quote = char;
      this.at++;
      return true;
    }
    if (char <= ' ' && !this.spaceInPassword(char)) return this.overSpace();
    if (char === PLACEHOLDER) {
      this.fill({ offset: at, endOffset: at + 1, text: '…', name: null, isExample: false });
      return true;
    }
    // The command processor of Windows would end the command at a bare `&`, and formats write a percent sign twice.
    if (text.startsWith('^&', at) || (char === '%' && /^%[\dA-F]{2}/i.test(text.slice(at + 1, at + 4)))) {
      this.put(text[at + 1]!, at + 2, false);
      return true;
    }
    const isPart = this.last === '' || PART_START.has(this.last);
    const isElided = (char === '.' || char === '…') && this.value.includes('?');
    const filled = filledAt(text, at, isPart || isElided, this.language, quote);
    if (filled) {
      // People elide the rest with `,...` after a finished part.
      if (char === '.' && this.last === ',' && !this.inBrackets()) return false;
      this.fill(filled);
      return true;
    }
    if (options.only && BEHIND[options.only].test(char)) return false;
    if (char === '\\' || (char === '`' && this.language.name === 'powershell')) return this.backslash(char);
    if (options.percent && this.endsParameter()) return false;
    const entity = char === '&' && !NO_MARKUP.has(this.language.name) ? matchAt(ENTITY, text, at) : null;
    if (entity) {
      const [whole, name, decimal, hex] = entity;
      const decoded = name ? (NAMED[name] ?? '') : charOf(parseInt(decimal ?? hex!, decimal ? 10 : 16));
      return this.decode(decoded, at + whole.length, 'html');
    }
    const encoded = options.percent ? matchAt(PERCENT, text, at) : null;
    if (encoded) return this.decode(decodeURIComponent(`%${encoded[1]!}`), at + encoded[0].length, 'percent');
    if (this.endsAt(char)) return false;
    this.put(char, at + 1, true);
    return true;
  }

  private backslash(char: string): boolean {
    const { text, at } = this;
    const escape = matchAt(ESCAPE, text, at);
    if (escape) {
      const [whole, hex, long, short, self, newline, tick] = escape;
      const code = hex ?? long ?? short;
      const end = at + whole.length;
      if (newline === undefined) return this.decode(code ? charOf(parseInt(code, 16)) : (self ?? tick!), end, 'json');
      this.at = end;
      return true;
    }
    if (char === '`' || !this.inUserInfo(char)) return false;
    const end = at + /^\\{1,8}/.exec(text.slice(at, at + 8))![0].length;
    if (/["'`]/.test(text.charAt(end))) this.put(text[end]!, end + 1, false);
    else this.put(text.slice(at, end), end, true);
    return true;
  }

  /** True at the end of a comment, at the mark that closes bare text, and at the next address of a list. */
  private endsText(char: string): boolean {
    const { text, at, quote } = this;
    const { closer } = this.delimiter;
    if (closer !== null && quote === null && text.startsWith(closer, at)) return true;
    if (char === '*') return quote === null && text[at + 1] === '/' && /[\w/=]/.test(this.last);
    if ((char === ',' || char === ';') && matchAt(NEXT_ADDRESS, text, at)) return true;
    const mayEnd = char === ';' || char === '(' || ((char === '{' || char === '<') && this.endsChoice());
    return mayEnd && WHOLE_HOST.test(this.value) && !this.reachesAt(false);
  }

  /** True at the end of a choice of the template that began before the string. */
  private endsChoice(): boolean {
    return matchAt(END_TAG, this.text, this.at) !== null && !this.placeholders.some((one) => IF_TAG.test(one.text));
  }

  private endsAt(char: string): boolean {
    const { text, at, quote } = this;
    const isForeign = char > '\x7f' && char !== PLACEHOLDER;
    if (isForeign ? !FOREIGN_SIGN.test(char) && !this.endsHost(char) : !ENDS.includes(char)) return false;
    if (char === "'" && quote !== null) return false;
    if (char === ']' && this.inBrackets()) return false;
    // `"…:<" + password + ">@…"`: brackets around what the code fills in.
    if (char === '<' && quote !== null && text[at + 1] === quote && /:(?:\/\/)?$/.test(this.value)) return false;
    if (char === '>' && this.value.endsWith(`<${PLACEHOLDER}`)) return false;
    return !this.inUserInfo(char);
  }

  /** True for a letter of another script behind a host or port: `localhost:27017を`. */
  private endsHost(char: string): boolean {
    if (!/\w/.test(this.last) || !/(?!\p{Script=Latin})\p{L}/u.test(char)) return false;
    const from = Math.max(this.value.indexOf('://') + 3, this.value.lastIndexOf('@') + 1);
    return from >= 3 && /^[\w.:,-]+$/.test(this.value.slice(from));
  }

  /** True for a character that ends most strings but belongs to a raw user name or password: an `@` follows. */
  private inUserInfo(char: string): boolean {
    const { quote, text, at, value } = this;
    const isDoubled = char === quote && text[at + 1] === char && this.language.adjacent === null;
    if ((char === quote && !isDoubled) || (quote === null && /["`<>\s]/.test(char))) return false;
    const scheme = value.indexOf('://');
    if (scheme < 0) return false;
    const from = Math.max(scheme + 3, value.lastIndexOf('@') + 1);
    const tail = value.slice(from);
    const colon = tail.indexOf(':');
    const name = colon < 0 ? tail : tail.slice(0, colon);
    const isFirst = from === scheme + 3;
    if (/[/?]/.test(name) || (colon < 0 && (isFirst ? name === '' : /\.|^localhost$/.test(name)))) return false;
    if (colon >= 0 && PORT.test(tail.slice(colon))) return false;
    return this.reachesAt(isFirst && colon < 0);
  }

  /** True if user info continues up to its `@`. `withColon`: the colon before the password comes first. */
  private reachesAt(withColon: boolean): boolean {
    const rest = matchAt(restUpToAt(this.quote), this.text, this.at)?.[0];
    if (rest === undefined) return false;
    const isQuote = ([, run = '', char]: RegExpExecArray): boolean =>
      char === this.quote && run.length <= this.delimiter.escapes;
    if (this.delimiter.escapes > 0 && [...rest.matchAll(/(\\+)(.)/g)].some(isQuote)) return false;
    return !withColon || (rest.includes(':') && !rest.includes('/'));
  }

  /** True inside brackets of the string: an IPv6 address, or the optional parts of a notation. */
  private inBrackets(): boolean {
    return this.value.split('[').length > this.value.split(']').length;
  }

  /** True for a space in a raw password, in quotes or the value of a setting: an `@` with a host of the service follows. */
  private spaceInPassword(char: string): boolean {
    const { quote, value } = this;
    const { dollar, adjacent } = this.language;
    if (char !== ' ' || (quote === null && (dollar === '' || adjacent !== null))) return false;
    if (!/^[^/]+:\/\/[^/?@:]*:[^/?@]*$/.test(value) || (quote === null && /:\d{1,5}$/.test(value))) return false;
    const rest = matchAt(quote === null ? WORD_BEHIND_SPACE : REST_BEHIND_SPACE, this.text, this.at);
    if (!rest || rest[0].includes('://') || (quote !== null && rest[0].includes(quote))) return false;
    return this.isOfService(rest[1]!);
  }

  /** Goes on with a host list after white space (one host per line), or with a name that was split at its hyphen. */
  private overSpace(): boolean {
    const { last } = this;
    // How people who format code by hand write a scheme.
    if (this.text.startsWith('+ srv:', this.at + 1) && /^[a-z]{1,20}$/i.test(this.value)) {
      this.put(' + srv:', this.at + 7, true);
      return true;
    }
    if ((last !== ',' && last !== '-') || this.value.includes('?')) return false;
    const gap = matchAt(NEXT_HOST, this.text, this.at);
    if (!gap || (last === '-' && !gap[0].includes('\n')) || !this.isOfService(gap[1]!)) return false;
    this.at += gap[0].length;
    return true;
  }

  private isOfService(host: string): boolean {
    return this.reading.profile.domains.some((domain) => host.toLowerCase().endsWith(`.${domain}`));
  }

  /** True if the next parameter of an enclosing address begins here: the string's own `&` are encoded once more. */
  private endsParameter(): boolean {
    const { text, at, start } = this;
    if (text[at] === '&') return !/[?=]/.test(text.slice(start, at));
    if (text.startsWith('%22', at)) return true;
    const isEnd = text.startsWith('%26', at) || text.startsWith('%2522', at);
    return isEnd && /^[^%]{1,20}%25/.test(text.slice(start, start + 24));
  }

  literal(key: string | null): Literal {
    const { segments, context, decoded } = this;
    const value = ownCopy(this.value);
    const placeholders = withArguments(this.placeholders, this.text, segments.at(-1)?.endOffset ?? 0);
    return { value, segments, placeholders, key, context, decoded, quote: this.delimiter.quote };
  }
}

const charOf = (code: number): string => (code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const REST_BEHIND_SPACE = /[^\n"`@]{1,60}@([\w.-]{1,200})/y;
/** Without quotes, a comment may follow. */
const WORD_BEHIND_SPACE = / [^\s"'`@#][^\s"'`@]{0,60}@([\w.-]{1,200})/y;
