import { clustersNamed, projectsOf } from '../src/facts/query.ts';
import type { ClusterFacts, Facts } from '../src/facts/facts.ts';
import { addedRegions, type MultiRegion } from '../src/rule-helpers/planned-regions.ts';
import { defineRule, type LocatedResult } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';

const MARKED =
  '⟦⟧{ "plan": [{ "change": "multi-region", "cluster": "wharf", "regions": ["EUROPE_WEST", "EUROPE_NORTH"] }] }\n';
const PLAN = [{ change: 'multi-region', cluster: 'wharf', regions: ['EUROPE_WEST', 'EUROPE_NORTH'] }];

export default defineRule({
  id: 'azure-multi-region-peering-only',
  since: '0.1.0',
  scope: 'project',
  basis: 'facts',
  severity: 'error',
  confidence: 'high',
  needs: ['peering-only mode (privateIpMode)', 'provider of the cluster'],
  changes: ['multi-region'],
  docs: {
    what: 'A plan that adds a region to a cluster on Azure while the project is in peering-only mode.',
    why: 'Regions cannot be added to a cluster on Azure while "Connect via Peering Only" is on. The change is refused.',
    todo: 'Move the applications to Private IP for Peering strings (`-pri`), turn peering-only mode off, and only then add the region.',
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    blocked: 'Regions cannot be added to {cluster} ({regions}) while peering-only mode is on. Turn the mode off first.',
  },
  examples: {
    invalid: [
      {
        title: 'the mode is on',
        files: { 'connlint.config.json': MARKED },
        config: { plan: PLAN, project: { peeringOnly: true } },
      },
      {
        title: 'the record names the provider',
        files: { 'connlint.config.json': MARKED },
        config: { plan: [{ change: 'multi-region', cluster: 'wharf', regions: ['US_EAST_2', 'US_WEST_2'] }] },
        facts: { 'wharf.json': record('AZURE', 'US_EAST_2'), 'privateIpMode.json': { enabled: true } },
      },
    ],
    valid: [
      {
        title: 'a cluster on AWS',
        files: {},
        config: {
          plan: [{ change: 'multi-region', cluster: 'wharf', regions: ['US_EAST_2', 'US_WEST_2'] }],
          project: { peeringOnly: true },
        },
        facts: { 'wharf.json': record('AWS', 'US_EAST_2') },
      },
      { title: 'the mode is off', files: {}, config: { plan: PLAN, project: { peeringOnly: false } } },
      {
        title: 'the cluster has the regions already',
        files: {},
        config: {
          plan: PLAN,
          project: { peeringOnly: true },
          clusters: { wharf: { provider: 'azure', regions: ['westeurope', 'northeurope'] } },
        },
      },
    ],
  },
  check(_, context) {
    const { home, plan } = context;
    if (!home) return [];
    return plan.flatMap((change, at) =>
      change.change === 'multi-region'
        ? projectsOf(context.facts, change).flatMap((facts) =>
            resultsOf(change, home.range(['plan', at]), facts).map((result) => ({ ...result, file: home.file })),
          )
        : [],
    );
  },
});

/** A planned change, for each cluster that it names. For an unknown cluster, only the plan's own data is used. */
function resultsOf(plan: MultiRegion, at: Range, facts: Facts): LocatedResult[] {
  const mode = facts.project.peeringOnly?.value;
  if (mode === false) return [];
  const named = clustersNamed(facts, plan.cluster);
  const all: readonly (ClusterFacts | undefined)[] = named.length > 0 ? named : [undefined];
  return all.flatMap((cluster): LocatedResult[] => {
    const added = addedRegions(plan, cluster);
    const azure = added.filter(({ provider }) => provider === 'azure');
    if (azure.length === 0) {
      return added.some(({ provider }) => provider === null) ? [{ missing: 'provider of the cluster', at }] : [];
    }
    if (mode === undefined) return [{ missing: 'peering-only mode (privateIpMode)', at }];
    const data = { cluster: `"${cluster?.name ?? plan.cluster}"`, regions: azure.map(({ name }) => name).join(', ') };
    return [{ message: 'blocked', data, at }];
  });
}

/** An invented record. */
function record(providerName: string, regionName: string): unknown {
  return {
    name: 'wharf',
    clusterType: 'REPLICASET',
    replicationSpecs: [{ regionConfigs: [{ providerName, regionName }] }],
  };
}
