import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../src/config/config.ts';
import { configJsonSchema } from '../../src/config/schema.ts';

interface JsonValidator {
  validateSchema(schema: unknown): boolean;
  compile(schema: unknown): (value: unknown) => boolean;
}

// An independent validator of JSON Schema, which ESLint depends on.
const fromEslint = createRequire(createRequire(import.meta.url).resolve('eslint/package.json'));
const Ajv = fromEslint('ajv') as new () => JsonValidator;

const RULES = ['legacy-host', 'uri-refused'];
const schema = configJsonSchema(RULES);
const bySchema = new Ajv().compile(schema);

/** Valid, nearly valid and invalid values for every key. */
const RULE_SETTINGS = [
  { 'uri-refused': 'off' },
  { 'uri-refused': ['error', {}] },
  { 'uri-refused': 'fatal' },
  { 'srv-prt': 'off' },
  3,
];
const CANDIDATES: Readonly<Record<string, readonly unknown[]>> = {
  $schema: ['./schema.json', 1],
  service: [
    { name: 'X', schemes: ['db'] },
    { fields: ['a'] },
    { fields: { removed: 'a', rest: 1 } },
    { api: { path: 'x' } },
    'x',
  ],
  include: ['src/**', ['src/**'], [''], 3],
  ignores: [[], ['a', 'b'], [1], { a: 1 }],
  rules: RULE_SETTINGS,
  overrides: [
    [{ files: 'a', rules: RULE_SETTINGS[0] }],
    [{ files: 'a', rules: RULE_SETTINGS[2] }],
    [{ network: 'public' }],
    'a',
  ],
  inventory: ['a.json', ['a.json'], { peers: 'p.json' }, { pears: 'p.json' }, 4],
  project: [{ peeringOnly: true, peering: 'Gcp' }, { peering: ['ibm'] }, { peeringOnly: 1 }],
  clusters: [
    { a: { provider: 'AWS', version: 7 } },
    { a: { provider: ['aws', 'gcp'], sharded: true } },
    { a: { sharded: 'x' } },
    { 'a@b': {} },
  ],
  plan: [
    [{ change: 'shard', cluster: '*' }],
    [{ change: 'shard' }],
    [{ change: 'custom-dns' }],
    [{ cluster: 'a' }],
    {},
  ],
  suppressions: [
    [{ rule: 'uri-refused', until: '2026-03-31' }],
    [{ rule: ['uri-refused'], host: 'a b' }],
    [{ rule: 'x' }],
    [{}],
  ],
  baseline: ['.accepted', '', 5],
  warnDays: [0, 90, -1, 1.5, '90'],
  zebra: [undefined, 1],
};

describe('the JSON Schema', () => {
  it('is a JSON Schema', () => {
    expect(new Ajv().validateSchema(schema)).toBe(true);
  });

  it('takes and refuses what the program takes and refuses', () => {
    const entries = Object.entries(CANDIDATES).map(([key, values]) =>
      fc.option(
        fc.constantFrom(...values).map((value) => [key, value] as const),
        { freq: 3 },
      ),
    );
    fc.assert(
      fc.property(fc.tuple(...entries), (chosen) => {
        const value: unknown = JSON.parse(JSON.stringify(Object.fromEntries(chosen.filter((entry) => entry !== null))));
        expect(bySchema(value)).toBe('config' in validateConfig(value, RULES));
      }),
      { numRuns: 300 },
    );
  });

  it('takes and refuses every candidate alone as the program does', () => {
    for (const [key, values] of Object.entries(CANDIDATES)) {
      for (const value of values) {
        if (value !== undefined) {
          expect([key, value, bySchema({ [key]: value })]).toEqual([
            key,
            value,
            'config' in validateConfig({ [key]: value }, RULES),
          ]);
        }
      }
    }
  });

  it('describes every key, for editors', () => {
    const { properties } = schema as { properties: Record<string, { description?: string }> };
    expect(Object.entries(properties).filter(([, { description }]) => !description)).toEqual([]);
    const { rules } = (schema as { $defs: Record<string, { properties: object }> }).$defs;
    expect(Object.keys(rules!.properties)).toEqual(RULES);
  });
});
