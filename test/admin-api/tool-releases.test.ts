import { describe, expect, it } from 'vitest';
import { metricsIn } from '../../src/iac/prometheus.ts';
import { askedVersions, isWithinRelease } from '../../src/admin-api/versions.ts';
import { foundFile } from '../support/found-file.ts';

describe('metrics in any text', () => {
  const address = (host: string): string => `https://${host}/prometheus/v1.0/groups/5f1a/discovery`;
  it.each<[text: string, about: string | null]>([
    [`url: ${address('cloud.mongodb.com')}`, 'metrics'],
    [`url: ${address('cloud.mongodbgov.com')}`, 'government-metrics'],
    [`# url: ${address('cloud.mongodb.com')}`, null],
    ['url: https://cloud.mongodb.com/api/atlas/v2/groups', null],
  ])('%s', (text, about) => {
    const one = foundFile('a.yml', text);
    expect(metricsIn(one).map(({ is }) => is)).toEqual(about === null ? [] : [about]);
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
    ['Dockerfile', 'ARG V=1.2.3\nADD https://h/x/mongodb-atlas-cli_${V}_linux.deb /', 'mongodb-atlas-cli 1.2.3 1.2.3'],
    ['Dockerfile', 'ARG V=1.2.3\nADD https://h/x/mongodb-atlas-cli_${W}_linux.deb /'],
    ['Dockerfile', 'ARG V=1.2.3\nADD https://h/x/other_${V}_linux.deb /'],
    ['a.sh', 'mongodb-atlas-cli@1'],
    ['a.sh', 'my/mongodb/atlas:1.2 other@1.2.3'],
    ['a.sh', '# mongodb-atlas-cli@1.2.3'],
    ['a.tf', required('source = "mongodb/mongodbatlas"', 'version = "~> 1.2"'), 'mongodb/mongodbatlas ~> 1.2 ~> 1.2'],
    ['a.tofu', required('source="r.io/MongoDB/mongodbatlas"', 'version="1.2"'), 'mongodb/mongodbatlas 1.2 1.2'],
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
