import { formatOf } from './schema-formats.ts';
import type { RecordSchema, Schema, TaggedSchema } from './schema.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The same rules as a JSON Schema (draft-07, which every editor knows), for completion and squiggles. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const write = WRITERS[schema.kind] as (schema: Schema) => JsonSchema;
  return {
    ...(schema.docs !== undefined && { description: schema.docs }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...write(schema),
  };
}

const WRITERS: { readonly [K in Schema['kind']]: (schema: Extract<Schema, { kind: K }>) => JsonSchema } = {
  text: (schema) => {
    const written = { type: 'string', pattern: formatOf(schema.format ?? 'sentence').pattern };
    return schema.orNumber ? { anyOf: [written, { type: 'number' }] } : written;
  },
  word: (schema) => {
    const words = { enum: schema.words };
    return schema.anyCase ? { anyOf: [words, { type: 'string', pattern: anyCase(schema.words) }] } : words;
  },
  flag: () => ({ type: 'boolean' }),
  count: (schema) => ({ type: 'integer', minimum: schema.min, maximum: schema.max }),
  list: (schema) => {
    const items = jsonSchemaOf(schema.items);
    const list = { type: 'array', items, ...(schema.min !== undefined && { minItems: schema.min }) };
    return schema.orOne ? { anyOf: [list, items] } : list;
  },
  tuple: (schema) => {
    const items = schema.items.map(jsonSchemaOf);
    return { anyOf: [{ type: 'array', items, minItems: 1, maxItems: items.length }, items[0]] };
  },
  map: (schema) => ({
    type: 'object',
    propertyNames: { pattern: formatOf(schema.keys).pattern },
    additionalProperties: jsonSchemaOf(schema.values),
  }),
  record: writeRecord,
  tagged: writeTagged,
  choice: (schema) => ({ anyOf: [jsonSchemaOf(schema.list), jsonSchemaOf(schema.object)] }),
  open: () => ({ type: 'object' }),
};

function writeRecord(schema: RecordSchema): JsonSchema {
  const properties = Object.entries(schema.keys).map(([key, value]) => [key, jsonSchemaOf(value)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(schema.required && { required: schema.required }),
    additionalProperties: false,
  };
}

function writeTagged(schema: TaggedSchema): JsonSchema {
  const variants = Object.entries(schema.variants).map(([word, variant]) => {
    const { properties, ...rest } = writeRecord(variant);
    const required = [schema.tag, ...(variant.required ?? [])];
    const tag = { const: word };
    return {
      ...rest,
      description: variant.docs,
      properties: { [schema.tag]: tag, ...(properties as object) },
      required,
    };
  });
  return { oneOf: variants };
}

/** A pattern that takes the words in any case; JSON Schema's patterns have no flags. */
function anyCase(words: readonly string[]): string {
  const letters = (word: string) =>
    word.replace(/[a-z]/giu, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
  return `^(?:${words.map(letters).join('|')})$`;
}
