import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import {
  clusterOfHost,
  formOf,
  ofCluster,
  ownHosts,
  providersOf,
  PROVIDER_NAMES,
  comparableHosts,
} from '../src/lint/string-hosts.ts';
import type { Provider } from '../src/classify/service.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import { replaceHosts } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'standard-string-in-peered-network',
  basis: 'facts',
  reasons: {
    aws: {
      withoutPlan: true,
      messages: {
        standard:
          'The standard string{ofCluster} resolves to public addresses with custom DNS on AWS. Use the private string.',
        private: 'The private string{ofCluster} ends when custom DNS on AWS is turned off. Use the standard string.',
      },
      checkString(string, context) {
        if (isTurnedOff(context)) return withoutPrivate(string, context);
        const hosts = ownHosts(string, 'standard').filter((host) => !host.class.placeholder);
        const host = hosts[0];
        if (!host || !isOn(context)) return [];
        const cluster = clusterOfHost(host, context);
        if (cannotPeer(host, cluster)) return [];
        const at = hostsAt(string, hosts);
        const peered = runsInPeeredAws(context);
        if (typeof peered === 'string') return [{ missing: peered, at }];
        if (!peered) return [];
        const listed = cluster && stringsWith(cluster, 'private').find(({ form }) => form === formOf(string));
        const offer =
          listed && replaceHosts(string, listed, `Use the private string that the record of "${cluster.name}" lists`);
        // A container proves peering on AWS, but not that this program runs there. The private name does not resolve
        // elsewhere.
        const isProven = context.network === 'peered';
        return [
          {
            message: 'standard',
            data: { ofCluster: ofCluster(host, cluster) },
            at,
            confidence: providersOf(host, cluster) ? 'high' : 'medium',
            fix: isProven ? offer : undefined,
            suggestions: isProven || !offer ? [] : [offer],
          },
        ];
      },
    },
    'azure-gcp': {
      supersedes: ['legacy-host'],
      messages: {
        public: 'The standard string{ofCluster} resolves to public addresses inside the peered network on {provider}.',
      },
      checkString(string, context): readonly RuleResult[] {
        if (context.network === 'public' || context.network === 'private-endpoint') return [];
        const hosts = comparableHosts(string, 'standard', 'legacy');
        const host = hosts[0];
        if (!host || (host.class.kind === 'legacy' && peeringOnlyMatters(context))) return [];
        const at = hostsAt(string, hosts);
        const cluster = clusterOfHost(host, context);
        const providers = providersOf(host, cluster);
        if (!providers) {
          return context.network === 'peered' && mayHavePeering(context)
            ? [{ missing: 'provider of the cluster', at }]
            : [];
        }
        const outside = providers.filter((provider) => provider !== 'aws');
        const [provider] = outside;
        if (!provider) return [];
        const peered = isPeered(outside, cluster, context);
        if (context.network === null) {
          return peered ? [{ missing: 'where the code of this file runs (overrides: network)', at }] : [];
        }
        if (peered === undefined) return [{ missing: 'peering connections', at }];
        if (!peered) return [];
        const listed = cluster && stringsWith(cluster, 'private').find(({ form }) => form === formOf(string));
        return [
          {
            message: 'public',
            data: { ofCluster: ofCluster(host, cluster), provider: PROVIDER_NAMES[provider] },
            at,
            fix:
              listed &&
              replaceHosts(string, listed, `Use the private string that the record of "${cluster.name}" lists`),
          },
        ];
      },
    },
  },
});

const isTurnedOff = ({ plan, facts }: RuleContext): boolean =>
  plan.some((change) => change.change === 'custom-dns' && !change.enabled) &&
  facts.project.customDnsOnAws?.value !== false;

/** The `-pri` strings of AWS clusters exist only while the setting is on (vendor documentation, 2026-08). */
function withoutPrivate(string: FoundString, context: RuleContext): readonly RuleResult[] {
  const hosts = ownHosts(string, 'private').filter((host) => !host.class.placeholder);
  const host = hosts[0];
  if (!host) return [];
  const cluster = clusterOfHost(host, context);
  const at = hostsAt(string, hosts);
  const providers = providersOf(host, cluster);
  if (!providers) return [{ missing: 'provider of the cluster', at }];
  if (!providers.includes('aws')) return [];
  const listed = cluster && stringsWith(cluster, 'standard').find(({ form }) => form === formOf(string));
  const offer =
    listed && replaceHosts(string, listed, `Use the standard string that the record of "${cluster.name}" lists`);
  const data = { ofCluster: ofCluster(host, cluster) };
  return [{ message: 'private', data, at, severity: 'error', suggestions: offer ? [offer] : [] }];
}

/** Custom DNS after the plan, otherwise the current setting. */
function isOn({ plan, facts }: RuleContext): boolean {
  const planned = plan.find((change) => change.change === 'custom-dns');
  return planned?.enabled ?? facts.project.customDnsOnAws?.value ?? false;
}

/** Free, Flex and serverless clusters have no peering, and the setting exists only on AWS. */
function cannotPeer(host: FoundHost, cluster: ClusterFacts | undefined): boolean {
  const tier = cluster?.tier?.value;
  return (tier !== undefined && tier !== 'dedicated') || providersOf(host, cluster)?.includes('aws') === false;
}

/** Whether the file's code runs in a peered network on AWS: as configured, otherwise if AWS has a peering container. */
function runsInPeeredAws({ network, facts }: RuleContext): boolean | FactName {
  const { peering, containers } = facts.project;
  if (network !== null) return network === 'peered';
  if (!peering && !containers) return 'peering connections';
  return [...(peering?.value ?? []), ...(containers?.value ?? [])].includes('aws');
}

/** True if legacy names depend on peering-only mode, which `peering-only-legacy-host` checks. */
function peeringOnlyMatters({ facts, plan }: RuleContext): boolean {
  return facts.project.peeringOnly?.value === true || plan.some(({ change }) => change === 'disable-peering-only');
}

function mayHavePeering({ facts }: RuleContext): boolean {
  return facts.project.peering?.value.some((provider) => provider !== 'aws') ?? true;
}

/** A record may list private strings of a connection that failed, so what is known of the connections decides. */
function isPeered(
  providers: readonly Provider[],
  cluster: ClusterFacts | undefined,
  { facts }: RuleContext,
): boolean | undefined {
  const { peering } = facts.project;
  if (peering) return peering.value.some((provider) => providers.includes(provider));
  return cluster && stringsWith(cluster, 'private').length > 0 ? true : undefined;
}
