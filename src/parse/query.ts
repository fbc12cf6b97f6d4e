import type { UriIssue, UriOption } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { knownOption } from './options.ts';
import { decodePercent, error, hasBadPercent, isOpen, isUnknown, range, textAt, warning } from './part.ts';
import type { UriFacts } from './parse.ts';
import { MAX_PARTS } from './split.ts';

/** An option with data that only the checks use and that must not be printed. */
export type ParsedOption = Readonly<ReturnType<typeof readOption>>;

/** Reads `name=value` pairs and adds their faults. Empty pieces (`?a=b&`) are skipped, as drivers do. */
export function readQuery(text: string, whole: Range, issues: UriIssue[]): readonly ParsedOption[] {
  const options: ParsedOption[] = [];
  const separator = separatorOf(textAt(text, whole));
  if (separator === ';' && !isOpen(text, whole))
    issues.push(warning('option-syntax', whole, 'Separate options with `&`. The separator `;` is deprecated.'));
  let start = whole.offset;
  for (const piece of textAt(text, whole).split(separator, MAX_PARTS)) {
    if (piece !== '') {
      const option = readOption(text, range(start, start + piece.length));
      options.push(option);
      issues.push(...syntaxIssues(text, option));
    }
    start += piece.length + 1;
  }
  return options;
}

/** Old strings use `;` as separator. Beside an `&`, a semicolon is part of a value. */
function separatorOf(query: string): '&' | ';' {
  if (query.includes('&')) return '&';
  const pieces = query.split(';', MAX_PARTS);
  return pieces.length > 1 && pieces.every((piece) => piece === '' || /^[\w.]{1,64}=/.test(piece)) ? ';' : '&';
}

function readOption(text: string, { offset, endOffset }: Range) {
  const equals = text.slice(offset, endOffset).indexOf('=');
  const nameRange = range(offset, equals < 0 ? endOffset : offset + equals);
  const valueRange = equals < 0 ? null : range(offset + equals + 1, endOffset);
  const name = textAt(text, nameRange);
  const key = decodePercent(name).toLowerCase();
  // Secret or not; `null` without `=`.
  const decoded = valueRange && decodePercent(textAt(text, valueRange));
  const secret = decoded !== null && isSecret(key, decoded);
  const value = secret && valueRange && !isUnknown(textAt(text, valueRange)) ? null : decoded;
  // A program fills in a piece of the name or of the value.
  const unknown = isOpen(text, { offset, endOffset });
  // The option without these data.
  const written: UriOption = { offset, endOffset, name, nameRange, value, valueRange, secret };
  return { written, key, decoded, unknown, ...written };
}

/** Users, passwords of key files and proxies in the names of all drivers, and what people add by mistake. */
const SECRET_WORDS = /^(?:proxy)?username$|^user$|pass|pwd|secret|token|credential|api_?key/;

function isSecret(key: string, decoded: string): boolean {
  if (key === 'authmechanismproperties') return /AWS_SESSION_TOKEN/i.test(decoded);
  return decoded !== '' && SECRET_WORDS.test(key);
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
  const isBad = hasBadPercent(textAt(text, valueRange));
  return isBad ? [warning('option-value', valueRange, 'The value has an invalid percent-encoding.')] : [];
}

const CODE = 'db-name-invalid';

/** Checks the database name between slash and question mark percent-decoded. */
export function databaseIssues(text: string, at: Range): UriIssue[] {
  if (isOpen(text, at)) return [];
  const written = textAt(text, at);
  if (hasBadPercent(written)) return [error(CODE, at, 'The database name has an invalid percent-encoding.')];
  const database = decodePercent(written);
  if (database === '$external' || !/[/\\ "$]/.test(database)) return [];
  return [error(CODE, at, 'A database name cannot contain a slash, backslash, space, quote or dollar sign.')];
}

type Options = Pick<UriFacts, 'options'>;

export function optionsOf({ options }: Options, name: string): readonly ParsedOption[] {
  const wanted = name.toLowerCase();
  return options.filter(({ key }) => key === wanted);
}

/** True for an option with a value that is completely known. */
export const hasValue = (option: ParsedOption): option is ParsedOption & { readonly decoded: string } =>
  !option.unknown && Boolean(option.decoded);

export const valueOf = (facts: Options, name: string) => optionsOf(facts, name).find(hasValue);
