import { describe, expect, it } from 'vitest';
import { codeMatches } from '../../src/rule-helpers/built-hosts.ts';
import {
  clusterOfUse,
  declaredClusters,
  createdIn,
  endpointItems,
  peeringItems,
  replicaSetItems,
} from '../../src/iac/attributes.ts';
import type { ClusterItem, EndpointItem, ReplicaSetItem } from '../../src/iac/attributes.ts';
import { metricsIn } from '../../src/iac/prometheus.ts';
import type { CollectedFile, CollectedItem, FoundFile } from '../../src/lint/rule.ts';
import { foundFile, isShownTo } from '../support/found-file.ts';

const file = (path: string, text: string): FoundFile => ({ ...foundFile(path, text), strings: [] });

/** Each item with its source. */
const shown = <Item extends CollectedItem>(
  text: string,
  items: readonly Item[],
  words: (item: Item) => string,
): string[] => items.map((item) => `${text.slice(item.at.offset, item.at.endOffset)}: ${words(item)}`);

describe('the code of a file that has comments', () => {
  it.each<[text: string, places: number]>([
    ['X', 1],
    ['a X # X', 1],
    ['# X', 0],
    ['\t// X', 0],
    [' * X', 0],
    ['a // X', 0],
    ['a //X', 1],
    ['a# X', 1],
    ['"# " X', 1],
    ['"a \\" # " X', 1],
    ['"a" # X', 0],
    ['# no\nX', 1],
    ["/* don't */ f('a', X)", 1],
    ['/* X */ X', 1],
    ['/* a\n X', 0],
    ['/* */ /* X', 0],
    [`# ${' '.repeat(397)}X`, 0],
  ])('%j', (text, places) => {
    expect(codeMatches(text, /X/g)).toHaveLength(places);
  });

  it('has places', () => {
    const [found] = codeMatches('a XY', /X(Y)/g);
    expect([found!.offset, found!.endOffset, ...found!.match]).toEqual([2, 4, 'XY', 'Y']);
  });
});

const CLUSTER = 'resource "mongodbatlas_cluster" "a" {\n name = "shop"\n cluster_type = "REPLICASET"\n}\n';
const STRINGS = 'mongodbatlas_cluster.a.connection_strings[0]';

