import { listedAs } from '../../src/lint/replacements.ts';
import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import { hasEndpointIn } from '../../src/facts/query.ts';
import { clusterIn, factsOf, GROUP } from '../support/facts-fixture.ts';

type Values = Record<string, unknown>;

function resource(type: string, values: Values, more: Values = {}): Values {
  return {
    address: `mongodbatlas_${type}.${typeof values.name === 'string' ? values.name : 'this'}`,
    mode: 'managed',
    type: `mongodbatlas_${type}`,
    values,
    ...more,
  };
}

const state = (...resources: readonly Values[]): Values => ({
  format_version: '1.0',
  terraform_version: '1.9.8',
  values: { root_module: { resources } },
});

const STRINGS = {
  standard_srv: 'mongodb+srv://cedar.rt5yu.mongodb.net',
  private: '',
  private_srv: '',
  private_endpoint: null,
};

const CEDAR = {
  name: 'cedar',
  project_id: GROUP,
  cluster_type: 'SHARDED',
  create_date: '2021-01-02T03:04:05Z',
  mongo_db_version: '6.0.20',
  connection_strings: STRINGS,
  replication_specs: [
    {
      region_configs: [
        { provider_name: 'AWS', region_name: 'EU_WEST_1', electable_specs: [{ instance_size: 'M30', node_count: 3 }] },
      ],
    },
  ],
};

describe('terraform show -json', () => {
  it('reads an advanced cluster with its strings as an object or as a list', () => {
    for (const strings of [STRINGS, [STRINGS]]) {
      const cluster = clusterIn(state(resource('advanced_cluster', { ...CEDAR, connection_strings: strings })));
      expect(cluster).toMatchObject({ name: 'cedar', tokens: ['rt5yu'] });
      expect(cluster.regions?.[0]?.region).toBe('eu-west-1');
      expect(cluster.createdAt).toBe('2021-01-02T03:04:05.000Z');
      expect(cluster.version).toBe('6.0.20');
      expect(listedAs(cluster, 'private')).toEqual([]);
    }
  });

  it('reads the old cluster resource: flat provider, list of regions', () => {
    const cluster = clusterIn(
      state(
        resource('cluster', {
          name: 'hazel',
          project_id: GROUP,
          provider_name: 'AZURE',
          backing_provider_name: '',
          provider_region_name: 'EUROPE_WEST',
          provider_instance_size_name: 'M40',
          cluster_type: 'REPLICASET',
          num_shards: 1,
          srv_address: 'mongodb+srv://hazel.rt5yu.mongodb.net',
          connection_strings: [],
          replication_specs: [
            {
              num_shards: 1,
              regions_config: [
                { region_name: 'EUROPE_WEST', electable_nodes: 3 },
                { region_name: 'EUROPE_NORTH', electable_nodes: 2 },
              ],
            },
          ],
        }),
      ),
    );
    expect(cluster.providers).toEqual(['azure']);
    expect(cluster.regions?.map(({ region }) => region)).toEqual(['westeurope', 'northeurope']);
    expect(cluster.tier).toBe('dedicated');
    expect(cluster.listed[0]?.text).toBe('mongodb+srv://hazel.rt5yu.mongodb.net');
  });

  it('reads flex clusters', () => {
    const facts = factsOf(
      state(
        resource('flex_cluster', {
          name: 'clover',
          cluster_type: 'REPLICASET',
          provider_settings: { backing_provider_name: 'AWS', region_name: 'US_EAST_1', provider_name: 'FLEX' },
          connection_strings: { standard_srv: 'mongodb+srv://clover.rt5yu8i.mongodb.net' },
        }),
      ),
    );
    expect(facts.clusters.map(({ name, tier }) => [name, tier])).toEqual([['clover', 'flex']]);
    expect(facts.clusters[0]?.regions?.[0]?.region).toBe('us-east-1');
  });

  it('goes through modules at any depth', () => {
    const deep = (depth: number): Values =>
      depth === 0
        ? { resources: [resource('advanced_cluster', CEDAR)] }
        : { resources: [], child_modules: [deep(depth - 1)] };
    expect(clusterIn({ format_version: '1.0', values: { root_module: deep(6) } }).name).toBe('cedar');
  });

  it('reads settings, peers, containers and endpoints', () => {
    const facts = factsOf(
      state(
        resource('private_endpoint_regional_mode', { enabled: true, project_id: GROUP }),
        resource('custom_dns_configuration_cluster_aws', { enabled: false, project_id: GROUP }),
        resource('private_ip_mode', { enabled: true, project_id: GROUP }),
        resource('network_peering', {
          provider_name: 'GCP',
          status: 'AVAILABLE',
          container_id: 'c1',
          atlas_cidr_block: '192.168.0.0/18',
        }),
        resource('network_container', {
          provider_name: 'AZURE',
          region: 'US_EAST_2',
          provisioned: true,
          atlas_cidr_block: '10.8.0.0/21',
        }),
        resource('privatelink_endpoint', {
          provider_name: 'AWS',
          region: 'us-east-1',
          private_link_id: 'link1',
          id: 'encoded',
          interface_endpoints: [],
          status: 'AVAILABLE',
        }),
        resource('privatelink_endpoint_service', {
          provider_name: 'AWS',
          private_link_id: 'link1',
          endpoint_service_id: 'vpce-0bb22',
        }),
      ),
    );
    expect(facts.project).toMatchObject({
      regionalizedPrivateEndpoints: { value: true },
      customDnsOnAws: { value: false },
      peeringOnly: { value: true },
    });
    expect(facts.project.peering).toEqual({ azure: true, gcp: true });
    expect(facts.endpoints?.[0]?.endpointIds).toEqual(['vpce-0bb22']);
    expect(hasEndpointIn(facts, 'US_EAST_1', 'aws')).toBe(true);
  });

  it('prefers the data source to the resource, whose strings may be older', () => {
    const fresh = {
      ...CEDAR,
      connection_strings: {
        standard_srv: 'mongodb+srv://cedar.rt5yu.mongodb.net',
        private_srv: 'mongodb+srv://cedar-pri.rt5yu.mongodb.net',
      },
    };
    const facts = factsOf(
      state(
        resource('advanced_cluster', CEDAR),
        resource('advanced_clusters', { project_id: GROUP, results: [fresh] }, { mode: 'data', address: 'data.x' }),
      ),
    );
    expect(facts.clusters).toHaveLength(1);
    expect(listedAs(facts.clusters[0], 'private')[0]?.text).toBe('mongodb+srv://cedar-pri.rt5yu.mongodb.net');
    expect(facts.notices.map(({ code }) => code)).toEqual(['fact-conflict']);
  });

  it('says when there is nothing of the service in it', () => {
    const value = state({ address: 'aws_vpc.a', type: 'aws_vpc', values: { enabled: true } });
    const { facts, problems } = buildFacts([{ file: 'state.json', value }]);
    expect(problems).toEqual([]);
    expect(facts.notices).toMatchObject([{ code: 'fact-empty', file: 'state.json' }]);
    expect(facts.clusters).toEqual([]);
  });
});
