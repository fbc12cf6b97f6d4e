import type { HostClass } from '../classify/classify-host.ts';
import type { FoundString } from '../classify/found-string.ts';
import { sourceRange, type Literal } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { matchAt, textBefore } from '../text/source.ts';
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
}

type Shown = Pick<FoundString, 'kind'> & Partial<Pick<FoundString, 'form' | 'hosts' | 'uri'>>;

/** A found string with what its leading host shows, and with default values for fields that most kinds leave empty. */
export const foundIn = (
  literal: Literal,
  { kind, form = null, hosts = [], uri = null }: Shown,
  { family = 'current', provider = null, region = null, cluster = null, token = null }: Partial<HostClass> = {},
): FoundString => ({
  range: sourceRange(literal, 0, literal.value.length),
  literal,
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
});

/** A character between words that is no part of a name, in hexadecimal: white space, quotes, `&(,/:;<=>?@[{`. */
const SEPARATOR = '(?:0[9aAdD]|2[02678cCfF]|3[a-fA-F]|40|5[bB]|60|7[bB])';
/**
 * What ends with a letter or digit that is no part of the word behind it: an escape (`\n`, `%3D`, `\u0022`), a
 * terminal's colour code (`\u001b[33m`), a quote or font of a manual page (`\(dq`, `\*(Aq`, `\fB`).
 */
const IN_FRONT = new RegExp(
  String.raw`(?:%(?:25){0,3}|\\(?:u00|x))${SEPARATOR}$|\\(?:[nrt]|\((?:[alod]q|cq)|\*\(Aq|f[BIR])$|\[[\d;]{1,16}m$`,
);
/** The end of such a mark, which a reader that goes backwards takes for the beginning of the word. */
const REST = new RegExp(
  String.raw`(?<=%)(?:25){0,3}${SEPARATOR}|(?<=\\)(?:(?:u00|x)${SEPARATOR}|[nrt](?=\w))|(?<=\[[\d;]{0,15})\d{1,3}m`,
  'y',
);

/** True if a word begins at the offset. */
export const startsWord = (text: string, at: number): boolean =>
  !/[A-Za-z0-9]/.test(text.charAt(at - 1)) || IN_FRONT.test(textBefore(text, at, 24));

/** Where the word begins that was read backwards up to an offset. */
export const wordStart = (text: string, at: number): number => at + (matchAt(REST, text, at)?.[0].length ?? 0);
