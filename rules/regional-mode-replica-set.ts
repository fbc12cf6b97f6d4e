import type { ClusterFacts } from '../src/core/facts.ts';
import { defineRule } from '../src/core/rule.ts';
import type { RuleContext, Verdict } from '../src/core/rule.ts';
import type { Range } from '../src/core/source.ts';

const TURN_ON = { plan: [{ change: 'regionalized-endpoints', enabled: true }] };
const MARKED = { 'connlint.config.json': '⟦⟧{ "plan": [{ "change": "regionalized-endpoints", "enabled": true }] }\n' };

export default defineRule({
  id: 'regional-mode-replica-set',
  since: '0.1.0',
  scope: 'project',
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record', 'cluster type'],
  changes: ['regionalized-endpoints'],
  docs: {
    what: 'A replica set in a project whose regionalized private endpoints are to be turned on.',
    why: 'With the setting on, all clusters of the project must be sharded, and no replica set can be created any more.',
    todo: 'Convert the replica sets to sharded clusters or move them to another project before you turn the setting on.',
    sources: [
      'MongoDB Atlas administration API, privateEndpoint/regionalMode (2026-08)',
      'mongodb/terraform-provider-mongodbatlas, private_endpoint_regional_mode (2026-08)',
    ],
  },
  messages: {
    records: 'Regionalized private endpoints need sharded clusters, but the project has replica sets: {clusters}.',
  },
  examples: {
    reported: [
      {
        title: 'a record of a replica set',
        files: MARKED,
        config: TURN_ON,
        facts: { 'till.json': record('REPLICASET') },
      },
    ],
    silent: [
      { title: 'sharded clusters', files: {}, config: TURN_ON, facts: { 'till.json': record('GEOSHARDED') } },
      {
        title: 'the setting is to be turned off',
        files: {},
        config: { plan: [{ change: 'regionalized-endpoints', enabled: false }] },
        facts: { 'till.json': record('REPLICASET') },
      },
    ],
  },
  check(_, { home, plan, facts }) {
    if (!home) return [];
    return plan.flatMap((change, at) =>
      change.change === 'regionalized-endpoints' && change.enabled
        ? judge(facts, home.range(['plan', at])).map((verdict) => ({ ...verdict, file: home.file }))
        : [],
    );
  },
});

/** All records of the project; clusters that only the config describes do not show that there are no others. */
function judge({ clusters, hasRecords }: RuleContext['facts'], at: Range): Verdict[] {
  const replicaSets = clusters.filter(({ sharded }) => sharded?.value === false).map(({ name }) => `"${name}"`);
  const untold = clusters.some((cluster) => !cluster.sharded && isDedicated(cluster));
  return [
    ...(replicaSets.length > 0 ? [{ message: 'records', data: { clusters: replicaSets.join(', ') }, at }] : []),
    ...(untold ? [{ missing: 'cluster type', at } as const] : []),
    ...(hasRecords ? [] : [{ missing: 'cluster record', at } as const]),
  ];
}

function isDedicated({ tier }: ClusterFacts): boolean {
  return tier === undefined || tier.value === 'dedicated';
}

/** An invented record. */
function record(clusterType: string): unknown {
  return { name: 'till', clusterType, connectionStrings: { standardSrv: 'mongodb+srv://till.ab123.mongodb.net' } };
}
