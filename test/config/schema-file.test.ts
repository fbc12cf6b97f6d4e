import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';

it('may go into the schema store: strict readers take it', () => {
  const schema = JSON.parse(readFileSync(new URL('../../schema.json', import.meta.url), 'utf8')) as { $id: string };
  expect(() => new Ajv({ strict: true }).compile(schema)).not.toThrow();
});
