import type { UriIssue, UriOption, Scheme } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { breaksOff, isPlainName } from './harmless-values.ts';
import {
  decodePercent,
  badPercent,
  error,
  hasPlaceholder,
  MAX_PARTS,
  range,
  warning,
  type UriText,
  isAllPlaceholder,
} from './input.ts';

/** An option with data that only the checks use and that must not be printed. */
export interface ParsedOption extends UriOption {
  /** The name in lower case, decoded. */
  readonly key: string;
  /** The decoded value, secret or not; `null` without `=`. */
  readonly decoded: string | null;
  /** True if the name or the value contains an unknown piece. */
  readonly unknown: boolean;
  readonly unknownName: boolean;
  /** True if the connection string ends before or in this option. The rest may be any text. */
  readonly isBroken: boolean;
}

export interface QueryPart {
  readonly options: readonly ParsedOption[];
  readonly issues: readonly UriIssue[];
}

const ENTITY = 'amp;';

/** Reads `name=value` pairs behind a path. Empty pieces (`?a=b&`) are skipped, as drivers do. */
export function readQuery(uri: UriText, whole: Range, path: Range | null): QueryPart {
  let isBroken = path !== null && breaksOff(uri.masked.slice(path.offset, path.endOffset));
  const options: ParsedOption[] = [];
  const issues: UriIssue[] = [];
  const separator = separatorOf(uri.masked, whole);
  if (separator === ';' && !hasPlaceholder(uri, whole.offset, whole.endOffset)) {
    issues.push(warning('option-syntax', whole, 'Separate options with `&`. The separator `;` is deprecated.'));
  }
  for (let start = whole.offset; start < whole.endOffset && options.length < MAX_PARTS;) {
    const next = uri.masked.indexOf(separator, start);
    const end = next < 0 ? whole.endOffset : next;
    if (end > start) {
      isBroken ||= breaksOff(uri.masked.slice(start, end));
      const option = readOption(uri, range(start, end), isBroken);
      options.push(option);
      issues.push(...syntaxIssues(uri, option));
    }
    start = end + 1;
  }
  return { options, issues };
}

/** Old strings use `;` as separator. Beside an `&`, a semicolon is part of a value. */
function separatorOf(masked: string, { offset, endOffset }: Range): '&' | ';' {
  const query = masked.slice(offset, endOffset);
  if (query.includes('&')) return '&';
  const pieces = query.split(';', MAX_PARTS);
  return pieces.length > 1 && pieces.every((piece) => piece === '' || /^[\w.]{1,64}=/.test(piece)) ? ';' : '&';
}

function readOption(uri: UriText, { offset, endOffset }: Range, isBroken: boolean): ParsedOption {
  const isEntity = offset > 0 && uri.masked[offset - 1] === '&' && uri.masked.startsWith(ENTITY, offset);
  const from = isEntity ? Math.min(endOffset, offset + ENTITY.length) : offset;
  const equals = uri.masked.slice(from, endOffset).indexOf('=');
  const nameRange = range(from, equals < 0 ? endOffset : from + equals);
  const valueRange = equals < 0 ? null : range(from + equals + 1, endOffset);
  const name = uri.text.slice(nameRange.offset, nameRange.endOffset);
  const key = decodePercent(name).toLowerCase();
  const decoded = valueRange && decodePercent(uri.text.slice(valueRange.offset, valueRange.endOffset));
  const unknown = hasPlaceholder(uri, offset, endOffset);
  const unknownName = hasPlaceholder(uri, nameRange.offset, nameRange.endOffset);
  const { secret, secretRange } = secretOf(uri, key, valueRange);
  const value = secretRange ? null : decoded;
  const option = {
    offset,
    endOffset,
    name,
    nameRange,
    value,
    valueRange,
    secret,
    key,
    decoded,
    unknown,
    unknownName,
    isBroken,
  };
  return secretRange ? { secretRange, ...option } : option;
}

/** The option in a message, by its name if that may be printed. */
export const optionWords = ({ name, isBroken }: ParsedOption): string =>
  isBroken || !isPlainName(decodePercent(name)) ? 'this option' : `\`${name}\``;

function syntaxIssues(uri: UriText, option: ParsedOption): UriIssue[] {
  const issues: UriIssue[] = [];
  const { offset, nameRange, valueRange, unknown } = option;
  if (nameRange.offset > offset) {
    const entity = range(offset, nameRange.offset);
    issues.push(warning('option-syntax', entity, '`&amp;` is only valid in HTML. Write `&`.'));
  }
  if (unknown) return issues;
  if (!valueRange) issues.push(error('option-syntax', option, `The value of ${optionWords(option)} is missing.`));
  else if (nameRange.offset === nameRange.endOffset) {
    issues.push(error('option-syntax', option, 'The option name before `=` is missing.'));
  } else if (badPercent(uri.text.slice(valueRange.offset, valueRange.endOffset)) >= 0) {
    issues.push(warning('option-value', valueRange, 'The value has an invalid percent-encoding.'));
  }
  return issues;
}

export interface DatabasePart {
  readonly database: string | null;
  readonly databaseRange: Range | null;
  readonly issues: readonly UriIssue[];
}

const CODE = 'db-name-invalid';

