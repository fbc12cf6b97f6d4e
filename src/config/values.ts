import { versionDates } from '../classify/api-versions.ts';
import { providersOfRegion, regionHint } from '../classify/regions.ts';

/** Types of configuration values. Validation (`validate.ts`) and the JSON Schema use the same data. */
export type Schema =
  | TextSchema
  | WordSchema
  | FlagSchema
  | CountSchema
  | ListSchema
  | TupleSchema
  | MapSchema
  | RecordSchema
  | TaggedSchema
  | ChoiceSchema
  | OpenSchema;

/** The path to a value in a config: keys and list indexes. */
export type ConfigPath = readonly (string | number)[];

interface Described {
  /** If set, the JSON Schema defines it once under this name. Schemas of the same name are equal. */
  readonly name?: string;
  /** One sentence, which editors show beside the key. */
  readonly docs?: string;
  /** Value if the key is missing in its record. */
  readonly default?: unknown;
}

export interface TextSchema extends Described {
  readonly kind: 'text';
  readonly format?: FormatName;
  /** A number is read as the text with which it is written (`8.0`, which YAML reads as a number). */
  readonly orNumber?: true;
}

export interface WordSchema extends Described {
  readonly kind: 'word';
  readonly noun: string;
  readonly words: readonly string[];
  /** Any case is accepted. The value becomes the word as listed. */
  readonly anyCase?: true;
}

interface FlagSchema extends Described {
  readonly kind: 'flag';
}

export interface CountSchema extends Described {
  readonly kind: 'count';
  readonly min: number;
  readonly max: number;
}

export interface ListSchema extends Described {
  readonly kind: 'list';
  readonly items: Schema;
  readonly min?: number;
  /** A single item may be written without brackets. The value becomes a list. */
  readonly orOne?: true;
}

/** A list of fixed length whose first item may be written alone. The value is always a list. */
export interface TupleSchema extends Described {
  readonly kind: 'tuple';
  readonly items: readonly [Schema, ...Schema[]];
}

/** Names chosen by the user → values of one type. */
export interface MapSchema extends Described {
  readonly kind: 'map';
  readonly keys: FormatName;
  readonly values: Schema;
}

export interface RecordSchema extends Described {
  readonly kind: 'record';
  /** The word for a key in messages: `key`, `rule`. */
  readonly noun: string;
  readonly keys: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A record whose other keys depend on the value of `tag`. */
export interface TaggedSchema extends Described {
  readonly kind: 'tagged';
  readonly tag: string;
  readonly variants: Readonly<Record<string, RecordSchema>>;
}

/** A list (or a shorthand for one) or an object. */
export interface ChoiceSchema extends Described {
  readonly kind: 'choice';
  readonly list: ListSchema;
  readonly object: Schema;
}

/** Any object. Its keys are checked elsewhere. */
interface OpenSchema extends Described {
  readonly kind: 'open';
}

export function textSchema(docs: string, format?: FormatName): TextSchema {
  return { kind: 'text', docs, ...(format && { format }) };
}

export function flag(docs: string): FlagSchema {
  return { kind: 'flag', docs };
}

/** A list of texts. A single text may be written without brackets. */
export function texts(docs: string, format: FormatName): ListSchema {
  return { kind: 'list', docs, items: { kind: 'text', format }, orOne: true };
}

export function record(
  docs: string,
  keys: Readonly<Record<string, Schema>>,
  required?: readonly string[],
): RecordSchema {
  return { kind: 'record', noun: 'key', docs, keys, ...(required && { required }) };
}

export interface Format {
  /** The expected format, for messages after "expected". */
  readonly expected: string;
  /** Used in the JSON Schema. Linear, without backtracking. */
  readonly pattern: string;
  /** Checks what the pattern cannot express. */
  readonly test?: (value: string) => boolean;
  /** What to write instead. */
  readonly hint?: (value: string) => string;
}

/** Keys and names without characters of an address, so that they cannot contain credentials. */
const PLAIN = '^[^\\s@:/\\\\]+$';

const FORMATS = {
  name: { expected: 'a name', pattern: '^[^@:/\\s](?:[^@:/\\n]*[^@:/\\s])?$' },
  cluster: {
    expected: 'a name, or <project>/<name>',
    pattern: '^[^@:/\\s](?:[^@:/\\n]*[^@:/\\s])?(?:/[^@:/\\s](?:[^@:/\\n]*[^@:/\\s])?)?$',
  },
  knownCluster: {
    expected: 'the name of a cluster, or "not-service"',
    pattern: '^[^@:/\\s<>‹›](?:[^@:/\\n<>‹›]*[^@:/\\s<>‹›])?(?:/[^@:/\\s<>‹›](?:[^@:/\\n<>‹›]*[^@:/\\s<>‹›])?)?$',
    hint: () => 'Check the value, then write the name of its cluster, or "not-service".',
  },
  projectId: { expected: 'the id of a project (24 hexadecimal digits)', pattern: '^[0-9A-Fa-f]{24}$' },
  token: { expected: 'letters and digits', pattern: '^[A-Za-z0-9]+$' },
  region: { expected: 'a region like US_EAST_1 or us-east-1', pattern: '^[A-Za-z][A-Za-z0-9_ -]*$' },
  cloudRegion: {
    expected: 'a region of AWS, Azure or Google Cloud',
    pattern: '^[A-Za-z][A-Za-z0-9_ -]*$',
    test: (value) => providersOfRegion(value).length > 0,
    hint: regionHint,
  },
  scheme: { expected: 'a scheme like "db", without "://"', pattern: '^[A-Za-z][A-Za-z0-9+.-]*$' },
  host: { expected: 'a hostname or pattern without scheme, user or path', pattern: PLAIN },
  hostPort: { expected: 'a hostname without scheme, user or path', pattern: '^[^\\s@:/\\\\]+(?::\\d+)?$' },
  urlPath: { expected: 'a path that begins with "/"', pattern: '^/[^\\s@:]*$' },
  mediaType: { expected: 'a media type like "application/vnd.example"', pattern: '^[^\\s@:/]+/[^\\s@:/]+$' },
  path: { expected: 'a file path', pattern: '^(?!.*://)[^\\n]+$' },
  glob: { expected: 'a path pattern like "deploy/**"', pattern: '^(?!.*://)[^\\n]+$' },
  sentence: { expected: 'some text', pattern: '\\S' },
  uri: { expected: 'a connection string', pattern: '\\S' },
  label: { expected: 'a single label of a hostname', pattern: '^[A-Za-z0-9-]+$' },
  date: { expected: 'a date like 2026-03-31', pattern: '^\\d{4}-\\d{2}-\\d{2}$', test: isDate },
  versionDate: {
    expected: 'the date of a version of the Administration API',
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    test: (value) => versionDates().includes(value),
    hint: () => `Known: ${versionDates().join(', ')}. Update connlint for a newer one.`,
  },
  time: {
    expected: 'a date like 2026-03-31, with or without a time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    test: (value) => isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  },
} as const satisfies Record<string, Format>;

type FormatName = keyof typeof FORMATS;

const COMPILED = new Map<FormatName, RegExp>();

export function formatOf(name: FormatName): Format {
  return FORMATS[name];
}

export function hasFormat(name: FormatName, value: string): boolean {
  const format = formatOf(name);
  let pattern = COMPILED.get(name);
  if (!pattern) COMPILED.set(name, (pattern = new RegExp(format.pattern, 'u')));
  return pattern.test(value) && (format.test?.(value) ?? true);
}

/** True for a valid date written YYYY-MM-DD (2026-02-30 is not). */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
