import nameForms from './name-forms.json' with { type: 'json' };
import { decodePercent, isUnknown } from '../parse/part.ts';
import { knownOption } from '../parse/options.ts';
import { PLACEHOLDER, placeholderAt, type Literal } from '../text/literal.ts';
import { ELLIPSIS, isPlainName, MASK, shownName } from '../text/shown-name.ts';
import { namedForms, once, oncePerText, type Range } from '../text/source.ts';
import { VERSION_DATA } from './api-versions.ts';
import type { FoundHost, FoundString } from './found-string.ts';

const FORMS = namedForms(nameForms.shown);

/** A range of a literal's value, and what is printed of it. */
interface Piece extends Range {
  readonly text: string;
}

/** A placeholder as the source writes it, if it consists of one plain name in known marks. */
function shownPlaceholder({ placeholders }: Pick<Literal, 'placeholders'>, at: number): string {
  const written = placeholderAt({ placeholders }, at)?.text ?? '';
  if (FORMS.positional.test(written)) return written;
  const name = FORMS.placeholderName.exec(written)?.slice(1).find(Boolean);
  return name && isPlainName(name.replaceAll(' ', '_')) ? written : ELLIPSIS;
}

/** Part of a literal in which only the placeholders are not known. */
const withPlaceholders = (literal: Literal, from: number, to: number): string =>
  literal.value.slice(from, to).replaceAll(PLACEHOLDER, (_, at: number) => shownPlaceholder(literal, from + at));

const isKnownName = (name: string): boolean => FORMS.public.test(name) || FORMS.machine.test(name);
const isPlainSegment = (segment: string): boolean => segment.trim() === '' || isPlainName(segment);

function hostText(literal: Literal, { host, hostRange, class: seen }: FoundHost): string {
  const { offset, endOffset } = hostRange;
  const written = literal.value.slice(offset, endOffset);
  const isName = FORMS.name.test(written) && (isUnknown(written) || seen.domain !== null || isKnownName(written));
  const isKnown = isName || FORMS.ip.test(host) || (host.endsWith('.sock') && host.split('/').every(isPlainSegment));
  return isKnown ? withPlaceholders(literal, offset, endOffset) : ELLIPSIS;
}

function portText(literal: Literal, { host, port }: FoundHost, { offset, endOffset }: Range): string {
  const written = literal.value.slice(offset, endOffset);
  const isNumber = port !== null || (/^\d{0,6}$/.test(written) && /\.|^localhost$/.test(host));
  return isNumber || isUnknown(written) ? withPlaceholders(literal, offset, endOffset) : ELLIPSIS;
}

/** The host list. Hosts of one resolved piece share its range. Ports are pieces of their own, which edits may change. */
const hostPieces = ({ literal, hosts }: FoundString): Piece[] =>
  hosts.flatMap((host, index) => {
    const { endOffset, hostRange, portRange } = host;
    const isPortOnly = hostRange.offset < host.offset && hostRange.endOffset <= host.offset;
    const name = isPortOnly ? '' : hostText(literal, host);
    const text = (index > 0 ? ',' : '') + (literal.value[host.offset] === '[' ? `[${name}]` : name);
    const offset = host.offset - (index > 0 && literal.value[host.offset - 1] === ',' ? 1 : 0);
    const port = portRange === null ? '' : portText(literal, host, portRange);
    if (portRange === null || isPortOnly) return [{ offset, endOffset, text: text + port }];
    const start = portRange.offset - 1;
    return [
      { offset, endOffset: start, text },
      { offset: start, endOffset, text: `:${port}` },
    ];
  });

/** True for a value that is no secret whatever the option: a flag, a small number, documented choices. */
export function isKnownValue(name: string, value: string): boolean {
  if (value === '' || /^(?:true|false|\d{1,6}|-1)$/.test(value) || isUnknown(value)) return true;
  const choices = knownOption(name)?.choices ?? [];
  return value.split(',').every((part) => choices.includes(part));
}

/** What is printed of a value from an offset on. Each part ends where the next one begins. */
class Pieces {
  readonly all: Piece[] = [];
  private readonly literal: Literal;
  at = 0;

  constructor(literal: Literal) {
    this.literal = literal;
  }

  add(endOffset: number, text: string): void {
    if (endOffset > this.at || text !== '') this.all.push({ offset: this.at, endOffset, text });
    this.at = endOffset;
  }

  /** Adds a part as it is written, if it is known. */
  addKnown(endOffset: number, isKnown: (written: string) => boolean, otherwise = ELLIPSIS): void {
    const written = this.literal.value.slice(this.at, endOffset);
    const shows = isUnknown(written) || isKnown(written);
    this.add(endOffset, shows ? withPlaceholders(this.literal, this.at, endOffset) : otherwise);
  }
}

const isDatabase = (name: string): boolean => name.length <= 20 && decodePercent(name).split('=').every(isPlainName);

