import { describe, expect, it } from 'vitest';
import { codeMatches } from '../src/core/code-matches.ts';
import { endpointNotes, tellerOf } from '../src/core/endpoint-attributes.ts';
import { metricsNotes } from '../src/core/metrics-support.ts';
import { peeringNotes } from '../src/core/peering-attributes.ts';
import { asksForLater, filteredFields, isAtRoot, successorEdit, SUCCESSORS } from '../src/core/removed-fields.ts';
import { createdIn, replicaSetNotes } from '../src/core/replica-set-code.ts';
import type { FoundFile, Note, ProjectFile } from '../src/core/rule.ts';
import { ATLAS } from '../src/core/service.ts';
import { askedVersions, isWithin } from '../src/core/tool-releases.ts';
import { findStrings } from '../src/readers/strings.ts';

const file = (path: string, text: string): FoundFile => ({ source: { path, text }, strings: [] });
const read = (path: string, text: string): FoundFile => {
  const source = { path, text };
  return { source, strings: findStrings(source, ATLAS) };
};
const shown = (text: string, notes: readonly Note[]): string[] =>
  notes.map(({ at, about }) => `${text.slice(at.offset, at.endOffset)}: ${about}`);

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
  const notes = (text: string, path = 'a.tf'): string[] => shown(text, endpointNotes(file(path, text)));
  const use = (attribute: string, address: string | null): string =>
    `${attribute}: use ${JSON.stringify({ attribute, address })}`;
  const one = 'srv_shard_optimized_connection_string';
  const other = 'srv_connection_string';

  it('are told with the clusters of the file', () => {
    const told = { name: 'shop', type: 'REPLICASET', providers: [], regions: [] };
    const [address, named] = ['mongodbatlas_cluster.a', 'shop'];
    const data = 'data "mongodbatlas_cluster" "d" {\n name = mongodbatlas_cluster.a.name\n}\n';
    expect(notes(CLUSTER + data)).toEqual([
      `resource "mongodbatlas_cluster" "a": cluster ${JSON.stringify({ ...told, address, named })}`,
      `data "mongodbatlas_cluster" "d": cluster ${JSON.stringify({ ...told, address: 'data.mongodbatlas_cluster.d', named: address })}`,
    ]);
  });

  it.each<[text: string, ...notes: string[]]>([
    [`output "x" {\n value = ${STRINGS}.private_endpoint[0].${one}\n}`, use(one, 'mongodbatlas_cluster.a')],
    [`x = data.${STRINGS}.private_endpoint[0].${other}`, use(other, 'data.mongodbatlas_cluster.a')],
    [`x = f(${STRINGS}.a, ${STRINGS.replace('.a.', '.b.')}.${one})`, use(one, 'mongodbatlas_cluster.a')],
    [`x = ${STRINGS}\ny = z.${one}`, use(one, null)],
    // In a block with one use, that one is meant.
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
    expect(notes(text)).toEqual(expected);
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
  ])('of a program that tells the type itself: %s', (text, type) => {
    const code = { name: null, type, providers: [], regions: [] };
    const expected = `${attribute}: use ${JSON.stringify({ attribute, address: null, code })}`;
    expect(notes(text, 'a.ts')).toEqual(type === null ? [] : [expected]);
  });

  it('find the cluster that tells of them', () => {
    const note = (address: string, named: string | null): Note => ({
      at: { offset: 0, endOffset: 0 },
      about: `cluster ${JSON.stringify({ name: named, address, named })}`,
    });
    const others: Note[] = [{ at: { offset: 0, endOffset: 0 }, about: 'regionalized' }];
    const all = [...others, note('data.c.a', 'shop'), note('c.b', 'shop'), note('data.c.e', 'c.f'), note('c.f', null)];
    const address = (asked: string | null, from: readonly Note[] = all) =>
      (tellerOf(asked, from) as { address?: string } | undefined)?.address;
    expect(address('c.b')).toBe('c.b');
    expect(address('data.c.a')).toBe('c.b');
    expect(address('data.c.e')).toBe('c.f');
    expect(address('c.f')).toBe('c.f');
    expect(address('c.none')).toBeUndefined();
    expect(address(null)).toBeUndefined();
    expect(address(null, [...others, note('c.f', null)])).toBe('c.f');
    expect(address(null, [note('data.c.x', 'elsewhere')])).toBe('data.c.x');
    expect(address('data.c.x', [note('data.c.x', null), note('c.y', null)])).toBe('data.c.x');
    expect(address(null, others)).toBeUndefined();
  });
});

