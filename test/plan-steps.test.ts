import { describe, expect, it } from 'vitest';
import type { PlanEntry } from '../src/core/plan.ts';
import { clusterRecord, endpointStrings, entryOf } from './support/run-plan.ts';
import type { PlannedProject } from './support/run-plan.ts';

const titles = ({ steps }: PlanEntry): string[] => steps.map(({ title }) => title);
/** Where in the procedure a word stands first, in title, detail or command. */
function at({ steps }: PlanEntry, word: string): number {
  const found = steps.findIndex(({ title, detail, command }) => `${title}\n${detail}\n${command ?? ''}`.includes(word));
  expect(found, word).toBeGreaterThanOrEqual(0);
  return found;
}
/** True when these words stand in steps one after the other. */
function inOrder(entry: PlanEntry, ...words: readonly string[]): void {
  const places = words.map((word) => at(entry, word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(words.length);
}
const commandsOf = ({ steps }: PlanEntry): string => steps.map(({ command }) => command ?? '').join('\n');

describe('disable-peering-only', () => {
  const clusters = [
    clusterRecord('depot', {
      provider: 'AZURE',
      regions: ['EUROPE_WEST'],
      created: '2019-05-01T00:00:00Z',
      strings: {
        standard:
          'mongodb://depot-shard-00-00-k8d3f.azure.mongodb.net:27017,depot-shard-00-01-k8d3f.azure.mongodb.net:27017/?ssl=true&authSource=admin&replicaSet=depot-shard-0',
        standardSrv: 'mongodb+srv://depot-k8d3f.azure.mongodb.net',
        private:
          'mongodb://depot-shard-00-00-pri.k8d3f.azure.mongodb.net:27017,depot-shard-00-01-pri.k8d3f.azure.mongodb.net:27017/?ssl=true&authSource=admin&replicaSet=depot-shard-0',
        privateSrv: 'mongodb+srv://depot-pri.k8d3f.azure.mongodb.net',
      },
    }),
  ];
  const config = { plan: [{ change: 'disable-peering-only' }] };

  it('changes strings, deploys and verifies before the switch', () => {
    const files = { 'a.env': 'URI=mongodb+srv://app:s3cretPass@depot-k8d3f.azure.mongodb.net/stock\n' };
    const entry = entryOf({ files, clusters, config });
    inOrder(
      entry,
      'Replace legacy strings',
      'Deploy',
      'inside the peered network',
      'Switch peering-only mode off',
      'Verify that the mode is off',
    );
    const [replace, , verify, off] = entry.steps;
    expect(replace?.places).toEqual([
      {
        file: 'a.env',
        line: 1,
        column: 34,
        from: 'mongodb+srv://***:***@depot-k8d3f.azure.mongodb.net/stock',
        to: 'mongodb+srv://***:***@depot-pri.k8d3f.azure.mongodb.net/stock',
        proven: true,
      },
    ]);
    expect(verify?.command).toBe(
      "connlint plan --change disable-peering-only\nmongosh mongodb+srv://depot-pri.k8d3f.azure.mongodb.net/ --eval 'db.runCommand({ ping: 1 })'",
    );
    expect(off?.detail).toContain('"Connect via Peering Only (GCP and Azure)" to Off');
    expect(off?.detail).toContain('deprecated');
    expect(off?.command).toBe(
      [
        "curl --request PATCH 'https://cloud.mongodb.com/api/atlas/v2/groups/6400000000000000000000e1/privateIpMode' \\",
        '  --header "Authorization: Bearer $ACCESS_TOKEN" \\',
        "  --header 'Accept: application/vnd.atlas.2023-01-01+json' \\",
        "  --header 'Content-Type: application/vnd.atlas.2023-01-01+json' \\",
        '  --data \'{"enabled": false}\'',
      ].join('\n'),
    );
  });

  it("shows the record's list also where the text builds its own in pieces", () => {
    const files = {
      'a.py':
        'U = ("mongodb://u:" + secret + "@"\n  "depot-shard-00-00-k8d3f.azure.mongodb.net:27017,"\n  "depot-shard-00-01-k8d3f.azure.mongodb.net:27017/stock?replicaSet=depot-shard-0")\n',
    };
    const [place] = entryOf({ files, clusters, config }).steps[0]!.places;
    expect(place?.to).toBe(
      'mongodb://***:${secret}@depot-shard-00-00-pri.k8d3f.azure.mongodb.net:27017,depot-shard-00-01-pri.k8d3f.azure.mongodb.net:27017/stock?replicaSet=depot-shard-0',
    );
    expect(place?.proven).toBe(true);
  });

  it('says so when the mode is off already', () => {
    const entry = entryOf({ clusters, config: { ...config, project: { peeringOnly: false } } });
    expect(entry.steps.at(at(entry, 'Switch peering-only'))?.detail).toContain('off already');
  });

  it('points at strings whose host only a variable holds', () => {
    const entry = entryOf({ files: { 'a.env': 'URI=mongodb+srv://${STOCK_HOST}/stock\n' }, clusters, config });
    expect(entry.verdict).toBe('ready');
    expect(entry.steps[at(entry, 'Look by hand')]?.places.map(({ from }) => from)).toEqual([
      'mongodb+srv://${STOCK_HOST}/stock',
    ]);
  });
});

describe('multi-region', () => {
  const project = (strings: readonly string[], extra: Partial<PlannedProject['config']> = {}): PlannedProject => ({
    files: { 'a.env': 'URI=mongodb+srv://gauge-pl-0-lb.h6j2m.mongodb.net/g\n' },
    clusters: [clusterRecord('gauge', { type: 'SHARDED', strings: endpointStrings('gauge', ...strings) })],
    config: {
      project: { regionalizedPrivateEndpoints: false },
      plan: [{ change: 'multi-region', cluster: 'gauge', regions: ['US_EAST_1', 'EU_WEST_1'] }],
      ...extra,
    },
  });

  it('switches to the Legacy SRV string, prepares the networks, and converts last', () => {
    const entry = entryOf(project(['pl-0', 'pl-0-lb']));
    inOrder(
      entry,
      'Legacy SRV',
      'Deploy',
      'private endpoint in every',
      'networks of the regions',
      'Verify before',
      'Add the region EU_WEST_1',
      'Verify after',
    );
    expect(titles(entry)).not.toContain('Open a support ticket before the conversion');
    expect(entry.steps[at(entry, 'Legacy SRV')]?.places.map(({ to }) => to)).toEqual([
      'mongodb+srv://gauge-pl-0.h6j2m.mongodb.net/g',
    ]);
  });

  it('begins with a ticket when the record has no Legacy SRV string', () => {
    const entry = entryOf(project(['pl-0-lb']));
    inOrder(entry, 'Open a support ticket', 'once support has made one', 'Deploy', 'Add the region');
  });

  it('leaves optimized strings alone where regionalized endpoints keep them', () => {
    const plan = [
      {
        change: 'multi-region',
        cluster: 'gauge',
        regions: ['US_EAST_1', 'EU_WEST_1'],
        regionalizedPrivateEndpoints: true,
      },
    ];
    const entry = entryOf(project(['pl-0', 'pl-0-lb'], { plan }));
    expect(titles(entry).join()).not.toMatch(/Legacy SRV|networks of the regions/);
    inOrder(entry, 'Turn regionalized private endpoints on', 'Add the region');
  });

  it('begins with peering-only mode on Azure', () => {
    const entry = entryOf({
      clusters: [clusterRecord('yard', { provider: 'AZURE', regions: ['EUROPE_WEST'] })],
      config: {
        project: { peeringOnly: true },
        plan: [{ change: 'multi-region', cluster: 'yard', regions: ['EUROPE_WEST', 'EUROPE_NORTH'] }],
      },
    });
    expect(entry.verdict).toBe('blocked');
    inOrder(entry, 'Leave peering-only mode', 'Replace strings', 'Add the region EUROPE_NORTH');
    expect(entry.steps[0]?.command).toBe('connlint plan --change disable-peering-only');
  });

  it('names global access for Google Cloud', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://orbit-pl-0.h6j2m.mongodb.net/o\n' },
      clusters: [clusterRecord('orbit', { provider: 'GCP', regions: ['WESTERN_EUROPE'] })],
      config: {
        project: { regionalizedPrivateEndpoints: false },
        plan: [{ change: 'multi-region', cluster: 'orbit', regions: ['WESTERN_EUROPE', 'CENTRAL_US'] }],
      },
    });
    expect(entry.steps[at(entry, 'global access')]?.detail).not.toContain('AWS and Azure');
  });
});

