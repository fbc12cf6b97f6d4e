import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { schemaText } from '../../src/cli/commands/config.ts';
import { RULES } from '../../rules/index.ts';

it('editors get the schema that the program reads by', () => {
  const written = readFileSync(new URL('../../schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(schemaText(RULES))).toEqual(JSON.parse(written));
});

it('may go into the schema store: strict readers take it', () => {
  const schema = JSON.parse(schemaText(RULES)) as { $id: string };
  expect(new URL(schema.$id).protocol).toBe('https:');
  expect(() => new Ajv({ strict: true }).compile(schema)).not.toThrow();
});

it('defines what a rule takes once, however often rules are set', () => {
  const text = schemaText(RULES);
  const withOptions = RULES.filter(({ options = {} }) => Object.keys(options).length > 0);
  expect(withOptions).not.toEqual([]);
  for (const { id } of withOptions) expect(text.split(`Options of ${id}.`)).toHaveLength(2);
});
