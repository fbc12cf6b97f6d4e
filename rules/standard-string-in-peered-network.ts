import { fileNetwork } from '../src/clients/file-network.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import { defineRule, offer, type RuleContext } from '../src/lint/rule.ts';
import { comparable, genuine, PROVIDER_NAMES } from '../src/lint/string-hosts.ts';
import type { Provider } from '../src/classify/service.ts';
import { listedAs, recordedOf } from '../src/lint/replacements.ts';

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
      kinds: ['standard', 'private', 'legacy'],
      hosts: (hosts, context) =>
        genuine(hosts).filter((host) => (host.class.kind === 'private') === endsPrivate(context)),
      checkHosts({ string, cluster, providers }, context, { source }) {
        const network = fileNetwork(source, string.range, context.network)?.network ?? null;
        if (endsPrivate(context)) {
          if (!providers) return [{ missing: 'provider of the cluster' }];
          const suggestions = [recordedOf(string, cluster, 'standard')];
          return providers.includes('aws') ? [{ message: 'private', severity: 'error', suggestions }] : [];
        }
        // Free, Flex and serverless clusters have no peering, and the setting exists only on AWS.
        const cannotPeer = (cluster?.tier ?? 'dedicated') !== 'dedicated' || providers?.includes('aws') === false;
        if (!(plannedDns(context) ?? currentDns(context)) || cannotPeer) return [];
        // As configured, otherwise if AWS has a peering connection.
        const isPeered = network === null ? context.facts.project.peering?.aws : network === 'peered';
        if (isPeered === undefined) return [{ missing: 'peering connections' }];
        if (!isPeered) return [];
        // A container proves peering on AWS, but not that this program runs there. The private name does not resolve
        // elsewhere.
        const offered = offer(recordedOf(string, cluster, 'private'), network === 'peered');
        const severity = plannedDns(context) ? 'error' : 'warning';
        return [{ message: 'standard', severity, confidence: providers ? 'high' : 'medium', ...offered }];
      },
    },
    'azure-gcp': {
      supersedes: ['legacy-host'],
      messages: {
        public: 'The standard string{ofCluster} resolves to public addresses inside the peered network on {provider}.',
      },
      kinds: ['standard', 'legacy'],
      hosts: (hosts, { network }) => (network === 'public' || network === 'private-endpoint' ? [] : comparable(hosts)),
      checkHosts({ string, host, cluster, providers }, context) {
        const { network, facts } = context;
        if (host.class.kind === 'legacy' && peeringOnlyMatters(context)) return [];
        const { azure, gcp } = facts.project.peering ?? {};
        const mayPeer = azure !== false || gcp !== false;
        if (!providers) return network === 'peered' && mayPeer ? [{ missing: 'provider of the cluster' }] : [];
        const outside = providers.filter((provider) => provider !== 'aws');
        const [provider] = outside;
        const peered = provider && isPeered(outside, cluster, context);
        if (!provider || peered === false || (network === null && !peered)) return [];
        if (network === null) return [{ missing: 'where the code of this file runs (overrides: network)' }];
        if (peered === undefined) return [{ missing: 'peering connections' }];
        const fix = recordedOf(string, cluster, 'private');
        return [{ message: 'public', data: { provider: PROVIDER_NAMES[provider] }, fix }];
      },
    },
  },
});

const plannedDns = ({ plan }: RuleContext) => plan.find((change) => change.change === 'custom-dns')?.enabled;

const currentDns = ({ facts }: RuleContext): boolean | undefined => facts.project.customDnsOnAws?.value;

/** The `-pri` strings of AWS clusters exist only while the setting is on (vendor documentation, 2026-08). */
const endsPrivate = (context: RuleContext): boolean => plannedDns(context) === false && currentDns(context) !== false;

/** True if legacy names depend on peering-only mode, which `peering-only-legacy-host` checks. */
const peeringOnlyMatters = ({ facts, plan }: RuleContext): boolean =>
  facts.project.peeringOnly?.value === true || plan.some(({ change }) => change === 'disable-peering-only');

/** A record may list private strings of a connection that failed, so what is known of the connections decides. */
function isPeered(providers: readonly Provider[], cluster: ClusterFacts | undefined, { facts }: RuleContext) {
  const isListed = listedAs(cluster, 'private').length > 0 || undefined;
  const known = providers.map((provider) => facts.project.peering?.[provider]);
  return known.includes(true) || (known.includes(undefined) ? isListed : false);
}