describe('cloud-provider', () => {
  const moved = (created: string, provider: 'AWS' | 'AZURE' | 'GCP' = 'GCP', cluster = 'stage') =>
    entryOf({
      files: { 'a.env': 'URI=mongodb+srv://stage.h6j2m.mongodb.net/s\n' },
      clusters: [clusterRecord('stage', { provider, regions: ['CENTRAL_US'], created })],
      config: { plan: [{ change: 'cloud-provider', cluster, to: 'aws' }] },
    });

  it('takes two steps for what was made before 3 November 2020', () => {
    const entry = moved('2020-11-02T23:59:59Z');
    expect(entry.verdict).toBe('blocked');
    inOrder(
      entry,
      'Add read-only nodes on AWS',
      'first new string into',
      'Verify connectivity',
      'Put electable nodes on AWS',
      'second new string into',
      'Verify after',
    );
    expect(entry.steps[0]?.detail).toContain('With legacy backups, keep one node on GCP');
    expect(entry.steps[at(entry, 'Put electable nodes')]?.detail).toContain('wait for the new backups');
  });

  it('keeps the standard string of younger clusters and of clusters on AWS', () => {
    const younger = moved('2020-11-03T00:00:00Z');
    expect(younger.verdict).toBe('ready');
    expect(titles(younger).join()).not.toContain('read-only');
    const entry = entryOf({
      clusters: [clusterRecord('elder', { provider: 'AWS', created: '2018-01-01T00:00:00Z' })],
      config: { plan: [{ change: 'cloud-provider', cluster: 'elder', to: 'gcp' }] },
    });
    expect(entry.steps[at(entry, 'Move the cluster to GCP')]?.detail).toContain('does not change');
  });

  it('leaves private paths first, at any age', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://stage-pri.h6j2m.mongodb.net/s\n' },
      clusters: [
        clusterRecord('stage', {
          provider: 'AZURE',
          regions: ['EUROPE_WEST'],
          strings: {
            standardSrv: 'mongodb+srv://stage.h6j2m.mongodb.net',
            privateSrv: 'mongodb+srv://stage-pri.h6j2m.mongodb.net',
          },
        }),
      ],
      config: { plan: [{ change: 'cloud-provider', cluster: 'stage', to: 'aws' }] },
    });
    inOrder(entry, 'Leave the private path', 'Deploy', 'Move the cluster to AWS', 'Build the private path again');
    expect(entry.steps[0]?.places[0]).toMatchObject({ to: 'mongodb+srv://stage.h6j2m.mongodb.net/s', proven: true });
  });

  it('tells clusters apart when a plan means all of them', () => {
    const entry = entryOf({
      clusters: [
        clusterRecord('old', { provider: 'GCP', regions: ['CENTRAL_US'], created: '2020-01-01T00:00:00Z' }),
        clusterRecord('new', { provider: 'GCP', regions: ['CENTRAL_US'] }),
        clusterRecord('there', { provider: 'AWS' }),
      ],
      config: { plan: [{ change: 'cloud-provider', cluster: '*', to: 'aws' }] },
    });
    expect(titles(entry)).toEqual(
      expect.arrayContaining([
        '"old": Add read-only nodes on AWS',
        '"new": Move the cluster to AWS',
        '"there": Nothing to move',
      ]),
    );
  });

  it('gives both conditions when nothing is known', () => {
    const entry = entryOf({ config: { plan: [{ change: 'cloud-provider', cluster: 'stage', to: 'aws' }] } });
    expect(entry.verdict).toBe('undecided');
    expect(entry.steps[at(entry, 'Find out which procedure')]?.detail).toContain('2020-11-03');
  });
});

