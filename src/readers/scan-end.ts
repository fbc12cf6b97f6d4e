import type { ServiceProfile } from '../core/service.ts';
import type { Builder } from './builder.ts';

/** The `]` of an IPv6 address. */
export function closesBracket(char: string, pieces: Builder): boolean {
  return char === ']' && /\[[^\]]*$/.test(pieces.value().slice(-60));
}

const REST_BEHIND_SPACE = /[^\n"`@]{1,60}@([\w.-]{1,200})/y;

/** True for a space in a quoted raw password: a host of the service stands behind the `@` that is still to come. */
export function spaceInPassword(
  text: string,
  at: number,
  quote: string | null,
  profile: ServiceProfile,
  pieces: Builder,
): boolean {
  if (quote === null || text[at] !== ' ' || !/^[^/]+:\/\/[^/?@:]*:[^/?@]*$/.test(pieces.value())) return false;
  REST_BEHIND_SPACE.lastIndex = at;
  const [rest = '', host = ''] = REST_BEHIND_SPACE.exec(text) ?? [];
  if (rest === '' || rest.includes('://') || rest.includes(quote)) return false;
  return profile.domains.some((domain) => host.toLowerCase().endsWith(`.${domain}`));
}

const NEXT_HOST = /[ \t]*(?:\\?\r?\n[ \t]*(?:(?:\/\/|[#>*-])[ \t]*)?)?(?=[\w.-]{1,253}(?::\d{1,5})?(?:[,/?\s"'`]|$))/y;
const HOST_WORD = /[\w.-]{1,253}/y;

/** Where a host list goes on behind white space, one host a line; -1 where everything else ends. */
export function overSpace(text: string, at: number, profile: ServiceProfile, pieces: Builder): number {
  if (pieces.last() !== ',' || pieces.value().includes('?')) return -1;
  NEXT_HOST.lastIndex = at;
  const gap = NEXT_HOST.exec(text);
  if (!gap) return -1;
  const next = at + gap[0].length;
  HOST_WORD.lastIndex = next;
  const word = HOST_WORD.exec(text)?.[0].toLowerCase() ?? '';
  return profile.domains.some((domain) => word.endsWith(`.${domain}`)) ? next : -1;
}

/** How a scheme begins that is encoded twice, as it stands in an address inside of another one. */
const TWICE = /^[^%]{1,20}%25/;
/** Longest of them, in code units. */
const BEGINNING = 24;

/**
 * True where the next parameter of an address begins of which a string is one, encoded as such: the string's own ampersands are
 * encoded once more than this one. In a string of which not everything is encoded, options have their equals sign as it is.
 */
export function endsParameter(text: string, from: number, at: number): boolean {
  if (text[at] === '&') return !/[?=]/.test(text.slice(from, at));
  return text.startsWith('%26', at) && TWICE.test(text.slice(from, from + BEGINNING));
}
