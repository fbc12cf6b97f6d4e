import { describe, expect, it } from 'vitest';
import { hasEndpointIn } from '../../src/facts/query.ts';
import { factsOf, GROUP, record } from '../support/facts-fixture.ts';

describe('scrape targets', () => {
  it('have the name of their cluster under either label', () => {
    const group = (labels: object, ...targets: string[]) => ({ targets, labels });
    const facts = factsOf(
      ['new.json', [group({ cl_name: 'alder' }, 'alder-shard-00-00.qz7xt.mongodb.net:27018', 'no host!')]],
      ['old.json', [group({ cluster_name: 'zebra' }, 'zebra-shard-00-00.qz7xt.mongodb.net')]],
    );
    expect(facts.discovery.map(({ cluster, port }) => [cluster, port])).toEqual([
      ['alder', 27018],
      ['zebra', null],
    ]);
  });
});

describe('settings', () => {
  it('tells the answers apart by their file names', () => {
    const { project } = factsOf(
      ['facts/project.privateIpMode.json', { enabled: true }],
      ['facts/project.awsCustomDNS.json', { enabled: false }],
      ['facts/project.privateEndpoint-regionalMode.json', { enabled: true }],
    );
    expect(project.peeringOnly).toEqual({ value: true, source: 'facts/project.privateIpMode.json' });
    expect(project.customDnsOnAws?.value).toBe(false);
    expect(project.regionalizedPrivateEndpoints?.value).toBe(true);
  });

  it.each([
    ['PRIVATEIPMODE.json', 'peeringOnly'],
    ['ops/private-ip-mode.prod.json', 'peeringOnly'],
    ['c:\\ops\\regional-mode.json', 'regionalizedPrivateEndpoints'],
  ] as const)('reads %s as %s', (file, setting) => {
    expect(factsOf([file, { enabled: true }]).project[setting]?.value).toBe(true);
  });

  it('reads the name of the file, not of its folder', () => {
    const { project } = factsOf(['privateIpMode/awsCustomDNS.json', { enabled: true }]);
    expect(project).toMatchObject({ customDnsOnAws: { value: true } });
    expect(project.peeringOnly).toBeUndefined();
  });

  it('is not known after two different answers, in either order', () => {
    const on = ['a/privateIpMode.json', { enabled: true }] as const;
    const off = ['b/privateIpMode.json', { enabled: false }] as const;
    for (const facts of [factsOf(on, off), factsOf(off, on)]) {
      expect(facts.project.peeringOnly).toBeUndefined();
      expect(facts.notices).toMatchObject([{ code: 'fact-conflict' }]);
    }
  });
});

const NOWHERE = { aws: false, azure: false, gcp: false };

describe('peering', () => {
  const aws = { providerName: 'AWS', provisioned: true, atlasCidrBlock: '10.8.0.0/21', vpcId: 'vpc-0aa' };
  const azure = { providerName: 'AZURE', provisioned: true, atlasCidrBlock: '10.9.0.0/21', vnetName: 'vnet_x' };
  const idle = { providerName: 'GCP', provisioned: false, atlasCidrBlock: '10.10.0.0/18', networkName: 'nt' };
  const azurePeer = {
    providerName: 'AZURE',
    containerId: 'c',
    resourceGroupName: 'rg',
    vnetName: 'v',
    status: 'AVAILABLE',
  };
  const awsPeer = (statusName: string): unknown => ({
    containerId: 'c',
    vpcId: 'vpc-1',
    awsAccountId: '1',
    statusName,
  });

  it('is proven by an available peer', () => {
    expect(factsOf([azurePeer]).project.peering).toEqual({ azure: true });
    expect(factsOf({ results: [awsPeer('AVAILABLE')] }).project.peering).toEqual({ aws: true });
    expect(factsOf({ results: [awsPeer('PENDING_ACCEPTANCE')] }).project.peering).toEqual({ aws: false });
  });

  it('falls back to provisioned containers', () => {
    const { project } = factsOf({ results: [aws, azure, idle], totalCount: 3 });
    expect(project.peering).toEqual({ aws: true, azure: true, gcp: false });
  });

  it('believes the peers of a provider more than its container', () => {
    const { project } = factsOf([aws, azure], [awsPeer('FAILED')]);
    expect(project.peering).toEqual({ aws: false, azure: true, gcp: false });
  });

  it('takes an empty list of peers as one of AWS, unless the file says otherwise', () => {
    const withPeers = (file: string, value: unknown) => factsOf([aws, azure], [file, value]).project.peering;
    expect(withPeers('peers.json', { results: [], totalCount: 0 })).toMatchObject({ aws: false, azure: true });
    expect(withPeers('peers.azure.json', [])).toMatchObject({ aws: true, azure: false });
  });

  it('is unknown without any answer, none with an answer that lists nothing', () => {
    expect(factsOf(record()).project.peering).toEqual({});
    expect(factsOf(['containers.json', { results: [] }]).project.peering).toEqual(NOWHERE);
  });
});