function uriPieces(string: FoundString, uri: NonNullable<FoundString['uri']>): Piece[] {
  const { literal } = string;
  const { schemeRange, userRange, hostsRange, databaseRange, options, endOffset: end } = uri;
  const pieces = new Pieces(literal);
  pieces.addKnown(
    schemeRange.endOffset,
    (written) => written === '' || uri.scheme !== null || /^(?:mongodb|\+?srv|s|\uFFFC)+$/i.test(written),
  );
  const start = Math.max(pieces.at, Math.min(userRange?.offset ?? hostsRange.offset, hostsRange.offset));
  pieces.addKnown(start, (written) => written === '://' || /^:?[/\\]{0,4}$/.test(written), '://');
  if (userRange) pieces.add(hostsRange.offset, `${MASK}@`);
  pieces.all.push(...hostPieces(string));
  pieces.at = hostsRange.endOffset;
  if (databaseRange) {
    pieces.add(databaseRange.offset, '/');
    pieces.addKnown(databaseRange.endOffset, isDatabase);
  } else if (literal.value[pieces.at] === '/') pieces.add(pieces.at + 1, '/');
  for (const [index, { nameRange, valueRange, endOffset }] of options.entries()) {
    const name = literal.value.slice(nameRange.offset, nameRange.endOffset);
    pieces.add(nameRange.offset, index === 0 ? '?' : '&');
    pieces.addKnown(nameRange.endOffset, () => knownOption(name) !== undefined);
    if (!valueRange) continue;
    pieces.add(valueRange.offset, '=');
    pieces.addKnown(endOffset, (value) => isKnownValue(name, value));
  }
  if (pieces.at < end) pieces.addKnown(end, (rest) => rest === '?');
  return pieces.all;
}

/** Segments of paths of the published specification. */
const API_WORDS = once(() => {
  const others = 'api atlas public v1.0 v1.5 v2 v2.0 prometheus discovery groups oauth token'.split(' ');
  return new Set([...others, ...VERSION_DATA.operations.flatMap(({ path }) => path.split('/'))]);
});

/** An address: of its path, only what the published specification contains. */
function addressPieces(literal: Literal): Piece[] {
  const { value } = literal;
  const pieces = new Pieces(literal);
  const scheme = /^https?:\/\//i.exec(value)?.[0] ?? '';
  pieces.add(scheme.length, scheme);
  const user = /^[^/]*@|^.*@(?=[\w.-]{1,253}\.[a-z]{1,63}\/)/i.exec(value.slice(pieces.at))?.[0];
  if (user) pieces.add(pieces.at + user.length, `${MASK}@`);
  const query = value.slice(pieces.at).search(/[?#;]/);
  const pathEnd = query < 0 ? value.length : pieces.at + query;
  for (const [index, segment] of value.slice(pieces.at, pathEnd).split('/').entries()) {
    if (index > 0) pieces.add(pieces.at + 1, '/');
    const [, host = segment, port = ''] = /^(.*?)(:\d{1,5})?$/s.exec(segment)!;
    const isKnown =
      segment === '' ||
      API_WORDS().has(segment) ||
      (index === 0 && FORMS.name.test(host) && (isUnknown(host) || isKnownName(host) || FORMS.ip.test(host)));
    pieces.addKnown(pieces.at + segment.length, () => isKnown, ELLIPSIS + port);
  }
  if (pieces.at < value.length) pieces.add(value.length, value[pieces.at]! + ELLIPSIS);
  return pieces.all;
}

/** Kept, because a finding and each of its fixes ask. */
const piecesOf = oncePerText((string: FoundString): readonly Piece[] => {
  const { literal, kind, uri, name, form, hosts } = string;
  const { value: own } = literal;
  const whole = (text: string): Piece[] => [{ offset: 0, endOffset: own.length, text }];
  if (name !== null) return whole(shownName(name));
  if (kind === 'removed-field') return whole(isPlainName(own) ? own : ELLIPSIS);
  if (kind === 'media-type') {
    const [, type = ELLIPSIS, date, suffix = ''] = FORMS.mediaType.exec(own) ?? [];
    if (!type.startsWith('application/')) return whole(ELLIPSIS);
    return whole(type.replace(/(?<=\.atlas).*/, '') + (date ?? `.${ELLIPSIS}`) + suffix);
  }
  if (uri) return uriPieces(string, uri);
  if (form === 'host') {
    const pieces = hostPieces(string);
    const end = hosts.at(-1)?.endOffset ?? 0;
    return end < own.length ? [...pieces, { offset: end, endOffset: own.length, text: `/${ELLIPSIS}` }] : pieces;
  }
  return addressPieces(literal);
});

/** What may be printed of a string: only what is known, so that no guess decides what is a credential. */
export const shown = (string: FoundString): string =>
  piecesOf(string)
    .map(({ text }) => text)
    .join('');

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
  const start = from < 0 ? at : from;
  return { offset: start, endOffset: Math.max(start, to) };
}

/** The same after edits, whose texts come from rules. Edits inside of what is masked stay behind the mask. */
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

export const shownHosts = ({ literal, hosts }: FoundString): string[] =>
  hosts.map((one) => {
    const text = hostText(literal, one);
    return text === ELLIPSIS || one.host.includes(PLACEHOLDER) ? text : one.host;
  });
