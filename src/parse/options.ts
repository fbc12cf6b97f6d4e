import type { UriIssue } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { warning } from './part.ts';
import options from './options.json' with { type: 'json' };

type OptionKind = 'boolean' | 'integer' | 'text' | 'choice' | 'names' | 'pairs' | 'service' | 'acknowledgement';

interface KnownOption {
  /** Spelt as in the specification or the driver. */
  readonly name: string;
  readonly kind: OptionKind;
  /** Bounds of an integer, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** A value below `min` that has a special meaning. */
  readonly special?: number;
  /** Accepted values of a `choice`, accepted elements of `names`, documented values of others. */
  readonly choices?: readonly string[];
  readonly maxBytes?: number;
  /** A repetition adds a value. */
  readonly isList?: boolean;
  readonly replacedBy?: string;
}

/**
 * `specified`: MongoDB specifications, source/uri-options/uri-options.md with the bounds of its table (2026-08), and
 * options from other specifications: timeoutMS (client side operations timeout), srvAllowedHostsSuffix (DNS seed list),
 * maxScramIterations (authentication), wtimeout (connection string, deprecated names). `none` and `disabled` turn
 * compression off in the Node driver and in the shell.
 *
 * `drivers`: what the official drivers document in addition. Node: options table of src/connection_string.ts (7.x), and
 * the options of 2.x to 4.x. PyMongo: validators of URI options in pymongo/common.py; 3.x had the `ssl_` names. Java,
 * Kotlin and Scala, and .NET: class ConnectionString; times of .NET without `MS` have a unit in the value (`30s`). C,
 * C++, PHP: mongoc_uri_t. Go: x/mongo/driver/connstring, mongo/options. Ruby and Rust add none. golang-migrate reads
 * those with `x-` from the string itself (README of its driver).
 */
const { specified, drivers } = options as Record<'specified' | 'drivers', readonly KnownOption[]>;

const BY_KEY = new Map<string, KnownOption>();
// Of names that are equally close to a misspelt one, the first is suggested.
for (const option of [...specified, ...drivers]) {
  const key = option.name.toLowerCase();
  if (!BY_KEY.has(key)) BY_KEY.set(key, option);
}

/** Names of all known options, those of the specification first. */
export const optionNames = () => [...BY_KEY.values()].map(({ name }) => name);

/** True for a name of the specification in its spelling. Only such names are inserted by a fix. */
export const isSpecified = (name: string): boolean => specified.some((one) => one.name === name);

export const knownOption = (name: string): KnownOption | undefined => BY_KEY.get(name.toLowerCase());

/** The fault of a value by kind of option, as one sentence, or `null`. Values are case-sensitive. */
const CHECKS: Readonly<Record<OptionKind, (value: string, option: KnownOption) => string | null>> = {
  // Connection string specification, data type Boolean: other words for them are deprecated.
  boolean: (value, { name }) => (value === 'true' || value === 'false' ? null : `${name} must be true or false.`),
  integer: integerProblem,
  text: (value, { name, maxBytes }) =>
    maxBytes !== undefined && new TextEncoder().encode(value).length > maxBytes
      ? `${name} must have at most ${maxBytes} bytes.`
      : null,
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
  acknowledgement: (value, { name }) => {
    if (value.includes('/')) return `${name} contains a slash. The database name belongs before the question mark.`;
    return /^-\d+$/.test(value) ? `${name} must not be negative.` : null;
  },
};

export function valueIssue(option: KnownOption, value: string, whole: Range, valueRange: Range): UriIssue | null {
  if (value === '') {
    const issue = warning('option-value', whole, `${option.name} is empty.`);
    if (option.isList) return null;
    // Authentication specification: an empty authSource must fail, other empty values are ignored.
    return option.name === 'authSource' ? { ...issue, severity: 'error' } : issue;
  }
  const isTwo = /\?[a-z]{1,40}=/i.test(value);
  const problem = isTwo ? 'Write `&` instead of a second question mark.' : CHECKS[option.kind](value, option);
  return problem === null ? null : warning('option-value', valueRange, problem);
}

function integerProblem(value: string, { name, min, max, special }: KnownOption): string | null {
  if (!/^-?\d{1,20}$/.test(value)) return `${name} must be a whole number.`;
  const number = Number(value);
  if (number === special) return null;
  if (min !== undefined && number < min) return `${name} must be at least ${min}.`;
  return max !== undefined && number > max ? `${name} must be at most ${max}.` : null;
}
