import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinter } from '../../src/index.ts';
import { nameOf } from '../../src/lint/finding.ts';
import { applyEdits } from '../../src/text/source.ts';
import { clusterRecord } from '../support/run-plan.ts';

const T = 'h6j2m.mongodb.net';
const nodes = (mark: string, port: string, count = 3): string =>
  Array.from({ length: count }, (_, n) => `till-shard-00-0${n}${mark}.${T}${port}`).join(',');

const HOSTS = [
  `mongodb+srv://till.${T}`,
  `mongodb+srv://till-pri.${T}`,
  `mongodb+srv://till-pl-0.${T}`,
  `mongodb+srv://till-pl-1.${T}`,
  `mongodb+srv://till-pl-0-lb.${T}`,
  `mongodb+srv://till-pl-0-us-east-1.${T}`,
  `mongodb+srv://till-psc-0.${T}`,
  'mongodb+srv://till-h6j2m.azure.mongodb.net',
  'mongodb+srv://till-h6j2m.mongodb.net',
  `mongodb+srv://till.${T}:27017`,
  `mongodb+srv://till-shard-00-00.${T}`,
  `mongodb://till.${T}:27017`,
  `mongodb://till-pl-0-lb.${T}`,
  `mongodb://${nodes('', ':27017')}`,
  `mongodb://${nodes('', ':27016')}`,
  `mongodb://${nodes('', '')}`,
  `mongodb://${nodes('-pri', ':27017')}`,
  `mongodb://${nodes('', ':27017', 1)}`,
  `mongodb://pl-0-us-east-1.${T}:1024,pl-0-us-east-1.${T}:1025`,
  'mongodb://till-shard-00-00-h6j2m.azure.mongodb.net:27017,till-shard-00-01-h6j2m.azure.mongodb.net:27017',
];
const OPTIONS = [
  'replicaSet=atlas-x1y2z3-shard-0',
  'replicaSet=other',
  'directConnection=true',
  'loadBalanced=true',
  'srvMaxHosts=2',
  'srvServiceName=db',
  'tls=true',
  'tls=false',
  'ssl=false',
  'tlsInsecure=true',
  'tlsAllowInvalidCertificates=true',
  'authSource=admin',
  'authSource=',
  'authMechanism=MONGODB-X509',
  'retryWries=true',
  'readPreference=secondary',
  'w=1',
  'w=1',
];

const types = ['REPLICASET', 'SHARDED'] as const;
const endpoint = (part: string, more: object = {}): object => ({
  srvConnectionString: `mongodb+srv://till-${part}.${T}`,
  type: 'MONGOS',
  endpoints: [{ endpointId: 'vpce-00000000000000001', providerName: 'AWS', region: 'US_EAST_1' }],
  ...more,
});
const STRINGS = [
  { standardSrv: `mongodb+srv://till.${T}` },
  {
    standard: `mongodb://${nodes('', ':27017')}/?ssl=true&authSource=admin&replicaSet=atlas-x1y2z3-shard-0`,
    standardSrv: `mongodb+srv://till.${T}`,
    private: `mongodb://${nodes('-pri', ':27017')}/?ssl=true&authSource=admin&replicaSet=atlas-x1y2z3-shard-0`,
    privateSrv: `mongodb+srv://till-pri.${T}`,
  },
  {
    standard: `mongodb://${nodes('', ':27016')}/?ssl=true&authSource=admin`,
    standardSrv: `mongodb+srv://till.${T}`,
    privateEndpoint: [
      endpoint('pl-0', { srvShardOptimizedConnectionString: `mongodb+srv://till-pl-0-lb.${T}` }),
      endpoint('psc-0'),
    ],
  },
];
const PLANS = [
  [],
  [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] }],
  [{ change: 'shard', cluster: 'till' }],
  [{ change: 'disable-peering-only' }],
  [{ change: 'cloud-provider', cluster: 'till', to: 'gcp' }],
  [{ change: 'regionalized-endpoints', enabled: true }],
  [{ change: 'custom-dns', enabled: false }],
  [{ change: 'port-mapped-endpoints', cluster: 'till' }],
  [{ change: 'leave-legacy-hostnames' }],
];

const cases = fc.record({
  host: fc.constantFrom(...HOSTS),
  user: fc.constantFrom('', 'app:$' + '{PASS}@', 'app:p@ss9x@'),
  database: fc.constantFrom('', '/', '/t'),
  options: fc.array(fc.constantFrom(...OPTIONS), { maxLength: 3 }),
  plan: fc.constantFrom(...PLANS),
  record: fc.option(
    fc.record({
      type: fc.constantFrom(...types),
      provider: fc.constantFrom('AWS' as const, 'AZURE' as const, 'GCP' as const),
      regions: fc.constantFrom(['US_EAST_1'], ['US_EAST_1', 'EU_WEST_1']),
      created: fc.constantFrom('2019-05-05T00:00:00Z', '2022-05-05T00:00:00Z'),
      strings: fc.constantFrom(...STRINGS),
    }),
  ),
  project: fc.record(
    { peeringOnly: fc.boolean(), customDnsOnAws: fc.boolean(), regionalizedPrivateEndpoints: fc.boolean() },
    { requiredKeys: [] },
  ),
  network: fc.constantFrom(undefined, 'public', 'peered'),
});

/** The rule and the beginning of its message, in front of names and numbers. */
const headOf = (message: string): string => message.slice(0, message.indexOf(': ') + 14);

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 400), seed: Number(process.env.PROPERTY_SEED ?? 11) };

describe('every fix and suggestion', () => {
  it('gives a string in which no rule finds another error', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(cases, ({ host, user, database, options, plan, record, project, network }) => {
        const [scheme = '', rest = ''] = host.split('//');
        const query = options.length > 0 ? `${database === '' ? '/' : ''}?${options.join('&')}` : '';
        const text = `const uri = '${scheme}//${user}${rest}${database}${query}';\n`;
        const overrides = network ? [{ files: '**', network }] : [];
        const facts = record ? [{ file: 'facts.json', value: [clusterRecord('till', record)] }] : [];
        const linter = createLinter({ plan, overrides, projects: [{ ...project }] }, facts, { today: '2026-11-20' });
        const errorsIn = (source: string): string[] =>
          linter
            .lintText(source, 'a.js')
            .findings.filter(({ severity }) => severity === 'error')
            .map((finding) => headOf(`${nameOf(finding)}: ${finding.message}`));
        // What another finding is the cause of stands beside it.
        const beside = linter.lintText(text, 'a.js').findings.flatMap(({ related }) => related);
        const before = [...errorsIn(text), ...beside.map(({ message }) => headOf(message))];
        for (const { rule, fix, suggestions } of linter.lintText(text, 'a.js').findings) {
          for (const { edits, title } of fix ? [fix, ...suggestions] : suggestions) {
            const after = applyEdits(text, edits);
            // What only the planned change issues is in no record yet.
            const isNotYet = (error: string): boolean => plan.length > 0 && error.startsWith('host-not-in-record');
            const further = errorsIn(after).filter((error) => !before.includes(error) && !isNotYet(error));
            expect([rule, title, text, after, further]).toEqual([rule, title, text, after, []]);
          }
        }
      }),
      RUNS,
    );
  });
});
