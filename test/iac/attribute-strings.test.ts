import { describe, expect, it } from 'vitest';
import { attributeStrings } from '../../src/iac/attribute-strings.ts';
import type { TreeFile } from '../../src/iac/attribute-clusters.ts';
import { rowsOf } from '../support/rows.ts';

const CLUSTER = 'resource "mongodbatlas_advanced_cluster" "c" {\n  name = "gw"\n}\n';
const X = 'mongodbatlas_advanced_cluster.c.connection_strings';

/** `kind cluster attribute` of each string, one form per line. */
interface Form {
  readonly path: string;
  readonly text: string;
  readonly found: readonly string[];
}

const forms = rowsOf<Form>('attribute-strings.jsonl');

describe('strings that infrastructure code hands on', () => {
  it.each(forms)('$path $text', ({ path, text, found }) => {
    const seen = attributeStrings({ path, text }).map(
      ({ kind, cluster, name, range, attribute }) =>
        `${kind} ${cluster} ${attribute?.isOperator || name?.startsWith('atlas ') ? name : text.slice(range.offset, range.endOffset)}`,
    );
    expect(seen).toEqual(found);
  });

  it.each([
    ['a.tf', `x = element(${X}, 0).standard_srv`, `element(${X},0).standard_srv`],
    ['a.tf', `x = { for k, c in mongodbatlas_cluster.all : k => c.srv_address }`, 'c.srv_address'],
    [
      'a.py',
      '# pulumi-mongodbatlas\nx = f({"pw": "plainword"})["connection_strings"].private_srv\n',
      'f(…)["connection_strings"].private_srv',
    ],
    [
      'a.ts',
      "// mongodbatlas\nx = login('plainword').connectionStrings.standardSrv;\n",
      'login(…).connectionStrings.standardSrv',
    ],
    [
      'a.json',
      `{"mongodbatlas":1,"connectionStrings":{"a":"${'x'.repeat(400)} plainword"},"privateEndpoint":[{"pw":"plainword"}],"srvConnectionString":"y"}`,
      'srvConnectionString',
    ],
    [
      'a.json',
      `{"mongodbatlas":1,"connectionStrings":[${'[1],'.repeat(120)}"plainword"],"srvConnectionString":"y"}`,
      'srvConnectionString',
    ],
    [
      'a.py',
      '# pulumi-mongodbatlas\nx = c.connection_strings[0]["private_srv"]\n',
      'c.connection_strings[0].private_srv',
    ],
    [
      'a.ts',
      '// @cdktf/provider-mongodbatlas\nx = f(c.connectionStrings.get(0).standardSrv);\n',
      'c.connectionStrings.get(0).standardSrv',
    ],
    [
      'a.yaml',
      'Type: MongoDB::Atlas::Cluster\nValue: !GetAtt C.ConnectionStrings.PrivateSrv\n',
      'C.ConnectionStrings.PrivateSrv',
    ],
  ])('names an attribute by its path: %s %s', (path, text, name) => {
    expect(attributeStrings({ path, text })[0]?.name).toBe(name);
  });

  it('finds the cluster in other files of the module', () => {
    const files: Readonly<Record<string, string>> = {
      'infra/main.tf': CLUSTER.replace('"gw"', 'var.name'),
      // A file that Terraform loads comes before the default.
      'infra/variables.tf': 'variable "name" {\n  default = "dev"\n}\n',
      'infra/prod.auto.tfvars': 'name = "gw"\n',
      'modules/atlas/main.tf': CLUSTER,
    };
    const tree: TreeFile['tree'] = {
      namesIn: (folder) =>
        Object.keys(files).flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : [])),
      textOf: (file) => files[file] ?? '',
    };
    const clusterIn = (path: string, text: string) => attributeStrings({ path, text }, { path, tree })[0]?.cluster;
    expect(clusterIn('infra/out.tf', `output "u" {\n  value = ${X}.private_srv\n}\n`)).toBe('gw');
    const module =
      'module "m" {\n  source = "../modules/atlas"\n}\noutput "u" {\n  value = module.m.connection_strings.private_srv\n}\n';
    expect(clusterIn('live/main.tf', module)).toBe('gw');
  });
});
