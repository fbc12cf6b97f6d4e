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

/** The same cluster as both generations of the provider plan it. */
interface Shape {
  readonly regions: readonly [provider: string, region: string][];
  readonly sharded?: boolean;
  readonly name?: string;
}
const GROUP = '5f0d6a1b2c3d4e5f60718293';

/** `mongodbatlas_cluster`, with one provider for all regions. */
const first = ({ regions, sharded = false, name = 'till' }: Shape): object => ({
  project_id: GROUP,
  name,
  cluster_type: sharded ? 'SHARDED' : 'REPLICASET',
  provider_name: regions[0]![0],
  provider_instance_size_name: 'M30',
  replication_specs: [
    {
      num_shards: sharded ? 2 : 1,
      zone_name: 'ZoneName managed by Terraform',
      regions_config: regions.map(([, region]) => ({
        region_name: region,
        electable_nodes: 3,
        priority: 7,
        read_only_nodes: 0,
      })),
    },
  ],
});

/** `mongodbatlas_advanced_cluster` before 2.0: blocks, and the number of shards. */
const blocks = ({ regions, sharded = false, name = 'till' }: Shape): object => ({
  project_id: GROUP,
  name,
  cluster_type: sharded ? 'SHARDED' : 'REPLICASET',
  replication_specs: [
    {
      num_shards: sharded ? 2 : 1,
      region_configs: regions.map(([provider, region]) => ({
        provider_name: provider,
        region_name: region,
        electable_specs: [{ instance_size: 'M30', node_count: 3 }],
      })),
    },
  ],
});

/** From 2.0 on: attributes, and a specification for each shard. */
const attributes = ({ regions, sharded = false, name = 'till' }: Shape): object => {
  const spec = {
    region_configs: regions.map(([provider, region]) => ({
      provider_name: provider,
      region_name: region,
      electable_specs: { instance_size: 'M30', node_count: 3 },
    })),
  };
  const replication_specs = sharded ? [spec, spec] : [spec];
  return { project_id: GROUP, name, cluster_type: sharded ? 'SHARDED' : 'REPLICASET', replication_specs };
};

const AWS: Shape = { regions: [['AWS', 'US_EAST_1']] };
const WIDE: Shape = {
  regions: [
    ['AWS', 'US_EAST_1'],
    ['AWS', 'EU_WEST_1'],
  ],
};
const GCP: Shape = { regions: [['GCP', 'WESTERN_EUROPE']] };

describe.each([
  ['cluster of 1.x', 'cluster', first],
  ['advanced_cluster of 1.x', 'advanced_cluster', blocks],
  ['advanced_cluster of 2.x', 'advanced_cluster', attributes],
] as const)('terraformChanges of %s', (_, type, shape) => {
  const till = { cluster: 'till', project: GROUP };
  const later = { after_unknown: { replication_specs: true, connection_strings: true } };

  it.each<
    [name: string, before: Shape | null, after: Shape | null, changes: object[], open: RegExp[], actions?: string[]]
  >([
    ['a further region', AWS, WIDE, [{ change: 'multi-region', ...till, regions: ['US_EAST_1', 'EU_WEST_1'] }], []],
    ['another provider', AWS, GCP, [{ change: 'cloud-provider', ...till, to: 'gcp' }], []],
    ['shards', AWS, { ...AWS, sharded: true }, [{ change: 'shard', ...till }], []],
    [
      'shards and a further region',
      AWS,
      { ...WIDE, sharded: true },
      [
        { change: 'shard', ...till },
        { change: 'multi-region', ...till, regions: ['US_EAST_1', 'EU_WEST_1'] },
      ],
      [],
    ],
    ['a region less', WIDE, AWS, [], [/\.a leaves AWS EU_WEST_1: strings of private endpoints there stop working\.$/]],
    [
      'another cluster in its place',
      AWS,
      GCP,
      [],
      [/is replaced: all strings of cluster "till" stop working\. Remove their uses first/],
      ['delete', 'create'],
    ],
    [
      'the new one first',
      AWS,
      GCP,
      [],
      [/is replaced: all strings of cluster "till" stop working\. Remove their uses first/],
      ['create', 'delete'],
    ],
    [
      'no cluster',
      AWS,
      null,
      [],
      [/is removed: all strings of cluster "till" stop working, and no others take their place\. Remove their uses/],
      ['delete'],
    ],
    ['a new cluster', null, WIDE, [], [], ['create']],
    ['an imported one', AWS, AWS, [], [], ['no-op']],
    ['a forgotten one', AWS, null, [], [], ['forget']],
    ['the same', AWS, AWS, [], []],
  ])('reads %s', (_, before, after, changes, open, actions = ['update']) => {
    const found = read(change(type, before && shape(before), after && shape(after), {}, actions));
    expect(found).toEqual({ changes, open: open.map((text) => expect.stringMatching(text) as string) });
  });

  it('leaves open what is known after apply only', () => {
    const open = (more: object): readonly string[] => read(change(type, shape(AWS), shape(WIDE), more)).open;
    expect(open(later)).toEqual([expect.stringContaining('its regions are known after apply only')]);
    for (const key of ['name', 'cluster_type', 'provider_name']) {
      expect(open({ after_unknown: { [key]: true } })).toEqual([
        expect.stringContaining(`${key} is known after apply only`),
      ]);
    }
    const list = type === 'cluster' ? 'regions_config' : 'region_configs';
    expect(open({ after_unknown: { replication_specs: [{ [list]: [{}, { region_name: true }] }] } })).toHaveLength(1);
    expect(open({ after_unknown: { replication_specs: [{ [list]: [{}, true] }] } })).toHaveLength(1);
    expect(open({ after_unknown: { replication_specs: [{ id: true, container_id: {}, [list]: [{}, {}] }] } })).toEqual(
      [],
    );
  });
});

