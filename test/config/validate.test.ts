import { describe, expect, it } from 'vitest';
import { type Config, type ConfigProblem, DEFAULT_CONFIG, factPaths, validateConfig } from '../../src/config/config.ts';
import { record, textSchema } from '../../src/config/values.ts';

const RULES = ['legacy-host', 'uri-refused', 'credentials-in-text'];

function config(value: unknown): Config {
  const result = validateConfig(value, RULES);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.config;
}

function problems(value: unknown): readonly ConfigProblem[] {
  const result = validateConfig(value, RULES);
  return 'problems' in result ? result.problems : [];
}

/** `path: message` of every problem. */
function told(value: unknown): string[] {
  return problems(value).map(({ path, message }) => `${path}: ${message}`);
}

describe('a right config', () => {
  it('has the same paths on every system', () => {
    const { inventory, baseline } = config({
      inventory: ['facts\\prod\\*.json', 'C:\\a.json'],
      baseline: 'ci\\accepted',
    });
    expect([inventory, baseline]).toEqual([['facts/prod/*.json', 'C:/a.json'], 'ci/accepted']);
  });

  it('is filled with defaults', () => {
    expect(config({})).toEqual(DEFAULT_CONFIG);
    expect(DEFAULT_CONFIG).toEqual({
      service: {},
      include: [],
      ignores: [],
      roles: {},
      rules: {},
      overrides: [],
      inventory: [],
      project: {},
      clusters: {},
      projects: {},
      plan: [],
      external: {},
      suppressions: [],
      warnDays: 180,
      maxFactAge: 30,
    });
  });

  it('has lists for single items, lower-case providers, and severities with or without options', () => {
    const given = {
      $schema: './node_modules/connlint/schema.json',
      ignores: 'vendor/**',
      rules: { 'uri-refused': 'off', 'legacy-host': ['error', { allow: ['a'] }] },
      overrides: [
        { files: 'deploy/**', rules: { 'uri-refused': ['info'] }, network: 'private-endpoint', region: 'us-east-1' },
      ],
      project: { peering: ['AWS', 'Azure'] },
      clusters: { orders: { provider: 'GCP', regions: 'US_EAST_1', version: 8, createdAt: '2020-06-18T10:00:00Z' } },
      suppressions: [
        { rule: 'legacy-host', files: ['conf/*.json'], host: '*.shop.example:27017', until: '2026-03-31' },
      ],
      warnDays: 0,
    };
    expect(config(given)).toMatchObject({
      ignores: ['vendor/**'],
      rules: { 'uri-refused': ['off'], 'legacy-host': ['error', { allow: ['a'] }] },
      overrides: [
        { files: ['deploy/**'], rules: { 'uri-refused': ['info'] }, network: 'private-endpoint', region: 'us-east-1' },
      ],
      project: { peering: ['aws', 'azure'] },
      clusters: { orders: { provider: ['gcp'], regions: ['US_EAST_1'], version: '8' } },
      suppressions: [{ rule: ['legacy-host'], files: ['conf/*.json'], until: '2026-03-31' }],
      warnDays: 0,
    });
    expect(config(given)).not.toHaveProperty('$schema');
  });

  it('may plan every change', () => {
    const plan = [
      {
        change: 'multi-region',
        cluster: 'orders',
        regions: ['US_EAST_1', 'eu-west-1'],
        regionalizedPrivateEndpoints: false,
      },
      { change: 'disable-peering-only' },
      { change: 'cloud-provider', cluster: '*', to: 'Azure' },
      { change: 'regionalized-endpoints' },
      { change: 'shard', cluster: 'orders' },
      { change: 'custom-dns', enabled: false },
      { change: 'port-mapped-endpoints', cluster: 'orders' },
      { change: 'admin-api', to: '2024-08-05' },
      { change: 'leave-legacy-hostnames' },
    ];
    const expected = structuredClone(plan).map((change) =>
      'to' in change ? { ...change, to: change.to.toLowerCase() } : change,
    );
    expected[3] = { change: 'regionalized-endpoints', enabled: true };
    expect(config({ plan }).plan).toEqual(expected);
  });

  it('may contain the strings of a cluster as the API writes them', () => {
    const connectionStrings = {
      standardSrv: 'mongodb+srv://orders.k3v9q.shop.example',
      awsPrivateLink: { 'vpce-0a1b2c3d': 'mongodb://pl-0-us-east-1.k3v9q.shop.example:1024' },
      privateEndpoint: [
        {
          srvConnectionString: 'mongodb+srv://orders-pl-0.k3v9q.shop.example',
          type: 'MONGOD',
          endpoints: [{ endpointId: 'vpce-0a1b2c3d', providerName: 'AWS', region: 'US_EAST_1' }],
        },
      ],
    };
    const { clusters } = config({ clusters: { orders: { connectionStrings } } });
    expect(clusters['orders']?.connectionStrings?.privateEndpoint?.[0]?.endpoints?.[0]?.providerName).toBe('aws');
    expect(clusters['orders']?.connectionStrings?.standardSrv).toBe(connectionStrings.standardSrv);
  });

  it('names fact files in three ways', () => {
    const paths = (inventory: unknown) => factPaths(config({ inventory }));
    expect(paths('facts.json')).toEqual([{ path: 'facts.json', kind: null, project: null, keys: ['inventory', 0] }]);
    expect(paths(['a.json', 'facts/*.json']).map(({ path }) => path)).toEqual(['a.json', 'facts/*.json']);
    expect(paths({ clusters: ['a.json', 'b.json'], regionalMode: 'r.json' })).toEqual([
      { path: 'a.json', kind: 'clusters', project: null, keys: ['inventory', 'clusters', 0] },
      { path: 'b.json', kind: 'clusters', project: null, keys: ['inventory', 'clusters', 1] },
      { path: 'r.json', kind: 'regionalMode', project: null, keys: ['inventory', 'regionalMode', 0] },
    ]);
  });

  it('may have empty parts, as YAML writes them when all below is commented out', () => {
    expect(config({ rules: null, plan: null, ignores: undefined })).toEqual(DEFAULT_CONFIG);
  });
});

