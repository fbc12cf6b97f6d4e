import { describe, expect, it } from 'vitest';
import { metricsIn } from '../../src/iac/prometheus.ts';
import { foundFile } from '../support/found-file.ts';

/** The items about metrics in a text, each with its source. */
function collected(path: string, text: string): string[] {
  return metricsIn(foundFile(path, text)).map(({ at, is }) => `${is}: ${text.slice(at.offset, at.endOffset)}`);
}

const DISCOVERY = 'https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery';
const GOVERNMENT = 'https://cloud.mongodbgov.com/prometheus/v1.0/groups/5f1a/discovery';
const LIST = 'mongodbatlas_project_ip_access_list';

describe('what is collected of metrics', () => {
  it.each<readonly [path: string, text: string, notes: readonly string[]]>([
    ['a.yml', `url: ${DISCOVERY}\n`, [`metrics: ${DISCOVERY}`]],
    ['a.yml', `url: ${GOVERNMENT}\n`, [`government-metrics: ${GOVERNMENT}`]],
    ['a.yml', `# url: ${DISCOVERY}\n`, []],
    ['a.yml', 'url: mongodb+srv://shop.k2m4q.mongodb.net/\n', []],
    [
      'a.yml',
      `a: ${DISCOVERY}\nb: mongodb://h.example.com/\nc: ${DISCOVERY}\n`,
      [`metrics: ${DISCOVERY}`, `metrics: ${DISCOVERY}`],
    ],
    // An access list that is open to everyone, in the syntax of several tools.
    ['a.tf', `resource "${LIST}" "x" {\n  cidr_block = "0.0.0.0/0"\n}\n`, ['open: cidr_block = "0.0.0.0/0']],
    ['a.tf', `resource "${LIST}" "x" {\n  cidr_block = "::/0"\n}\n`, ['open: cidr_block = "::/0']],
    ['a.tf', `resource "${LIST}" "x" {\n  cidr_block = "0.0.0.0/01"\n}\n`, []],
    ['a.tf', `resource "${LIST}" "x" {\n  cidr_block = "10.0.0.0/8"\n}\n`, []],
    ['a.tf', `resource "${LIST}" "x" {\n  # cidr_block = "0.0.0.0/0"\n}\n`, []],
    ['a.tf', 'resource "aws_security_group" "x" {\n  cidr_block = "0.0.0.0/0"\n}\n', []],
    ['a.ts', "new ProjectIpAccessList('x', { cidrBlock: '0.0.0.0/0' });\n", ["open: cidrBlock: '0.0.0.0/0"]],
    ['a.sh', 'atlas accessLists create 0.0.0.0/0 --type cidrBlock\n', ['open: atlas accessLists create 0.0.0.0/0']],
    ['a.sh', 'atlas accessList create "0.0.0.0/0"\n', ['open: atlas accessList create "0.0.0.0/0']],
    // The integration, and Atlas for Government, in Terraform only.
    [
      'a.tf',
      'resource "mongodbatlas_third_party_integration" "x" {\n  type = "PROMETHEUS"\n}\n',
      ['metrics: "PROMETHEUS"'],
    ],
    ['a.tf', 'resource "mongodbatlas_third_party_integration" "x" {\n  type = "DATADOG"\n}\n', []],
    ['a.tf', 'resource "mongodbatlas_third_party_integration" "x" {\n}\n', []],
    ['a.tf', 'resource "mongodbatlas_other" "x" {\n  type = "PROMETHEUS"\n}\n', []],
    ['a.tf', 'data "mongodbatlas_third_party_integration" "x" {\n  type = "PROMETHEUS"\n}\n', []],
    ['a.tf', 'provider "mongodbatlas" {\n  is_mongodbgov_cloud = true\n}\n', ['government-code: true']],
    ['a.tf', 'provider "mongodbatlas" {\n  is_mongodbgov_cloud = false\n}\n', []],
    ['a.tf', 'resource "mongodbatlas" "x" {\n  is_mongodbgov_cloud = true\n}\n', []],
  ])('%s: %s', (path, text, expected) => {
    expect(collected(path, text)).toEqual(expected);
  });
});
