import { classifyHost } from '../src/classify/classify-host.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { comparableHosts } from '../src/lint/string-hosts.ts';
import { sameRegion } from '../src/classify/regions.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import { recordedFix } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'endpoint-region-mismatch',
  basis: 'facts',
  messages: {
    other: 'Endpoint string{ofCluster} leads to {there}, but the code of this file runs in {here}.',
  },
  hosts: (string) =>
    comparableHosts(string, 'private-endpoint', 'optimized').filter(
      (host) => !host.class.node && host.class.region !== null,
    ),
  checkHosts({ string, host, cluster, ofCluster }, context) {
    const here = context.region;
    if (here === null) return [{ missing: 'where the code of this file runs (overrides: network)' }];
    const there = host.class.region ?? '';
    if (sameRegion(there, here, host.class.provider)) return [];
    const listed = cluster && stringOf(cluster, here, host, context);
    const fix = recordedFix(string, cluster, listed, ` for ${here}`);
    return [{ message: 'other', data: { ofCluster, there, here }, fix }];
  },
});

/** The record's SRV string of the same kind for a region, if there is only one. */
function stringOf(
  cluster: ClusterFacts,
  region: string,
  { class: { kind } }: FoundHost,
  { profile }: RuleContext,
): ListedString | undefined {
  const fitting = cluster.listed.filter((entry) => {
    if (entry.kind !== kind || entry.form !== 'srv') return false;
    const seen = classifyHost(entry.hosts[0]?.host ?? '', 'srv', profile);
    return seen.region !== null && sameRegion(seen.region, region, seen.provider);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
