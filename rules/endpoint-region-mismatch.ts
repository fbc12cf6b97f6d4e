import { classifyHost } from '../src/classify/classify-host.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { comparableHosts, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { sameRegion } from '../src/classify/regions.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { hostsAt, ofCluster, replaceHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'endpoint-region-mismatch',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['private-endpoint', 'optimized'], all: ['own-host'] },
  severity: 'warning',
  confidence: 'high',
  needs: ['where the code of this file runs (overrides: network)', 'cluster record'],
  docs: {
    what: 'A regionalized endpoint string of another region than the one in which the code of the file runs.',
    why: 'The name leads to the endpoint of that region. From other regions it is unreachable, or every request crosses regions.',
    todo: 'Use the endpoint string of the region in which the code runs.',
    sources: ['MongoDB Atlas documentation, regionalized private endpoints (2026-08)'],
  },
  messages: {
    other: 'Endpoint string{ofCluster} leads to {there}, but the code of this file runs in {here}.',
  },
  examples: {
    invalid: [
      {
        title: 'the overlay of another region',
        files: { 'overlays/eu/db.env': 'URI=mongodb+srv://⟦people-pl-0-us-east-1.d5f6g.mongodb.net⟧/p\n' },
        config: { overrides: [{ files: ['overlays/eu/**'], network: 'private-endpoint', region: 'EU_WEST_1' }] },
        facts: {
          'people.json': exampleRecord('people', 'd5f6g', { endpoints: ['pl-0-us-east-1', 'pl-0-eu-west-1'] }),
        },
        fixed: 'people-pl-0-eu-west-1.d5f6g.mongodb.net',
      },
      {
        title: 'no record: the name contains the region',
        files: { 'eu/db.env': 'URI=mongodb+srv://⟦people-pl-0-us-east-1.d5f6g.mongodb.net⟧/p\n' },
        config: { overrides: [{ files: ['eu/**'], network: 'private-endpoint', region: 'eu-west-1' }] },
      },
    ],
    valid: [
      {
        title: 'the same region in the spelling of the API',
        files: { 'us/db.env': 'URI=mongodb+srv://people-pl-0-us-east-1.d5f6g.mongodb.net/p\n' },
        config: { overrides: [{ files: ['us/**'], network: 'private-endpoint', region: 'US_EAST_1' }] },
      },
      {
        title: 'one string for all regions',
        files: { 'eu/db.env': 'URI=mongodb+srv://people-pl-0.d5f6g.mongodb.net/p\n' },
        config: { overrides: [{ files: ['eu/**'], network: 'private-endpoint', region: 'eu-west-1' }] },
      },
      {
        title: 'the region of the code is unknown',
        files: { 'eu/db.env': 'URI=mongodb+srv://people-pl-0-us-east-1.d5f6g.mongodb.net/p\n' },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
    const hosts = comparableHosts(string, 'private-endpoint', 'optimized').filter(
      (host) => !host.class.node && host.class.region !== null,
    );
    const host = hosts[0];
    if (!host) return [];
    const at = hostsAt(string, hosts);
    const here = context.region;
    if (here === null) return [{ missing: 'where the code of this file runs (overrides: network)', at }];
    const there = host.class.region ?? '';
    if (sameRegion(there, here, host.class.provider)) return [];
    const cluster = listedCluster(host, context);
    const listed = cluster && stringOf(cluster, here, host, context);
    return [
      {
        message: 'other',
        data: { ofCluster: ofCluster(host, cluster), there, here },
        at,
        fix:
          listed &&
          replaceHosts(string, listed, `Use the string of ${here} that the record of "${cluster.name}" lists`),
      },
    ];
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
