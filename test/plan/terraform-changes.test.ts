import { describe, expect, it } from 'vitest';
import { terraformChanges } from '../../src/plan/terraform-changes.ts';

const config = (region: string, provider = 'AWS'): object => ({ region_name: region, provider_name: provider });
const specs = (...configs: object[]): object => ({ name: 'till', replication_specs: [{ region_configs: configs }] });
const change = (
  type: string,
  before: object | null,
  after: object | null,
  more: object = {},
  actions = ['update'],
): object => ({
  address: `mongodbatlas_${type}.a`,
  type: `mongodbatlas_${type}`,
  mode: 'managed',
  change: { actions, before, after, after_unknown: {}, ...more },
});
const read = (...resource_changes: object[]): ReturnType<typeof terraformChanges> =>
  terraformChanges({ resource_changes });
const one = config('US_EAST_1');

describe('terraformChanges', () => {
  it.each<[name: string, change: object, changes: object[]]>([
    [
      'further regions',
      change('advanced_cluster', specs(one), specs(one, config('EU_WEST_1'))),
      [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] }],
    ],
    [
      'another provider',
      change('advanced_cluster', specs(one), specs(config('WESTERN_EUROPE', 'GCP'))),
      [{ change: 'cloud-provider', cluster: 'till', to: 'gcp' }],
    ],
    [
      'the older resource, by region and type',
      change(
        'cluster',
        { name: 'till', provider_name: 'AZURE', provider_region_name: 'US_EAST_2', cluster_type: 'REPLICASET' },
        { name: 'till', provider_name: 'AWS', provider_region_name: 'US_EAST_1', cluster_type: 'SHARDED' },
      ),
      [
        { change: 'shard', cluster: 'till' },
        { change: 'cloud-provider', cluster: 'till', to: 'aws' },
      ],
    ],
    [
      'a tier',
      change('advanced_cluster', specs(one), specs({ ...one, electable_specs: [{ instance_size: 'M40' }] })),
      [],
    ],
    ['a new cluster', change('advanced_cluster', null, specs(one), {}, ['create']), []],
    [
      'regional mode',
      change('private_endpoint_regional_mode', null, { enabled: true }, {}, ['create']),
      [{ change: 'regionalized-endpoints', enabled: true }],
    ],
    [
      'custom DNS off',
      change('custom_dns_configuration_cluster_aws', { enabled: true }, null, {}, ['delete']),
      [{ change: 'custom-dns', enabled: false }],
    ],
    [
      'private IP mode',
      change('private_ip_mode', { enabled: true }, { enabled: false }),
      [{ change: 'disable-peering-only' }],
    ],
    [
      'port mapping',
      change('privatelink_endpoint', { port_mapping_enabled: false }, { port_mapping_enabled: true }),
      [{ change: 'port-mapped-endpoints', cluster: '*' }],
    ],
  ])('reads %s', (_, resource, changes) => {
    expect(read(resource)).toEqual({ changes, open: [] });
  });

  it('leaves open what is known after apply, and what no change stands for', () => {
    const unknown = { after_unknown: { replication_specs: [{ id: true, region_configs: [{ region_name: true }] }] } };
    const later = read(change('advanced_cluster', specs(one), specs({ provider_name: 'AWS' }), unknown));
    expect(later).toMatchObject({ changes: [], open: [expect.stringContaining('known after apply')] });
    const ids = {
      after_unknown: { replication_specs: [{ id: true, region_configs: [{}] }], connection_strings: true },
    };
    expect(read(change('advanced_cluster', specs(one), specs(one), ids))).toEqual({ changes: [], open: [] });
    const mode = read(
      change('private_endpoint_regional_mode', { enabled: false }, {}, { after_unknown: { enabled: true } }),
    );
    expect(mode.open).toHaveLength(1);
    const removed = read(change('network_peering', { password: 's3cretpw9' }, null, {}, ['delete']));
    expect(removed.open[0]).toContain('mongodbatlas_network_peering.a');
    expect(JSON.stringify(removed)).not.toContain('s3cretpw9');
  });
});
