import { createdBefore } from '../src/facts/query.ts';
import type { FactName } from '../src/facts/facts.ts';
import { genuine, formOf, moveOf, plannedFor, PROVIDER_NAMES } from '../src/lint/string-hosts.ts';
import { KEEPS_STRING_SINCE, type Subject } from '../src/lint/string-hosts.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import type { Provider } from '../src/classify/service.ts';
import { recordedOf } from '../src/lint/replacements.ts';

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
      kinds: ['standard', 'legacy'],
      hosts: genuine,
      checkHosts(subject, context) {
        const to = targetOf(subject, context);
        const effect = to ? effectOn(subject, to) : [];
        if (typeof effect !== 'string') return effect.map((missing) => ({ missing }));
        return [{ message: effect, data: { to: PROVIDER_NAMES[to!] } }];
      },
    },
    private: {
      supersedes: ['legacy-host'],
      messages: { private: 'The private string{ofCluster} stops working when the cluster moves to {to}.' },
      kinds: ['private', 'private-endpoint', 'optimized'],
      hosts: genuine,
      checkHosts(subject, context) {
        const to = targetOf(subject, context);
        const { string, cluster } = subject;
        if (!to || cluster?.providers?.every((provider) => provider === to)) return [];
        const survives = cluster && moveOf(cluster, to) === 'keeps' && formOf(string) === 'srv';
        const standard = survives ? recordedOf(string, cluster, 'standard', ' (public addresses)') : undefined;
        return [{ message: 'private', data: { to: PROVIDER_NAMES[to] }, suggestions: [standard] }];
      },
    },
    'peered-standard': {
      messages: {
        peered: 'The standard string{ofCluster} leads through the peering on AWS, which ends with the move to {to}.',
      },
      // The DNS of AWS resolves standard and legacy names to private addresses inside a peered network.
      kinds: ['standard', 'legacy'],
      hosts: (hosts, { network }) => (network === 'peered' ? hosts : []),
      checkHosts(subject, context) {
        const to = targetOf(subject, context);
        const { cluster, providers } = subject;
        const isOnAws = providers?.includes('aws') && (!cluster || moveOf(cluster, to ?? null) !== 'done');
        return to && to !== 'aws' && isOnAws ? [{ message: 'peered', data: { to: PROVIDER_NAMES[to] } }] : [];
      },
    },
  },
});

const targetOf = ({ host, cluster }: Subject, context: RuleContext): Provider | undefined =>
  plannedFor('cloud-provider', host, cluster, context)[0]?.to;

/** The effect of the move on the string, as a message key, or the missing facts. Empty if it has no effect. */
function effectOn({ host, cluster, providers }: Subject, to: Provider): 'twice' | 'fresh' | readonly FactName[] {
  const isLegacy = host.class.family === 'legacy';
  const move = cluster ? moveOf(cluster, to) : 'unknown';
  if (move === 'shared') return isLegacy && host.class.provider ? 'fresh' : [];
  if (move !== 'unknown') return move === 'two-step' ? 'twice' : [];
  if (providers?.every((provider) => provider === 'aws' || provider === to)) return [];
  // Legacy names were assigned until 30 March 2020.
  const isOlder = isLegacy || (cluster && createdBefore(cluster, KEEPS_STRING_SINCE));
  if (isOlder === false) return [];
  if (isOlder && providers) return 'twice';
  const date: readonly FactName[] = isOlder ? [] : ['creation date of the cluster'];
  return providers ? date : ['provider of the cluster', ...date];
}
