import type { UriIssue } from './connection-string.ts';
import type { Range } from './source.ts';
import type { KnownOption, OptionKind } from './uri-options.ts';
import { warning } from './uri-text.ts';

type Check = (value: string, option: KnownOption) => string | null;

/** What is wrong with each kind of value, as one sentence; `null` when nothing is. Values are case-sensitive. */
const CHECKS: Readonly<Record<OptionKind, Check>> = {
  boolean: (value, { name }) => {
    if (value === 'true' || value === 'false') return null;
    return LEGACY_BOOLEANS.has(value)
      ? `${name} is written in a deprecated way: only true and false are safe.`
      : `${name} must be true or false.`;
  },
  integer: integerProblem,
  text: (value, { name, maxBytes }) =>
    maxBytes !== undefined && byteLength(value) > maxBytes ? `${name} has more than ${maxBytes} bytes.` : null,
  choice: (value, { name, choices }) =>
    choices?.includes(value) ? null : `${name} must be one of ${choices?.join(', ')}.`,
  names: (value, { name, choices }) => {
    const known = value.split(',').every((element) => choices?.includes(element.trim()));
    return known ? null : `${name} must be a list of ${choices?.join(', ')}.`;
  },
  pairs: (value, { name }) =>
    value.split(',').every((pair) => pair.indexOf(':') > 0) ? null : `${name} must be key:value pairs without commas.`,
  // RFC 6335, section 5.1.
  service: (value, { name }) =>
    /^(?!-)(?!.*--)(?=.*[a-z])[a-z\d-]{1,15}(?<!-)$/i.test(value.slice(0, 20))
      ? null
      : `${name} must have at most 15 letters, digits and single hyphens.`,
  acknowledgement: (value, { name }) => (/^-\d+$/.test(value) ? `${name} must not be negative.` : null),
};

/** The connection string specification, data type Boolean: to be accepted, with a warning. */
const LEGACY_BOOLEANS = new Set(['1', 'yes', 'y', 't', '0', '-1', 'no', 'n', 'f']);

/** Judges the decoded value of a known option. */
export function valueIssue(option: KnownOption, value: string, whole: Range, valueRange: Range): UriIssue | null {
  if (value === '') {
    const issue = warning('option-value', whole, `${option.name} is empty.`);
    if (option.isList) return null;
    // Authentication specification: an empty authSource must fail, everything else that is empty is ignored.
    return option.name === 'authSource' ? { ...issue, severity: 'error' } : issue;
  }
  const problem = CHECKS[option.kind](value, option);
  return problem === null ? null : warning('option-value', valueRange, problem);
}

function integerProblem(value: string, { name, min, max, special }: KnownOption): string | null {
  if (!/^-?\d{1,20}$/.test(value)) return `${name} must be a whole number.`;
  const number = Number(value);
  if (number === special) return null;
  if (min !== undefined && number < min) return `${name} must be at least ${min}.`;
  return max !== undefined && number > max ? `${name} must be at most ${max}.` : null;
}

function byteLength(value: string): number {
  let bytes = 0;
  for (const letter of value) {
    const point = letter.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
