import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { DEFAULT_CONFIG, factPaths, validateConfig, type Config } from '../../src/config/config.ts';
import { knownRules } from '../../src/lint/checks.ts';
import { configJsonSchema } from '../../tools/docs/config-schema.ts';

const KNOWN = { ...knownRules(RULES), 'srv-port/direct': null };
const matchesSchema = new Ajv({ strict: true, allowUnionTypes: true }).compile(configJsonSchema(RULES) as object);

/** A planned change with all that its entry can say. */
const SHARD = {
  plan: [
    {
      change: 'shard',
      cluster: '*',
      by: '2027-03-31',
      strings: { none: 'a' },
      downtime: 'b',
      accept: { 'connlint/v2:1': 'c' },
    },
  ],
};

function config(value: unknown): Config {
  const checked = validateConfig(value, KNOWN);
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  expect([value, matchesSchema.errors, matchesSchema(value)]).toEqual([value, null, true]);
  return checked.config;
}

function problems(value: unknown): readonly string[] {
  const checked = validateConfig(value, KNOWN);
  if ('config' in checked) throw new Error('the config is accepted');
  return checked.problems.map(
    ({ path, message, hint }) => `${path}: ${message}${hint === undefined ? '' : ` | ${hint}`}`,
  );
}

describe('a right config', () => {
  it('is filled with defaults', () => {
    expect(config({})).toEqual(DEFAULT_CONFIG);
    expect(DEFAULT_CONFIG).toEqual({
      service: {},
      ignores: [],
      rules: {},
      overrides: [],
      projects: [],
      plan: [],
      external: {},
      suppressions: [],
      warnDays: 180,
      maxFactAge: 30,
    });
  });

  it.each<[written: object, read: object]>([
    [{ $schema: './schema.json' }, {}],
    [{ ignores: 'a/**' }, { ignores: ['a/**'] }],
    [
      { rules: { 'legacy-host': 'off', 'srv-port/direct': ['error'] } },
      { rules: { 'legacy-host': ['off'], 'srv-port/direct': ['error'] } },
    ],
    [
      { overrides: [{ files: 'x', role: 'test', region: 'eu-west-1' }] },
      { overrides: [{ files: ['x'], role: 'test', region: 'eu-west-1' }] },
    ],
    [{ projects: [{ inventory: 'a\\b.json' }] }, { projects: [{ inventory: ['a/b.json'], clusters: {} }] }],
    [
      {
        projects: [
          {
            peering: 'AZURE',
            clusters: { till: { provider: ['aws'], version: '8.0' } },
            endpoints: [{ provider: 'aws', region: 'US_EAST_1' }],
          },
        ],
      },
      {
        projects: [
          {
            inventory: [],
            peering: ['azure'],
            clusters: { till: { provider: ['aws'], version: '8.0' } },
            endpoints: [{ provider: 'aws', region: 'US_EAST_1' }],
          },
        ],
      },
    ],
    [{ plan: [{ change: 'custom-dns' }] }, { plan: [{ change: 'custom-dns', enabled: true }] }],
    [SHARD, SHARD],
    [
      {
        external: {
          A: 'not-service',
          'deploy/a.yml#uri': { cluster: 'till', kind: 'private' },
          B: { cluster: 'till' },
        },
      },
      {
        external: {
          A: 'not-service',
          'deploy/a.yml#uri': { cluster: 'till', kind: 'private' },
          B: { cluster: 'till' },
        },
      },
    ],
    [
      { suppressions: [{ rule: 'legacy-host', files: 'a', until: '2027-01-01' }] },
      { suppressions: [{ rule: ['legacy-host'], files: ['a'], until: '2027-01-01' }] },
    ],
  ])('%j', (written, read) => {
    const checked = config(written);
    expect(checked).toEqual({ ...DEFAULT_CONFIG, ...read });
    expect(validateConfig(checked, KNOWN)).toEqual({ config: checked });
  });

  it('knows its fact files', () => {
    const { projects } = config({
      projects: [
        { name: 'a', inventory: ['x', 'y'] },
        { name: 'b', inventory: { peers: 'z' } },
      ],
    });
    expect(factPaths({ projects })).toEqual([
      { path: 'x', kind: null, project: 0 },
      { path: 'y', kind: null, project: 0 },
      { path: 'z', kind: 'peers', project: 1 },
    ]);
  });
});