describe('endpoint attributes in code', () => {
  const found = (text: string, path = 'a.tf'): string[] =>
    shown(text, endpointItems(file(path, text)), (item) => {
      const told = JSON.stringify({ ...item, is: undefined, at: undefined });
      return told === '{}' ? item.is : `${item.is} ${told}`;
    });
  const use = (attribute: string, address: string | null): string =>
    `${attribute}: use ${JSON.stringify({ attribute, address, cluster: null })}`;
  const one = 'srv_shard_optimized_connection_string';
  const other = 'srv_connection_string';

  it('are reported with the clusters of the file', () => {
    const told = { name: 'shop', project: null, type: 'REPLICASET', providers: [], regions: [] };
    const [address, named] = ['mongodbatlas_cluster.a', 'shop'];
    const data = 'data "mongodbatlas_cluster" "d" {\n name = mongodbatlas_cluster.a.name\n}\n';
    expect(found(CLUSTER + data)).toEqual([
      `resource "mongodbatlas_cluster" "a": cluster ${JSON.stringify({ address, named, ...told })}`,
      `data "mongodbatlas_cluster" "d": cluster ${JSON.stringify({ address: 'data.mongodbatlas_cluster.d', named: address, ...told })}`,
    ]);
  });

  it.each<[text: string, ...notes: string[]]>([
    [`output "x" {\n value = ${STRINGS}.private_endpoint[0].${one}\n}`, use(one, 'mongodbatlas_cluster.a')],
    [`x = data.${STRINGS}.private_endpoint[0].${other}`, use(other, 'data.mongodbatlas_cluster.a')],
    [`x = f(${STRINGS}.a, ${STRINGS.replace('.a.', '.b.')}.${one})`, use(one, 'mongodbatlas_cluster.a')],
    [`x = ${STRINGS}\ny = z.${one}`, use(one, null)],
    // In a block with one use, that use is meant.
    [`locals {\n a = ${STRINGS}.private_endpoint\n b = local.a[0].${one}\n}`, use(one, 'mongodbatlas_cluster.a')],
    [`locals {\n a = ${STRINGS}\n}\nlocals {\n b = local.a[0].${one}\n}`, use(one, null)],
    [`locals {\n a = ${STRINGS}\n b = ${STRINGS}\n c = local.a.${one}\n}`, use(one, null)],
    [`# ${one}\nx = my_${one} ${one}s`],
    ['resource "mongodbatlas_private_endpoint_regional_mode" "a" {\n enabled = false\n}'],
    [
      'resource "mongodbatlas_private_endpoint_regional_mode" "a" {\n enabled = true\n}',
      'resource "mongodbatlas_private_endpoint_regional_mode" "a": regionalized',
    ],
    [
      'resource "mongodbatlas_private_endpoint_regional_mode" "a" {\n x = false\n}',
      'resource "mongodbatlas_private_endpoint_regional_mode" "a": regionalized',
    ],
  ])('%s', (text, ...expected) => {
    expect(found(text)).toEqual(expected);
  });

  const attribute = 'srvShardOptimizedConnectionString';
  it.each<[text: string, type: string | null]>([
    [`mongodbatlas\nclusterType: "REPLICASET"\nx.${attribute}`, 'REPLICASET'],
    [`MongoDB::Atlas\ncluster_type = 'sharded'\nx.${attribute}`, 'SHARDED'],
    [`mongodbatlas\nClusterType: pulumi.String("GEOSHARDED")\nx.${attribute}`, 'GEOSHARDED'],
    [`mongodbatlas\nclusterType: ClusterType.SHARDED\nx.${attribute}`, 'SHARDED'],
    [`mongodbatlas\nclusterType = String("REPLICASET")\nx.${attribute}`, 'REPLICASET'],
    [`clusterType: "REPLICASET"\nx.${attribute}`, null],
    [`mongodbatlas\nx.${attribute}`, null],
    [`mongodbatlas\nclusterType: "REPLICASET"\nclusterType: "SHARDED"\nx.${attribute}`, null],
    [`mongodbatlas\nclusterType: "REPLICASETS"\nx.${attribute}`, null],
    [`mongodbatlas\n// clusterType: "REPLICASET"\nx.${attribute}`, null],
    [`mongodbatlas\nclusterType: "REPLICASET"\n// x.${attribute}`, null],
  ])('of a program that names the type itself: %s', (text, type) => {
    const cluster = { name: null, project: null, type, providers: [], regions: [] };
    const expected = `${attribute}: use ${JSON.stringify({ attribute, address: null, cluster })}`;
    expect(found(text, 'a.ts')).toEqual(type === null ? [] : [expected]);
  });

  it('find the cluster that lists them', () => {
    const at = { offset: 0, endOffset: 0 };
    const cluster = (own: string, named: string | null): ClusterItem => {
      return {
        is: 'cluster',
        at,
        address: own,
        named,
        name: named,
        project: null,
        type: null,
        providers: [],
        regions: [],
      };
    };
    const others: EndpointItem[] = [{ is: 'regionalized', at }];
    const all = [
      ...others,
      cluster('data.c.a', 'shop'),
      cluster('c.b', 'shop'),
      cluster('data.c.e', 'c.f'),
      cluster('c.f', null),
    ];
    const address = (asked: string | null, from: readonly EndpointItem[] = all) => {
      const use = { is: 'use', at, attribute: 'a', address: asked, cluster: null } as const;
      return (clusterOfUse(use, declaredClusters(from)) as { address?: string } | undefined)?.address;
    };
    expect(address('c.b')).toBe('c.b');
    expect(address('data.c.a')).toBe('c.b');
    expect(address('data.c.e')).toBe('c.f');
    expect(address('c.f')).toBe('c.f');
    expect(address('c.none')).toBeUndefined();
    expect(address(null)).toBeUndefined();
    expect(address(null, [...others, cluster('c.f', null)])).toBe('c.f');
    expect(address(null, [cluster('data.c.x', 'elsewhere')])).toBe('data.c.x');
    expect(address('data.c.x', [cluster('data.c.x', null), cluster('c.y', null)])).toBe('data.c.x');
    expect(address(null, others)).toBeUndefined();
  });
});

