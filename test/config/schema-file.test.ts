import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { schemaText } from '../../tools/docs/config-schema.ts';

it('editors get the schema that the program reads by', () => {
  const written = readFileSync(new URL('../../schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(schemaText(RULES))).toEqual(JSON.parse(written));
});
