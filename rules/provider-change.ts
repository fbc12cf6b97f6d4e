import { createdBefore } from '../src/facts/eligibility.ts';
import type { FactName } from '../src/facts/facts.ts';
import {
  KEEPS_STRING_SINCE,
  moveOf,
  ownHosts,
  plannedFor,
  PROVIDER_NAMES,
  formOf,
  isStandardName,
  subjectOf,
  type Subject,
} from '../src/lint/string-hosts.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
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
      checkString(string, context) {
        const moved = movedOf(string, ownHosts(string, 'standard', 'legacy'), context);
        if (!moved) return [];
        const { at, data } = moved;
        const effect = effectOn(moved);
        return typeof effect === 'string'
          ? [{ message: effect, data, at }]
          : effect.map((missing) => ({ missing, at }));
      },
    },
    private: {
      supersedes: ['legacy-host'],
      messages: {
        private: 'The private string{ofCluster} stops working when the cluster moves to {to}.',
      },
      checkString(string, context) {
        const hosts = ownHosts(string, 'private', 'private-endpoint', 'optimized');
        const own = hosts.filter((host) => !isStandardName(host, context));
        const moved = movedOf(string, own, context);
        if (!moved || moved.cluster?.providers?.value.every((provider) => provider === moved.to)) return [];
        const { cluster, to, at, data } = moved;
        const survives = cluster && moveOf(cluster, to) === 'keeps' && formOf(string) === 'srv';
        const standard = survives ? recordedOf(string, cluster, 'standard', ' (public addresses)') : undefined;
        return [{ message: 'private', data, at, suggestions: [standard] }];
      },
    },
  },
});

/** A string whose cluster is to move to another provider. */
type Moved = Subject & { readonly to: Provider; readonly data: Readonly<Record<string, string>> };

function movedOf(string: FoundString, hosts: readonly FoundHost[], context: RuleContext): Moved | null {
  const real = hosts.filter((host) => !host.class.placeholder);
  const subject = subjectOf(string, real, context);
  const [plan] = subject ? plannedFor('cloud-provider', subject.host, subject.cluster, context) : [];
  if (!subject || !plan) return null;
  return { ...subject, to: plan.to, data: { ofCluster: subject.ofCluster, to: PROVIDER_NAMES[plan.to] } };
}

/** The effect of the move on the string, as a message key, or the missing facts. Empty if it has no effect. */
function effectOn({ host, cluster, providers, to }: Moved): 'twice' | 'fresh' | readonly FactName[] {
  const isLegacy = host.class.family === 'legacy';
  const move = cluster ? moveOf(cluster, to) : 'unknown';
  if (move === 'shared') return isLegacy && host.class.provider ? 'fresh' : [];
  if (move !== 'unknown') return move === 'two-step' ? 'twice' : [];
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
