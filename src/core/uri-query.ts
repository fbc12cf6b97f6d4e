import type { UriIssue, UriOption } from './connection-string.ts';
import type { Range } from './source.ts';
import { decodePercent } from './uri-percent.ts';
import { secretOf } from './uri-secrets.ts';
import { error, hasHole, MOST_PARTS, range, warning, type UriText } from './uri-text.ts';

/** An option with what the checks need and what must not be handed out. */
export interface ParsedOption extends UriOption {
  /** The name in lower case, decoded. */
  readonly key: string;
  /** The decoded value, secret or not; `null` without `=`. */
  readonly decoded: string | null;
  /** True when a piece of name or value is unknown. */
  readonly unknown: boolean;
  readonly unknownName: boolean;
}

export interface QueryPart {
  readonly options: readonly ParsedOption[];
  readonly issues: readonly UriIssue[];
}

const ENTITY = 'amp;';

/** Reads `name=value` pairs. Empty pieces (`?a=b&`) are skipped, as drivers do. */
export function readQuery(uri: UriText, whole: Range): QueryPart {
  const options: ParsedOption[] = [];
  const issues: UriIssue[] = [];
  const separator = separatorOf(uri.masked, whole);
  if (separator === ';' && !hasHole(uri, whole.offset, whole.endOffset)) {
    issues.push(warning('option-syntax', whole, 'Options are separated by &; a ; is deprecated.'));
  }
  for (let start = whole.offset; start < whole.endOffset && options.length < MOST_PARTS;) {
    const next = uri.masked.indexOf(separator, start);
    const end = next < 0 ? whole.endOffset : next;
    if (end > start) {
      const option = readOption(uri, range(start, end));
      options.push(option);
      issues.push(...syntaxIssues(uri, option));
    }
    start = end + 1;
  }
  return { options, issues };
}

/** Old strings separate by `;`. Beside an `&` a semicolon is part of a value. */
function separatorOf(masked: string, { offset, endOffset }: Range): '&' | ';' {
  const query = masked.slice(offset, endOffset);
  if (query.includes('&')) return '&';
  const pieces = query.split(';', MOST_PARTS);
  return pieces.length > 1 && pieces.every((piece) => piece === '' || /^[\w.]{1,64}=/.test(piece)) ? ';' : '&';
}

function readOption(uri: UriText, { offset, endOffset }: Range): ParsedOption {
  const isEntity = offset > 0 && uri.masked[offset - 1] === '&' && uri.masked.startsWith(ENTITY, offset);
  const from = isEntity ? Math.min(endOffset, offset + ENTITY.length) : offset;
  const equals = uri.masked.slice(from, endOffset).indexOf('=');
  const nameRange = range(from, equals < 0 ? endOffset : from + equals);
  const valueRange = equals < 0 ? null : range(from + equals + 1, endOffset);
  const name = uri.text.slice(nameRange.offset, nameRange.endOffset);
  const key = decodePercent(name).toLowerCase();
  const decoded = valueRange && decodePercent(uri.text.slice(valueRange.offset, valueRange.endOffset));
  const unknown = hasHole(uri, offset, endOffset);
  const unknownName = hasHole(uri, nameRange.offset, nameRange.endOffset);
  const { secret, secretRange } = secretOf(uri, key, valueRange);
  const value = secretRange ? null : decoded;
  const option = { offset, endOffset, name, nameRange, value, valueRange, secret, key, decoded, unknown, unknownName };
  return secretRange ? { ...option, secretRange } : option;
}

function syntaxIssues(uri: UriText, option: ParsedOption): UriIssue[] {
  const issues: UriIssue[] = [];
  const { offset, nameRange, valueRange, unknown } = option;
  if (nameRange.offset > offset) {
    const entity = range(offset, nameRange.offset);
    issues.push(warning('option-syntax', entity, 'The HTML entity of the & belongs into HTML text only.'));
  }
  if (unknown) return issues;
  if (!valueRange) issues.push(error('option-syntax', option, 'The option has no = and no value.'));
  else if (nameRange.offset === nameRange.endOffset) {
    issues.push(error('option-syntax', option, 'There is no option name in front of the =.'));
  } else if (!isDecodable(uri.text.slice(valueRange.offset, valueRange.endOffset))) {
    issues.push(warning('option-value', valueRange, 'The value has a percent sign that encodes nothing.'));
  }
  return issues;
}

function isDecodable(value: string): boolean {
  return !/%(?![\da-f]{2})/i.test(value);
}
