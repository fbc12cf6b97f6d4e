import { comparableHosts, isUnlisted, probablyMeant, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { knowsWholeProject, stringsWith, listedString } from '../src/facts/query.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, formOf, hostsAt, replaceHosts, providersOf } from '../src/rule-helpers/hosts.ts';
import { isStandardName, endpointHosts, legacySrvFor } from '../src/rule-helpers/host-names.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { optimizedEligibility, type EligibilityFact as MissingCriterion } from '../src/facts/eligibility.ts';

/** The missing fact for each criterion that cannot be checked. */
const FACT_OF: Readonly<Record<MissingCriterion, FactName>> = {
  sharded: 'cluster type',
  provider: 'provider of the cluster',
  version: 'database version',
  regions: 'regions of the cluster',
  regionalizedPrivateEndpoints: 'regionalized private endpoints (regionalMode)',
};

export default defineRule({
  id: 'host-not-in-record',
  basis: 'facts',
  reasons: {
    'unknown-cluster': {
      messages: {
        cluster: 'The project with token "{token}" has no cluster "{cluster}".',
        string: 'The record of "{cluster}" does not list this host.',
        endpoint: 'No record of the project with token "{token}" lists this endpoint host.',
      },
      checkString(string, context) {
        if (!context.facts.hasRecords) return [];
        const hosts = comparableHosts(string).filter((host) => isUnlisted(host, context));
        const host = hosts[0];
        if (!host) return [];
        const cluster = clusterOfHost(host, context);
        const meant = probablyMeant(host, formOf(string), context);
        const title = meant && `Use the string that the record of "${meant.cluster.name}" lists`;
        const offer = meant && title ? replaceHosts(string, meant.listed, title) : undefined;
        const at = hostsAt(string, hosts);
        // A single record, or the state of one stack, does not list the other clusters of the project.
        const isCertain = cluster !== undefined || knowsWholeProject(context.facts, host.class.token ?? '');
        return [
          ...(isCertain ? [] : [{ missing: 'complete list of clusters', at } as const]),
          {
            message: cluster ? 'string' : host.class.cluster === null ? 'endpoint' : 'cluster',
            data: { token: host.class.token ?? '', cluster: cluster?.name ?? host.class.cluster ?? '' },
            at,
            severity: isCertain ? ('error' as const) : ('warning' as const),
            suggestions: offer ? [offer] : [],
          },
        ];
      },
    },
    private: {
      supersedes: ['host-not-in-record/unknown-cluster'],
      messages: {
        'dns-off': '"{cluster}" has no private string. On AWS it needs custom DNS, which is off for the project.',
        dns: '"{cluster}" has no private string. On AWS it needs peering and custom DNS.',
        peering: '"{cluster}" has no private string. It needs a peering connection.',
      },
      checkString(string, context) {
        const hosts = comparableHosts(string, 'private').filter((host) => !isStandardName(host, context));
        const host = hosts[0];
        if (!host) return [];
        const at = hostsAt(string, hosts);
        const cluster = listedCluster(host, context);
        if (!cluster) return [{ missing: 'cluster record', at }];
        if (stringsWith(cluster, 'private').length > 0) return [];
        const standard = stringsWith(cluster, 'standard').find(({ form }) => form === formOf(string));
        const title = `Use the standard string that the record of "${cluster.name}" lists (public addresses)`;
        const offer = standard && replaceHosts(string, standard, title);
        return [
          {
            message: reason(host, cluster, context),
            data: { cluster: cluster.name },
            at,
            suggestions: offer ? [offer] : [],
          },
        ];
      },
    },
    optimized: {
      supersedes: ['host-not-in-record/unknown-cluster'],
      messages: {
        'not-dedicated': 'Cluster "{cluster}" is not a dedicated cluster and has no optimized string.',
        'not-sharded': 'Cluster "{cluster}" is a replica set. Only sharded clusters have an optimized string.',
        'not-aws': 'Cluster "{cluster}" does not run on AWS. Only AWS has optimized strings.',
        'version-below-5': 'Cluster "{cluster}" runs MongoDB {version}. Optimized strings need 5.0 or later.',
        'multi-region-without-regionalized-endpoints':
          '"{cluster}" has several regions without regionalized private endpoints, and therefore no optimized string.',
      },
      checkString(string, context): readonly RuleResult[] {
        const hosts = endpointHosts(string, context, ['optimized']);
        const host = hosts[0];
        if (!host) return [];
        const at = hostsAt(string, hosts);
        const cluster = clusterOfHost(host, context);
        if (!cluster) return [{ missing: 'cluster record', at }];
        const judged = optimizedEligibility(cluster, context.facts.project);
        if ('missing' in judged) {
          // A string that the record lists exists, so no fact is missing.
          return listedString(cluster, host.host) ? [] : judged.missing.map((fact) => ({ missing: FACT_OF[fact], at }));
        }
        if (judged.eligible) return [];
        const legacy = legacySrvFor(host, cluster, context);
        const offer =
          legacy && replaceHosts(string, legacy, `Use the endpoint string that the record of "${cluster.name}" lists`);
        return [
          {
            message: judged.reason,
            // A string that the record lists exists, whatever the criteria.
            ...(listedString(cluster, host.host) && { severity: 'warning' as const }),
            data: { cluster: cluster.name, version: cluster.version?.value ?? '' },
            at,
            suggestions: offer ? [offer] : [],
          },
        ];
      },
    },
  },
});

function reason(host: FoundHost, cluster: ClusterFacts, { facts }: RuleContext): string {
  const providers = providersOf(host, cluster);
  if (providers && !providers.includes('aws')) return 'peering';
  return facts.project.customDnsOnAws?.value === false ? 'dns-off' : 'dns';
}
