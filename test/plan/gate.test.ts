import { describe, expect, it } from 'vitest';
import { apiCommand } from '../../src/plan/commands.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { factsOf } from '../support/facts-fixture.ts';
import { titles } from '../support/plan-steps.ts';
import { clusterRecord, endpointStrings, entriesOf, entryOf } from '../support/run-plan.ts';

const REGIONS = ['US_EAST_1', 'EU_WEST_1'];
const toTwo = (more: object = {}): object => ({ change: 'multi-region', cluster: 'till', regions: REGIONS, ...more });
const standard = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t\n' };
const till = clusterRecord('till');
const reasonsOf = (entry: ReturnType<typeof entryOf>): string => entry.reasons.map(({ message }) => message).join(' ');

describe('a change is never ready', () => {
  it('without a string of its cluster', () => {
    const move = { change: 'cloud-provider', cluster: 'till', to: 'gcp' };
    const clusters = [till, clusterRecord('shop')];
    const none = { 'app.ts': 'export const uri = process.env.MONGODB_URI;\n' };
    const other = { 'a.env': 'URI=mongodb+srv://shop.h6j2m.mongodb.net/t\n' };
    const manual = { 'README.md': 'Use `mongodb+srv://till.h6j2m.mongodb.net/t`.\n' };
    const test = { 'test/a.test.ts': "const uri = 'mongodb+srv://till.h6j2m.mongodb.net/t';\n" };
    for (const files of [none, other, manual, test]) {
      const entry = entryOf({ files, clusters, config: { plan: [move] } });
      expect([entry.verdict, reasonsOf(entry)]).toEqual(['undecided', expect.stringContaining('"till"')]);
    }
    expect(entryOf({ files: standard, clusters, config: { plan: [move] } }).verdict).toBe('ready');
  });

  it('because of a string that is commented out, nor undecided because of one', () => {
    const leave = { change: 'shard', cluster: 'till' };
    const old = '# URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-x1y2z3-shard-0\n';
    const of = (text: string): ReturnType<typeof entryOf> =>
      entryOf({ files: { 'a.env': text }, clusters: [till], config: { plan: [leave] } });
    expect(of(old).verdict).toBe('undecided');
    const entry = of(standard['a.env'] + old);
    expect(entry.verdict).toBe('ready');
    expect(entry.steps.at(-1)).toMatchObject({ kind: 'document', places: [{ file: 'a.env', line: 2 }] });
  });

  describe('while nodes are written one by one', () => {
    const [a, b, c] = [0, 1, 2].map((n) => `till-shard-00-0${n}.h6j2m.mongodb.net`);
    const clusters = [till];
    it.each<[path: string, text: string, verdict: string]>([
      ['a.yml', `mongo:\n  hosts:\n    - ${a}:27017\n    - ${b}:27017\n    - ${c}:27017\n`, 'blocked'],
      ['a.yml', `hosts:\n  - host: ${a}\n    port: 27017\n  - host: ${b}\n    port: 27017\n`, 'blocked'],
      ['a.json', `{ "hosts": ["${a}:27017", "${b}:27017"], "replicaSet": "atlas-x1y2z3-shard-0" }`, 'blocked'],
      [
        'a.rb',
        `Mongo::Client.new(['${a}:27017', '${b}:27017', '${c}:27017'], replica_set: 'atlas-x1y2z3-shard-0')`,
        'blocked',
      ],
      ['a.py', `MongoClient([\n    "${a}",\n    "${b}",\n], replicaSet="atlas-x1y2z3-shard-0")`, 'blocked'],
      ['A.java', `Arrays.asList(new ServerAddress("${a}", 27017), new ServerAddress("${b}", 27017))`, 'blocked'],
      ['a.go', `options.Client().SetHosts([]string{"${a}:27017", "${b}:27017"}).SetReplicaSet("x")`, 'blocked'],
      ['a.yml', `targets:\n  - ${a}:27018\n  - ${b}:27018\nuri: mongodb+srv://till.h6j2m.mongodb.net/t\n`, 'ready'],
    ])('%s: %s', (path, text, verdict) => {
      const change = { change: 'shard', cluster: 'till' };
      expect(entryOf({ files: { [path]: text }, clusters, config: { plan: [change] } }).verdict).toBe(verdict);
      const two = toTwo({ regionalizedPrivateEndpoints: false });
      const regions = entryOf({ files: { [path]: text }, clusters, endpoints: [], config: { plan: [two] } });
      expect(regions.strings.length > 0).toBe(verdict === 'blocked');
    });
  });

  it.each<Readonly<Record<string, unknown>>>([
    { change: 'disable-peering-only' },
    { change: 'leave-legacy-hostnames' },
    { change: 'custom-dns', enabled: false },
    { change: 'regionalized-endpoints', enabled: false },
    { change: 'shard', cluster: '*' },
    { change: 'multi-region', cluster: '*', regions: REGIONS, regionalizedPrivateEndpoints: false },
  ])('for all clusters while the list of clusters may not be complete: %o', (change) => {
    const of = (more: object): unknown[] => {
      const { verdict, missing } = entryOf({ files: standard, endpoints: [], config: { plan: [change] }, ...more });
      return [verdict, missing];
    };
    expect(of({ clusters: [till] })).toEqual(['ready', []]);
    const undecided = ['undecided', ['complete list of clusters']];
    expect(of({ clusters: [till], isWholeList: false })).toEqual(undecided);
    const declared = { provider: 'aws', regions: ['US_EAST_1'], sharded: false, createdAt: '2022-03-04' };
    expect(of({ config: { plan: [change], projects: [{ clusters: { till: declared } }] } })).toEqual(undecided);
  });

  it('unless somebody says that the strings were judged by hand', () => {
    const move = { change: 'cloud-provider', cluster: 'till', to: 'gcp' };
    const strings = { none: 'all in the vault, judged on 3 November' };
    const said = entryOf({ clusters: [till], config: { plan: [{ ...move, strings }] } });
    const ofCluster = entryOf({
      clusters: [till],
      config: { plan: [move], projects: [{ clusters: { till: { strings } } }] },
    });
    expect([said.verdict, ofCluster.verdict]).toEqual(['ready', 'ready']);
  });

  it('against a setting of the project, unless an earlier change sets it', () => {
    const config = { projects: [{ regionalizedPrivateEndpoints: false }] };
    const change = toTwo({ regionalizedPrivateEndpoints: true });
    const project = { files: standard, clusters: [till], endpoints: [] };
    const alone = entryOf({ ...project, config: { ...config, plan: [change] } });
    expect([alone.verdict, reasonsOf(alone)]).toEqual(['blocked', expect.stringContaining('are on')]);
    const plan = [{ change: 'regionalized-endpoints', enabled: true }, change];
    const [, later] = entriesOf({ ...project, config: { ...config, plan } });
    expect([later?.verdict, later?.after]).toEqual(['undecided', 'regionalized-endpoints']);
  });

  it('on Azure with peering-only mode on, unless an earlier change switches it off', () => {
    const regions = ['US_EAST_2', 'EUROPE_WEST'];
    const change = { change: 'multi-region', cluster: 'till', regions, regionalizedPrivateEndpoints: false };
    const project = { files: standard, clusters: [clusterRecord('till', { provider: 'AZURE' })], endpoints: [] };
    const judge = (...plan: object[]) =>
      entriesOf({ ...project, config: { plan, projects: [{ peeringOnly: true }] } }).map(({ verdict, after }) => [
        verdict,
        after,
      ]);
    expect(judge(change)).toEqual([['blocked', null]]);
    expect(judge({ change: 'disable-peering-only' }, change)).toEqual([
      ['ready', null],
      ['undecided', 'disable-peering-only'],
    ]);
  });

  it('while private strings block turning custom DNS off', () => {
    const strings = {
      standardSrv: 'mongodb+srv://till.h6j2m.mongodb.net',
      privateSrv: 'mongodb+srv://till-pri.h6j2m.mongodb.net',
    };
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till-pri.h6j2m.mongodb.net/t\n' },
      clusters: [clusterRecord('till', { strings })],
      config: { plan: [{ change: 'custom-dns', enabled: false }] },
    });
    expect(entry.verdict).toBe('blocked');
    expect(entry.steps[0]?.places[0]).toMatchObject({ to: 'mongodb+srv://till.h6j2m.mongodb.net/t', recorded: true });
  });

  it('with private endpoints in some of the regions only, or several in one', () => {
    const judge = (...endpoints: string[]) => {
      const entry = entryOf({ files: standard, clusters: [till], endpoints, config: { plan: [toTwo()] } });
      return [entry.verdict, reasonsOf(entry)];
    };
    expect(judge('us-east-1')).toEqual(['blocked', expect.stringContaining('not in EU_WEST_1')]);
    expect(judge('us-east-1', 'us-east-1', 'eu-west-1')).toEqual(['blocked', expect.stringContaining('more than one')]);
    expect(judge('us-east-1', 'eu-west-1')).toEqual(['ready', '']);
    expect(judge()).toEqual(['ready', '']);
  });

  it('with an endpoint whose service is not available yet', () => {
    const service = (regionName: string, status: string) => ({
      id: regionName,
      providerName: 'AWS',
      regionName,
      status,
      interfaceEndpoints: ['vpce-1'],
    });
    const judge = (status: string): string => {
      const services = [service('US_EAST_1', 'AVAILABLE'), service('EU_WEST_1', status)];
      const files = { ...standard, 'eps.json': JSON.stringify(services), 'facts.json': JSON.stringify([till]) };
      const inventory = { clusters: 'facts.json', endpointServices: 'eps.json' };
      return entryOf({ files, config: { plan: [toTwo()], projects: [{ inventory }] } }).verdict;
    };
    expect(['AVAILABLE', 'INITIATING', 'WAITING_FOR_USER'].map(judge)).toEqual(['ready', 'blocked', 'blocked']);
  });

  it('beside code of others with strings of the service', () => {
    const move = { change: 'cloud-provider', cluster: 'till', to: 'gcp' };
    const judge = (text: string, config: object = {}): ReturnType<typeof entryOf> =>
      entryOf({
        files: { ...standard, 'vendor/lib/a.go': text },
        clusters: [till],
        config: { plan: [move], ...config },
      });
    const own = 'var u = "mongodb+srv://till.h6j2m.mongodb.net/t"\n';
    const hidden = 'u := fmt.Sprintf("mongodb://%s", host)\n';
    for (const text of [own, hidden]) {
      const entry = judge(text);
      expect([entry.verdict, entry.unread.map(({ file }) => file)]).toEqual(['undecided', ['vendor/lib/a.go']]);
    }
    expect(judge('var u = "mongodb://localhost:27017/t"\n').verdict).toBe('ready');
    expect(judge(own, { ignores: ['vendor/**'] }).verdict).toBe('ready');
    expect(judge(own, { overrides: [{ files: ['vendor/**'], role: 'product' }] }).verdict).toBe('ready');
  });

  it('with strings in tests alone, which it then does not deny', () => {
    const files = { 'test/a.test.ts': "const uri = 'mongodb+srv://till.h6j2m.mongodb.net/t';\n" };
    const entry = entryOf({
      files,
      clusters: [till],
      config: { plan: [{ change: 'cloud-provider', cluster: 'till', to: 'gcp' }] },
    });
    expect(entry.verdict).toBe('undecided');
    expect(reasonsOf(entry)).toContain(
      'No connection string of "till" was found in product code, configuration or infrastructure.',
    );
  });

  it.each([
    '{host}/x',
    '{cluster}.mongodb.net/x',
    '{cluster}.azure.mongodb.net/x',
    '{cluster}-{token}.mongodb.net/x',
    '{names[0]}.mongodb.net/x',
    ...['__NAME__', '@@NAME@@', '@NAME@', '%NAME%', '((name))', '#{NAME}#'].map((name) => `${name}.mongodb.net/x`),
  ])('with a string whose host is not visible: %s', (rest) => {
    const files = { ...standard, 'b.py': `uri = f"mongodb+srv://${rest}"\n` };
    const config = { plan: [{ change: 'cloud-provider', cluster: 'till', to: 'gcp' }] };
    const entry = entryOf({ files, clusters: [till], config });
    expect([entry.verdict, reasonsOf(entry)]).toEqual([
      'undecided',
      expect.stringContaining('1 string was not checked'),
    ]);
  });
});