describe('regionalized-endpoints', () => {
  const clusters = [
    clusterRecord('gauge', {
      type: 'GEOSHARDED',
      regions: ['US_EAST_1', 'EU_WEST_1'],
      strings: endpointStrings('gauge', 'pl-0'),
    }),
    clusterRecord('till'),
  ];
  const files = { 'a.env': 'URI=mongodb+srv://gauge-pl-0.h6j2m.mongodb.net/g\n' };

  it('wants sharded clusters, then the toggle, and only then the new strings', () => {
    const entry = entryOf({ files, clusters, config: { plan: [{ change: 'regionalized-endpoints' }] } });
    expect(entry.verdict).toBe('blocked');
    inOrder(
      entry,
      'Have sharded clusters only',
      'Announce a downtime',
      'Turn regionalized private endpoints on',
      'Read the new strings',
      'Put the new strings into',
      'Deploy',
      'Verify',
    );
    expect(entry.steps[0]?.detail).toContain('"till"');
    expect(commandsOf(entry)).toMatch(
      /GET '\S+\/privateEndpoint\/regionalMode'[^]+PATCH '\S+\/privateEndpoint\/regionalMode'/,
    );
    expect(entry.steps[at(entry, 'Put the new strings')]?.places.map(({ file }) => file)).toEqual(['a.env']);
  });

  it('needs no sharded clusters to be turned off', () => {
    const entry = entryOf({
      files,
      clusters,
      config: { plan: [{ change: 'regionalized-endpoints', enabled: false }] },
    });
    expect(titles(entry)).not.toContain('Have sharded clusters only');
    expect(commandsOf(entry)).toContain('{"enabled": false}');
  });
});

