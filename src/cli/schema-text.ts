import { configJsonSchema } from '../core/config-schema.ts';
import type { Rule } from '../core/rule.ts';
import { ruleOptions } from '../core/rule-options.ts';

/** The JSON Schema of the config with these rules and their options: `schema.json` and `connlint config schema`. */
export function schemaText(rules: readonly Rule[]): string {
  const ids = rules.map(({ id }) => id);
  return `${JSON.stringify(configJsonSchema(ids, ruleOptions(rules)), null, 2)}\n`;
}