describe('a string that ends before its host', () => {
  it.each(['a.nix', 'a.foo', 'a.py'])('keeps the change undecided, in %s', (path) => {
    const files = { ...standard, [path]: 'uri = "mongodb+srv://app@" ++ host\n' };
    const config = { plan: [{ change: 'cloud-provider', cluster: 'till', to: 'gcp' }] };
    const entry = entryOf({ files, clusters: [till], config });
    expect([entry.verdict, reasonsOf(entry)]).toEqual(['undecided', expect.stringContaining('1 string was not')]);
  });
});

describe('what does not decide', () => {
  it('is fixed in one last step', () => {
    const files = {
      'a.env': 'URI=mongodb+srv://till-pri.h6j2m.azure.mongodb.net/t\n',
      'docs/history.md': 'Once `mongodb+srv://till-h6j2m.azure.mongodb.net/t`.\n',
    };
    const config = { plan: [{ change: 'disable-peering-only' }] };
    const entry = entryOf({ files, clusters: [clusterRecord('till', { provider: 'AZURE' })], config });
    expect(entry.verdict).toBe('ready');
    expect(titles(entry).at(-1)).toBe('Update documents and tests');
    expect(entry.steps.at(-1)?.places.map(({ file }) => file)).toEqual(['docs/history.md']);
  });

  it('is named where no string has to be replaced first', () => {
    const nodes = `mongodb://${[0, 1].map((n) => `till-shard-00-0${n}.h6j2m.mongodb.net:27017`).join(',')}/t`;
    const change = toTwo({ regionalizedPrivateEndpoints: false });
    const of = (text: string): string => {
      const files = { ...standard, 'b.env': `URI=${text}\n` };
      const entry = entryOf({ files, clusters: [till], endpoints: [], config: { plan: [change] } });
      return entry.steps.map(({ detail }) => detail).join(' ');
    };
    expect(of(nodes)).not.toContain('No string to replace was found');
    expect(of(nodes)).toContain('The later step "Replace strings that still work but should not stay" lists 1 place.');
    expect(of('mongodb+srv://till.h6j2m.mongodb.net/t')).not.toContain('that still work');
  });

  it('has one new string for each old one', () => {
    const [a, b] = [0, 1].map((n) => `till-shard-00-0${n}.h6j2m.mongodb.net:27017`);
    const nodes = `mongodb://${a},${b}/t?replicaSet=atlas-x1y2z3-shard-0&ssl=true`;
    const files = { 'b.env': `URI=${nodes}\n`, 'docs/a.md': `The string is \`${nodes}\`.\n` };
    const entry = entryOf({ files, clusters: [till], config: { plan: [{ change: 'shard', cluster: 'till' }] } });
    const offers = entry.steps.at(-1)!.places.map(({ to }) => to);
    expect(entry.steps.at(-1)?.title).toBe('Update documents and tests');
    expect(new Set(offers)).toEqual(new Set(['mongodb+srv://till.h6j2m.mongodb.net/t?ssl=true']));
  });

  it('is counted in no report, and fails no check', () => {
    const nodes = 'mongodb://till-shard-00-00.h6j2m.mongodb.net:27017/t?replicaSet=atlas-x1y2z3-shard-0';
    const files = { ...standard, 'c.js': `// const old = "${nodes}";\n`, 'docs/a.md': `Use \`${nodes}\`.\n` };
    const config = { plan: [{ change: 'shard', cluster: 'till' }] };
    const entry = entryOf({ files, clusters: [till], config });
    expect([entry.verdict, entry.blocking]).toEqual(['ready', []]);
    expect(new Set(entry.strings.map(({ severity }) => severity))).toEqual(new Set(['warning']));
    const both = entryOf({ files: { ...files, 'b.env': `URI=${nodes}\n` }, clusters: [till], config });
    expect(both.blocking.every(({ file }) => file === 'b.env')).toBe(true);
  });

  it('is a string that changes with a downtime that the plan accepts', () => {
    const change = { change: 'regionalized-endpoints', enabled: true };
    const clusters = [
      clusterRecord('till', { type: 'GEOSHARDED', regions: REGIONS, strings: endpointStrings('till', 'pl-0') }),
    ];
    const files = { 'a.env': 'URI=mongodb+srv://till-pl-0.h6j2m.mongodb.net/t\n' };
    const verdict = (more: object): string =>
      entryOf({ files, clusters, config: { plan: [{ ...change, ...more }] } }).verdict;
    expect([verdict({}), verdict({ downtime: 'window of 6 December' })]).toEqual(['blocked', 'ready']);
  });

  it('is an old endpoint beside a new one', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till-pl-0.h6j2m.mongodb.net/t\n' },
      clusters: [clusterRecord('till', { provider: 'GCP', regions: ['CENTRAL_US'] })],
      config: { plan: [{ change: 'port-mapped-endpoints', cluster: 'till' }] },
    });
    expect([entry.verdict, entry.strings[0]?.rule]).toEqual(['ready', 'endpoint-architecture']);
  });
});

