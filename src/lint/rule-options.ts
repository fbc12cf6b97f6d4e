import * as v from 'valibot';
import { optionsSchema, type RuleOptions } from '../config/config.ts';
import { count, expected, flag, text, word } from '../config/forms.ts';
import type { Rule } from './rule.ts';

type Option = NonNullable<Rule['options']>[string];

const MAX_COUNT = 1_000_000_000;

/** The schemas of rule options for `validateConfig`, from the declarations of the rules. */
export function ruleOptions(rules: readonly Rule[]): RuleOptions {
  return Object.fromEntries(
    rules.map(({ id, options = {} }) => [
      id,
      optionsSchema(
        Object.fromEntries(
          Object.entries(options).map(([name, option]) => [name, v.optional(formOf(option), option.default as never)]),
        ),
      ),
    ]),
  );
}

/** The types of JSON Schema that options use. */
const FORMS: Readonly<Record<string, (docs: string, items: unknown) => v.GenericSchema>> = {
  string: (docs) => text('sentence', docs),
  boolean: (docs) => flag(docs),
  integer: (docs) => count(0, MAX_COUNT, docs),
  array: (docs, items) => v.pipe(v.array(itemForm(items), expected('a list')), v.description(docs)),
  object: (docs) => v.pipe(v.record(v.string(), v.unknown(), expected('an object')), v.description(docs)),
};

const formOf = ({ type, description, items }: Pick<Option, 'type' | 'description' | 'items'>): v.GenericSchema =>
  (FORMS[type] ?? FORMS.string!)(description, items);

function itemForm(items: unknown): v.GenericSchema {
  const { type = 'string', enum: words } = (items ?? {}) as {
    readonly type?: string;
    readonly enum?: readonly string[];
  };
  return words ? word('value', words) : formOf({ type, description: '' });
}
