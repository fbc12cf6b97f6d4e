import type { FormatName } from './schema-formats.ts';

/** What a piece of configuration may be. Validation (`schema-check.ts`) and the JSON Schema are read from the same data. */
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

/** The way to a place in a config: keys and positions in lists. */
export type ConfigPath = readonly (string | number)[];

interface Described {
  /** One sentence for people; editors show it beside the key. */
  readonly docs?: string;
  /** Stands in where the key is missing in its record. */
  readonly default?: unknown;
}

export interface TextSchema extends Described {
  readonly kind: 'text';
  readonly format?: FormatName;
  /** A number is taken as the text it is written with (`8.0`, which YAML reads as a number). */
  readonly orNumber?: true;
}

/** One of a few words. */
export interface WordSchema extends Described {
  readonly kind: 'word';
  readonly noun: string;
  readonly words: readonly string[];
  /** Upper and lower case are both right; the value becomes the word as listed. */
  readonly anyCase?: true;
}

export interface FlagSchema extends Described {
  readonly kind: 'flag';
}

/** A whole number. */
export interface CountSchema extends Described {
  readonly kind: 'count';
  readonly min: number;
  readonly max: number;
}

export interface ListSchema extends Described {
  readonly kind: 'list';
  readonly items: Schema;
  readonly min?: number;
  /** A single item may stand without the brackets; the value becomes a list. */
  readonly orOne?: true;
}

/** A list of fixed places, the first of which may stand alone; the value is always a list. */
export interface TupleSchema extends Described {
  readonly kind: 'tuple';
  readonly items: readonly [Schema, ...Schema[]];
}

/** Names of the user's own → values of one sort. */
export interface MapSchema extends Described {
  readonly kind: 'map';
  readonly keys: FormatName;
  readonly values: Schema;
}

export interface RecordSchema extends Described {
  readonly kind: 'record';
  /** What a key is called in messages: `key`, `rule`. */
  readonly noun: string;
  readonly keys: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A record whose other keys depend on the word under `tag`. */
export interface TaggedSchema extends Described {
  readonly kind: 'tagged';
  readonly tag: string;
  readonly variants: Readonly<Record<string, RecordSchema>>;
}

/** A list (or what may stand for one) or an object. */
export interface ChoiceSchema extends Described {
  readonly kind: 'choice';
  readonly list: ListSchema;
  readonly object: Schema;
}

/** Any object; somebody else knows its keys. */
export interface OpenSchema extends Described {
  readonly kind: 'open';
}

export function text(docs: string, format?: FormatName): TextSchema {
  return { kind: 'text', docs, ...(format && { format }) };
}

export function flag(docs: string): FlagSchema {
  return { kind: 'flag', docs };
}

/** A list of texts that may be written as a single one. */
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