describe('several plans', () => {
  it('never offer two strings for one place', () => {
    const strings = {
      standardSrv: 'mongodb+srv://till.h6j2m.azure.mongodb.net',
      privateSrv: 'mongodb+srv://till-pri.h6j2m.azure.mongodb.net',
    };
    const entries = entriesOf({
      files: { 'a.env': 'URI=mongodb+srv://till-h6j2m.azure.mongodb.net/t\n' },
      clusters: [
        clusterRecord('till', {
          provider: 'AZURE',
          regions: ['EUROPE_WEST'],
          created: '2019-02-03T00:00:00Z',
          strings,
        }),
      ],
      config: { plan: [{ change: 'disable-peering-only' }, { change: 'leave-legacy-hostnames' }] },
    });
    const offers = entries.flatMap(({ steps }) => steps.flatMap(({ places }) => places.flatMap(({ to }) => to ?? [])));
    expect(new Set(offers)).toEqual(new Set(['mongodb+srv://till-pri.h6j2m.azure.mongodb.net/t']));
  });
});

describe('commands', () => {
  it('quote what a config says and send no token to its hosts', () => {
    const host = "https://x.example';touch${IFS}pwned;'";
    const profile = { ...ATLAS, api: { ...ATLAS.api, bases: [host], path: "/a'b/", mediaType: "m'$(id)" } };
    const command = apiCommand({ profile, facts: factsOf() }, { method: 'GET', path: 'x' });
    expect(command).not.toContain('x.example');
    expect(command).toContain(`'{base_url}/a'\\''b/v2/groups/{groupId}/x'`);
    expect(command).toContain(`'Accept: m'\\''$(id).2025-03-12+json'`);
  });
});

