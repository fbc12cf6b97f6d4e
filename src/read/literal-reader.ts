import type { Hit } from '../find/hits.ts';
import type { FoundString } from '../classify/found-string.ts';
import { sourceRange, type Literal } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { keyBefore, plainKey } from './key.ts';
import type { Only } from './literal-builder.ts';
import { filledIn } from './placeholders.ts';
import { scan, type Delimiter, type Scanned, type ScanRules } from './scanner.ts';
import type { SourceContext, ContextReader } from './context.ts';
import type { Language } from './languages.ts';

/** The input of a reader for one kind of hit. */
export interface ReaderInput {
  readonly text: string;
  readonly profile: ServiceProfile;
  readonly contexts: ContextReader;
  /** End of the last string. Nothing before it is read again. */
  readonly floor: number;
  /** How far text was read for the last hit, with or without a result. */
  scannedTo: number;
  /** The values of constants in the same text, by name. */
  constant(name: string, from: number): string | null;
}

export type HitReader = (hit: Hit, reading: ReaderInput) => FoundString | null;

/** Punctuation of the sentence around a string without its own delimiter. */
const TRAILING = new Set('.,;:!?\'"\\*_~');

/** Length of the value without the punctuation of the sentence around it. */
function trimmedLength(value: string, closed: boolean, before: string): number {
  if (closed) return value.length;
  let end = value.length;
  for (; end > 0; end--) {
    const last = value[end - 1]!;
    if (last === ')' || last === ']') {
      const open = last === ')' ? '(' : '[';
      const part = value.slice(0, end);
      if (part.split(last).length <= part.split(open).length) break;
    } else if (last === '*' || last === '_') {
      if (before !== last) break;
    } else if (last === '-') {
      // Two are a dash, or the end of a comment.
      if (value[end - 2] !== '-' && value[end] !== '-') break;
    } else if (!TRAILING.has(last)) break;
  }
  return end;
}

export interface LiteralReadOptions {
  readonly join: boolean;
  readonly percent?: boolean;
  readonly only?: Only;
}

export interface Read {
  readonly literal: Literal;
  readonly around: SourceContext;
  readonly delimiter: Delimiter;
}

/** Reads the string that begins at `start`, with key and context. */
export function readFrom(start: number, reading: ReaderInput, options: LiteralReadOptions): Read {
  const { text, profile, contexts } = reading;
  const around = contexts.at(start);
  const delimiter = contexts.delimiter(start, around);
  const scanned = scan(text, start, delimiter, {
    syntax: around.syntax,
    placeholders: placeholdersOf(around.language),
    isFilledIn: filledIn(text, delimiter, around),
    profile,
    percent: options.percent ?? false,
    join: options.join,
    only: options.only,
  });
  reading.scannedTo = Math.max(reading.scannedTo, scanned.pieces.segments().at(-1)?.endOffset ?? start);
  return { literal: literalOf(scanned, start, reading, around, delimiter), around, delimiter };
}

function placeholdersOf(language: Language): ScanRules['placeholders'] {
  return {
    swift: language === 'swift',
    objects: language === 'swift' || language === 'objc',
    subscripts: language === 'perl' || language === 'php',
    batch: language === 'batch',
  };
}

/** A name in front of the value inside of the quotes: `-e "URI=…"`. */
const INNER_NAME = /^[\w.-]{1,80}=$/;

/** The offset before which the name of the value is. */
function valueStart(text: string, start: number, { quote, opened }: Delimiter): number {
  return quote === null || INNER_NAME.test(text.slice(opened + 1, start)) ? start : opened + 1;
}

function literalOf(
  scanned: Scanned,
  start: number,
  reading: ReaderInput,
  around: SourceContext,
  delimiter: Delimiter,
): Literal {
  const { pieces, closed } = scanned;
  const before = reading.text.charAt(start - 1);
  // After a space or bracket, the string is a word of a message, so the text after it may belong to the sentence.
  const isWhole = closed && !(delimiter.quote !== null && /[\s([]/.test(before));
  pieces.cut(trimmedLength(pieces.value(), isWhole, before));
  return {
    value: pieces.value(),
    // Lists that grew have room for more, which is kept in memory for every string.
    segments: pieces.segments().slice(),
    placeholders: pieces.placeholders.slice(),
    key: plainKey(
      reading.contexts.path(start) ??
        keyBefore(reading.text, valueStart(reading.text, start, delimiter), around, reading.floor),
    ),
    context: around.context,
    decoded: scanned.decoded,
    quote: delimiter.quote,
  };
}

/** A found string with default values for the fields that most kinds leave empty. */
export function foundIn(
  literal: Literal,
  from: number,
  to: number,
  fields: Partial<FoundString> & Pick<FoundString, 'kind'>,
): FoundString {
  return {
    range: sourceRange(literal, from, to),
    literal,
    inValue: { offset: from, endOffset: to },
    kind: fields.kind,
    family: fields.family ?? 'current',
    via: fields.form === 'host' ? 'field' : 'literal',
    name: null,
    form: fields.form ?? null,
    provider: fields.provider ?? null,
    region: fields.region ?? null,
    cluster: fields.cluster ?? null,
    token: fields.token ?? null,
    hosts: fields.hosts ?? [],
    uri: fields.uri ?? null,
  };
}

/** Characters between words that are not part of a name, in hexadecimal: white space, quotes, `&(,/:;<=>?@[{`. */
const SEPARATOR = '(?:0[9ad]|2[02678cf]|3[a-f]|40|5b|60|7b)';
const BEHIND_PERCENT = new RegExp(`(?:25){0,3}${SEPARATOR}`, 'iy');
const BEHIND_BACKSLASH = new RegExp(`(?:u00|x)${SEPARATOR}`, 'iy');
const IN_FRONT = new RegExp(String.raw`(?:%(?:25){0,3}|\\(?:u00|x))${SEPARATOR}$`, 'i');
/** Maximum length of such a separator, in code units. */
const MAX_LENGTH = 10;

/** Number of characters at an offset that look like a word but belong to an escaped separator: `2F` of `%2Fname`. */
export function escapedSeparator(text: string, at: number): number {
  const mark = text[at - 1];
  if (mark !== '%' && mark !== '\\') return 0;
  const pattern = mark === '%' ? BEHIND_PERCENT : BEHIND_BACKSLASH;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** True if an escaped separator ends at the offset. */
export const isBehindSeparator = (text: string, at: number): boolean =>
  IN_FRONT.test(text.slice(Math.max(0, at - MAX_LENGTH), at));
