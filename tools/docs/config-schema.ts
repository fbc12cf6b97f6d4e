import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { configSchema, clusterSchema, RULES as RULE_SETTINGS } from '../../src/config/schema.ts';
import { LEVELS } from '../../src/config/severity.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { compactJson } from './compact-json.ts';

const convert = (schema: unknown, definitions: Record<string, unknown> = {}): JsonSchema =>
  toJsonSchema(schema as GenericSchema, {
    errorMode: 'ignore',
    typeMode: 'input',
    definitions: definitions as Record<string, GenericSchema>,
  });

/** The JSON Schema of the config with these rules, for editors (`connlint/schema.json`). */
export function configJsonSchema(rules: readonly Rule[]): JsonSchema {
  const written = convert(configSchema, { cluster: clusterSchema, rules: RULE_SETTINGS });
  const $defs = { ...written.$defs, rules: rulesSchema(rules), level: { enum: [...LEVELS] }, setting: setting(null) };
  return concise({ ...written, title: 'connlint', $defs }) as JsonSchema;
}

/** As it is written to `schema.json`. */
export const schemaText = (rules: readonly Rule[]): string => `${compactJson(configJsonSchema(rules))}\n`;

/** Without what says nothing: empty descriptions and lists of required keys, and lengths from zero. */
function concise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(concise);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, one]) =>
      !(key === 'description' && one === '') &&
      !(key === 'required' && Array.isArray(one) && one.length === 0) &&
      !(key === 'minItems' && one === 0),
  );
  return Object.fromEntries(kept.map(([key, one]) => [key, concise(one)]));
}

const LEVEL: JsonSchema = { $ref: '#/$defs/level' };

function setting(options: JsonSchema | null): JsonSchema {
  const items = options ? [LEVEL, options] : [LEVEL];
  return { anyOf: [LEVEL, { type: 'array', items, minItems: 1, maxItems: items.length }] };
}

/** Which rules there are, and with which options, is known to the rules. */
function rulesSchema(rules: readonly Rule[]): JsonSchema {
  const plain: JsonSchema = { $ref: '#/$defs/setting' };
  const properties = Object.fromEntries(
    rules.map(({ id, options }) => [id, options ? setting(convert(options)) : plain]),
  );
  return { type: 'object', properties, additionalProperties: plain };
}