describe('the runbook of a sharded cluster', () => {
  it('restarts every client between the first shard and further ones', () => {
    const entry = entryOf({
      files: standard,
      clusters: [till],
      config: { plan: [{ change: 'shard', cluster: 'till' }] },
    });
    const convert = entry.steps.findIndex(({ kind }) => kind === 'change');
    const restart = titles(entry).indexOf('Restart every client of the cluster');
    const further = titles(entry).indexOf('Add more shards');
    expect([convert < restart, restart < further]).toEqual([true, true]);
    expect(entry.steps[convert]).toMatchObject({ irreversible: true, role: 'Project Owner', undo: null });
    expect(entry.steps[convert]?.detail).toContain('MONGODB_ATLAS_ACCESS_TOKEN');
  });
});

describe('code of another project', () => {
  const [first, second] = ['6400000000000000000000e1', '6400000000000000000000e2'];
  const sharded = { type: 'SHARDED' } as const;
  const listOf = (only: object): string => JSON.stringify({ results: [only], totalCount: 1 });
  const files = {
    'one.json': listOf(clusterRecord('till', { ...sharded, groupId: first })),
    'two.json': listOf(
      clusterRecord('till', {
        ...sharded,
        groupId: second,
        strings: { standardSrv: 'mongodb+srv://till.q1w2e.mongodb.net' },
      }),
    ),
    ...standard,
    'b.env': 'URI=mongodb+srv://till.q1w2e.mongodb.net/t\n',
  };
  const projects = {
    one: { id: first, inventory: ['one.json'], regionalizedPrivateEndpoints: false },
    two: { id: second, inventory: ['two.json'], regionalizedPrivateEndpoints: false },
  };
  const terraform = (project: string, type: string, more = ''): string =>
    `resource "mongodbatlas_advanced_cluster" "c" {\n  project_id = ${project}\n  name = "till"\n  cluster_type = "${type}"\n}\n${more}`;
  const read =
    'output "u" {\n  value = mongodbatlas_advanced_cluster.c.connection_strings.private_endpoint[0].srv_shard_optimized_connection_string\n}\n';
  const pulumi = (project: string): string =>
    `import * as atlas from '@pulumi/mongodbatlas';\nconst c = new atlas.AdvancedCluster('x', { projectId: '${project}', name: 'till', clusterType: 'SHARDED' });\nexport const u = c.connectionStrings.privateEndpoints[0].srvShardOptimizedConnectionString;\n`;
  const template = (project: string): string =>
    `Resources:\n  C:\n    Type: MongoDB::Atlas::Cluster\n    Properties:\n      ProjectId: ${project}\n      Name: "till"\n      ClusterType: SHARDED\nOutputs:\n  U:\n    Value: !GetAtt C.ConnectionStrings.SRVShardOptimizedConnectionString\n`;
  const mode = { change: 'regionalized-endpoints', enabled: true, project: 'one' };
  const regions = { ...toTwo({ regionalizedPrivateEndpoints: false }), project: 'one' };

  it.each<[name: string, text: (project: string) => string, change: object]>([
    ['main.tf', (project) => terraform(`"${project}"`, 'REPLICASET'), mode],
    ['main.tf', (project) => terraform(`"${project}"`, 'SHARDED', read), regions],
    ['index.ts', pulumi, regions],
    ['stack.yaml', template, regions],
  ])('does not decide: %s', (name, text, change) => {
    const rulesOf = (project: string): readonly string[] =>
      entryOf({ files: { ...files, [name]: text(project) }, config: { projects, plan: [change] } }).strings.map(
        ({ rule }) => rule,
      );
    expect(rulesOf(second)).toEqual([]);
    expect(rulesOf(first)).toHaveLength(1);
  });

  it('decides where neither it nor a variable says whose it is', () => {
    const text = terraform('var.id', 'REPLICASET');
    const verdictOf = (more: string): string =>
      entryOf({ files: { ...files, 'main.tf': text + more }, config: { projects, plan: [mode] } }).verdict;
    expect([verdictOf(''), verdictOf(`variable "id" {\n  default = "${second}"\n}\n`)]).toEqual(['blocked', 'ready']);
  });

  it('is not edited for this one', () => {
    const managed = (project: string): unknown =>
      entryOf({
        files: { ...files, 'main.tf': terraform(`"${project}"`, 'SHARDED') },
        config: { projects, plan: [regions] },
      }).steps.find(({ kind }) => kind === 'change')?.managedBy?.file;
    expect([managed(first), managed(second)]).toEqual(['main.tf', undefined]);
  });
});

