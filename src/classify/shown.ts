import { decodePercent } from '../parse/percent.ts';
import { knownOption } from '../parse/options.ts';
import { PLACEHOLDER, placeholderAt, type Literal } from '../text/literal.ts';
import { once, type Range } from '../text/source.ts';
import { VERSION_DATA } from './api-versions.ts';
import type { FoundHost, FoundString } from './found-string.ts';

/** Printed in place of credentials. */
export const MASK = '***';
/** Printed in place of any other text that is not known. */
const ELLIPSIS = '…';

/** A range of a literal's value, and what is printed of it. */
interface Piece extends Range {
  readonly text: string;
}

/** A word of a name: digits only at its end, and a vowel if it is longer than an abbreviation. */
const WORD = /(?:[A-Za-z]{0,4}|(?=[A-Za-z]{0,23}[aeiouyAEIOUY])[A-Za-z]{5,24})\d{0,5}/.source;
const PLAIN_WORD = new RegExp(`^${WORD}$`);
const PLAIN_NAME = new RegExp(`^[$@]?(?=.)${WORD}(?:[_.-]{1,2}${WORD}){0,7}$`);
const MAX_DATABASE_LENGTH = 20;

export const isPlainName = (text: string): boolean => PLAIN_NAME.test(text);

/** A key, variable or other name of the source, without the words that are not plain. */
export function shownName(name: string): string {
  return name.replace(/[\p{L}\p{N}%-]+/gu, (word) =>
    word.split('-').every((part) => PLAIN_WORD.test(part)) ? word : MASK,
  );
}

/** Text of people, such as the reason of a suppression. It is not printed if it may contain an address or a login. */
export function shownProse(text: string): string {
  return /[@\\]|:\S|%\w\w|\d[^\s\da-z]*[a-z][^\s\d]*\d/i.test(text) ? ELLIPSIS : text;
}

/** Marks around the name of a value that a program or a person fills in, or its position. */
const PLACEHOLDER_NAME =
  /^(?:\$\{\{? ?([\w.-]+) ?\}\}?|\$\(([\w.-]+)\)|\$(?:env:)?(\w+)|\{\{-? ?[.$]?([\w.-]+) ?-?\}\}|#?\{([\w.-]*)\}|<([\w. -]+)>|&lt;([\w. -]+)&gt;|%([\w.]+)%|%\((\w+)\)s|\\\((\w+)\)|\[([\w-]+)\]|([\w.]+))$/;
const POSITIONAL = /^(?:%(?:\d\$|\[\d\])?[sdv@]|\{\d?\}|\$\d|\?)$/;

/** A placeholder as the source writes it, if it consists of one plain name in known marks. */
function shownPlaceholder({ placeholders }: Pick<Literal, 'placeholders'>, at: number): string {
  const written = placeholderAt({ placeholders }, at)?.text ?? '';
  if (POSITIONAL.test(written)) return written;
  const name = PLACEHOLDER_NAME.exec(written)?.slice(1).find(Boolean);
  return name && isPlainName(name.replaceAll(' ', '_')) ? written : ELLIPSIS;
}

/** Part of a literal in which only the placeholders are not known. */
function withPlaceholders(literal: Literal, from: number, to: number): string {
  const text = literal.value.slice(from, to);
  return text.includes(PLACEHOLDER)
    ? text.replaceAll(PLACEHOLDER, (_, at: number) => shownPlaceholder(literal, from + at))
    : text;
}

const isUnknown = (text: string): boolean => text !== '' && text.replaceAll(PLACEHOLDER, '') === '';

const NAME = /^[\p{L}\p{N}_.\uFFFC-]+$/u;
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:)[\da-f:.]{2,45})$/i;
/** Ends of public names, and of names inside of networks. */
const PUBLIC =
  /\.(?:com|net|org|io|dev|app|cloud|local|localdomain|internal|svc|example|test|invalid|lan|corp|home|edu|gov|co|ai|de|uk|eu|us|fr|nl|ch|it|es|br|in|jp|au|ca|sock)\.?$/i;
/** Names of machines in containers, local networks and examples. */
const MACHINE =
  /^(?:(?:(?:my|your|the|test|dev|prod|stage|staging|local|internal|some)[-_.]?)?(?:(?:localhost|mongo|mongos|mongod|mongodb|db|database|host|hostname|server|node|replica|primary|secondary|arbiter|rs|shard|cluster|config|atlas|docker|proxy|router|svc|service|srv|address|domain)[-_.]?){1,3}\d{0,3}[a-c]?)$/i;

const isKnownName = (name: string): boolean => PUBLIC.test(name) || MACHINE.test(name);
const isPlainSegment = (segment: string): boolean => segment.trim() === '' || isPlainName(segment);

function hostText(literal: Literal, { host, hostRange, class: seen }: FoundHost): string {
  const { offset, endOffset } = hostRange;
  const written = literal.value.slice(offset, endOffset);
  const isName = NAME.test(written) && (isUnknown(written) || seen.domain !== null || isKnownName(written));
  const isKnown = isName || IP.test(host) || (host.endsWith('.sock') && host.split('/').every(isPlainSegment));
  return isKnown ? withPlaceholders(literal, offset, endOffset) : ELLIPSIS;
}

