import { describe, expect, it } from 'vitest';
import { metricsIn } from '../../src/iac/prometheus.ts';
import {
  asksForLater,
  filteredFields,
  isRecordField,
  successorEdit,
  SUCCESSORS,
} from '../../src/admin-api/record-fields.ts';
import type { FoundFile } from '../../src/lint/rule.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { askedVersions, isWithinRelease } from '../../src/admin-api/tool-releases.ts';
import { foundFile } from '../support/found-file.ts';

const file = (path: string, text: string): FoundFile => ({ source: { path, text }, strings: [], anchors: new Map() });

describe('metrics in any text', () => {
  const address = (host: string): string => `https://${host}/prometheus/v1.0/groups/5f1a/discovery`;
  it.each<[text: string, about: string | null]>([
    [`url: ${address('cloud.mongodb.com')}`, 'metrics'],
    [`url: ${address('cloud.mongodbgov.com')}`, 'government metrics'],
    [`# url: ${address('cloud.mongodb.com')}`, null],
    ['url: https://cloud.mongodb.com/api/atlas/v2/groups', null],
  ])('%s', (text, about) => {
    const one = foundFile('a.yml', text);
    expect(metricsIn(one).map(({ is, government }) => (government ? `government ${is}` : is))).toEqual(
      about === null ? [] : [about],
    );
    if (about !== null) expect(metricsIn(one)[0]!.at).toEqual(one.strings[0]!.range);
  });
});

describe('versions that a text asks for', () => {
  const packages = ['mongodb-atlas-cli', 'mongodb/atlas', 'mongodb/mongodbatlas', 'mongodb'];
  const asked = (path: string, text: string): string[] =>
    askedVersions(foundFile(path, text), packages).map(
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
    const [one] = askedVersions(foundFile('a.sh', `mongodb-atlas-cli@${version}`), packages);
    expect(isWithinRelease(one!.range, { tool: 'x', packages, from, to, source: '' })).toBe(within);
  });

  it('without an end are none of a release', () => {
    const release = { tool: 'x', packages, from: null, to: '1.4', source: '' };
    expect(isWithinRelease({ low: [1, 2], high: null }, release)).toBe(false);
    expect(isWithinRelease({ low: null, high: [1, 3] }, release)).toBe(true);
    expect(isWithinRelease({ low: null, high: [1, 3] }, { ...release, from: '1.0' })).toBe(false);
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
    expect(asksForLater(foundFile('a.sh', text), ATLAS, planned)).toBe(later);
  });

  const at = (text: string, field: string) => {
    const offset = text.indexOf(field);
    return { field, at: { offset, endOffset: offset + field.length } };
  };
  it.each<[text: string, field: string, root: boolean]>([
    ['cluster.numShards', 'numShards', true],
    ['cluster["numShards"]', 'numShards', true],
    ['cluster().autoScaling', 'autoScaling', true],
    ["for c in resp.json()['results']:\n  c.get('autoScaling')", 'autoScaling', true],
    ['replicationSpec.numShards', 'numShards', false],
    ['regionConfigs["autoScaling"]', 'autoScaling', false],
    ['shard.numShards', 'numShards', false],
    ['Zone.numShards', 'numShards', false],
    ['x = numShards', 'numShards', false],
    ['r["replicationSpecs"][0]["regionsConfig"]', 'regionsConfig', true],
    ['for c in r["results"]:\n  print(c["mongoURI"])', 'mongoURI', true],
    ['shop = requests.get(url).json()\nx = shop["mongoURI"]', 'mongoURI', true],
    ['json.Unmarshal(body, &till)\nx := till["providerSettings"]', 'providerSettings', true],
    ['cfg.autoScaling', 'autoScaling', false],
    ['service.autoScaling.min', 'autoScaling', false],
    ['opts.providerSettings.model', 'providerSettings', false],
    ['app.set("mongoURI", uri)', 'mongoURI', false],
    ['const kafka = { topic: "orders", replicationFactor: 3, numShards: 6 }', 'replicationFactor', false],
    ['const body = { clusterType: "REPLICASET", replicationFactor: 3 }', 'replicationFactor', true],
    ['TopicBuilder.name("x").config("replicationFactor", "3")', 'replicationFactor', false],
    ['uri = c.get("mongoURI") or c["connectionStrings"]["standard"]', 'mongoURI', false],
  ])('%s is a field of a record: %s %s', (text, field, isField) => {
    expect(isRecordField(file('a.js', text), at(text, field), ATLAS)).toBe(isField);
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
