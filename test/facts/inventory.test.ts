import { describe, expect, it } from 'vitest';
import { inventoryView } from '../../src/facts/inventory.ts';
import type { ProjectView } from '../../src/facts/inventory.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { endpoint, factsOf, GROUP, record } from '../support/facts-fixture.ts';

/** The facts of the only project. */
const viewOf = (facts: Facts): ProjectView => {
  const [view, ...others] = inventoryView(facts).projects;
  if (!view || others.length > 0) throw new Error(`${others.length + 1} projects`);
  return view;
};

const known = (facts: readonly { name: string; value: string | null }[]) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));

describe('what is known', () => {
  const view = viewOf(
    factsOf(
      [
        record({
          name: 'Zebra',
          type: 'SHARDED',
          regions: [
            ['GCP', 'CENTRAL_US'],
            ['AWS', 'US_EAST_1'],
          ],
        }),
        record({
          name: 'alder',
          strings: { privateEndpoint: [endpoint({ srv: 'mongodb+srv://alder-pl-0.qz7xt.mongodb.net' })] },
        }),
      ],
      ['privateIpMode.json', { enabled: true }],
      ['awsCustomDNS.json', { enabled: false }],
    ),
  );

  it('of clusters, by their names', () => {
    expect(view.id).toBe(GROUP);
    expect(view.clusters.map(({ name }) => name)).toEqual(['Zebra', 'alder']);
    expect(known(view.clusters[0]!.facts)).toEqual({
      type: 'SHARDED',
      regions: 'gcp CENTRAL_US, aws US_EAST_1',
      providers: 'gcp, aws',
      tier: 'dedicated',
      version: '7.0.9',
      created: '2022-03-04',
      'ever had the Legacy SRV string': null,
    });
    expect(view.clusters[1]!.strings.map(({ kind, form }) => `${kind} ${form}`)).toEqual([
      'standard srv',
      'standard direct',
      'private-endpoint srv',
    ]);
    expect(view.clusters[0]!.source).toBe('facts/0.json');
  });

  it('of the project, with its source', () => {
    expect(known(view.project)).toEqual({
      'peering-only mode': 'on',
      'custom DNS on AWS': 'off',
      'regionalized private endpoints': null,
      peering: null,
      'network containers': null,
      'port-mapped endpoints': null,
      'endpoint services': null,
    });
    expect(view.project[0]!.source).toContain('privateIpMode.json');
    expect(view).toMatchObject({ pulledAt: null, endpointServices: [], targets: [] });
  });

  it('and what is missing, with how to get it', () => {
    expect(view.missing.map(({ fact, of }) => [fact, of])).toEqual([
      ['regionalized private endpoints (regionalMode)', []],
      ['peering connections', []],
      ['private endpoint services', []],
    ]);
    expect(view.missing[0]!.how).toContain('project.regionalizedPrivateEndpoints');
    expect(viewOf(factsOf()).missing.map(({ fact }) => fact)).toEqual([
      'cluster record',
      'peering-only mode (privateIpMode)',
      'custom DNS on AWS (awsCustomDNS)',
      'regionalized private endpoints (regionalMode)',
      'peering connections',
      'private endpoint services',
    ]);
    const bare = viewOf(factsOf([{ name: 'bare', groupId: GROUP, connectionStrings: {} }]));
    expect(bare.missing.slice(0, 7).map(({ fact, of }) => [fact, of])).toEqual(
      [
        'cluster record',
        'cluster type',
        'provider of the cluster',
        'regions of the cluster',
        'creation date of the cluster',
        'database version',
        'tier of the cluster',
      ].map((fact) => [fact, ['bare']]),
    );
  });
});

describe('what is known of a network', () => {
  const provisioned = (providerName: string) => ({ providerName, provisioned: true, atlasCidrBlock: '10.8.0.0/21' });
  const service = { endpointServiceName: 'svc', regionName: 'US_EAST_1', interfaceEndpoints: ['vpce-1', 'vpce-2'] };
  const group = (cl: Record<string, string>, ...targets: string[]) => ({ targets, labels: { group_id: GROUP, ...cl } });

  it('is reported with its regions, endpoints and scrape targets, and `none` for an empty list', () => {
    const view = viewOf(
      factsOf(
        ['aws/containers.json', [provisioned('AWS'), provisioned('GCP')]],
        ['aws/endpoints.json', [{ ...service, providerName: 'AWS' }]],
        ['gcp/endpoints.json', [{ cloudProvider: 'GCP', privateLinkServiceName: 'x', portMappingEnabled: true }]],
        ['discovery.json', [group({ cl_name: 'alder' }, 'alder-shard-00-00.qz7xt.mongodb.net:27018', 'no host!')]],
        ['older.json', [group({ cluster_name: 'zebra' }, 'zebra-shard-00-00.qz7xt.mongodb.net')]],
        ['privateIpMode.json', { enabled: false }],
      ),
    );
    expect(known(view.project)).toMatchObject({
      'peering-only mode': 'off',
      peering: 'aws, gcp',
      'network containers': 'aws, gcp',
      'endpoint services': '2',
      'port-mapped endpoints': 'yes',
    });
    expect(view.endpointServices).toEqual([
      { provider: 'aws', region: 'US_EAST_1', endpoints: ['vpce-1', 'vpce-2'], source: 'aws/endpoints.json' },
      { provider: 'gcp', region: null, endpoints: [], source: 'gcp/endpoints.json' },
    ]);
    expect(view.targets).toHaveLength(2);
  });

  it('says nothing of records without a provider, and `none` where no peer carries traffic', () => {
    const view = viewOf(
      factsOf(
        ['peers.json', { results: [{ containerId: 'c', vpcId: 'v', awsAccountId: '1', statusName: 'FAILED' }] }],
        ['azure.json', [{ cloudProvider: 'AZURE', privateLinkServiceName: 'x', privateEndpoints: [] }]],
      ),
    );
    expect(known(view.project)).toMatchObject({ peering: 'none', 'endpoint services': '1' });
    expect(view.endpointServices).toMatchObject([{ provider: 'azure', region: null, endpoints: [] }]);
  });

  it('names clusters of one name by their projects', () => {
    const two = [record({ name: 'alder' }), record({ name: 'alder', more: { groupId: '70c0ffee000000000000aa02' } })];
    const { projects } = inventoryView(factsOf(two));
    expect(projects.map(({ id, clusters }) => [id, clusters.map(({ name }) => name)])).toEqual([
      [GROUP, ['alder']],
      ['70c0ffee000000000000aa02', ['alder']],
    ]);
  });
});