describe('a wrong config', () => {
  it('says which key was meant', () => {
    expect(told({ overides: [] })).toEqual(['overides: unknown key "overides". Did you mean "overrides"?']);
    expect(told({ suppressions: [{ rule: 'uri-refused', untill: '2027-01-01' }] })).toEqual([
      'suppressions[0].untill: unknown key "untill". Did you mean "until"?',
    ]);
    expect(problems({ zebra: 1 })[0]?.hint).toContain('warnDays');
  });

  it('says which rule and which severity was meant', () => {
    expect(told({ rules: { 'legacy-hosts': 'off', 'uri-refused': 'warn' } })).toEqual([
      'rules.legacy-hosts: unknown rule "legacy-hosts". Did you mean "legacy-host"?',
      'rules.uri-refused: unknown severity "warn". Did you mean "warning"?',
    ]);
    expect(told({ rules: { 'uri-refused': 'fatal' } })).toEqual(['rules.uri-refused: unknown severity "fatal"']);
    expect(problems({ rules: { 'uri-refused': 'fatal' } })[0]?.hint).toBe('Valid: off, info, warning or error.');
    expect(
      told({ overrides: [{ files: '**', rules: { 'legacy-hots': 'off' } }], suppressions: [{ rule: 'legacy-hots' }] }),
    ).toEqual([
      'overrides[0].rules.legacy-hots: unknown rule "legacy-hots". Did you mean "legacy-host"?',
      'suppressions[0].rule: unknown rule "legacy-hots". Did you mean "legacy-host"?',
    ]);
  });

  it.each([
    [{ warnDays: '30' }, 'warnDays: expected a whole number, found text'],
    [{ warnDays: 1.5 }, 'warnDays: expected a whole number, found a fraction'],
    [{ warnDays: -1 }, 'warnDays: expected a whole number from 0 to 3650, found -1'],
    [{ project: { peeringOnly: 'yes' } }, 'project.peeringOnly: expected true or false, found text'],
    [{ plan: { change: 'shard' } }, 'plan: expected a list, found an object'],
    [{ rules: [] }, 'rules: expected an object, found a list'],
    [{ rules: { 'uri-refused': ['error', 'x'] } }, 'rules.uri-refused[1]: expected an object, found text'],
    [{ rules: { 'uri-refused': [] } }, 'rules.uri-refused: expected a list of 1 to 2, found 0'],
    [{ rules: { 'uri-refused': null } }, 'rules.uri-refused: expected off, info, warning or error, found nothing'],
    [{ service: { domains: [] } }, 'service.domains: expected at least 1 in the list, found 0'],
    [{ clusters: { orders: { token: 12345 } } }, 'clusters.orders.token: expected letters and digits, found a number'],
    [{ overrides: [{ rules: {} }] }, 'overrides[0]: the key "files" is missing'],
    [[], ': expected an object, found a list'],
    ['x', ': expected an object, found text'],
  ])('%j has a wrong type', (value, expected) => {
    expect(told(value)).toEqual([expected]);
  });

  it.each([
    [
      { change: 'multi-regions', cluster: 'a' },
      'plan[0].change: unknown change "multi-regions". Did you mean "multi-region"?',
    ],
    [{ cluster: 'a' }, 'plan[0]: the key "change" is missing'],
    [{ chang: 'shard', cluster: 'a' }, 'plan[0].chang: unknown key "chang". Did you mean "change"?'],
    [
      { change: 'multi-region', cluster: 'a', region: ['US_EAST_1'] },
      'plan[0].region: unknown key "region". Did you mean "regions"?',
    ],
    [{ change: 'shard' }, 'plan[0]: the key "cluster" is missing'],
    [
      { change: 'multi-region', cluster: 'a', regions: [] },
      'plan[0].regions: expected at least 1 in the list, found 0',
    ],
    [{ change: 'shard', cluster: 'a', to: 'aws' }, 'plan[0].to: unknown key "to"'],
    [
      { change: 'cloud-provider', cluster: 'a', to: 'azuer' },
      'plan[0].to: unknown provider "azuer". Did you mean "azure"?',
    ],
    [
      { change: 'admin-api', to: '2026-02-30' },
      'plan[0].to: expected the date of a version of the Administration API, found "2026-02-30"',
    ],
    [
      { change: 'admin-api', to: '08/05/2024' },
      'plan[0].to: expected the date of a version of the Administration API, found text',
    ],
    [{ change: 'toString' }, 'plan[0].change: unknown change "toString"'],
  ])('%j is not a planned change', (change, expected) => {
    expect(told({ plan: [change] })).toEqual([expected]);
  });

  it.each(['2026-3-1', '2026-13-01', '2025-02-29', '2026-03-31T00:00:00Z', ''])('%j is not a last day', (until) => {
    expect(problems({ suppressions: [{ rule: 'uri-refused', until }] })).toHaveLength(1);
  });

  it('takes leap days for what they are', () => {
    expect(problems({ suppressions: [{ rule: 'uri-refused', until: '2028-02-29' }] })).toEqual([]);
  });

  it('is not fooled by names that every object has', () => {
    const value: unknown = JSON.parse('{"__proto__": {}, "constructor": 1, "rules": {"toString": "off"}}');
    expect(told(value)).toEqual([
      '__proto__: unknown key "__proto__"',
      'constructor: unknown key "constructor"',
      'rules.toString: unknown rule "toString"',
    ]);
  });

  it('never shows what could be a credential', () => {
    const secret = 'mongodb+srv://app:Hunter2-Canary@orders.k3v9q.shop.example/x';
    const values = [
      secret,
      [secret],
      { [secret]: secret },
      { rules: { [secret]: 'off', 'uri-refused': secret } },
      { rules: secret, plan: secret, warnDays: secret, baseline: secret, clusters: { [secret]: {}, orders: secret } },
      {
        plan: [
          { change: secret },
          { change: 'admin-api', to: secret },
          { change: 'cloud-provider', cluster: secret, to: secret },
        ],
      },
      { suppressions: [{ rule: secret, host: secret, until: secret, files: secret, [secret]: 1 }] },
      { overrides: [{ files: secret, network: secret, region: secret, environment: 3 }] },
      {
        service: {
          schemes: secret,
          domains: [secret],
          aliases: { [secret]: secret },
          api: { path: secret, mediaType: secret },
        },
      },
      { inventory: secret, project: { peering: secret }, include: [secret] },
      {
        clusters: {
          orders: { connectionStrings: { standard: [secret], [secret]: 1 }, token: secret, createdAt: secret },
        },
      },
    ];
    for (const value of values) {
      expect(problems(value), JSON.stringify(value)).not.toEqual([]);
      expect(
        told(value).join() +
          problems(value)
            .map(({ hint }) => hint)
            .join(),
      ).not.toMatch(/Canary|Hunter2/);
    }
  });
});

