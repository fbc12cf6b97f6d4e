import { leavesLegacyNames } from '../src/lint/string-hosts.ts';
import { defineRule, offer } from '../src/lint/rule.ts';
import { recordedOf, toCurrentNames } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'peering-only-legacy-host',
  basis: 'facts',
  withoutPlan: 'until-planned',
  supersedes: ['legacy-host', 'provider-change/legacy'],
  messages: {
    on: 'The legacy hostname{ofCluster} will resolve to public addresses.',
    unsure:
      'The legacy hostname{ofCluster} will resolve to public addresses if the cluster is on Azure or Google Cloud.',
  },
  kinds: ['legacy'],
  checkHosts({ string, hosts, cluster, providers }, context) {
    const planned = context.plan.some(({ change }) => change === 'disable-peering-only');
    const mode = context.facts.project.peeringOnly?.value;
    // With the mode off, the names already resolve to public addresses, whatever is planned.
    if (mode === false || (!planned && mode !== true)) return [];
    if (providers?.every((provider) => provider === 'aws')) return [];
    const isPublic = context.network === 'public';
    // A record without private strings shows that there is no peering connection, which must come first.
    const made = cluster
      ? recordedOf(string, cluster, isPublic ? 'standard' : 'private')
      : toCurrentNames(string, hosts, isPublic ? '' : '-pri', 'Use the current name (the cluster record decides)');
    const problem = {
      message: providers ? 'on' : 'unsure',
      // Code outside of the peered network needs what the names resolve to afterwards.
      severity: (providers && !isPublic) || leavesLegacyNames(context) ? ('error' as const) : ('warning' as const),
      confidence: providers ? ('high' as const) : ('medium' as const),
      // The current public name resolves to a public address only with the mode off.
      ...offer(made, !isPublic && cluster !== undefined),
    };
    return providers ? [problem] : [problem, { missing: 'provider of the cluster' }];
  },
});
