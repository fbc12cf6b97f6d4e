import { createdBefore } from '../src/facts/eligibility.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import {
  KEEPS_STRING_SINCE,
  moveOf,
  clusterOfHost,
  ofCluster,
  ownHosts,
  plannedFor,
  PROVIDER_NAMES,
  providersOf,
  formOf,
  isStandardName,
} from '../src/lint/string-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Provider } from '../src/classify/service.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import { replaceHosts, listedSrv } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'provider-change',
  basis: 'facts',
  reasons: {
    legacy: {
      supersedes: ['legacy-host'],
      messages: {
        twice:
          'The string{ofCluster} changes twice in the move to {to}: it is older than 3 November 2020 and not on AWS.',
        fresh:
          'The legacy string{ofCluster} may change when the cluster moves to {to}. Get the new string after the move.',
      },
      checkString(string, context) {
        const hosts = ownHosts(string, 'standard', 'legacy').filter((host) => !host.class.placeholder);
        const host = hosts[0];
        if (!host) return [];
        const cluster = clusterOfHost(host, context);
        const [plan] = plannedFor('cloud-provider', host, cluster, context);
        if (!plan) return [];
        const at = hostsAt(string, hosts);
        const effect = effectOn(host, cluster, plan.to);
        if (typeof effect !== 'string') return effect.map((missing) => ({ missing, at }));
        return [{ message: effect, data: { ofCluster: ofCluster(host, cluster), to: PROVIDER_NAMES[plan.to] }, at }];
      },
    },
    private: {
      supersedes: ['legacy-host'],
      messages: {
        private: 'The private string{ofCluster} stops working when the cluster moves to {to}.',
      },
      checkString(string, context) {
        const hosts = ownHosts(string, 'private', 'private-endpoint', 'optimized').filter(
          (host) => !host.class.placeholder && !isStandardName(host, context),
        );
        const host = hosts[0];
        if (!host) return [];
        const cluster = clusterOfHost(host, context);
        const [plan] = plannedFor('cloud-provider', host, cluster, context);
        if (!plan || cluster?.providers?.value.every((provider) => provider === plan.to)) return [];
        const survives = cluster && moveOf(cluster, plan.to) === 'keeps' && formOf(string) === 'srv';
        const standard = survives ? listedSrv(cluster.listed, 'standard') : undefined;
        const title = 'Use the standard string that the record lists (public addresses)';
        const offer = standard && replaceHosts(string, standard, title);
        return [
          {
            message: 'private',
            data: { ofCluster: ofCluster(host, cluster), to: PROVIDER_NAMES[plan.to] },
            at: hostsAt(string, hosts),
            suggestions: offer ? [offer] : [],
          },
        ];
      },
    },
  },
});

/** The effect of the move on the string, as a message key, or the missing facts. Empty if it has no effect. */
function effectOn(
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  to: Provider,
): 'twice' | 'fresh' | readonly FactName[] {
  const isLegacy = host.class.family === 'legacy';
  const move = cluster ? moveOf(cluster, to) : 'unknown';
  if (move === 'shared') return isLegacy && host.class.provider ? 'fresh' : [];
  if (move !== 'unknown') return move === 'two-step' ? 'twice' : [];
  const providers = providersOf(host, cluster);
  if (providers?.every((provider) => provider === 'aws' || provider === to)) return [];
  // Legacy names were assigned until 30 March 2020.
  const isOlder = isLegacy || (cluster && createdBefore(cluster, KEEPS_STRING_SINCE));
  if (isOlder === false) return [];
  if (isOlder && providers) return 'twice';
  return [
    ...(providers ? [] : (['provider of the cluster'] as const)),
    ...(isOlder ? [] : (['creation date of the cluster'] as const)),
  ];
}