describe('a wrong config is refused with place, reason and the nearest name', () => {
  it.each<[value: unknown, problem: RegExp]>([
    [[], /^: expected an object, found a list$/],
    [null, /^: expected an object, found nothing$/],
    [{ overides: [] }, /^overides: unknown key "overides"\. Did you mean "overrides"\?$/],
    [{ xyz: 1 }, /^xyz: unknown key \| Valid: \$schema, service, /],
    [
      { rules: { 'legacy-hots': 'off' } },
      /^rules\.legacy-hots: unknown rule "legacy-hots"\. Did you mean "legacy-host"\?$/,
    ],
    [{ rules: { xyz: 'off' } }, /^rules\.xyz: unknown rule \| Rules: connlint explain$/],
    [{ rules: { 'legacy-host': 'eror' } }, /unknown severity "eror"\. Did you mean "error"\?/],
    [
      { rules: { 'legacy-host': ['error', 5] } },
      /expected off, info, warning or error, or a list of a severity and options/,
    ],
    [
      { rules: { 'legacy-host': ['error', { x: 1 }] } },
      /^rules\.legacy-host\[1\]\.x: unknown option \| Valid: none\.$/,
    ],
    [{ ignores: 5 }, /^ignores: expected a path pattern .*, found a number \| Put it in quotes\.$/],
    [{ ignores: ['a', 5] }, /^ignores\[1\]: expected a path pattern .*, found a number \| Put it in quotes\.$/],
    [{ ignores: '+(a|b)' }, /a group such as .* \| Write several/],
    [{ ignores: '{a,b,c,d,e}'.repeat(4) }, /expands to more than 64 patterns/],
    [{ overrides: [{ files: [] }] }, /^overrides\[0\]\.files: expected at least 1 in the list$/],
    [{ overrides: [{ files: 'a', role: 'tests' }] }, /unknown role "tests"\. Did you mean "test"\?/],
    [{ plan: [{}] }, /^plan\[0\]: the key "change" is missing \| Valid: multi-region, /],
    [{ plan: [{ chnage: 'shard' }] }, /unknown key "chnage"\. Did you mean "change"\?/],
    [
      { plan: [{ change: 'multi-regon' }] },
      /^plan\[0\]\.change: unknown change "multi-regon"\. Did you mean "multi-region"\?/,
    ],
    [{ plan: [{ change: 'shard' }] }, /^plan\[0\]: the key "cluster" is missing$/],
    [
      { plan: [{ change: 'shard', clustr: 'a' }] },
      /^plan\[0\]\.clustr: unknown key "clustr"\. Did you mean "cluster"\?$/,
    ],
    [{ plan: [{ change: 'shard', cluster: 'a/b' }] }, /^plan\[0\]\.cluster: expected a name$/],
    [{ plan: [{ change: 'admin-api', to: '2024-01-01' }] }, /expected the date of a version .* \| Known: /],
    [
      { plan: [{ change: 'multi-region', cluster: 'a', regions: 'us-est-1' }] },
      /expected a region of AWS, Azure or Google Cloud like US_EAST_1/,
    ],
    [{ projects: [{ peering: 'gpc' }] }, /unknown provider "gpc"\. Did you mean "gcp"\?$/],
    [{ plan: [{ change: 'custom-dns', accept: { 'mongodb://u:p@h': 'x' } }] }, /accept\[…\]: expected a file path$/],
    [{ external: { A: 'till' } }, /^external\.A: expected \{ "cluster": …, "kind": … \} or "not-service"/],
    [{ external: { A: { cluster: 'till', kind: 'standrd' } } }, /unknown kind "standrd"\. Did you mean "standard"\?/],
    [{ projects: {} }, /^projects: expected a list, found an object$/],
    [
      { projects: [{ clusters: [{ provider: 'aws' }] }] },
      /^projects\[0\]\.clusters: expected an object, found a list$/,
    ],
    [{ rules: ['legacy-host'] }, /^rules: expected an object, found a list$/],
    [{ plan: [{ change: 'shard', cluster: 'a', accept: ['x'] }] }, /^plan\[0\]\.accept: expected an object/],
    [{ projects: [{}, { name: 'a' }] }, /^projects\[0\]: a name or an id is missing/],
    [{ projects: [{ name: 'a' }, { name: 'A' }] }, /^projects\[1\]: another project has the same name or id$/],
    [{ projects: [{ inventory: { clustrs: 'a' } }] }, /unknown key "clustrs"\. Did you mean "clusters"\?/],
    [{ suppressions: [{ rule: 'legacy-hots' }] }, /^suppressions\[0\]\.rule: unknown rule "legacy-hots"/],
    [{ suppressions: [{ rule: 'legacy-host', until: '2027-02-30' }] }, /until: expected a date like 2026-03-31$/],
    [{ warnDays: 1.5 }, /^warnDays: expected a whole number from 0 to 3650$/],
    [{ maxFactAge: 0 }, /^maxFactAge: expected a whole number from 1 to 3650$/],
  ])('%j', (value, problem) => {
    expect(problems(value)).toEqual([expect.stringMatching(problem)]);
  });

  it('and names every problem', () => {
    expect(problems({ ignores: 1, warnDays: 'x', plan: [{ change: 'shard' }] })).toHaveLength(3);
  });
});

it('refuses a second change of one kind to one cluster, which a rule would take for the first', () => {
  const shard = (cluster: string, project?: string) => ({ change: 'shard', cluster, ...(project && { project }) });
  expect(problems({ plan: [shard('a'), shard('A')] })).toEqual([expect.stringContaining('plan[1]: another entry')]);
  expect(problems({ plan: [shard('*'), shard('a')] })).toHaveLength(1);
  expect(config({ plan: [shard('a', 'x'), shard('a', 'y'), shard('b')] }).plan).toHaveLength(3);
});