describe('no plan is ready', () => {
  const change = { change: 'shard', cluster: 'till' };

  const sharded = 'URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-x1y2z3-shard-0\n';

  it('while a rule that judges it is off for files with strings', () => {
    const overridden = (glob: string): string =>
      entryOf({
        files: { ...standard, 'old/a.env': sharded },
        clusters: [till],
        config: { plan: [change], overrides: [{ files: [glob], rules: { 'shard-conversion-options': 'off' } }] },
      }).verdict;
    expect([overridden('old/**'), overridden('docs/**')]).toEqual(['undecided', 'blocked']);
  });

  it('because the config lowers a rule', () => {
    for (const rules of [{ 'shard-conversion-options': 'warning' }, { 'shard-conversion-options': 'info' }]) {
      const overrides = [{ files: ['*.env'], rules }];
      const configs = [{ rules }, { overrides }];
      const verdicts = configs.map(
        (config) =>
          entryOf({ files: { 'a.env': sharded }, clusters: [till], config: { plan: [change], ...config } }).verdict,
      );
      expect(verdicts).toEqual(['blocked', 'blocked']);
    }
  });

  it('while a rule that judges it is off', () => {
    const files = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=x\n' };
    const rules = { 'shard-conversion-options': 'off' };
    const entry = entryOf({ files, clusters: [till], config: { plan: [change], rules } });
    expect([entry.verdict, reasonsOf(entry)]).toEqual([
      'undecided',
      expect.stringContaining('shard-conversion-options'),
    ]);
  });

  it.each<[what: string, record: Parameters<typeof clusterRecord>[1], change: object]>([
    ['types', { type: 'SHARDED' }, { change: 'regionalized-endpoints', enabled: true }],
    ['providers', { provider: 'GCP' }, { change: 'cloud-provider', cluster: 'till', to: 'gcp' }],
    ['dates', { created: '2019-01-01T00:00:00Z' }, { change: 'cloud-provider', cluster: 'till', to: 'gcp' }],
  ])('while two records of a cluster have other %s, in either order', (_, record, one) => {
    const other = clusterRecord('till', record);
    for (const clusters of [
      [till, other],
      [other, till],
    ]) {
      const entry = entryOf({ files: standard, clusters, endpoints: [], config: { plan: [one] } });
      expect([entry.verdict === 'ready', reasonsOf(entry)]).toEqual([false, expect.stringContaining('Correct or')]);
    }
  });

  it('for a Free cluster before sharding or more regions', () => {
    const region = { providerName: 'TENANT', backingProviderName: 'AWS', regionName: 'US_EAST_1' };
    const free = {
      ...till,
      replicationSpecs: [{ regionConfigs: [{ ...region, electableSpecs: { instanceSize: 'M0' } }] }],
    };
    for (const one of [change, toTwo({ regionalizedPrivateEndpoints: false })]) {
      const entry = entryOf({ files: standard, clusters: [free], endpoints: [], config: { plan: [one] } });
      expect([entry.verdict, reasonsOf(entry)]).toEqual([
        'blocked',
        expect.stringContaining('not a dedicated cluster'),
      ]);
    }
  });
});

describe('a replacement', () => {
  it('is not a string that another rule reports as an error', () => {
    const strings = endpointStrings('till', 'pl-0', 'pl-0-lb');
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till-pl-0-lb.h6j2m.mongodb.net/t?replicaSet=atlas-x1y2z3-shard-0&w=1\n' },
      clusters: [clusterRecord('till', { type: 'SHARDED', strings })],
      endpoints: REGIONS,
      config: { plan: [toTwo()], projects: [{ regionalizedPrivateEndpoints: false }] },
    });
    const to = entry.steps.flatMap(({ places }) => places.map((place) => place.to));
    expect(to).toEqual(['mongodb+srv://till-pl-0.h6j2m.mongodb.net/t?w=1']);
  });
});