describe('peering and endpoints in code', () => {
  const found = (text: string, path = 'a.tf'): string[] =>
    !isShownTo('iac-peering-attribute-for-endpoint', path, text)
      ? []
      : shown(text, peeringItems(file(path, text)), ({ is, attribute, own }) =>
          [own ? 'own' : '', is, attribute].filter(Boolean).join(' '),
        );
  it.each<[head: string, about: string | null]>([
    ['resource "mongodbatlas_network_peering" "a"', 'peering'],
    ['data "mongodbatlas_network_peerings" "a"', 'peering'],
    ['resource "mongodbatlas_custom_dns_configuration_cluster_aws" "a"', 'peering'],
    ['resource "mongodbatlas_privatelink_endpoint" "a"', 'endpoint'],
    ['resource "mongodbatlas_privatelink_endpoint_service" "a"', 'endpoint-service'],
    ['resource "mongodbatlas_privatelink_endpoint_services" "a"', null],
    ['resource "mongodbatlas_network_container" "a"', null],
    ['module "mongodbatlas_network_peering"', null],
    ['resource', null],
  ])('%s: %s', (head, about) => {
    expect(found(`${head} {\n}\n`)).toEqual(about === null ? [] : [`${head}: ${about}`]);
  });

  it.each<[rest: string, name: string | null]>([
    ['[0].private', 'private'],
    ['.0.private_srv', 'private_srv'],
    ['[*].private', 'private'],
    ['.private', 'private'],
    ['[0].private_endpoint', null],
    ['[1].private', null],
    ['[0].standard', null],
  ])('%s is read', (rest, name) => {
    const text = `output "x" {\n value = mongodbatlas_cluster.a.connection_strings${rest}\n}\n`;
    expect(found(text)).toEqual(name === null ? [] : [`${name}: read ${name}`]);
  });

  it.each<[text: string, ...notes: string[]]>([
    ['Type: MongoDB::Atlas::PrivateEndpointService', 'MongoDB::Atlas::PrivateEndpointService: own endpoint'],
    ['Type: MongoDB::Atlas::PrivateEndpointRegionalMode'],
    ['Type: MongoDB::Atlas::NetworkPeering', 'MongoDB::Atlas::NetworkPeering: own peering'],
    ['mongodbatlas; new atlas.PrivateLinkEndpoint(x)', 'new atlas.PrivateLinkEndpoint(: own endpoint'],
    ['mongodbatlas; NewNetworkPeering(x)', 'NewNetworkPeering(: own peering'],
    ['new atlas.PrivateLinkEndpoint(x)'],
    ['!GetAtt Cluster.ConnectionStrings.Private # MongoDB::Atlas', 'Private: own read ConnectionStrings.Private'],
    ['mongodbatlas: x.connectionStrings[0].privateSrv', 'privateSrv: own read privateSrv'],
    ["mongodbatlas: x.connection_strings[0]['private']", 'private: own read private'],
    ['mongodbatlas: x.connectionStrings[0].privateEndpoint'],
    ['mongodbatlas\n// x.connectionStrings[0].private'],
  ])('of a program: %s', (text, ...expected) => {
    expect(found(text, 'a.ts')).toEqual(expected);
  });
});