it('checks the options of a rule as the rule declares them', () => {
  const options = { 'uri-refused': record('Options.', { allow: textSchema('A host.', 'host') }) };
  const given = { rules: { 'uri-refused': ['error', { alow: 'x' }], 'legacy-host': ['error', { anything: 1 }] } };
  expect(validateConfig(given, RULES, options)).toMatchObject({
    problems: [{ path: 'rules.uri-refused[1].alow', message: 'unknown key "alow". Did you mean "allow"?' }],
  });
});

describe('the version of the Administration API', () => {
  it.each(['2031-01-01', '2024-06-01'])('is none of %s', (to) => {
    const checked = validateConfig({ plan: [{ change: 'admin-api', to }] }, []);
    const [problem] = 'problems' in checked ? checked.problems : [];
    expect(problem?.message).toBe(`expected the date of a version of the Administration API, found "${to}"`);
    expect(problem?.hint).toMatch(/^Known: 2023-01-01, .*2025-03-12.*\. Update connlint for a newer one\.$/);
  });
});

describe('strings from outside', () => {
  const problemsOf = (name: string): string[] => {
    const checked = validateConfig({ external: { DATABASE_URL: name } }, []);
    return 'problems' in checked ? checked.problems.map(({ message, hint }) => `${message} ${hint}`) : [];
  };

  it.each(['orders', 'not-service', 'acme/orders', 'My Cluster'])('may be of %s', (name) =>
    expect(problemsOf(name)).toEqual([]),
  );

  it.each(['<cluster>', '‹cluster›', '<cluster', '', 'a/b/c'])('may not be of %j', (name) => {
    expect(problemsOf(name)).toEqual([expect.stringContaining('Check the value, then write the name of its cluster')]);
  });
});

describe('regions of a plan', () => {
  const problemsOf = (...regions: string[]) => {
    const checked = validateConfig({ plan: [{ change: 'multi-region', cluster: 'a', regions }] }, []);
    return 'problems' in checked ? checked.problems.map(({ message, hint }) => `${message} ${hint}`) : [];
  };

  it.each([
    'US_EAST_1',
    'eu-west-1',
    'US_EAST_2',
    'westeurope',
    'US_GOV_VIRGINIA',
    'CENTRAL_US',
    'europe-west12',
    'AP_SOUTHEAST_5',
  ])('accepts %s', (name) => expect(problemsOf(name)).toEqual([]));

  it.each([
    ['MOON_1', /found "MOON_1" Regions by provider: aws: US_EAST_1.*; azure: \w+.*; gcp: CENTRAL_US/],
    ['MOON_BASE_1', /found "MOON_BASE_1"/],
  ])('refuses %s', (name, told) => {
    expect(problemsOf('US_EAST_1', name)).toEqual([expect.stringMatching(told)]);
  });
});