describe('shard', () => {
  it('moves to SRV strings before the conversion', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-q1w2e3-shard-0\n' },
      clusters: [clusterRecord('till')],
      config: { plan: [{ change: 'shard', cluster: 'till' }] },
    });
    expect(entry.verdict).toBe('blocked');
    expect(entry.steps[0]?.places[0]?.to).toBe('mongodb+srv://till.h6j2m.mongodb.net/t');
    inOrder(entry, 'drop the option replicaSet', 'Deploy', 'Verify before', 'Convert the cluster', 'Verify after');
  });
});

describe('custom-dns', () => {
  it('turned on: the setting first, then the strings that exist only with it', () => {
    const entry = entryOf({ config: { plan: [{ change: 'custom-dns', enabled: true }] } });
    inOrder(
      entry,
      'Turn custom DNS on AWS on',
      'Read the Private IP',
      'Replace the standard strings',
      'Deploy',
      'Verify',
    );
    expect(entry.steps[0]?.detail).toContain('"Using Custom DNS on AWS with VPC Peering"');
    expect(entry.steps[0]?.command).toContain('/awsCustomDNS');
  });

  it('turned off: the strings first, for they go away', () => {
    const strings = {
      standardSrv: 'mongodb+srv://till.h6j2m.mongodb.net',
      privateSrv: 'mongodb+srv://till-pri.h6j2m.mongodb.net',
    };
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till-pri.h6j2m.mongodb.net/t\n' },
      clusters: [clusterRecord('till', { strings })],
      config: { plan: [{ change: 'custom-dns', enabled: false }] },
    });
    inOrder(entry, 'Replace the Private IP', 'Deploy', 'Verify', 'Turn custom DNS on AWS off');
    expect(entry.steps[0]?.places.map(({ from }) => from)).toEqual(['mongodb+srv://till-pri.h6j2m.mongodb.net/t']);
  });
});

describe('port-mapped-endpoints', () => {
  const plan = [{ change: 'port-mapped-endpoints', cluster: 'orbit' }];
  const orbit = clusterRecord('orbit', {
    provider: 'GCP',
    regions: ['WESTERN_EUROPE'],
    strings: endpointStrings('orbit', 'pl-0'),
  });

  it('builds the new endpoint beside the old one and removes the old one last', () => {
    const files = { 'a.env': 'URI=mongodb+srv://orbit-pl-0.h6j2m.mongodb.net/o\n' };
    const entry = entryOf({ files, clusters: [orbit], config: { plan } });
    inOrder(
      entry,
      'Create the port-mapped',
      'Read the new strings',
      'Switch the strings',
      'Deploy',
      'Verify',
      'Remove the endpoints',
    );
    expect(entry.steps[at(entry, 'Create the port-mapped')]?.command).toContain('"portMappingEnabled": true');
  });

  it('is nothing for a cluster elsewhere', () => {
    const entry = entryOf({ clusters: [clusterRecord('orbit')], config: { plan } });
    expect(titles(entry)).toEqual(['Nothing to do']);
  });
});