function portText(literal: Literal, { host, port, portRange }: FoundHost): string {
  if (portRange === null) return '';
  const { offset, endOffset } = portRange;
  const written = literal.value.slice(offset, endOffset);
  const isNumber = port !== null || (/^\d{0,6}$/.test(written) && /\.|^localhost$/.test(host));
  return isNumber || isUnknown(written) ? withPlaceholders(literal, offset, endOffset) : ELLIPSIS;
}

/** The host list. Hosts of one resolved piece share its range. */
function hostPieces({ literal, hosts }: FoundString): Piece[] {
  const pieces: Piece[] = [];
  for (const host of hosts) {
    const { offset, endOffset, hostRange, portRange } = host;
    const separator = pieces.length > 0 ? ',' : '';
    const isPortOnly = hostRange.offset < offset && hostRange.endOffset <= offset;
    const shownHost = isPortOnly ? '' : hostText(literal, host);
    const name = separator + (literal.value[offset] === '[' ? `[${shownHost}]` : shownHost);
    if (portRange === null || isPortOnly) pieces.push({ offset, endOffset, text: name + portText(literal, host) });
    else
      pieces.push(
        { offset, endOffset: portRange.offset - 1, text: name },
        { offset: portRange.offset - 1, endOffset, text: `:${portText(literal, host)}` },
      );
  }
  return pieces;
}

const OPTION_VALUE = /^(?:true|false|\d{1,6}|-1)$/;

/** True for a value that is no secret whatever the option: a flag, a small number, documented choices. */
export function isKnownValue(name: string, value: string): boolean {
  if (value === '' || OPTION_VALUE.test(value) || isUnknown(value)) return true;
  const choices = knownOption(name)?.choices ?? [];
  return value.split(',').every((part) => choices.includes(part));
}

const SCHEME = /^(?:mongodb|\+?srv|s|\uFFFC)+$/i;
const SLASHES = /^:?[/\\]{0,4}$/;

function uriPieces(string: FoundString, uri: NonNullable<FoundString['uri']>): Piece[] {
  const { literal } = string;
  const { value } = literal;
  const { schemeRange, userRange, hostsRange, databaseRange, options, endOffset: end } = uri;
  const schemeEnd = schemeRange.endOffset;
  const start = Math.max(schemeEnd, Math.min(userRange?.offset ?? hostsRange.offset, hostsRange.offset));
  const isScheme = uri.scheme !== null || SCHEME.test(value.slice(0, schemeEnd));
  const scheme = isScheme ? withPlaceholders(literal, 0, schemeEnd) : ELLIPSIS;
  const slashes = value.slice(schemeEnd, start);
  const pieces: Piece[] = [
    { offset: 0, endOffset: schemeEnd, text: scheme },
    { offset: schemeEnd, endOffset: start, text: SLASHES.test(slashes) ? slashes : '://' },
  ];
  if (userRange) pieces.push({ offset: start, endOffset: hostsRange.offset, text: `${MASK}@` });
  pieces.push(...hostPieces(string));
  let at = hostsRange.endOffset;
  const add = (endOffset: number, text: string): void => {
    pieces.push({ offset: at, endOffset, text });
    at = endOffset;
  };
  if (databaseRange) {
    add(databaseRange.offset, '/');
    const name = value.slice(databaseRange.offset, databaseRange.endOffset);
    const isKnown =
      isUnknown(name) || (name.length <= MAX_DATABASE_LENGTH && decodePercent(name).split('=').every(isPlainName));
    add(databaseRange.endOffset, isKnown ? withPlaceholders(literal, at, databaseRange.endOffset) : ELLIPSIS);
  } else if (value[at] === '/') add(at + 1, '/');
  for (const [index, { nameRange, valueRange, endOffset }] of options.entries()) {
    add(nameRange.offset, index === 0 ? '?' : '&');
    const name = value.slice(nameRange.offset, nameRange.endOffset);
    add(
      nameRange.endOffset,
      knownOption(name) || isUnknown(name) ? withPlaceholders(literal, at, nameRange.endOffset) : ELLIPSIS,
    );
    if (valueRange) add(valueRange.offset, '=');
    if (valueRange)
      add(
        endOffset,
        isKnownValue(name, value.slice(at, endOffset)) ? withPlaceholders(literal, at, endOffset) : ELLIPSIS,
      );
  }
  if (at < end) add(end, value[at] === '?' && at + 1 === end ? '?' : ELLIPSIS);
  return pieces;
}

const API_WORDS = once(
  () =>
    new Set([
      'api',
      'atlas',
      'public',
      'v1.0',
      'v1.5',
      'v2',
      'v2.0',
      'prometheus',
      'discovery',
      'groups',
      'oauth',
      'token',
      ...VERSION_DATA.operations.flatMap(({ path }) => path.split('/')),
    ]),
);

