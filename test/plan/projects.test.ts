import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import type { PlanVerdict } from '../../src/plan/steps.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { planChanges } from '../../src/node/plan.ts';
import { openProject } from '../../src/node/project/project.ts';
import { RULES } from '../../rules/index.ts';
import { fixtureFolder, withFiles } from '../support/cli.ts';
import { clusterRecord, endpointService, entriesOf, entryOf, type RecordOptions } from '../support/run-plan.ts';

describe('a legacy name in peering-only mode', () => {
  const of = (network: string): PlanVerdict =>
    entryOf({
      files: { 'jobs/a.env': 'U=mongodb+srv://u:p@lagoon-h6j2m.azure.mongodb.net/app\n' },
      config: {
        overrides: [{ files: ['jobs/**'], network }],
        projects: [{ peeringOnly: true, inventory: ['facts.json'] }],
      },
      clusters: [
        clusterRecord('lagoon', { provider: 'AZURE', regions: ['US_EAST_2'], created: '2019-05-06T07:08:09Z' }),
      ],
      change: { change: 'disable-peering-only' },
    }).verdict;

  it('breaks inside the peered network only', () => {
    expect([of('peered'), of('public')]).toEqual(['blocked', 'ready']);
  });
});

it('a setting in a text decides, and a sentence does not', () => {
  const of = (line: string): PlanVerdict =>
    entryOf({
      files: { 'uri.txt': `used by run.sh\n${line}mongodb+srv://lagoon-h6j2m.azure.mongodb.net/app\n`, 'a.env': '' },
      config: { projects: [{ peeringOnly: false, inventory: ['facts.json'] }] },
      clusters: [clusterRecord('lagoon', { provider: 'AZURE', created: '2019-05-06T07:08:09Z' })],
      change: { change: 'leave-legacy-hostnames' },
    }).verdict;
  expect([of('URI='), of(''), of('See ')]).toEqual(['blocked', 'blocked', 'undecided']);
});

describe('a string that several changes break', () => {
  const MOVE = { change: 'cloud-provider', cluster: 'lagoon', to: 'aws' };
  const LEAVE = { change: 'leave-legacy-hostnames' };
  const NODES = ['00', '01', '02'].map((node) => `lagoon-shard-00-${node}-h6j2m.azure.mongodb.net:27017`).join(',');
  it.each([
    ['U=mongodb+srv://u:p@lagoon-h6j2m.azure.mongodb.net/app', true, [MOVE]],
    ['U=mongodb+srv://u:p@lagoon-h6j2m.azure.mongodb.net/app', undefined, [MOVE, { change: 'disable-peering-only' }]],
    ['U=mongodb+srv://u:p@lagoon-h6j2m.azure.mongodb.net/app', false, [MOVE, LEAVE]],
    [`U=mongodb://${NODES}/?ssl=true&replicaSet=x`, false, [LEAVE, { change: 'shard', cluster: 'lagoon' }]],
  ])('blocks each of them: %s, peering-only %s', (text, peeringOnly, plan) => {
    const entries = entriesOf({
      files: { 'a.env': `${text}\n` },
      config: { projects: [{ peeringOnly, inventory: ['facts.json'] }], plan },
      clusters: [
        clusterRecord('lagoon', { provider: 'AZURE', regions: ['US_EAST_2'], created: '2019-05-06T07:08:09Z' }),
      ],
    });
    expect(entries.map(({ verdict }) => verdict)).toEqual(plan.map(() => 'blocked'));
  });
});

describe('a setting that code owns', () => {
  const PULUMI = 'import * as mongodbatlas from "@pulumi/mongodbatlas";\n';
  const DNS = 'CustomDnsConfigurationClusterAws';
  it.each([
    ['index.ts', `${PULUMI}new mongodbatlas.${DNS}("a", { enabled: false });\n`, 'custom-dns'],
    ['t.yaml', `Resources:\n  D:\n    Type: MongoDB::Atlas::${DNS}\n`, 'custom-dns'],
    ['index.ts', `${PULUMI}new mongodbatlas.PrivateEndpointRegionalMode("a", {});\n`, 'regionalized-endpoints'],
  ])('is changed in %s', (file, text, change) => {
    const { steps } = entryOf({
      files: { [file]: text, 'a.env': 'U=mongodb+srv://lagoon.h6j2m.mongodb.net/app\n' },
      clusters: [clusterRecord('lagoon')],
      change: { change, enabled: true },
    });
    expect(steps.find(({ kind }) => kind === 'change')?.managedBy?.file).toBe(file);
  });
});

