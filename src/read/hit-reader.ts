import type { Hit } from '../find/hits.ts';
import type { HostClass } from '../classify/classify-host.ts';
import type { FoundString } from '../classify/found-string.ts';
import { sourceRange, type Literal } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { matchAt } from '../text/source.ts';
import type { Page } from './page.ts';

/** The input of a reader for one kind of hit. */
export interface ReaderInput {
  readonly page: Page;
  readonly text: string;
  readonly profile: ServiceProfile;
  /** Where reading ends: the end of the text, or of the placeholder that is read. */
  readonly stop: number;
  /** End of the last string. Nothing before it is read again. */
  readonly floor: number;
  /** How far text was read for the last hit, with or without a result. */
  scannedTo: number;
  /** The value of a constant in the same text. */
  constant(name: string): string | null;
}

export type HitReader = (hit: Hit, reading: ReaderInput) => FoundString | null;

/** A found string with what its leading host shows, and with default values for fields that most kinds leave empty. */
export function foundIn(
  literal: Literal,
  from: number,
  to: number,
  {
    kind,
    form = null,
    hosts = [],
    uri = null,
  }: Pick<FoundString, 'kind'> & Partial<Pick<FoundString, 'form' | 'hosts' | 'uri'>>,
  { family = 'current', provider = null, region = null, cluster = null, token = null }: Partial<HostClass> = {},
): FoundString {
  return {
    range: sourceRange(literal, from, to),
    literal,
    inValue: { offset: from, endOffset: to },
    kind,
    family,
    via: form === 'host' ? 'field' : 'literal',
    name: null,
    form,
    provider,
    region,
    cluster,
    token,
    hosts,
    uri,
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
  return matchAt(mark === '%' ? BEHIND_PERCENT : BEHIND_BACKSLASH, text, at)?.[0].length ?? 0;
}

/** True if an escaped separator ends at the offset. */
export const isBehindSeparator = (text: string, at: number): boolean =>
  IN_FRONT.test(text.slice(Math.max(0, at - MAX_LENGTH), at));

/** A terminal's colour code (`\u001b[33m`), and a quote or font of a manual page: `\(dq`, `\*(Aq`, `\fB`. */
const MARK = /\[[\d;]{1,16}m$|\\(?:\((?:[alod]q|cq)|\*\(Aq|f[BIR])$/;

/** True behind a mark that ends with a letter, which is no part of the word behind it. */
export const isBehindMark = (text: string, at: number): boolean => MARK.test(text.slice(Math.max(0, at - 24), at));