describe('peering and endpoints in code', () => {
  const notes = (text: string, path = 'a.tf'): string[] => shown(text, peeringNotes(file(path, text)));
  it.each<[head: string, about: string | null]>([
    ['resource "mongodbatlas_network_peering" "a"', 'peering'],
    ['data "mongodbatlas_network_peerings" "a"', 'peering'],
    ['resource "mongodbatlas_custom_dns_configuration_cluster_aws" "a"', 'peering'],
    ['resource "mongodbatlas_privatelink_endpoint" "a"', 'endpoint'],
    ['resource "mongodbatlas_privatelink_endpoint_service" "a"', 'endpoint service'],
    ['resource "mongodbatlas_privatelink_endpoint_services" "a"', null],
    ['resource "mongodbatlas_network_container" "a"', null],
    ['module "mongodbatlas_network_peering"', null],
    ['resource', null],
  ])('%s: %s', (head, about) => {
    expect(notes(`${head} {\n}\n`)).toEqual(about === null ? [] : [`${head}: ${about}`]);
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
    expect(notes(text)).toEqual(name === null ? [] : [`${name}: read ${name}`]);
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
    expect(notes(text, 'a.ts')).toEqual(expected);
  });
});

describe('replica sets in Terraform code', () => {
  const notes = (text: string, path = 'a.tf'): string[] => shown(text, replicaSetNotes(file(path, text)));
  const setting = (resource: string, line: string): string => `resource "${resource}" "a" {\n  ${line}\n}\n`;
  const type = 'cluster_type = "REPLICASET"';
  it.each<[resource: string, line: string, about: string | null]>([
    ['mongodbatlas_cluster', type, 'replica set'],
    ['mongodbatlas_advanced_cluster', type, 'replica set'],
    ['mongodbatlas_other', type, null],
    ['mongodbatlas_cluster', 'cluster_type = "SHARDED"', null],
    ['mongodbatlas_cluster', 'type = "REPLICASET"', null],
    ['mongodbatlas_private_endpoint_regional_mode', 'enabled = true', 'mode'],
    ['mongodbatlas_private_endpoint_regional_mode', 'enabled = false', null],
    ['mongodbatlas_private_endpoint_regional_mode', 'other = true', null],
    ['mongodbatlas_cluster', 'enabled = true', null],
  ])('%s with %s: %s', (resource, line, about) => {
    expect(notes(setting(resource, line))).toEqual(about === null ? [] : [`${line}: ${about}`]);
    expect(notes(setting(resource, line), 'a.ts')).toEqual([]);
  });

  it('count beside the setting, or where it is planned', () => {
    const at = { offset: 0, endOffset: 1 };
    const noted = (path: string, ...about: string[]): ProjectFile =>
      ({ path, notes: new Map([['r', about.map((one) => ({ at, about: one }))]]) }) as unknown as ProjectFile;
    const files = [noted('a/x.tf', 'replica set'), noted('a/y.tf', 'mode'), noted('b/x.tf', 'replica set')];
    const none = { path: 'a/z.tf', notes: new Map() } as unknown as ProjectFile;
    expect(createdIn([...files, none], 'r', false)).toEqual([{ file: 'a/x.tf', at }]);
    expect(createdIn(files, 'r', true)).toEqual([
      { file: 'a/x.tf', at },
      { file: 'b/x.tf', at },
    ]);
    expect(createdIn(files, 'other', true)).toEqual([]);
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
    expect(shown(text, metricsNotes(file('a.tf', text)))).toEqual(expected);
  });
});

describe('metrics in any text', () => {
  const address = (host: string): string => `https://${host}/prometheus/v1.0/groups/5f1a/discovery`;
  it.each<[text: string, about: string | null]>([
    [`url: ${address('cloud.mongodb.com')}`, 'metrics'],
    [`url: ${address('cloud.mongodbgov.com')}`, 'government metrics'],
    [`# url: ${address('cloud.mongodb.com')}`, null],
    ['url: https://cloud.mongodb.com/api/atlas/v2/groups', null],
  ])('%s', (text, about) => {
    const one = read('a.yml', text);
    expect(metricsNotes(one).map((note) => note.about)).toEqual(about === null ? [] : [about]);
    if (about !== null) expect(metricsNotes(one)[0]!.at).toEqual(one.strings[0]!.range);
  });
});