describe('code that owns an endpoint', () => {
  it('gets a new one beside it, because the provider refuses to edit it', () => {
    const { steps } = entryOf({
      files: { 'infra/main.tf': 'resource "mongodbatlas_privatelink_endpoint" "a" {\n  provider_name = "GCP"\n}\n' },
      clusters: [clusterRecord('lagoon', { provider: 'GCP', regions: ['US_EAST_4'] })],
      change: { change: 'port-mapped-endpoints', cluster: 'lagoon' },
    });
    const [first, last] = [steps[0], steps.at(-1)];
    expect(first?.detail).toMatch(
      /^In infra\/main\.tf, add a second private endpoint that has port_mapping_enabled on/,
    );
    expect(first?.commands).toEqual(['terraform plan']);
    expect(last?.detail).toMatch(/old endpoint and its service from infra\/main\.tf/);
    expect(steps.map(({ detail }) => detail).join(' ')).not.toContain('Change port_mapping_enabled');
  });
});

describe('a change that is made already', () => {
  const sharded = clusterRecord('lagoon', { type: 'SHARDED' });
  it.each<[object, object]>([
    [{ change: 'shard', cluster: 'lagoon' }, {}],
    [{ change: 'cloud-provider', cluster: 'lagoon', to: 'aws' }, {}],
    [{ change: 'disable-peering-only' }, {}],
    [{ change: 'regionalized-endpoints', enabled: true }, { regionalizedPrivateEndpoints: true }],
  ])('breaks nothing, whatever programs read: %o', (change, settings) => {
    const config = { projects: [{ name: 'p', inventory: ['facts.json'], ...settings }] };
    const { verdict, steps } = entryOf({
      files: { 'a.js': 'new MongoClient(process.env.DB_URL);\n' },
      config,
      clusters: [sharded],
      change,
    });
    expect([verdict, steps]).toEqual(['ready', []]);
  });
});

