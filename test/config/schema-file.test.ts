import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schemaText } from '../../src/cli/commands/config.ts';
import { RULES } from '../../rules/index.ts';

it('editors get the schema that the program reads by', () => {
  const written = readFileSync(new URL('../../schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(schemaText(RULES))).toEqual(JSON.parse(written));
});