describe('versions that a text asks for', () => {
  const packages = ['mongodb-atlas-cli', 'mongodb/atlas', 'mongodb/mongodbatlas', 'mongodb'];
  const asked = (path: string, text: string): string[] =>
    askedVersions({ path, text }, packages).map(
      ({ name, text: version, at }) => `${name} ${version} ${text.slice(at.offset, at.endOffset)}`,
    );
  const required = (source: string, version: string): string =>
    `terraform {\n  required_providers {\n    mongodbatlas = {\n      ${source}\n      ${version}\n    }\n  }\n}\n`;
  const locked = (name: string, version = 'version = "1.2.3"'): string => `provider "${name}" {\n  ${version}\n}\n`;

  it.each<[path: string, text: string, ...asked: string[]]>([
    ['a.sh', 'npm i mongodb-atlas-cli@1.2.3', 'mongodb-atlas-cli 1.2.3 1.2.3'],
    ['Dockerfile', 'FROM mongodb/atlas:v1.14', 'mongodb/atlas 1.14 1.14'],
    ['a.sh', 'mongodb-atlas-cli_1.2.3_linux.tar.gz', 'mongodb-atlas-cli 1.2.3 1.2.3'],
    ['a.sh', 'mongodb-atlas-cli@1'],
    ['a.sh', 'my/mongodb/atlas:1.2 other@1.2.3'],
    ['a.sh', '# mongodb-atlas-cli@1.2.3'],
    ['a.tf', required('source = "mongodb/mongodbatlas"', 'version = "~> 1.2"'), 'mongodb/mongodbatlas ~> 1.2 ~> 1.2'],
    ['a.tofu', required('source="r.io/MongoDB/mongodbatlas"', 'version="1.2"'), 'MongoDB/mongodbatlas 1.2 1.2'],
    ['a.tf', required('source = "hashicorp/aws"', 'version = "~> 1.2"')],
    ['a.tf', required('source = "mongodb/mongodbatlas"', '')],
    ['a.tf', required('', 'version = "~> 1.2"')],
    ['a.tf', required('source = "mongodb/mongodbatlas"', 'version = "what"')],
    ['a.tf', `x {\n y = { source = "mongodb/mongodbatlas", version = "1.2" }\n}\n`],
    ['.terraform.lock.hcl', locked('registry.terraform.io/mongodb/mongodbatlas'), 'mongodb/mongodbatlas 1.2.3 1.2.3'],
    ['.terraform.lock.hcl', locked('mongodb/mongodbatlas'), 'mongodb/mongodbatlas 1.2.3 1.2.3'],
    ['.terraform.lock.hcl', locked('registry.terraform.io/hashicorp/aws')],
    ['.terraform.lock.hcl', locked('mongodb/mongodbatlas', 'version = var.x')],
    ['.terraform.lock.hcl', locked('mongodb/mongodbatlas', '')],
    ['package.json', '{"dependencies":{"a":"1.0.0","mongodb":"^4.1.0"}}', 'mongodb ^4.1.0 ^4.1.0'],
    ['a/package.json', '{"dependencies":{"mongo":"^4.1.0"}}'],
  ])('%s: %s', (path, text, ...expected) => {
    expect(asked(path, text)).toEqual(expected);
  });

  it.each<[version: string, from: string | null, to: string, within: boolean]>([
    ['1.2.3', '1.2', '1.4', true],
    ['1.4.9', '1.2', '1.4', true],
    ['1.5.0', '1.2', '1.4', false],
    ['1.1.9', '1.2', '1.4', false],
    ['1.1.9', null, '1.4', true],
    ['0.0.1', null, '1.4', true],
    ['1.5.0', null, '1.4', false],
  ])('%s is from %s to %s: %s', (version, from, to, within) => {
    const [one] = askedVersions({ path: 'a.sh', text: `mongodb-atlas-cli@${version}` }, packages);
    expect(isWithin(one!.range, { tool: 'x', packages, from, to, source: '' })).toBe(within);
  });

  it('without an end are none of a release', () => {
    const release = { tool: 'x', packages, from: null, to: '1.4', source: '' };
    expect(isWithin({ low: [1, 2], high: null }, release)).toBe(false);
    expect(isWithin({ low: null, high: [1, 3] }, release)).toBe(true);
    expect(isWithin({ low: null, high: [1, 3] }, { ...release, from: '1.0' })).toBe(false);
  });
});

