import { describe, expect, it } from 'vitest';
import { at, inOrder, titles } from '../support/plan-steps.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

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
      'Turn peering-only mode off',
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
        recorded: true,
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
        '  --header "Authorization: Bearer $MONGODB_ATLAS_ACCESS_TOKEN" \\',
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
    // --fix cannot edit pieces.
    expect([place?.proven, place?.recorded]).toEqual([false, true]);
  });

  it('says so when the mode is off already', () => {
    const entry = entryOf({ clusters, config: { ...config, projects: [{ peeringOnly: false }] } });
    expect(titles(entry).join()).not.toContain('Turn peering-only');
    const { detail, command } = entry.steps.at(at(entry, 'Nothing to turn off'))!;
    expect([detail, command]).toEqual([expect.stringContaining('According to config: project.peeringOnly.'), null]);
  });

  it('does not point at hosts that a manual leaves to its reader', () => {
    const files = {
      'README.md': 'Connect: `mongodb+srv://<user>:<password>@<host>/stock`\n',
      'a.env': 'A=mongodb://<host>/\n',
    };
    expect(titles(entryOf({ files, clusters, config })).join()).not.toContain('Check the strings whose host');
  });

  it('points at strings whose host only a variable contains', () => {
    const entry = entryOf({ files: { 'a.env': 'URI=mongodb+srv://${STOCK_HOST}/stock\n' }, clusters, config });
    expect(entry.verdict).toBe('undecided');
    expect(entry.steps[at(entry, 'Check the strings whose host')]?.places.map(({ from }) => from)).toEqual([
      'mongodb+srv://${STOCK_HOST}/stock',
    ]);
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

  it('says of each place of the API what is there afterwards, and which fields go for each operation', () => {
    const files = {
      'list.sh':
        'curl --digest -u "$P:$K" -H \'Accept: application/json\' https://cloud.mongodb.com/api/atlas/v1.0/groups/$G/clusters\n',
      'one.py':
        'r = requests.get(f"https://cloud.mongodb.com/api/atlas/v2/groups/{g}/clusters/{c}", headers={"Accept": "application/vnd.atlas.2023-01-01+json"}).json()\nuri = r["srvAddress"], r["connectionStrings"]\n',
    };
    const entry = entryOf({ files, config: { plan: [{ change: 'admin-api', to: '2023-02-01' }] } });
    expect(entry.verdict).toBe('blocked');
    const [paths, versions, , fields] = entry.steps;
    expect(paths?.places).toMatchObject([{ file: 'list.sh', line: 1, proven: false, recorded: false }]);
    expect(versions?.places).toMatchObject([
      {
        file: 'one.py',
        from: 'application/vnd.atlas.2023-01-01+json',
        to: 'application/vnd.atlas.2023-02-01+json',
        recorded: false,
      },
    ]);
    expect(fields?.places).toMatchObject([{ file: 'one.py', line: 2, from: 'srvAddress', proven: false }]);
    for (const part of [
      'mongoURIWithOptions',
      'replicationSpecs.regionsConfig',
      'create (POST): request and response',
      'below results',
    ])
      expect(fields?.detail).toContain(part);
  });

  it('is ready when every call asks for the version of the plan', () => {
    const files = {
      'list.sh':
        'curl -H "Authorization: Bearer $T" -H \'Accept: application/vnd.atlas.2024-08-05+json\' https://cloud.mongodb.com/api/atlas/v2/groups/$G/clusters\n',
    };
    const entry = entryOf({ files, config: { plan: [{ change: 'admin-api', to: '2024-08-05' }] } });
    expect(entry.verdict).toBe('ready');
  });
});
