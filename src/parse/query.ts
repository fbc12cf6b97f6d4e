import type { Presence, UriIssue, UriOption } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { error, isFilledIn, isOpen, range, textAt, warning } from './issue.ts';
import { knownOption } from './options.ts';
import { badPercent, decodePercent } from './percent.ts';
import { MAX_PARTS } from './split.ts';

/** An option with data that only the checks use and that must not be printed. */
export interface ParsedOption extends UriOption {
  /** The name in lower case, decoded. */
  readonly key: string;
  /** The decoded value, secret or not; `null` without `=`. */
  readonly decoded: string | null;
  /** True if the name or the value contains a piece that a program fills in. */
  readonly unknown: boolean;
}

export interface QueryPart {
  readonly options: readonly ParsedOption[];
  readonly issues: readonly UriIssue[];
}

/** Reads `name=value` pairs. Empty pieces (`?a=b&`) are skipped, as drivers do. */
export function readQuery(text: string, whole: Range): QueryPart {
  const options: ParsedOption[] = [];
  const issues: UriIssue[] = [];
  const separator = separatorOf(textAt(text, whole));
  if (separator === ';' && !isOpen(text, whole)) {
    issues.push(warning('option-syntax', whole, 'Separate options with `&`. The separator `;` is deprecated.'));
  }
  let start = whole.offset;
  for (const piece of textAt(text, whole).split(separator, MAX_PARTS)) {
    if (piece !== '') {
      const option = readOption(text, range(start, start + piece.length));
      options.push(option);
      issues.push(...syntaxIssues(text, option));
    }
    start += piece.length + 1;
  }
  return { options, issues };
}

/** Old strings use `;` as separator. Beside an `&`, a semicolon is part of a value. */
function separatorOf(query: string): '&' | ';' {
  if (query.includes('&')) return '&';
  const pieces = query.split(';', MAX_PARTS);
  return pieces.length > 1 && pieces.every((piece) => piece === '' || /^[\w.]{1,64}=/.test(piece)) ? ';' : '&';
}

function readOption(text: string, { offset, endOffset }: Range): ParsedOption {
  const equals = text.slice(offset, endOffset).indexOf('=');
  const nameRange = range(offset, equals < 0 ? endOffset : offset + equals);
  const valueRange = equals < 0 ? null : range(offset + equals + 1, endOffset);
  const name = textAt(text, nameRange);
  const key = decodePercent(name).toLowerCase();
  const decoded = valueRange && decodePercent(textAt(text, valueRange));
  const secret = decoded !== null && isSecret(key, decoded);
  const value = secret && valueRange && !isFilledIn(text, valueRange) ? null : decoded;
  const unknown = isOpen(text, { offset, endOffset });
  return { offset, endOffset, name, nameRange, value, valueRange, secret, key, decoded, unknown };
}

const SECRET_NAMES = new Set(['proxyusername', 'username', 'user']);
/** Passwords of key files and proxies in the names of all drivers, and what people add by mistake. */
const SECRET_WORDS = /pass|pwd|secret|token|credential|api_?key/;

function isSecret(key: string, decoded: string): boolean {
  if (key === 'authmechanismproperties') return /AWS_SESSION_TOKEN/i.test(decoded);
  return decoded !== '' && (SECRET_NAMES.has(key) || SECRET_WORDS.test(key));
}

/** The option in a message. An unknown name may be a part of a password. */
export const optionWords = ({ key }: ParsedOption): string => {
  const known = knownOption(key);
  return known ? `\`${known.name}\`` : 'this option';
};

function syntaxIssues(text: string, option: ParsedOption): UriIssue[] {
  const { nameRange, valueRange, unknown } = option;
  if (unknown) return [];
  if (!valueRange) return [error('option-syntax', option, `The value of ${optionWords(option)} is missing.`)];
  if (nameRange.offset === nameRange.endOffset)
    return [error('option-syntax', option, 'The option name before `=` is missing.')];
  const isBad = badPercent(textAt(text, valueRange)) >= 0;
  return isBad ? [warning('option-value', valueRange, 'The value has an invalid percent-encoding.')] : [];
}

export interface DatabasePart {
  readonly database: string | null;
  readonly databaseRange: Range | null;
  readonly issues: readonly UriIssue[];
}

const CODE = 'db-name-invalid';

/** Reads the database name between slash and question mark and checks it percent-decoded. */
export function readDatabase(text: string, path: Range | null): DatabasePart {
  if (!path || path.offset === path.endOffset) return { database: null, databaseRange: null, issues: [] };
  const written = textAt(text, path);
  const database = decodePercent(written);
  return { database, databaseRange: path, issues: isOpen(text, path) ? [] : databaseIssues(written, database, path) };
}

function databaseIssues(written: string, database: string, at: Range): UriIssue[] {
  if (badPercent(written) >= 0) return [error(CODE, at, 'The database name has an invalid percent-encoding.')];
  if (database === '$external' || !/[/\\ "$]/.test(database)) return [];
  return [error(CODE, at, 'A database name cannot contain a slash, backslash, space, quote or dollar sign.')];
}

/** The input of checks that concern several parts. */
export interface UriFacts {
  readonly scheme: 'direct' | 'srv' | null;
  readonly options: readonly ParsedOption[];
  /** True if a piece that a program fills in may contain more options, so that a missing option proves nothing. */
  readonly open: boolean;
  /** `null` if a piece that a program fills in may contain more hosts. */
  readonly hosts: readonly string[] | null;
  readonly hostsRange: Range;
  readonly user: Presence;
  readonly password: Presence;
  readonly userinfoRange: Range | null;
  /** True for user info without a piece that a program fills in. */
  readonly isUserLiteral: boolean;
}

export function optionsOf({ options }: UriFacts, name: string): readonly ParsedOption[] {
  const wanted = name.toLowerCase();
  return options.filter(({ key }) => key === wanted);
}

/** The first option of this name with a value that is completely known. */
export function valueOf(facts: UriFacts, name: string): (ParsedOption & { readonly decoded: string }) | null {
  for (const option of optionsOf(facts, name)) {
    if (!option.unknown && option.decoded) return { ...option, decoded: option.decoded };
  }
  return null;
}

/** True only if there is no such option and no unknown piece can contain it. */
export function isMissing(facts: UriFacts, name: string): boolean {
  return !facts.open && optionsOf(facts, name).length === 0;
}