describe('fields that later records do not have', () => {
  const uses = (text: string): string[] =>
    filteredFields(file('a.sh', text)).map(({ field, at }) => `${field} ${at.offset}`);
  it.each<[text: string, ...uses: string[]]>([
    ["jq '.srvAddress'", 'srvAddress 5'],
    ['jq -r ".results[].mongoURI"', 'mongoURI 18'],
    ["jq -r '.a' '.srvAddress'"],
    ["jq '.numShards'"],
    ["jq '.srvAddressX'"],
    ["xjq '.srvAddress'"],
    ["# jq '.srvAddress'"],
  ])('%s', (text, ...expected) => {
    expect(uses(text)).toEqual(expected);
  });

  const call = (path: string, version: string): string =>
    `curl https://cloud.mongodb.com/api/atlas/${path} -H 'Accept: application/vnd.atlas.${version}+json'\n`;
  it.each<[text: string, planned: string | null, later: boolean]>([
    [call('v2/groups/1/clusters', '2023-02-01'), null, true],
    [call('v2/groups/1/clusters', '2024-08-05'), null, true],
    [call('v2/groups/1/clusters', '2023-01-01'), null, false],
    [call('v2/groups/1/clusters', '2023-01-01'), '2023-02-01', true],
    [call('v2/groups/1/clusters', '2024-08-05') + call('v2/groups/2/clusters', '2023-01-01'), null, false],
    [call('v2/groups/1/flexClusters', '2024-08-05'), null, false],
    [call('v2/groups/1/serverless', '2024-08-05'), '2024-08-05', false],
    [call('v2/groups/1/clusters/tenantUpgrade', '2024-08-05'), null, false],
    [`${call('v2/groups/1/clusters', '2024-08-05')}curl https://cloud.mongodb.com/api/atlas/v1.0/groups`, null, false],
    ['curl https://cloud.mongodb.com/api/atlas/v1.0/groups', '2022-01-01', false],
    ['curl https://cloud.mongodb.com/api/atlas/v2/groups', null, false],
    ['curl https://cloud.mongodb.com/api/atlas/v2/groups', '2024-08-05', true],
    ["-H 'Accept: application/vnd.atlas.2024-08-05+json'", '2024-08-05', false],
    [`# application/vnd.atlas.2024-08-05+json\ncurl https://cloud.mongodb.com/api/atlas/v2/groups`, null, false],
    [`# application/vnd.atlas.2023-01-01+json\n${call('v2/groups', '2024-08-05')}`, null, true],
  ])('are not there in what %s asks for, with %s planned: %s', (text, planned, later) => {
    expect(asksForLater(read('a.sh', text), ATLAS, planned)).toBe(later);
  });

  const at = (text: string, field: string) => {
    const offset = text.indexOf(field);
    return { field, at: { offset, endOffset: offset + field.length } };
  };
  it.each<[text: string, field: string, root: boolean]>([
    ['cluster.numShards', 'numShards', true],
    ['cluster["numShards"]', 'numShards', true],
    ['cluster().autoScaling', 'autoScaling', true],
    ["c.get('autoScaling')", 'autoScaling', true],
    ['replicationSpec.numShards', 'numShards', false],
    ['regionConfigs["autoScaling"]', 'autoScaling', false],
    ['shard.numShards', 'numShards', false],
    ['Zone.numShards', 'numShards', false],
    ['x = numShards', 'numShards', false],
    ['region.srvAddress', 'srvAddress', true],
  ])('%s is read at the root: %s %s', (text, field, root) => {
    expect(isAtRoot(file('a.js', text), at(text, field))).toBe(root);
  });

  it.each<[text: string, field: string, now: string | null]>([
    ['c.srvAddress', 'srvAddress', 'c.connectionStrings.standardSrv'],
    ['c["srvAddress"]', 'srvAddress', 'c["connectionStrings"]["standardSrv"]'],
    ["c['mongoURI']", 'mongoURI', "c['connectionStrings']['standard']"],
    ['c.get("mongoURI")', 'mongoURI', null],
    ['c["mongoURI"', 'mongoURI', null],
    ['c.get("providerBackupEnabled")', 'providerBackupEnabled', 'c.get("backupEnabled")'],
    ['c.numShards', 'numShards', null],
    ['c.unheardOf', 'unheardOf', null],
  ])('%s has a successor', (text, field, now) => {
    const repairs = successorEdit(file('a.js', text), at(text, field)).map(({ title, edits: [edit] }) => [
      title,
      text.slice(0, edit!.offset) + edit!.text + text.slice(edit!.endOffset),
    ]);
    expect(repairs).toEqual(now === null ? [] : [[`Read ${SUCCESSORS[field]!.path!.join('.')}`, now]]);
  });
});
