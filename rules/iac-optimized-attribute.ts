import { eachProject, NO_FACTS, type FactName, type Facts } from '../src/facts/facts.ts';
import { clustersNamed, isOtherProject, projectNaming, projectsOf } from '../src/facts/query.ts';
import { itemsByModule, type FiledItem } from '../src/iac/terraform.ts';
import { ATTRIBUTE_WORDS, clusterOfUse, declaredClusters, endpointItems } from '../src/iac/attributes.ts';
import type { AttributeUse, ClusterInCode } from '../src/iac/attributes.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import type { MultiRegion } from '../src/rule-helpers/planned-regions.ts';
import { defineRule, type ProjectRuleResult, type RuleContext } from '../src/lint/rule.ts';

/** The attribute with the string that every cluster has, by the spelling of this attribute. */
const PLAIN: Readonly<Record<string, string>> = {
  srv_shard_optimized_connection_string: 'srv_connection_string',
  srvShardOptimizedConnectionString: 'srvConnectionString',
  SRVShardOptimizedConnectionString: 'SRVConnectionString',
};

const cluster = (type: string, regions = '"US_EAST_1"', provider = 'AWS'): string =>
  `resource "mongodbatlas_advanced_cluster" "till" {\n  name         = "till"\n  cluster_type = "${type}"\n  replication_specs = [{\n    region_configs = [\n` +
  regions
    .split(' ')
    .map((region) => `      { provider_name = "${provider}", region_name = ${region} },\n`)
    .join('') +
  '    ]\n  }]\n}\n';
const read = (attribute: string): string =>
  `output "uri" {\n  value = mongodbatlas_advanced_cluster.till.connection_strings.private_endpoint[0].${attribute}\n}\n`;

const OPTIMIZED = 'srv_shard_optimized_connection_string';
const PLAN = { plan: [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] }] };

export default defineRule({
  id: 'iac-optimized-attribute',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'error',
  confidence: 'high',
  needs: ['regionalized private endpoints (regionalMode)'],
  changes: ['multi-region'],
  withoutPlan: true,
  docs: {
    what: 'The attribute of the optimized endpoint string in code for a cluster that has no such string, or will lose it.',
    why: 'Only sharded clusters on AWS have optimized strings, in one region or with regionalized endpoints. For other clusters the attribute is empty. With a second region the string stops working.',
    todo: 'Read `srv_connection_string` of the endpoint.',
    severities: { warning: 'where the optimized string is wanted and not used' },
    sources: [
      'MongoDB Atlas documentation, optimized connection strings (2026-08)',
      'Terraform provider for MongoDB Atlas, documentation of the cluster resources (2026-08)',
    ],
  },
  messages: {
    replica: 'A replica set has no optimized string. `{name}` is empty.',
    provider: 'Only AWS has optimized strings. `{name}` is empty.',
    regions: 'A cluster of several regions has no optimized string without regionalized endpoints.',
    planned: 'The optimized string stops working with the planned regions unless regionalized endpoints are on.',
    wanted: 'A sharded cluster on AWS also has an optimized string: `{name}`.',
  },
  options: {
    wantOptimized: {
      type: 'boolean',
      description: 'Also report (as a warning) the plain attribute of a sharded cluster on AWS in one region.',
      default: false,
    },
  },
  examples: {
    invalid: [
      {
        title: 'a replica set',
        files: { 'main.tf': cluster('REPLICASET') + read(`⟦${OPTIMIZED}⟧`) },
        severity: 'error',
        suggested: 'srv_connection_string',
      },
      {
        title: 'on Azure',
        files: { 'main.tf': cluster('SHARDED', '"EUROPE_WEST"', 'AZURE'), 'out.tf': read(`⟦${OPTIMIZED}⟧`) },
      },
      {
        title: 'several regions',
        files: { 'main.tf': cluster('SHARDED', '"US_EAST_1" "EU_WEST_1"') + read(`⟦${OPTIMIZED}⟧`) },
        config: { project: { regionalizedPrivateEndpoints: false } },
      },
      {
        title: 'another region is planned',
        files: { 'main.tf': cluster('SHARDED') + read(`⟦${OPTIMIZED}⟧`) },
        config: { ...PLAN, project: { regionalizedPrivateEndpoints: false } },
      },
      {
        title: 'the type is in the record',
        files: {
          'main.tf': `data "mongodbatlas_advanced_cluster" "c" {\n  name = "till"\n}\nlocals {\n  uri = [for pe in data.mongodbatlas_advanced_cluster.c.connection_strings.private_endpoint : pe.⟦${OPTIMIZED}⟧][0]\n}\n`,
        },
        facts: { 'till.json': exampleRecord('till', 'ab123', { sharded: false }) },
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nconst c = new atlas.AdvancedCluster('till', { clusterType: 'REPLICASET' });\nexport const uri = c.connectionStrings.privateEndpoints[0].⟦srvShardOptimizedConnectionString⟧;\n",
        },
        suggested: 'srvConnectionString',
      },
      {
        title: 'the plain string with wantOptimized',
        files: { 'main.tf': cluster('SHARDED') + read('⟦srv_connection_string⟧') },
        config: { rules: { 'iac-optimized-attribute': ['warning', { wantOptimized: true }] } },
        suggested: OPTIMIZED,
      },
    ],
    valid: [
      { title: 'sharded, in one region', files: { 'main.tf': cluster('SHARDED') + read(OPTIMIZED) } },
      {
        title: 'whether regionalized endpoints are on is not known',
        files: { 'main.tf': cluster('SHARDED', '"US_EAST_1" "EU_WEST_1"') + read(OPTIMIZED) },
      },
      { title: 'the plain string', files: { 'main.tf': cluster('SHARDED') + read('srv_connection_string') } },
      { title: 'a variable decides', files: { 'main.tf': cluster('X').replace('"X"', 'var.type') + read(OPTIMIZED) } },
      {
        title: 'several regions with regionalized endpoints',
        files: {
          'main.tf': `${cluster('SHARDED', '"US_EAST_1" "EU_WEST_1"')}${read(OPTIMIZED)}resource "mongodbatlas_private_endpoint_regional_mode" "on" {\n  enabled = true\n}\n`,
        },
      },
      { title: 'a comment', files: { 'main.tf': `${cluster('REPLICASET')}# ${OPTIMIZED}\n` } },
    ],
  },
  trigger: {
    anchors: [
      ...ATTRIBUTE_WORDS,
      'private_endpoint_regional_mode',
      'mongodbatlas_advanced_cluster',
      'mongodbatlas_cluster',
    ],
  },
  collect: endpointItems,
  check(files, context) {
    return itemsByModule(files).flatMap((items) => {
      const module = {
        clusters: declaredClusters(items),
        isRegionalized: items.some(({ is }) => is === 'regionalized'),
      };
      return items.flatMap((item) => (item.is === 'use' ? judged(item, module, context) : []));
    });
  },
});

