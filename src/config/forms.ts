import * as v from 'valibot';
import { isPlainName } from '../text/shown-name.ts';
import { providersOfRegion } from '../classify/regions.ts';
import { nearestName } from '../text/edit-distance.ts';
import { versionDates } from '../classify/api-versions.ts';
import { COSTLY_HINT, whyTooCostly, withSlashes } from './globs.ts';

/** Forms of values in a config. A message says what is expected, and repeats no value: it may be a credential. */

export const told = (message: string, hint: string | null): string => (hint === null ? message : `${message}\n${hint}`);

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return value === '' ? 'an empty text' : (TYPE_NAMES[typeof value] ?? 'something else');
}

export const expected =
  (what: string, hint: string | null = null) =>
  ({ input }: { readonly input: unknown }): string =>
    told(`expected ${what}, found ${typeName(input)}`, typeof input === 'object' ? null : hint);

/** `off, info, warning or error` */
export const oneOf = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' or ') || 'none';

/** The message for a word that is none of the known ones. It is repeated where a known one is clearly meant. */
export function unknownWord(noun: string, word: string, known: readonly string[], valid = `Valid: ${oneOf(known)}.`) {
  const near = nearestName(word, known);
  if (near === null || !isPlainName(word.replaceAll('/', '-')) || word.length > near.length + 2)
    return told(`unknown ${noun}`, valid);
  return `unknown ${noun} "${word}". Did you mean "${near}"?`;
}

interface Format {
  /** To follow "expected". */
  readonly what: string;
  readonly pattern: RegExp;
  /** What the pattern cannot express. */
  readonly test?: (value: string) => boolean;
  readonly hint?: (value: string) => string;
  /** How the config spells it, whatever was written. */
  readonly spelt?: (value: string) => string;
}

const lower = (value: string): string => value.toLowerCase();

const URL_PATH = /^\/[^\s@:]*$/;
/** Without characters of an address, so that it cannot contain credentials. */
const NAME = /^[^@:/\s](?:[^@:/\n]*[^@:/\s])?$/;

const FORMATS = {
  name: { what: 'a name', pattern: NAME },
  rule: { what: 'the id of a rule', pattern: /^[\w-]+(?:\/[\w-]+)?$/ },
  externalCluster: {
    what: 'the name of a cluster, or <project>/<name>',
    pattern: /^[^@:/\s<>‹›](?:[^@:/\n<>‹›]*[^@:/\s<>‹›])?(?:\/[^@:/\s<>‹›](?:[^@:/\n<>‹›]*[^@:/\s<>‹›])?)?$/,
    hint: () => 'Check the value, then write the name of its cluster.',
  },
  projectId: { what: 'the id of a project (24 hexadecimal digits)', pattern: /^[0-9A-Fa-f]{24}$/ },
  token: { what: 'letters and digits', pattern: /^[A-Za-z0-9]+$/ },
  region: { what: 'a region like US_EAST_1 or us-east-1', pattern: /^[A-Za-z][A-Za-z0-9_ -]*$/ },
  cloudRegion: {
    what: 'a region of AWS, Azure or Google Cloud like US_EAST_1, EUROPE_NORTH or CENTRAL_US',
    pattern: /^[A-Za-z][A-Za-z0-9_ -]*$/,
    test: (value) => providersOfRegion(value).length > 0,
  },
  scheme: { what: 'a scheme like "db", without "://"', pattern: /^[A-Za-z][A-Za-z0-9+.-]*$/, spelt: lower },
  host: {
    what: 'a hostname or pattern without scheme, user or path',
    pattern: /^[^\s@:/\\]+$/,
    // `*.Example.NET.` and `.example.net` are `example.net`.
    spelt: (host) => lower(host).replace(/^\*?\.|\.$/g, ''),
  },
  hostPort: { what: 'a hostname without scheme, user or path', pattern: /^[^\s@:/\\]+(?::\d+)?$/ },
  /** Of the API, with both slashes. */
  apiPath: { what: 'a path that begins with "/"', pattern: URL_PATH, spelt: (path) => path.replace(/\/?$/, '/') },
  metricsPath: { what: 'a path that begins with "/"', pattern: URL_PATH, spelt: (path) => path.replace(/\/$/, '') },
  mediaType: {
    what: 'a media type like "application/vnd.example"',
    pattern: /^[^\s@:/]+\/[^\s@:/]+$/,
    // `application/vnd.example.2024-08-05+json` and `….<date>+json` are `application/vnd.example`.
    spelt: (type) => type.replace(/\+json$/, '').replace(/\.(?:<[^>]{0,200}>|\d{4}-\d{2}-\d{2})$/, ''),
  },
  // A config is the same on every system.
  path: { what: 'a file path', pattern: /^(?!.*:\/\/)[^\n]+$/, spelt: withSlashes },
  glob: { what: 'a path pattern like "deploy/**"', pattern: /^(?!.*:\/\/)[^\n]+$/ },
  sentence: { what: 'some text', pattern: /\S/ },
  uri: { what: 'a connection string', pattern: /\S/ },
  label: { what: 'a single label of a hostname', pattern: /^[A-Za-z0-9-]+$/, spelt: lower },
  date: { what: 'a date like 2026-03-31', pattern: /^\d{4}-\d{2}-\d{2}$/, test: isDate },
  versionDate: {
    what: 'the date of a version of the Administration API',
    pattern: /^\d{4}-\d{2}-\d{2}$/,
    test: (value) => versionDates().includes(value),
    hint: () => `Known: ${versionDates().join(', ')}. Update connlint for a newer one.`,
  },
  time: {
    what: 'a date like 2026-03-31, with or without a time',
    pattern: /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/,
    test: (value) => isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  },
} as const satisfies Record<string, Format>;