/** Reads the database name between slash and question mark and checks it percent-decoded. */
export function readDatabase(uri: UriText, path: Range | null): DatabasePart {
  if (!path || path.offset === path.endOffset) return { database: null, databaseRange: null, issues: [] };
  const written = uri.text.slice(path.offset, path.endOffset);
  const database = decodePercent(written);
  const issues: UriIssue[] = [];
  if (!hasPlaceholder(uri, path.offset, path.endOffset)) {
    if (badPercent(written) >= 0) issues.push(error(CODE, path, 'The database name has an invalid percent-encoding.'));
    else if (database !== '$external' && /[/\\ "$]/.test(database)) {
      issues.push(error(CODE, path, 'A database name cannot contain a slash, backslash, space, quote or dollar sign.'));
    }
  }
  return { database, databaseRange: path, issues };
}

/** `unknown` if an unknown piece may contain it. */
export type Presence = 'yes' | 'no' | 'unknown';

/** The input of checks that concern several parts. */
export interface UriFacts {
  readonly scheme: Scheme | null;
  readonly options: readonly ParsedOption[];
  /** True if unknown pieces may contain more options, so that a missing option proves nothing. */
  readonly open: boolean;
  /** `null` if unknown pieces may contain more hosts. */
  readonly hosts: readonly string[] | null;
  readonly hostsRange: Range;
  readonly user: Presence;
  readonly password: Presence;
  readonly userinfoRange: Range | null;
}

const NO_OPTIONS: readonly ParsedOption[] = [];

export function optionsOf({ options }: UriFacts, name: string): readonly ParsedOption[] {
  // Most strings have no options, and dozens of names are looked up.
  if (options.length === 0) return NO_OPTIONS;
  const wanted = name.toLowerCase();
  if (!options.some(({ key }) => key === wanted)) return NO_OPTIONS;
  return options.filter(({ key }) => key === wanted);
}

/** The first option of this name with a value that is completely known. */
export function valueOf(facts: UriFacts, name: string): (ParsedOption & { readonly decoded: string }) | null {
  for (const option of optionsOf(facts, name)) {
    if (!option.unknown && option.decoded) return { ...option, decoded: option.decoded };
  }
  return null;
}

export function isTrue(facts: UriFacts, name: string): ParsedOption | null {
  return optionsOf(facts, name).find(({ unknown, decoded }) => !unknown && decoded === 'true') ?? null;
}

/** True only if there is no such option and no unknown piece can contain it. */
export function isMissing(facts: UriFacts, name: string): boolean {
  return !facts.open && optionsOf(facts, name).length === 0;
}

const TOKEN = 'AWS_SESSION_TOKEN';
const SECRET_NAMES = new Set(['proxyusername', 'username', 'user']);
/** Passwords of key files and proxies in the names of all drivers, and what people add by mistake. */
const SECRET_WORDS = /pass|pwd|secret|token|credential|api_?key/;

export interface Secret {
  readonly secret: boolean;
  readonly secretRange?: Range;
}

/** Whether the value of an option is secret, and which characters must be hidden. Placeholders stay readable. */
export function secretOf(uri: UriText, key: string, value: Range | null): Secret {
  if (!value) return { secret: false };
  if (key === 'authmechanismproperties') return tokenSecret(uri, value);
  if (!SECRET_NAMES.has(key) && !SECRET_WORDS.test(key)) return { secret: false };
  const isLiteral = value.endOffset > value.offset && !isAllPlaceholder(uri, value.offset, value.endOffset);
  return isLiteral ? { secret: true, secretRange: value } : { secret: true };
}

function tokenSecret(uri: UriText, value: Range): Secret {
  const written = uri.text.slice(value.offset, value.endOffset);
  if (!decodePercent(written).toUpperCase().includes(TOKEN)) return { secret: false };
  const token = tokenRange(written);
  const at = token ? range(value.offset + token.offset, value.offset + token.endOffset) : value;
  const isLiteral = at.endOffset > at.offset && !isAllPlaceholder(uri, at.offset, at.endOffset);
  return isLiteral ? { secret: true, secretRange: at } : { secret: false };
}

/**
 * The range of the tokens in the raw value, from the first token to the end of the last. A comma ends a token only if
 * another property follows. `null` if the name itself is encoded, so that the whole value must be hidden.
 */
function tokenRange(raw: string): Range | null {
  const upper = raw.toUpperCase();
  let first = -1;
  let last = -1;
  for (let at = upper.indexOf(TOKEN); at >= 0; at = upper.indexOf(TOKEN, at + 1)) {
    const behind = at + TOKEN.length;
    const separator = upper[behind] === ':' ? 1 : upper.startsWith('%3A', behind) ? 3 : 0;
    if (separator === 0) return null;
    if (first < 0) first = behind + separator;
    last = behind;
  }
  return first < 0 || upper.length !== raw.length ? null : range(first, propertyEnd(upper, last));
}

/** Offset of the comma, raw or encoded, before the next `NAME:`, otherwise the end. */
function propertyEnd(upper: string, from: number): number {
  const next = /(?:,|%2C)[A-Z_]{1,32}(?::|%3A)/g;
  next.lastIndex = from;
  return next.exec(upper)?.index ?? upper.length;
}
