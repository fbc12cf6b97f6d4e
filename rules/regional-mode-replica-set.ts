import { isOtherProject, projectsOf } from '../src/facts/query.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import { createdIn, replicaSetItems } from '../src/iac/attributes.ts';
import { TERRAFORM_FILE } from '../src/iac/terraform.ts';
import { defineRule, type LocatedResult, type ProjectRuleResult, type RuleContext } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';

const TURN_ON = { plan: [{ change: 'regionalized-endpoints', enabled: true }] };
const MARKED = { 'connlint.config.json': '⟦⟧{ "plan": [{ "change": "regionalized-endpoints", "enabled": true }] }\n' };
const MODE_ON = 'resource "mongodbatlas_private_endpoint_regional_mode" "this" {\n  enabled = true\n}\n';

export default defineRule({
  id: 'regional-mode-replica-set',
  since: '0.1.0',
  scope: 'project',
  basis: 'facts',
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record', 'complete list of clusters', 'cluster type'],
  changes: ['regionalized-endpoints'],
  withoutPlan: true,
  docs: {
    what: 'A replica set in a project that will turn on regionalized private endpoints, or Terraform code that creates one there.',
    why: 'With the setting on, all clusters of the project must be sharded, and replica sets can no longer be created.',
    todo: 'Convert the replica sets to sharded clusters or move them to another project before you turn the setting on.',
    sources: [
      'MongoDB Atlas Administration API, privateEndpoint/regionalMode (2026-08)',
      'mongodb/terraform-provider-mongodbatlas, private_endpoint_regional_mode (2026-08)',
    ],
  },
  messages: {
    creates:
      'A replica set cannot be created while regionalized private endpoints are on. The cluster must be sharded.',
    records: 'Regionalized private endpoints need sharded clusters, but the project has replica sets: {clusters}.',
  },
  examples: {
    invalid: [
      {
        title: 'Terraform code creates one',
        files: { 'cluster.tf': clusterCode('⟦cluster_type = "REPLICASET"⟧') },
        config: TURN_ON,
      },
      {
        title: 'Terraform code in the same module turns the setting on',
        files: { 'cluster.tf': clusterCode('⟦cluster_type = "REPLICASET"⟧'), 'network.tf': MODE_ON },
      },
      {
        title: 'a record of a replica set',
        files: MARKED,
        config: TURN_ON,
        facts: { 'till.json': record('REPLICASET') },
      },
    ],
    valid: [
      {
        title: 'a sharded cluster',
        files: { 'cluster.tf': clusterCode('cluster_type = "SHARDED"'), 'network.tf': MODE_ON },
      },
      {
        title: 'another module',
        files: { 'a/cluster.tf': clusterCode('cluster_type = "REPLICASET"'), 'b/network.tf': MODE_ON },
      },
      { title: 'sharded clusters', files: {}, config: TURN_ON, facts: { 'till.json': record('GEOSHARDED') } },
      {
        title: 'a plan to turn the setting off',
        files: {},
        config: { plan: [{ change: 'regionalized-endpoints', enabled: false }] },
        facts: { 'till.json': record('REPLICASET') },
      },
    ],
  },
  trigger: { anchors: ['replicaset', 'regional_mode'], besideService: true, path: TERRAFORM_FILE },
  collect: replicaSetItems,
  check(files, { home, plan, facts }) {
    const turnsOn = plan.map((change) => change.change === 'regionalized-endpoints' && change.enabled);
    const planned = plan.flatMap((change, at) => (turnsOn[at] ? projectsOf(facts, change) : []));
    const isPlanned = (project: string | null): boolean => planned.some((own) => !isOtherProject(own, project));
    return [
      ...createdIn(files, isPlanned).map((place) => ({
        ...place,
        message: 'creates',
      })),
      ...turnsOn.flatMap((on, at): ProjectRuleResult[] =>
        on && home
          ? projectsOf(facts, plan[at]!).flatMap((own) =>
              resultsOf(own, home.range(['plan', at])).map((result) => ({ ...result, file: home.file })),
            )
          : [],
      ),
    ];
  },
});

/**
 * All records of the project. A single record, or what the config declares, does not prove that there are no others.
 */
function resultsOf({ clusters, hasRecords, wholeLists }: RuleContext['facts'], at: Range): LocatedResult[] {
  const replicaSets = clusters.filter(({ sharded }) => sharded?.value === false).map(({ name }) => `"${name}"`);
  const untold = clusters.some((cluster) => !cluster.sharded && isDedicated(cluster));
  return [
    ...(replicaSets.length > 0 ? [{ message: 'records', data: { clusters: replicaSets.join(', ') }, at }] : []),
    ...(untold ? [{ missing: 'cluster type', at } as const] : []),
    ...(hasRecords ? [] : [{ missing: 'cluster record', at } as const]),
    ...(hasRecords && wholeLists.length === 0 ? [{ missing: 'complete list of clusters', at } as const] : []),
  ];
}

function isDedicated({ tier }: ClusterFacts): boolean {
  return tier === undefined || tier.value === 'dedicated';
}

/** An invented record. */
function record(clusterType: string): unknown {
  return { name: 'till', clusterType, connectionStrings: { standardSrv: 'mongodb+srv://till.ab123.mongodb.net' } };
}

/** Invented code of a cluster. */
function clusterCode(type: string): string {
  return `resource "mongodbatlas_advanced_cluster" "till" {\n  name = "till"\n  ${type}\n}\n`;
}
