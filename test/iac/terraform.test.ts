import { isTerraformPath } from '../../src/read/families.ts';
import { describe, expect, it } from 'vitest';
import { attributeStrings } from '../../src/iac/attribute-strings.ts';
import { terraformClusters } from '../../src/iac/terraform.ts';

const clusters = (text: string) => terraformClusters({ path: 'a.tf', text });
const block = (head: string, ...lines: string[]): string =>
  `${head} {\n${lines.map((one) => `  ${one}\n`).join('')}}\n`;

describe('clusters in Terraform code', () => {
  it.each<[head: string, address: string | null]>([
    ['resource "mongodbatlas_cluster" "a"', 'mongodbatlas_cluster.a'],
    ['resource "mongodbatlas_advanced_cluster" "a-b"', 'mongodbatlas_advanced_cluster.a-b'],
    ['data "mongodbatlas_cluster" "a"', 'data.mongodbatlas_cluster.a'],
    ['data "mongodbatlas_advanced_cluster" "a"', 'data.mongodbatlas_advanced_cluster.a'],
    ['resource "mongodbatlas_cluster"', 'mongodbatlas_cluster.'],
    ['variable "mongodbatlas_cluster" "a"', null],
    ['resource "mongodbatlas_clusters" "a"', null],
    ['resource "my_mongodbatlas_cluster" "a"', null],
    ['resource "mongodbatlas_project" "a"', null],
    ['resource', null],
  ])('%s is %s', (head, address) => {
    const [found, ...more] = clusters(block(head));
    expect(more).toEqual([]);
    expect(found?.address ?? null).toBe(address);
    if (found) expect(found).toMatchObject({ name: null, type: null, providers: [], regions: [] });
  });

  it.each<[name: string, named: string | null]>([
    ['"shop"', 'shop'],
    ['mongodbatlas_cluster.main.name', 'oak'],
    ['mongodbatlas_cluster.main[0].cluster_name', 'oak'],
    ['mongodbatlas_cluster.main["a"].name', 'oak'],
    ['mongodbatlas_cluster.other.name', null],
    ['mongodbatlas_cluster.main.names', null],
    ['mongodbatlas_cluster.main.id', null],
    ['"shop-${var.env}"', null],
    ['var.name', null],
  ])('named %s are %s', (name, expected) => {
    const main = block('resource "mongodbatlas_cluster" "main"', 'name = "oak"');
    expect(clusters(main + block('data "mongodbatlas_cluster" "a"', `name = ${name}`))[1]!.name).toBe(expected);
  });

  it('report type, providers and regions that are written out, each once', () => {
    const text =
      block('resource "mongodbatlas_cluster" "other"', 'provider_name = "GCP"') +
      block(
        'resource "mongodbatlas_advanced_cluster" "a"',
        'cluster_type = "SHARDED"',
        '# provider_name = "AZURE"',
        'region_configs {',
        'provider_name = "AWS"',
        'region_name="us_east_1"',
        '}',
        'x = { provider_name: "aws", region_name   =   "EU_WEST_1", my_region_name = "NO" }',
        'region_name = var.region',
        'region_names = "NO"',
        'region_name = "NOT A REGION"',
      );
    expect(clusters(text)[1]).toMatchObject({
      type: 'SHARDED',
      providers: ['AWS'],
      regions: ['EU_WEST_1', 'US_EAST_1'],
    });
    expect(clusters(text)[0]).toMatchObject({ type: null, providers: ['GCP'], regions: [] });
    expect(clusters(block('resource "mongodbatlas_cluster" "a"', 'cluster_type = var.type'))[0]!.type).toBeNull();
  });
});

describe('attributes in Terraform code', () => {
  it.each<[expression: string, address: string | null, read: string]>([
    ['mongodbatlas_cluster.a.connection_strings[0].private', 'mongodbatlas_cluster.a', 'private'],
    ['mongodbatlas_cluster.a.connection_strings', 'mongodbatlas_cluster.a', 'connection_strings'],
    ['mongodbatlas_cluster.a[0].connection_strings.0', 'mongodbatlas_cluster.a', 'connection_strings'],
    ['mongodbatlas_cluster.a[each.key].connection_strings', 'mongodbatlas_cluster.a', 'connection_strings'],
    ['mongodbatlas_cluster.a.connection_strings[0].private_endpoint', 'mongodbatlas_cluster.a', 'private_endpoint'],
    ['data.mongodbatlas_advanced_cluster.a-b.connection_strings[*]', 'data.mongodbatlas_advanced_cluster.a-b', ''],
    ['[\nfor k, v in mongodbatlas_cluster.a :\nv.srv_address\n]', 'mongodbatlas_cluster.a', 'srv_address'],
    ['module.a.private_srv', 'module.a', 'private_srv'],
    ['mongodbatlas_cluster.a.name', null, ''],
    ['my_mongodbatlas_cluster.a.connection_strings', null, 'connection_strings'],
  ])('%s', (expression, address, read) => {
    const found = attributeStrings({ path: 'a.tf', text: block('output "x"', `value = ${expression}`) });
    expect(found.map((one) => [one.attribute?.address, one.literal.value])).toEqual(
      read === '' ? [] : [[address, read]],
    );
    expect(
      attributeStrings({ path: 'a.tf', text: block('output "x"', `# value = ${expression.replaceAll('\n', '\n#')}`) }),
    ).toEqual([]);
  });
});

describe('Terraform files', () => {
  it.each([
    ['a.tf', true],
    ['b/a.TF', true],
    ['a.tofu', true],
    ['a.tf.json', true],
    ['a.tfvars', false],
    ['atf', false],
  ])('are recognised by their names: %s %s', (path, expected) => {
    expect(isTerraformPath(path)).toBe(expected);
  });
});