describe('replica sets in Terraform code', () => {
  const found = (text: string, path = 'a.tf'): string[] =>
    isShownTo('regional-mode-replica-set', path, text)
      ? shown(text, replicaSetItems(file(path, text)), ({ is }) => is)
      : [];
  const setting = (resource: string, line: string): string => `resource "${resource}" "a" {\n  ${line}\n}\n`;
  const type = 'cluster_type = "REPLICASET"';
  it.each<[resource: string, line: string, about: string | null]>([
    ['mongodbatlas_cluster', type, 'replica-set'],
    ['mongodbatlas_advanced_cluster', type, 'replica-set'],
    ['mongodbatlas_other', type, null],
    ['mongodbatlas_cluster', 'cluster_type = "SHARDED"', null],
    ['mongodbatlas_cluster', 'type = "REPLICASET"', null],
    ['mongodbatlas_private_endpoint_regional_mode', 'enabled = true', 'mode'],
    ['mongodbatlas_private_endpoint_regional_mode', 'enabled = false', null],
    ['mongodbatlas_private_endpoint_regional_mode', 'other = true', null],
    ['mongodbatlas_cluster', 'enabled = true', null],
  ])('%s with %s: %s', (resource, line, about) => {
    expect(found(setting(resource, line))).toEqual(about === null ? [] : [`${line}: ${about}`]);
    expect(found(setting(resource, line), 'a.ts')).toEqual([]);
  });

  it('count beside the setting, or where it is planned', () => {
    const at = { offset: 0, endOffset: 1, line: 1, column: 1 };
    const collected = (
      path: string,
      is: ReplicaSetItem['is'],
      project: string | null = null,
    ): CollectedFile<ReplicaSetItem> =>
      ({ path, items: [{ is, at, project }] }) as Partial<
        CollectedFile<ReplicaSetItem>
      > as CollectedFile<ReplicaSetItem>;
    const files = [collected('a/x.tf', 'replica-set'), collected('a/y.tf', 'mode'), collected('b/x.tf', 'replica-set')];
    expect(createdIn(files, () => false)).toEqual([{ file: 'a/x.tf', at }]);
    expect(createdIn(files, () => true)).toEqual([
      { file: 'a/x.tf', at },
      { file: 'b/x.tf', at },
    ]);
    const foreign = [collected('a/x.tf', 'replica-set', '1'), collected('a/y.tf', 'mode', '2')];
    expect(createdIn(foreign, (project) => project === '2')).toEqual([]);
  });
});

describe('metrics in Terraform code', () => {
  const resource = (type: string, kind = 'resource', name = 'mongodbatlas_third_party_integration'): string =>
    `${kind} "${name}" "a" {\n  type = ${type}\n}\n`;
  it.each<[text: string, ...notes: string[]]>([
    [resource('"PROMETHEUS"'), '"PROMETHEUS": metrics'],
    [resource('"DATADOG"')],
    [resource('"PROMETHEUS"', 'data')],
    [resource('"PROMETHEUS"', 'resource', 'mongodbatlas_other')],
    ['resource "mongodbatlas_third_party_integration" "a" {\n}\n'],
    ['provider "mongodbatlas" {\n  is_mongodbgov_cloud = true\n}\n', 'is_mongodbgov_cloud = true: government'],
    ['provider "mongodbatlas" {\n  is_mongodbgov_cloud = false\n}\n'],
    ['resource "x" "y" {\n  is_mongodbgov_cloud = true\n}\n'],
    ['# project_ip_access_list\ncidr_block = "0.0.0.0/0"', 'cidr_block = "0.0.0.0/0: open'],
    ['# project_ip_access_list\ncidr_block = "10.0.0.0/8"'],
    ['# project_ip_access_list\n# cidr_block = "0.0.0.0/0"'],
    ['cidr_block = "0.0.0.0/0"'],
    ['atlas accessLists create 0.0.0.0/0', 'atlas accessLists create 0.0.0.0/0: open'],
  ])('%s', (text, ...expected) => {
    expect(shown(text, metricsIn(file('a.tf', text)), ({ is }) => is)).toEqual(expected);
  });
});
