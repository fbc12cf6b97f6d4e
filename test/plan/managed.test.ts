import { describe, expect, it } from 'vitest';
import { managedIn } from '../../src/plan/managed.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const till = clusterRecord('till');
const code = { 'shop/a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-x1y2z3-shard-0\n' };
const shard = { change: 'shard', cluster: 'till' };
const resource = (name: string, type = 'mongodbatlas_advanced_cluster'): string =>
  `resource "${type}" "a" {\n  name = ${name}\n  cluster_type = "REPLICASET"\n}\n`;

describe('a cluster that code manages', () => {
  it.each<[file: string, text: string, managedBy: object]>([
    ['infra/main.tf', resource('"till"'), { tool: 'terraform', attribute: 'cluster_type' }],
    ['infra/main.tf', resource('var.name', 'mongodbatlas_cluster'), { tool: 'terraform', attribute: 'cluster_type' }],
    [
      'k8s/till.yaml',
      'kind: AtlasDeployment\nspec:\n  deploymentSpec:\n    name: till\n',
      { tool: 'operator', attribute: 'spec.deploymentSpec.clusterType' },
    ],
    [
      'index.ts',
      'import * as mongodbatlas from "@pulumi/mongodbatlas";\nnew mongodbatlas.AdvancedCluster("a", { name: "till" });\n',
      { tool: 'pulumi', attribute: 'clusterType' },
    ],
    [
      'stack.yaml',
      'Till:\n  Type: MongoDB::Atlas::Cluster\n  Properties:\n    Name: till\n',
      { tool: 'cloudformation', attribute: 'ClusterType' },
    ],
  ])('is changed in %s, never by a call', (file, text, managedBy) => {
    const { steps } = entryOf({ files: { ...code, [file]: text }, clusters: [till], config: { plan: [shard] } });
    const change = steps.find(({ kind }) => kind === 'change');
    expect(change).toMatchObject({ managedBy: { ...managedBy, file }, command: null });
    expect(change?.detail).toContain(file);
    expect(change?.detail).toContain('keep one shard');
    expect(change?.detail).not.toMatch(/cluster builder|Or use|read the record|access token/);
  });

  it.each<[file: string, text: string, attribute: string]>([
    ['infra/main.tf', resource('"till"'), 'replication_specs'],
    ['infra/main.tf', resource('"till"', 'mongodbatlas_cluster'), 'replication_specs.num_shards'],
    [
      'k8s/till.yaml',
      'kind: AtlasDeployment\nspec:\n  deploymentSpec:\n    name: till\n',
      'spec.deploymentSpec.replicationSpecs',
    ],
    ['stack.yaml', 'Till:\n  Type: MongoDB::Atlas::Cluster\n  Properties:\n    Name: till\n', 'ReplicationSpecs'],
  ])('gets further shards in %s (%#)', (file, text, attribute) => {
    const { steps } = entryOf({ files: { ...code, [file]: text }, clusters: [till], config: { plan: [shard] } });
    const further = steps.find(({ title }) => title === 'Add more shards');
    expect(further).toMatchObject({ managedBy: { file, attribute }, command: null });
    expect(further?.detail).toContain(`Change ${attribute} in ${file}`);
    expect(further?.detail).toContain('sh.shardCollection');
    expect(further?.detail).not.toContain('cluster builder');
  });

  it('names every file that may manage it, where no name is written out', () => {
    const files = { ...code, 'a.tf': resource('var.name'), 'b/main.tf': resource('local.name') };
    const { steps } = entryOf({ files, clusters: [till], config: { plan: [shard] } });
    const change = steps.find(({ kind }) => kind === 'change');
    expect(change?.managedBy?.file).toBe('a.tf');
    expect(change?.detail).toContain('Change cluster_type in a.tf or b/main.tf, review');
    const own = entryOf({
      files: { ...files, 'c.tf': resource('"till"') },
      clusters: [till],
      config: { plan: [shard] },
    });
    expect(own.steps.find(({ kind }) => kind === 'change')?.detail).toContain('Change cluster_type in c.tf, review');
  });

  it.each<[values: Readonly<Record<string, string>>, file: string | null]>([
    [{ 'i/variables.tf': 'variable "name" {\n  type = string\n  default = "till"\n}\n' }, 'i/main.tf'],
    [{ 'i/variables.tf': 'variable "name" {\n  default = "shop"\n}\n' }, null],
    [{ 'i/terraform.tfvars': 'name = "shop"\n', 'i/v.tf': 'variable "name" {\n  default = "till"\n}\n' }, null],
    [{ 'i/prod.auto.tfvars': 'name = "till"\n' }, 'i/main.tf'],
    [{ 'i/prod.tfvars': 'name = "shop"\n', 'i/v.tf': 'variable "name" {\n  default = "till"\n}\n' }, 'i/main.tf'],
    [{ 'i/prod.tfvars': 'name = "shop"\n', 'i/test.tfvars': 'name = "shop"\n' }, null],
    [{ 'j/variables.tf': 'variable "name" {\n  default = "shop"\n}\n' }, 'i/main.tf'],
    [{ 'i/variables.tf': 'variable "name" {\n  type = string\n}\n' }, 'i/main.tf'],
  ])('is the one that the variables of the module name: %j', (values, file) => {
    const files = { ...code, ...values, 'i/main.tf': resource('var.name') };
    const { steps } = entryOf({ files, clusters: [till], config: { plan: [shard] } });
    expect(steps.find(({ kind }) => kind === 'change')?.managedBy?.file ?? null).toBe(file);
  });

  it('is the one that a local names', () => {
    const local = 'variable "n" {\n  default = "shop"\n}\nlocals {\n  name = var.n\n}\n';
    const files = { ...code, 'main.tf': local + resource('local.name') };
    const { steps } = entryOf({ files, clusters: [till], config: { plan: [shard] } });
    expect(steps.find(({ kind }) => kind === 'change')).toMatchObject({ managedBy: null });
  });

  it('is changed by a call where the code manages another one', () => {
    const files = { ...code, 'main.tf': resource('"shop"') };
    const { steps } = entryOf({ files, clusters: [till], config: { plan: [shard] } });
    expect(steps.find(({ kind }) => kind === 'change')).toMatchObject({ managedBy: null });
    expect(managedIn({ path: 'a.ts', text: 'mongodbatlas' })).toEqual([]);
  });
});

describe('owners', () => {
  it('are in the step that deploys the calls of the Administration API', () => {
    const files = {
      'ops/a.sh': 'curl https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters\n',
      '.github/CODEOWNERS': '/ops/ @ops\n',
    };
    const { steps } = entryOf({ files, config: { plan: [{ change: 'admin-api', to: '2025-03-12' }] } });
    const deploy = steps.find(({ kind }) => kind === 'deploy');
    expect(deploy).toMatchObject({ owners: ['@ops'], undo: 'Deploy the previous programs.' });
    expect(deploy?.detail).toContain('@ops: ops/a.sh.');
  });

  it('are beside each place, and by owner in the step that deploys', () => {
    const files = { ...code, '.github/CODEOWNERS': '* @all\n/shop/ @shop\n' };
    const entry = entryOf({ files, clusters: [till], config: { plan: [shard] } });
    const [replace, deploy] = entry.steps;
    expect(replace).toMatchObject({ owners: ['@shop'], places: [{ file: 'shop/a.env', owners: ['@shop'] }] });
    expect(deploy).toMatchObject({ kind: 'deploy', owners: ['@shop'] });
    expect(deploy?.detail).toContain('@shop: shop/a.env.');
  });
});
