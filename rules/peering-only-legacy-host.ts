import { stringsWith } from '../src/facts/query.ts';
import {
  leavesLegacyNames,
  clusterOfHost,
  formOf,
  ofCluster,
  ownHosts,
  providersOf,
} from '../src/lint/string-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { toCurrentNames, replaceHosts } from '../src/lint/replacements.ts';
import { hostsAt } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'peering-only-legacy-host',
  basis: 'facts',
  withoutPlan: true,
  supersedes: ['legacy-host', 'provider-change/legacy'],
  messages: {
    on: 'The legacy hostname{ofCluster} will resolve to public addresses.',
    unsure:
      'The legacy hostname{ofCluster} will resolve to public addresses if the cluster is on Azure or Google Cloud.',
  },
  checkString(string, context) {
    const hosts = ownHosts(string, 'legacy');
    const first = hosts[0];
    if (!first) return [];
    const planned = context.plan.some(({ change }) => change === 'disable-peering-only');
    const mode = context.facts.project.peeringOnly?.value;
    // With the mode off, the names already resolve to public addresses, whatever is planned.
    if (mode === false || (!planned && mode !== true)) return [];
    const cluster = clusterOfHost(first, context);
    const providers = providersOf(first, cluster);
    if (providers?.every((provider) => provider === 'aws')) return [];
    const isPublic = context.network === 'public';
    const kind = isPublic ? 'standard' : 'private';
    const listed =
      cluster &&
      stringsWith(cluster, kind).find((entry) => entry.form === formOf(string) && entry.family === 'current');
    const at = hostsAt(string, hosts);
    // A record without private strings shows that there is no peering connection, which must come first.
    const likely = cluster
      ? undefined
      : toCurrentNames(
          string,
          hosts,
          isPublic ? '' : '-pri',
          `Use the ${isPublic ? 'public' : 'private'} name (the cluster record decides)`,
        );
    const offer =
      listed &&
      replaceHosts(
        string,
        listed,
        `Use the ${isPublic ? 'public' : 'private'} string that the record of "${cluster.name}" lists`,
      );
    const problem = {
      message: providers ? 'on' : 'unsure',
      data: { ofCluster: ofCluster(first, cluster) },
      at,
      severity: providers || leavesLegacyNames(context) ? ('error' as const) : ('warning' as const),
      confidence: providers ? ('high' as const) : ('medium' as const),
      // A program outside of the network cannot reach the private name, and the current name resolves to a public
      // address only with the mode off.
      fix: isPublic ? undefined : offer,
      suggestions: [isPublic ? (offer ?? likely) : likely].filter((one) => one !== undefined),
    };
    return providers ? [problem] : [problem, { missing: 'provider of the cluster', at }];
  },
});