describe('terraformChanges of settings', () => {
  const on = { project_id: GROUP, enabled: true };
  const off = { project_id: GROUP, enabled: false };
  const mapped = { project_id: GROUP, port_mapping_enabled: true };
  const GONE = /stops? working\.$/;

  it.each<
    [type: string, before: object | null, after: object | null, changes: object[], open: RegExp[], actions?: string[]]
  >([
    ['private_endpoint_regional_mode', off, on, [{ change: 'regionalized-endpoints', enabled: true }], []],
    [
      'private_endpoint_regional_mode',
      on,
      null,
      [{ change: 'regionalized-endpoints', enabled: false }],
      [],
      ['delete'],
    ],
    ['private_endpoint_regional_mode', on, on, [], [], ['delete', 'create']],
    ['custom_dns_configuration_cluster_aws', null, on, [{ change: 'custom-dns', enabled: true }], [], ['create']],
    ['custom_dns_configuration_cluster_aws', on, off, [{ change: 'custom-dns', enabled: false }], []],
    ['private_ip_mode', on, off, [{ change: 'disable-peering-only' }], []],
    ['private_ip_mode', on, null, [{ change: 'disable-peering-only' }], [], ['delete']],
    ['private_ip_mode', off, null, [], [], ['delete']],
    ['private_ip_mode', null, on, [], [], ['create']],
    ['privatelink_endpoint', null, mapped, [{ change: 'port-mapped-endpoints', cluster: '*' }], [], ['create']],
    [
      'privatelink_endpoint',
      { project_id: GROUP },
      mapped,
      [{ change: 'port-mapped-endpoints', cluster: '*' }],
      [/is replaced: strings of this private endpoint stop working/],
      ['delete', 'create'],
    ],
    ['privatelink_endpoint', { project_id: GROUP }, null, [], [GONE], ['delete']],
    ['privatelink_endpoint_service', { project_id: GROUP }, null, [], [GONE], ['delete']],
    ['network_peering', { project_id: GROUP }, null, [], [GONE], ['delete']],
    ['network_container', { project_id: GROUP }, { project_id: GROUP }, [], [GONE], ['create', 'delete']],
    ['project', { id: GROUP }, null, [], [GONE], ['delete']],
    ['project', { id: GROUP, name: 'a' }, { id: GROUP, name: 'b' }, [], []],
    [
      'flex_cluster',
      { project_id: GROUP, name: 'till' },
      null,
      [],
      [/all strings of cluster "till" stop working/],
      ['delete'],
    ],
    ['database_user', { project_id: GROUP }, null, [], [], ['delete']],
  ])('reads %s from %j to %j', (type, before, after, changes, open, actions = ['update']) => {
    expect(read(change(type, before, after, {}, actions))).toEqual({
      changes: changes.map((one) => ({ ...one, project: GROUP })),
      open: open.map((text) => expect.stringMatching(text) as string),
    });
  });

  it('keeps the projects apart, and takes equal changes of one project for one', () => {
    const other = '5f0d6a1b2c3d4e5f60718299';
    const mode = (project_id: string): object =>
      change('private_endpoint_regional_mode', { project_id, enabled: false }, { project_id, enabled: true });
    expect(read(mode(GROUP), mode(other), mode(GROUP)).changes.map(({ project }) => project)).toEqual([GROUP, other]);
  });
});

describe('terraformChanges', () => {
  it.each<[name: string, change: object, changes: object[]]>([
    [
      'more regions',
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

  it('leaves open what the Terraform plan does not contain yet', () => {
    const of = (more: object): readonly string[] => terraformChanges({ resource_changes: [], ...more }).open;
    expect(of({ complete: true, errored: false })).toEqual([]);
    expect(of({ errored: true })).toEqual([expect.stringContaining('ended with an error')]);
    expect(of({ complete: false })).toEqual([expect.stringContaining('is not complete')]);
  });

  it('leaves open what is known after apply, and what no change covers', () => {
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
