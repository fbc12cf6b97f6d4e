import type { HostClass } from '../classify/classify-host.ts';
import type { FoundString } from '../classify/found-string.ts';
import { sourceRange, type Literal } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { lineBefore, matchAt, textBefore } from '../text/source.ts';
import { closeOf } from './brackets.ts';
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
/** A letter or digit of no word: `\n`, `%3D`, `\u0022`, `\u001b[33m` of a terminal, `\(dq` of a manual page. */
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

/** `logger.debug(`…${process.env.MONGODB_URL}`)`: the value is logged, by a call that is still open at the read. */
export function isLogged(text: string, offset: number): boolean {
  const from = Math.max(0, offset - 300);
  for (const { index, 0: whole } of text.slice(from, offset).matchAll(LOG)) {
    const close = closeOf(text, from + index + whole.length - 1, 1_000);
    if (close < 0 || close > offset) return true;
  }
  return ECHOED.test(lineBefore(text, offset)) && !/^[^\n]*[>|]/.test(text.slice(offset, offset + 300));
}

/** `echo "MONGODB_URI: $MONGODB_URI"`, unless it is written to a file. */
const ECHOED = /\b(?:echo|printf|Write-(?:Host|Output))\b[^\n=>|]*:[ \t][^\n=>|]*$/i;

const LOG =
  /(?<![\w.])(?:(?:this\.|self\.|_)?(?:console|log|logger|logging|LOG|LOGGER|Log|winston|slog)\.[\w.]{1,20}(?:\?\.)?|print(?:ln|f)?!?|fmt\.(?:F?[pP]rint\w*|Errorf)|System\.(?:out|err)\.print\w*|(?:info|debug|warn|error|trace)!|Console\.Write\w*|pp|puts|var_dump|print_r|(?:throw new|raise) [\w.]{1,60})[ ]?\(/g;