/** An address: of its path, only what the published specification contains. */
function addressPieces(literal: Literal, { offset, endOffset }: Range): Piece[] {
  const { value } = literal;
  const pieces: Piece[] = [];
  const scheme = /^https?:\/\//i.exec(value.slice(offset, endOffset))?.[0] ?? '';
  let at = offset + scheme.length;
  const add = (end: number, text: string): void => {
    pieces.push({ offset: at, endOffset: end, text });
    at = end;
  };
  if (scheme !== '') pieces.push({ offset, endOffset: at, text: scheme });
  const rest = value.slice(at, endOffset);
  const user = /^[^/]*@|^.*@(?=[\w.-]{1,253}\.[a-z]{1,63}\/)/i.exec(rest)?.[0];
  if (user) add(at + user.length, `${MASK}@`);
  const query = value.slice(at, endOffset).search(/[?#;]/);
  const pathEnd = query < 0 ? endOffset : at + query;
  for (const [index, segment] of value.slice(at, pathEnd).split('/').entries()) {
    if (index > 0) add(at + 1, '/');
    const [, host = segment, port = ''] = /^(.*?)(:\d{1,5})?$/s.exec(segment)!;
    const isKnown =
      isUnknown(segment) ||
      API_WORDS().has(segment) ||
      (index === 0 && NAME.test(host) && (isUnknown(host) || isKnownName(host) || IP.test(host)));
    add(
      at + segment.length,
      isKnown ? withPlaceholders(literal, at, at + segment.length) : segment === '' ? '' : ELLIPSIS + port,
    );
  }
  if (at < endOffset) add(endOffset, value[at]! + ELLIPSIS);
  return pieces;
}

const MEDIA_TYPE = /^([\w./+-]{1,60}?)(\.(?:\d{4}-\d\d-\d\d(?:\.upcoming)?|preview|upcoming))?(\+(?:json|csv|gzip))?$/;

function piecesOf(string: FoundString): Piece[] {
  const { literal, inValue, kind, uri, name, form, hosts } = string;
  const whole = (text: string): Piece[] => [{ ...inValue, text }];
  const own = literal.value.slice(inValue.offset, inValue.endOffset);
  if (name !== null) return whole(shownName(name));
  if (kind === 'removed-field') return whole(isPlainName(own) ? own : ELLIPSIS);
  if (kind === 'media-type') {
    const [, type = ELLIPSIS, date, suffix = ''] = MEDIA_TYPE.exec(own) ?? [];
    return whole(
      type.startsWith('application/')
        ? type.replace(/(?<=\.atlas).*/, '') + (date ?? `.${ELLIPSIS}`) + suffix
        : ELLIPSIS,
    );
  }
  if (uri) return uriPieces(string, uri);
  if (form === 'host') {
    const pieces = hostPieces(string);
    const end = hosts.at(-1)?.endOffset ?? inValue.offset;
    return end < inValue.endOffset
      ? [...pieces, { offset: end, endOffset: inValue.endOffset, text: `/${ELLIPSIS}` }]
      : pieces;
  }
  return addressPieces(literal, inValue);
}

/**
 * What may be printed of a string: only what is known. Everything else is an ellipsis or a mask, so that no guess
 * decides whether a text is a credential.
 */
export function shown(string: FoundString): string {
  return piecesOf(string)
    .map(({ text }) => text)
    .join('');
}

/** The columns of the printed text that show a range of the value. */
export function shownRange(string: FoundString, { offset, endOffset }: Range): Range {
  let [at, from, to] = [0, -1, 0];
  for (const piece of piecesOf(string)) {
    const isExact = piece.text.length === piece.endOffset - piece.offset;
    if (offset < piece.endOffset || (offset === piece.offset && offset === endOffset)) {
      if (from < 0) from = at + (isExact ? Math.max(0, offset - piece.offset) : 0);
      if (piece.offset < endOffset)
        to = at + (isExact && endOffset < piece.endOffset ? endOffset - piece.offset : piece.text.length);
    }
    at += piece.text.length;
  }
  return { offset: from < 0 ? at : from, endOffset: Math.max(from, to) };
}

/**
 * What may be printed of a string after edits of its value. Their texts come from rules. An edit of a part of what is
 * masked stays behind the mask.
 */
export function shownAfter(string: FoundString, edits: readonly (Range & { readonly text: string })[]): string {
  const masked = piecesOf(string).filter(
    ({ offset, endOffset, text }) => text !== string.literal.value.slice(offset, endOffset),
  );
  const isBehind = (edit: Range): boolean =>
    masked.some(
      ({ offset, endOffset }) =>
        offset <= edit.offset && edit.endOffset <= endOffset && edit.endOffset - edit.offset < endOffset - offset,
    );
  let text = shown(string);
  for (const edit of edits.toSorted((a, b) => b.offset - a.offset)) {
    if (isBehind(edit)) continue;
    const { offset, endOffset } = shownRange(string, edit);
    text = text.slice(0, offset) + edit.text + text.slice(endOffset);
  }
  return text;
}

/** The names of a string's hosts, decoded. */
export const shownHosts = ({ literal, hosts }: FoundString): string[] =>
  hosts.map((one) => {
    const text = hostText(literal, one);
    return text === ELLIPSIS || one.host.includes(PLACEHOLDER) ? text : one.host;
  });