describe('a read of a cluster whose record lists legacy names only', () => {
  it.each(['standard', 'private', 'legacy'])('is judged as what the config says: %s', (kind) => {
    const { open } = entryOf({
      files: { 'a.js': 'mongoose.connect(process.env.REPORTS_URI);\n' },
      config: {
        projects: [{ inventory: ['facts.json'], peeringOnly: false }],
        external: { REPORTS_URI: { cluster: 'lagoon', kind } },
      },
      clusters: [clusterRecord('lagoon', { strings: { standardSrv: 'mongodb+srv://lagoon-h6j2m.mongodb.net' } })],
      change: { change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' },
    });
    expect(open.map(({ message }) => message)).toEqual([]);
  });
});

describe('code that hands on all strings of a cluster', () => {
  const name = 'mongodbatlas_advanced_cluster.lagoon.connection_strings';
  const verdictWith = (external: object): PlanVerdict =>
    entryOf({
      files: {
        'm.tf': `resource "mongodbatlas_advanced_cluster" "lagoon" {\n  name = "lagoon"\n}\nmodule "m" {\n  strings = ${name}\n}\n`,
      },
      config: { projects: [{ inventory: ['facts.json'] }], external },
      clusters: [clusterRecord('lagoon')],
      change: { change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' },
    }).verdict;

  it('is judged by the one that the config names', () => {
    expect(verdictWith({})).toBe('undecided');
    expect(verdictWith({ [name]: { cluster: 'lagoon', kind: 'standard' } })).toBe('ready');
    expect(verdictWith({ [name]: { cluster: 'lagoon', kind: 'private' } })).toBe('blocked');
  });
});

describe('a change that is not possible', () => {
  const flex = { name: 'lagoon', providerSettings: { providerName: 'FLEX', backingProviderName: 'AWS' } };
  it.each([
    { change: 'multi-region', cluster: 'lagoon', regions: ['US_EAST_1', 'EU_WEST_1'] },
    { change: 'shard', cluster: 'lagoon' },
  ])('says so and has no runbook: %o', (change) => {
    const { verdict, about, steps } = entryOf({
      files: { 'a.env': 'U=mongodb+srv://lagoon.h6j2m.mongodb.net/app\n' },
      clusters: [{ ...clusterRecord('lagoon', {}), ...flex, replicationSpecs: undefined }],
      change,
    });
    expect([verdict, steps]).toEqual(['blocked', []]);
    expect(about).toMatch(/^Not possible: "lagoon" is not a dedicated cluster\./);
  });
});

describe('endpoints of the old architecture', () => {
  const entry = (services: readonly object[] | null) =>
    entryOf({
      files: {
        'a.env': 'U=mongodb+srv://lagoon.h6j2m.mongodb.net/app\n',
        ...(services && { 'gcp.json': JSON.stringify(services) }),
      },
      config: {
        projects: [{ inventory: { clusters: 'facts.json', ...(services && { endpointServices: 'gcp.json' }) } }],
      },
      clusters: [clusterRecord('lagoon', { provider: 'GCP', regions: ['US_EAST_4'] })],
      change: { change: 'port-mapped-endpoints', cluster: 'lagoon' },
    });
  const service = { cloudProvider: 'GCP', regionName: 'US_EAST_4', status: 'AVAILABLE', endpointGroupNames: ['a'] };

  it('are of no cluster on another provider', () => {
    const clusters = [clusterRecord('lagoon', { provider: 'GCP', regions: ['US_EAST_4'] }), clusterRecord('reef')];
    const change = { change: 'port-mapped-endpoints', cluster: '*' };
    expect(entryOf({ clusters, change })).toMatchObject({ verdict: 'undecided' });
    expect(entryOf({ clusters: clusters.slice(1), change })).toMatchObject({ verdict: 'blocked', steps: [] });
  });

  it('are removed where they exist, and asked for where that is not known', () => {
    expect(entry(null)).toMatchObject({ verdict: 'undecided' });
    expect(entry([{ ...service, portMappingEnabled: false }])).toMatchObject({ verdict: 'ready' });
    expect(entry([{ ...service, portMappingEnabled: true }])).toMatchObject({
      verdict: 'ready',
      about: expect.stringMatching(/^Nothing to remove/) as string,
      steps: [],
    });
  });
});

describe('a change of a setting', () => {
  const entry = (provider: 'AWS' | 'AZURE', customDnsOnAws: boolean | undefined) =>
    entryOf({
      files: {
        'a.env': 'U=mongodb+srv://u:p@lagoon.h6j2m.mongodb.net/app\n',
        'awsCustomDNS.json': '{"enabled": true}',
      },
      config: { projects: [{ customDnsOnAws, inventory: ['facts.json', 'awsCustomDNS.json'] }] },
      clusters: [clusterRecord('lagoon', { provider, regions: ['US_EAST_2'] })],
      change: { change: 'custom-dns', enabled: false },
    });

  it('is undecided where two sources contradict each other about the setting', () => {
    expect([entry('AWS', true).verdict, entry('AWS', false).verdict]).toEqual(['ready', 'undecided']);
  });

  it('has no runbook where the setting has no effect', () => {
    expect(entry('AZURE', true)).toMatchObject({
      verdict: 'ready',
      about: expect.stringMatching(/^Does not apply/) as string,
      steps: [],
    });
  });
});

describe('a plan of a whole project', () => {
  it.each<[string, object, RecordOptions, PlanVerdict]>([
    ['that has no legacy name', { change: 'disable-peering-only' }, { provider: 'AZURE' }, 'ready'],
    [
      'that may have one',
      { change: 'disable-peering-only' },
      { provider: 'AZURE', created: '2019-05-01' },
      'undecided',
    ],
    ['of AWS', { change: 'disable-peering-only' }, { created: '2019-05-01' }, 'ready'],
    ['of Google Cloud', { change: 'custom-dns', enabled: false }, { provider: 'GCP' }, 'ready'],
    ['that is new', { change: 'leave-legacy-hostnames' }, {}, 'ready'],
    ['that is old', { change: 'leave-legacy-hostnames' }, { created: '2019-05-01' }, 'undecided'],
  ])('asks for no read where no string could break: of a cluster %s', (_, change, options, verdict) => {
    const entry = entryOf({
      files: {
        'src/std.ts': "export const uri = 'mongodb+srv://u:p@lagoon.h6j2m.mongodb.net/app';\n",
        'src/a.ts': 'new MongoClient(process.env.DB_URL);\n',
      },
      config: { projects: [{ name: 'p', customDnsOnAws: true, inventory: ['facts.json'] }] },
      clusters: [clusterRecord('lagoon', options)],
      change,
    });
    expect(entry.verdict).toBe(verdict);
  });

  it.each<[object, RecordOptions, PlanVerdict]>([
    [{ change: 'custom-dns', enabled: true }, {}, 'undecided'],
    [{ change: 'custom-dns', enabled: true }, { provider: 'AZURE' }, 'ready'],
    [{ change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' }, { provider: 'GCP', created: '' }, 'ready'],
  ])('needs a string of each cluster whose strings may break: %j', (change, options, verdict) => {
    const entry = entryOf({
      files: { 'notes.txt': 'none\n' },
      config: { projects: [{ name: 'p', customDnsOnAws: false, inventory: ['facts.json'] }] },
      clusters: [clusterRecord('lagoon', options)],
      change,
    });
    expect(entry.verdict).toBe(verdict);
  });

  it('counts a mapped read of a kind that no record lists', () => {
    const client = "import { MongoClient } from 'mongodb';\nnew MongoClient(process.env.DB_URL);\n";
    const of = (cluster: string, kind: string): PlanVerdict =>
      entryOf({
        files: { 'src/a.ts': client },
        config: { external: { DB_URL: { cluster, kind } } },
        clusters: [clusterRecord('lagoon')],
        change: { change: 'leave-legacy-hostnames' },
      }).verdict;
    expect([of('lagoon', 'legacy'), of('lagoon', 'standard')]).toEqual(['blocked', 'ready']);
    expect(of('lagon', 'legacy')).toBe('undecided');
  });

  it.each([
    ['another project', 'a.env', 'U=mongodb+srv://u:p@reef-zz9xq.azure.mongodb.net/app\n'],
    [
      'a record',
      'state.json',
      '{"connection_strings": {"standard_srv": "mongodb+srv://lagoon-h6j2m.azure.mongodb.net"}}',
    ],
  ])('agrees with check about a string of %s', (_, file, text) => {
    const records = [
      clusterRecord('lagoon', { provider: 'AZURE', regions: ['US_EAST_2'], created: '2019-05-06T07:08:09Z' }),
    ];
    const files = {
      [file]: text,
      'b.env': 'U=mongodb+srv://u:p@lagoon-pri.h6j2m.azure.mongodb.net/app\n',
      'facts.json': JSON.stringify({ results: records, totalCount: 1 }),
      'connlint.config.json': JSON.stringify({
        projects: [{ inventory: 'facts.json' }],
        plan: [{ change: 'disable-peering-only' }],
      }),
    };
    withFiles(files, (cwd) => {
      const opened = openProject({ cwd, rules: RULES, today: '2026-11-20' });
      const list = listFiles(opened, { paths: [] });
      const found = check(opened, list).report.findings.map(({ rule }) => rule);
      const { entries } = planChanges(opened, list, opened.config.plan, {});
      expect(entries.map(({ verdict }) => verdict)).toEqual(['ready']);
      expect(found).not.toContain('peering-only-legacy-host');
    });
  });

  it.each(['plan-aws-sharded', 'plan-azure-2019', 'plan-gcp-2020'])('agrees with check in %s', (name) => {
    const cwd = fixtureFolder(join(name, 'project'));
    const opened = openProject({ cwd, rules: RULES, today: '2026-11-20' });
    const list = listFiles(opened, { paths: [] });
    const found = new Map(check(opened, list).report.findings.map((one) => [one.id, one]));
    const { entries } = planChanges(opened, list, opened.config.plan, {});
    expect(entries.length).toBeGreaterThan(0);
    for (const { verdict, strings, steps } of entries) {
      if (verdict === 'ready')
        expect(strings.filter(({ id }) => found.get(id)?.severity === 'error' && !found.get(id)!.suppressed)).toEqual(
          [],
        );
      const places = new Set(strings.map(({ file, line, column }) => `${file}:${line}:${column}`));
      for (const { file, line, column, to } of steps.flatMap((step) => step.places))
        if (to !== null) expect(places).toContain(`${file}:${line}:${column}`);
    }
  });
});

describe('what a list of facts does not prove', () => {
  const list = (totalCount: number, ...results: readonly unknown[]) => ({ results, totalCount });
  const pulled = (day: string, own: object) => ({ connlintFacts: 1, pulledAt: `${day}T00:00:00Z`, ...own });
  const srvConnectionString = 'mongodb+srv://lagoon-pl-0.h6j2m.mongodb.net';
  const strings = {
    standardSrv: 'mongodb+srv://lagoon.h6j2m.mongodb.net',
    privateEndpoint: [{ srvConnectionString, endpoints: [{ providerName: 'AWS', region: 'US_EAST_1' }] }],
  };
  const files = { 'a.env': `U=${strings.standardSrv}/app\nV=${srvConnectionString}/app\n` };
  const lagoon = clusterRecord('lagoon', { type: 'SHARDED', strings });
  const reef = clusterRecord('reef', { type: 'SHARDED', strings: {}, regions: ['US_EAST_1', 'EU_WEST_1'] });
  const ofTier = { replicationSpecs: [], providerSettings: { providerName: 'FLEX', backingProviderName: 'AWS' } };
  const flex = list(1, { ...lagoon, ...ofTier });
  const one = list(1, lagoon);
  const peer = (statusName: string, id = 'p') => ({
    id,
    containerId: 'c',
    providerName: 'AWS',
    vpcId: 'v',
    statusName,
  });
  const container = { id: 'n', providerName: 'AWS', provisioned: false };
  const values = { provider_name: 'AWS', status_name: 'PENDING_ACCEPTANCE' };
  const resources = [{ mode: 'managed', type: 'mongodbatlas_network_peering', values }];
  const state = { format_version: '1.0', values: { root_module: { resources } } };
  const both = [endpointService('US_EAST_1', 0), endpointService('EU_WEST_1', 1)];
  const mode = pulled('2026-11-19', { project: { regionalizedPrivateEndpoints: false } });
  const oldMode = { ...mode, pulledAt: '2026-08-01T00:00:00Z' };
  const isOn = pulled('2026-11-19', { project: { regionalizedPrivateEndpoints: true } });
  const specOn = (providerName: string) => ({ regionConfigs: [{ providerName, regionName: 'US_EAST_1' }] });
  const onTwo = { ...lagoon, replicationSpecs: ['AZURE', 'AWS'].map(specOn) };

  const onAzure = clusterRecord('lagoon', { provider: 'AZURE', regions: ['EUROPE_NORTH'] });
  const peeringOnly = pulled('2026-11-19', { project: { peeringOnly: true } });

  const PEERING = { change: 'disable-peering-only' };
  const DNS = { change: 'custom-dns', enabled: true };
  const ADD = { change: 'multi-region', cluster: 'lagoon', regions: ['US_EAST_1', 'EU_WEST_1'] };
  const ON = { change: 'regionalized-endpoints', enabled: true };
  const OFF = { change: 'regionalized-endpoints', enabled: false };

  it.each<[string, PlanVerdict, object, Readonly<Record<string, unknown>>]>([
    ['flex clusters prove nothing of others', 'undecided', PEERING, { 'flex.json': flex }],
    ['the others are all', 'ready', PEERING, { 'c.json': one }],
    ['one page of peers', 'undecided', DNS, { 'c.json': one, 'p.json': list(2, peer('FAILED')) }],
    [
      'both pages',
      'ready',
      DNS,
      { 'c.json': one, 'p1.json': list(2, peer('FAILED')), 'p2.json': list(2, peer('FAILED', 'q')) },
    ],
    [
      'a page of peers and one of containers',
      'undecided',
      DNS,
      { 'c.json': one, 'p.json': list(2, peer('FAILED')), 'n.json': list(2, container) },
    ],
    ['peers of another provider', 'undecided', DNS, { 'c.json': one, 'peers-azure.json': [] }],
    ['peers in a state of Terraform', 'undecided', DNS, { 'c.json': one, 'state.json': state }],
    [
      'two answers about peers',
      'undecided',
      DNS,
      { 'c.json': one, 'p1.json': [peer('AVAILABLE')], 'p2.json': [peer('FAILED')] },
    ],
    ['a cluster on Azure in peering-only mode', 'blocked', ADD, { 'c.json': list(1, onAzure), 'f.json': peeringOnly }],
    ['services in both regions', 'ready', ADD, { 'c.json': one, 'f.json': mode, 's.json': both }],
    [
      'services of another provider',
      'undecided',
      ADD,
      { 'c.json': one, 'f.json': mode, 'endpointService-gcp.json': [] },
    ],
    [
      'two answers about services',
      'undecided',
      ADD,
      { 'c.json': one, 'f.json': mode, 's1.json': both, 's2.json': both.slice(0, 1) },
    ],
    [
      'an old setting beside new services',
      'undecided',
      ADD,
      { 'c.json': one, 'f.json': oldMode, 's.json': pulled('2026-11-19', { endpointServices: both }) },
    ],
    [
      'services of one of two providers',
      'undecided',
      OFF,
      { 'c.json': list(1, onTwo), 'f.json': isOn, 's.json': both },
    ],
    ['a record without strings', 'undecided', ON, { 'c.json': list(2, lagoon, reef), 'f.json': mode }],
  ])('%s: %s', (_, verdict, change, facts) => {
    const written = Object.entries(facts).map(([file, value]) => [file, JSON.stringify(value)] as const);
    const config = { projects: [{ inventory: Object.keys(facts) }] };
    expect(entryOf({ files: { ...files, ...Object.fromEntries(written) }, config, change }).verdict).toBe(verdict);
  });
});

describe('the steps of a change of every cluster', () => {
  const US_EU = ['US_EAST_1', 'EU_WEST_1'];
  const stepsFor = (made: RecordOptions, change: object, open: RecordOptions = {}) =>
    entryOf({
      files: {
        'a.env': ['lagoon', 'reef'].map((name) => `${name}=mongodb+srv://u:p@${name}.h6j2m.mongodb.net`).join('\n'),
      },
      config: { projects: [{ regionalizedPrivateEndpoints: false, inventory: ['facts.json'] }] },
      clusters: [clusterRecord('lagoon', open), clusterRecord('reef', made)],
      change: { cluster: '*', ...change },
    }).steps;
  const callsOf = (...of: Parameters<typeof stepsFor>): string =>
    stepsFor(...of)
      .flatMap(({ commands }) => commands.filter((line) => /^jq|\/clusters\//.test(line)))
      .join('\n');

  it.each<[string, RecordOptions, object]>([
    ['more regions', { regions: US_EU }, { change: 'multi-region', regions: US_EU }],
    ['shards', { type: 'SHARDED' }, { change: 'shard' }],
  ])('call for those only that do not have it yet: %s', (_, made, change) => {
    expect(callsOf(made, change)).toContain('/clusters/lagoon');
    expect(callsOf(made, change)).not.toContain('/clusters/reef');
  });

  it('move those that are not on the provider yet', () => {
    const titles = stepsFor({ provider: 'GCP', regions: ['EASTERN_US'] }, { change: 'cloud-provider', to: 'gcp' });
    expect(titles.map(({ title }) => title)).toContain('Move the cluster to Google Cloud');
  });

  it('reach a cluster by the legacy name in use, which no record lists, after the move', () => {
    const { verdict, steps } = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://u:p@lagoon-h6j2m.mongodb.net/app\n' },
      clusters: [clusterRecord('lagoon')],
      change: { change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' },
    });
    const { commands } = steps.at(-1)!;
    expect([verdict, commands.filter((one) => one.startsWith('mongosh mongodb+srv://lagoon-h6j2m.'))]).toEqual([
      'ready',
      [expect.any(String)],
    ]);
  });

  it('replace the private string of a cluster that is not dedicated', () => {
    const own = { replicationSpecs: [], providerSettings: { providerName: 'SERVERLESS', backingProviderName: 'AWS' } };
    const { steps } = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://u:p@lagoon-pe-0.h6j2m.mongodb.net/app\n' },
      clusters: [{ ...clusterRecord('lagoon'), ...own }],
      change: { change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' },
    });
    expect(steps[0]).toMatchObject({ title: 'Leave the private path before the move', places: [{ file: 'a.env' }] });
  });

  it('convert only dedicated clusters', () => {
    const flex = { ...clusterRecord('reef'), replicationSpecs: [], providerSettings: { providerName: 'FLEX' } };
    const { steps } = entryOf({
      clusters: [clusterRecord('lagoon'), flex],
      change: { change: 'regionalized-endpoints' },
    });
    const { detail, commands } = steps.find(({ title }) => title === 'Convert or move every replica set')!;
    expect([detail, commands]).toEqual([
      expect.stringMatching(/^Move .*Only a dedicated/),
      ['connlint plan --change shard --cluster lagoon'],
    ]);
  });

  it.each([
    ['AWS', 'us-east-1', 'eu-west-1', 'EU_WEST_1'],
    ['GCP', 'us-east1', 'europe-west1', '{region}'],
  ] as const)('name a region as the API does: %s', (provider, own, added, name) => {
    const record: RecordOptions = { provider, regions: [own] };
    const calls = callsOf(record, { change: 'multi-region', regions: [own, added] }, record);
    expect(calls).toContain(`"regionName":"${name}"`);
  });
});