interface Module {
  readonly clusters: ReturnType<typeof declaredClusters>;
  readonly isRegionalized: boolean;
}

function judged(use: FiledItem<AttributeUse>, module: Module, context: RuleContext): ProjectRuleResult[] {
  const { at, file, attribute } = use;
  const cluster = clusterOfUse(use, module.clusters);
  if (!cluster) return [];
  const plain = PLAIN[attribute];
  if (plain === undefined) return wanted({ at, file }, cluster, context);
  const message = reasonOf(cluster, module, context);
  if (message === null) return [];
  if (message === MODE) return [{ missing: MODE, at, file }];
  const suggestions = [{ title: `Read ${plain}`, edits: [{ ...at, text: plain }] }];
  return [{ message, data: { name: attribute }, at, file, suggestions }];
}

const MODE = 'regionalized private endpoints (regionalMode)' satisfies FactName;

/** The facts of the project with a cluster of this name. */
const named = ({ name }: ClusterInCode, all: Facts): Facts => (name === null ? all : projectNaming(all, name));

/** Why the string does not exist, or the missing fact that decides it. `null` for neither. */
function reasonOf(
  cluster: ClusterInCode,
  { isRegionalized }: Module,
  { plan, facts: all }: RuleContext,
): 'replica' | 'provider' | 'regions' | 'planned' | typeof MODE | null {
  const own = eachProject(all).filter((one) => !isOtherProject(one, cluster.project));
  const facts = cluster.project !== null && own.length < 2 ? (own[0] ?? NO_FACTS) : named(cluster, all);
  const [record, other] = cluster.name === null ? [] : clustersNamed(facts, cluster.name);
  if (cluster.type === 'REPLICASET' || (!other && record?.sharded?.value === false)) return 'replica';
  if (cluster.providers.length > 0 && !cluster.providers.includes('AWS') && !cluster.providers.includes('TENANT'))
    return 'provider';
  const isOn = isRegionalized || facts.project.regionalizedPrivateEndpoints?.value;
  const planned = plan.filter(
    (one) =>
      one.change === 'multi-region' &&
      (one.cluster === '*' || one.cluster === cluster.name) &&
      (facts === all || projectsOf(all, one).includes(facts)),
  );
  const stays = planned.filter((one) => (one as MultiRegion).regionalizedPrivateEndpoints !== true);
  if (isOn === true) return null;
  if (cluster.regions.length > 1) return isOn === false ? 'regions' : MODE;
  if (stays.length === 0) return null;
  const isTold = isOn === false || stays.some((one) => (one as MultiRegion).regionalizedPrivateEndpoints === false);
  return isTold ? 'planned' : MODE;
}

function wanted(
  place: Pick<FiledItem<AttributeUse>, 'at' | 'file'>,
  cluster: ClusterInCode,
  { options }: RuleContext,
): ProjectRuleResult[] {
  const fits =
    cluster.type !== null &&
    cluster.type !== 'REPLICASET' &&
    cluster.providers.join() === 'AWS' &&
    cluster.regions.length === 1;
  if (options.wantOptimized !== true || !fits) return [];
  const suggestions = [{ title: `Read ${OPTIMIZED}`, edits: [{ ...place.at, text: OPTIMIZED }] }];
  return [{ ...place, message: 'wanted', data: { name: OPTIMIZED }, severity: 'warning', suggestions }];
}