/** Whole days between two dates `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** True for a valid date written YYYY-MM-DD (2026-02-30 is not). */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export function text(name: keyof typeof FORMATS = 'sentence', docs = '') {
  const { what, pattern, test, hint, spelt }: Format = FORMATS[name];
  const wrong = ({ input }: { readonly input: string }): string =>
    told(`expected ${what}${input === '' ? ', found an empty text' : ''}`, hint?.(input) ?? null);
  const isPattern = name === 'glob' || name === 'path';
  const plain = v.pipe(
    v.string(expected(what, 'Put it in quotes.')),
    v.regex(pattern, wrong),
    v.check((value) => !pattern.test(value) || (test?.(value) ?? true), wrong),
    v.check(
      (value) => !isPattern || whyTooCostly(value) === null,
      ({ input }) => told(`the pattern ${whyTooCostly(input) ?? ''}`, COSTLY_HINT),
    ),
    v.description(docs),
  );
  return spelt ? v.pipe(plain, v.transform(spelt)) : plain;
}

export const flag = (docs: string) => v.pipe(v.boolean(expected('true or false')), v.description(docs));

export const count = (min: number, max: number, docs: string) => {
  const message = `expected a whole number from ${min} to ${max}`;
  const whole = v.pipe(v.number(expected('a whole number')), v.integer(message), v.minValue(min, message));
  return v.pipe(whole, v.maxValue(max, message), v.description(docs));
};

export function word<const W extends readonly string[]>(noun: string, words: W, docs = '') {
  const wrong = ({ input }: { readonly input: unknown }): string => {
    if (typeof input === 'string' && input !== '') return unknownWord(noun, input, words);
    return `expected ${oneOf(words)}, found ${typeName(input)}`;
  };
  return v.pipe(v.picklist(words, wrong), v.description(docs));
}

/** A list. A single item may be written without brackets. */
export function listOf<S extends v.GenericSchema>(item: S, docs = '', min = 0) {
  type Item = v.InferOutput<S>;
  const list = v.pipe(v.array(item), v.minLength(min, `expected at least ${min} in the list`));
  const asList = (value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);
  // A single item says what is wrong with it.
  const either = v.union([list, item], ({ issues }) => issues?.at(-1)?.message ?? 'expected a list');
  return v.pipe(either, v.description(docs), v.transform(asList));
}

/** A list that needs brackets. */
export const items = <S extends v.GenericSchema>(item: S, docs = '') =>
  v.pipe(v.array(item, expected('a list')), v.description(docs));

/** The same, empty by default. */
export const list = <S extends v.GenericSchema>(item: S, docs: string) => v.optional(items(item, docs), []);

const NO_LIST = v.custom<never>(() => false, 'expected an object, found a list');
/** To the library, a list is an object with numbers as keys. */
const noList = <S extends v.GenericSchema>(schema: S): S => ({
  ...schema,
  '~run': (dataset, config) => (Array.isArray(dataset.value) ? NO_LIST : schema)['~run'](dataset, config),
});

export function object<const E extends v.ObjectEntries>(entries: E, docs = '', noun = 'key') {
  const keys = Object.keys(entries);
  return v.pipe(
    noList(
      v.strictObject(entries, (issue) => {
        if (issue.expected === 'Object') return `expected an object, found ${typeName(issue.input)}`;
        const key = String(issue.path?.at(-1)?.key);
        return issue.expected === 'never' ? unknownWord(noun, key, keys) : `the key "${key}" is missing`;
      }),
    ),
    v.description(docs),
  );
}

/** An object of which any key may be missing. */
export function partial<const E extends Readonly<Record<string, v.GenericSchema>>>(entries: E, docs = '') {
  const optional = Object.entries(entries).map(([key, schema]) => [key, v.exactOptional(schema)]);
  return object(Object.fromEntries(optional) as { [K in keyof E]: v.ExactOptionalSchema<E[K], undefined> }, docs);
}

/** Names of the user → values of one form. */
export const mapOf = <K extends v.GenericSchema<string>, S extends v.GenericSchema>(key: K, value: S, docs = '') =>
  v.pipe(noList(v.record(key, value, expected('an object'))), v.description(docs));