describe('endpoint services', () => {
  const aws = {
    cloudProvider: 'AWS',
    id: 's1',
    regionName: 'us-east-1',
    interfaceEndpoints: ['vpce-0aa'],
    status: 'AVAILABLE',
    supportedRemoteRegions: ['US_WEST_2'],
  };
  const azure = {
    cloudProvider: 'AZURE',
    id: 's2',
    regionName: 'US_EAST_2',
    privateLinkServiceName: 'pls_x',
    privateEndpoints: ['/subscriptions/x'],
    status: 'AVAILABLE',
  };
  const gcp = {
    cloudProvider: 'GCP',
    id: 's3',
    regionName: 'us-east1',
    endpointGroupNames: ['rule'],
    serviceAttachmentNames: [],
    portMappingEnabled: true,
  };

  it('reads the three providers', () => {
    const facts = factsOf([aws], [azure], [gcp]);
    expect(facts.endpoints?.map(({ provider, region }) => [provider, region?.region])).toEqual([
      ['aws', 'us-east-1'],
      ['azure', 'eastus2'],
      ['gcp', 'us-east1'],
    ]);
    expect(facts.endpoints?.map(({ endpointIds }) => endpointIds?.length)).toEqual([1, 1, 1]);
    expect(facts.endpoints?.map(({ portMapping }) => portMapping)).toEqual([undefined, undefined, true]);
  });

  it('knows the architecture of Google Cloud only from its services', () => {
    expect(factsOf([{ ...gcp, portMappingEnabled: undefined }]).endpoints?.[0]?.portMapping).toBe(false);
  });

  it('answers where an endpoint is, in either spelling', () => {
    const facts = factsOf([aws, gcp]);
    expect(hasEndpointIn(facts, 'US_EAST_1', 'aws')).toBe(true);
    expect(hasEndpointIn(facts, 'us-east-1', null)).toBe(true);
    expect(hasEndpointIn(facts, 'EASTERN_US', 'gcp')).toBe(true);
    expect(hasEndpointIn(facts, 'EASTERN_US', 'aws')).toBe(false);
    expect(hasEndpointIn(facts, 'EU_WEST_1', 'aws')).toBe(false);
    expect(hasEndpointIn(factsOf(record()), 'EU_WEST_1', 'aws')).toBeUndefined();
    expect(hasEndpointIn(factsOf(['endpointService.json', []]), 'EU_WEST_1', 'aws')).toBe(false);
  });

  it('does not take a service without endpoints, or one that is going, for an endpoint', () => {
    expect(hasEndpointIn(factsOf([{ ...aws, interfaceEndpoints: [] }]), 'US_EAST_1', 'aws')).toBe(false);
    expect(hasEndpointIn(factsOf([{ ...aws, status: 'DELETING' }]), 'US_EAST_1', 'aws')).toBe(false);
    // Without the list of endpoints, whether there is one is not known.
    expect(hasEndpointIn(factsOf([{ ...aws, interfaceEndpoints: undefined }]), 'US_EAST_1', 'aws')).toBeUndefined();
  });

  it('counts a service once that two files list', () => {
    expect(factsOf([aws], { results: [aws, azure] }).endpoints).toHaveLength(2);
  });
});

describe('the file of pull', () => {
  const file = {
    connlintFacts: 1,
    pulledAt: '2026-08-30T10:00:00Z',
    project: { groupId: GROUP, peeringOnly: false, customDnsOnAws: true, regionalizedPrivateEndpoints: null },
    clusters: [record({ name: 'willow' }), record({ name: 'aspen' })],
    endpointServices: [],
    containers: [{ providerName: 'AWS', provisioned: true, atlasCidrBlock: '10.8.0.0/21' }],
    peers: [],
    discovery: [
      { targets: ['willow-shard-00-00.qz7xt.mongodb.net:27018'], labels: { cl_name: 'willow', group_id: GROUP } },
    ],
  };

  it('is read as a whole', () => {
    const facts = factsOf(['.connlint-facts.json', file]);
    expect(facts.clusters.map(({ name }) => name)).toEqual(['willow', 'aspen']);
    expect(facts.project).toMatchObject({ peeringOnly: { value: false }, customDnsOnAws: { value: true } });
    expect(facts.project.regionalizedPrivateEndpoints).toBeUndefined();
    expect(facts.endpoints).toEqual([]);
    expect(facts.discovery).toMatchObject([
      { host: 'willow-shard-00-00.qz7xt.mongodb.net', port: 27018, cluster: 'willow' },
    ]);
    expect(facts.clusters.map(({ readAt }) => readAt?.value)).toEqual(Array(2).fill('2026-08-30T10:00:00.000Z'));
    expect(facts.notices).toEqual([]);
  });

  it('was asked for the peers of all providers, so none means none', () => {
    const containers = ['AWS', 'AZURE', 'GCP'].map((providerName) => ({ providerName, provisioned: true }));
    const { project } = factsOf({ ...file, containers });
    expect(project.peering).toEqual(NOWHERE);
  });

  it('does not know what was not pulled', () => {
    const facts = factsOf({ connlintFacts: 1, pulledAt: '2026-08-30T10:00:00Z', clusters: [record()], peers: null });
    expect(facts.endpoints).toBeUndefined();
    expect(facts.project.peering).toEqual({});
  });
});
