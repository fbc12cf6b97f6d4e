import type { RuleOptions } from '../config/schema.ts';
import type { Rule } from './rule.ts';
import type { RecordSchema, Schema } from '../config/values.ts';

type Option = NonNullable<Rule['options']>[string];

const MAX_COUNT = 1_000_000_000;

/** The schemas of rule options for `configSchema`, from the declarations of the rules. */
export function ruleOptions(rules: readonly Rule[]): RuleOptions {
  return Object.fromEntries(rules.map((rule) => [rule.id, optionsOf(rule)]));
}

function optionsOf({ id, options = {} }: Rule): RecordSchema {
  const keys = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, optionSchema(option)]));
  return { kind: 'record', noun: 'option', docs: `Options of ${id}.`, keys };
}

function optionSchema(option: Option): Schema {
  const described = {
    docs: option.description,
    ...(option.default === undefined ? {} : { default: option.default }),
  };
  return { ...shapeOf(option.type, option.items), ...described };
}

/** The types of JSON Schema that options use. */
const SHAPES: Readonly<Record<string, (items: unknown) => Schema>> = {
  string: () => ({ kind: 'text', format: 'sentence' }),
  boolean: () => ({ kind: 'flag' }),
  integer: () => ({ kind: 'count', min: 0, max: MAX_COUNT }),
  number: () => ({ kind: 'count', min: 0, max: MAX_COUNT }),
  array: (items) => ({ kind: 'list', items: itemSchema(items) }),
  object: () => ({ kind: 'open' }),
};

function shapeOf(type: string | undefined, items?: unknown): Schema {
  return (SHAPES[type ?? 'string'] ?? SHAPES.string!)(items);
}

function itemSchema(items: unknown): Schema {
  if (typeof items !== 'object' || items === null) return shapeOf('string');
  const { type, enum: words } = items as { readonly type?: string; readonly enum?: readonly string[] };
  return words ? { kind: 'word', noun: 'value', words } : shapeOf(type);
}