describe('leave-legacy-hostnames and admin-api', () => {
  it('replaces legacy names by those of the record, without any setting', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://mill-h6j2m.mongodb.net/m\n' },
      clusters: [clusterRecord('mill', { created: '2018-02-03T00:00:00Z' })],
      config: { plan: [{ change: 'leave-legacy-hostnames' }] },
    });
    expect(entry.verdict).toBe('blocked');
    expect(entry.steps[0]?.places[0]).toMatchObject({ to: 'mongodb+srv://mill.h6j2m.mongodb.net/m', proven: true });
    expect(titles(entry)).toHaveLength(3);
  });

  it('takes the four steps of the migration in their order', () => {
    const files = {
      'client.py':
        'A = "https://cloud.mongodb.com/api/atlas/v1.0/groups"\nB = {"Accept": "application/vnd.atlas.2023-01-01+json"}\n',
    };
    const entry = entryOf({ files, config: { plan: [{ change: 'admin-api', to: '2024-08-05' }] } });
    inOrder(entry, 'base address', 'Send the version', 'Adapt requests', 'cluster record', 'Verify');
    expect(entry.steps[0]?.places.map(({ line }) => line)).toContain(1);
    expect(entry.steps[1]?.detail).toContain('application/vnd.atlas.2024-08-05+json');
  });
});

describe('commands', () => {
  const off = { plan: [{ change: 'disable-peering-only' }] };

  it('use the words of another service', () => {
    const service = {
      name: 'Hosted DB',
      schemes: ['db', 'db+srv'],
      domains: ['db.example'],
      api: { hosts: ['api.svc.example'], path: '/api/svc/', mediaType: 'application/vnd.svc' },
    };
    const strings = { standardSrv: 'db+srv://till.h6j2m.db.example', privateSrv: 'db+srv://till-pri.h6j2m.db.example' };
    const entry = entryOf({ clusters: [clusterRecord('till', { strings })], config: { ...off, service } });
    expect(commandsOf(entry)).toContain(
      "'https://api.svc.example/api/svc/v2/groups/6400000000000000000000e1/privateIpMode'",
    );
    expect(commandsOf(entry)).toContain('application/vnd.svc.2023-01-01+json');
    expect(commandsOf(entry)).toContain('db+srv://till-pri.h6j2m.db.example/');
    expect(commandsOf(entry)).not.toContain('mongodb.');
  });

  it('go to the API of the government cloud for its clusters', () => {
    const strings = { standardSrv: 'mongodb+srv://till.h6j2m.mongodbgov.net' };
    const entry = entryOf({ clusters: [clusterRecord('till', { strings })], config: off });
    expect(commandsOf(entry)).toContain('https://cloud.mongodbgov.com/api/atlas/v2/');
  });

  it('leave the project open when the records are of several, or their id is none', () => {
    const two = [clusterRecord('a'), clusterRecord('b', { groupId: '6400000000000000000000e2' })];
    expect(commandsOf(entryOf({ clusters: two, config: off }))).toContain('/groups/{groupId}/privateIpMode');
    const odd = [clusterRecord('a', { groupId: "'; touch x; '" })];
    expect(commandsOf(entryOf({ clusters: odd, config: off }))).toContain('/groups/{groupId}/privateIpMode');
  });

  it('quote names that a shell would read otherwise', () => {
    const name = "o'brien $(id)";
    const entry = entryOf({ clusters: [clusterRecord(name)], config: { plan: [{ change: 'shard', cluster: name }] } });
    expect(commandsOf(entry)).toContain("--cluster 'o'\\''brien $(id)'");
    expect(commandsOf(entry)).toContain('/clusters/o%27brien%20%24%28id%29');
  });
});
