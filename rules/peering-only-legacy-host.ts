import { stringsWith } from '../src/facts/query.ts';
import { leavesLegacyNames, toCurrentNames } from '../src/rule-helpers/host-names.ts';
import { defineRule } from '../src/lint/rule.ts';
import {
  clusterOfHost,
  formOf,
  hostsAt,
  ofCluster,
  ownHosts,
  providersOf,
  replaceHosts,
} from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'peering-only-legacy-host',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['legacy', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['peering-only mode (privateIpMode)', 'provider of the cluster'],
  // A name that this rule reports instead of `legacy-host` is still a legacy name.
  changes: ['disable-peering-only', 'leave-legacy-hostnames'],
  withoutPlan: true,
  supersedes: ['legacy-host', 'provider-change-string'],
  docs: {
    what: 'A legacy hostname of an Azure or Google Cloud cluster in peering-only mode.',
    why: 'In peering-only mode, legacy names resolve to private addresses. When the mode is turned off, they resolve to public addresses, and the application loses its private path.',
    todo: 'Use the Private IP for Peering string (`-pri`) inside the peered network and the standard string outside. Deploy and verify it before you turn the mode off.',
    severities: { warning: 'if the provider is not known' },
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    on: 'The legacy hostname{ofCluster} will resolve to public addresses.',
    unsure:
      'The legacy hostname{ofCluster} will resolve to public addresses if the cluster is on Azure or Google Cloud.',
  },
  examples: {
    invalid: [
      {
        title: 'turning the mode off is planned, and the name has a provider label',
        files: { '.env': 'URI=mongodb+srv://⟦wharf-ab123.azure.mongodb.net⟧/w\n' },
        config: { plan: [{ change: 'disable-peering-only' }] },
        severity: 'error',
        suggested: 'wharf-pri.ab123.azure.mongodb.net',
      },
      {
        title: 'a name without a provider label, and no record',
        files: { '.env': 'URI=mongodb+srv://⟦wharf-ab123.mongodb.net⟧/w\n' },
        config: { plan: [{ change: 'disable-peering-only' }] },
        severity: 'warning',
      },
      {
        title: 'the record lists the private string',
        files: { '.env': 'URI=mongodb+srv://⟦wharf-ab123.azure.mongodb.net⟧/w\n' },
        config: { project: { peeringOnly: true } },
        facts: {
          'wharf.json': {
            name: 'wharf',
            providerSettings: { providerName: 'AZURE' },
            connectionStrings: {
              standardSrv: 'mongodb+srv://wharf-ab123.azure.mongodb.net',
              privateSrv: 'mongodb+srv://wharf-pri.ab123.azure.mongodb.net',
            },
          },
        },
        fixed: 'wharf-pri.ab123.azure.mongodb.net',
      },
      {
        title: 'a program outside the peered network needs the public name',
        files: { 'office/.env': 'URI=mongodb+srv://⟦wharf-ab123.azure.mongodb.net⟧/w\n' },
        config: { project: { peeringOnly: true }, overrides: [{ files: ['office/**'], network: 'public' }] },
        suggested: 'wharf.ab123.azure.mongodb.net',
      },
    ],
    valid: [
      {
        title: 'the private string is the replacement',
        files: { '.env': 'URI=mongodb+srv://wharf-pri.ab123.azure.mongodb.net/w\n' },
        config: { plan: [{ change: 'disable-peering-only' }] },
      },
      {
        title: 'the mode is off, and nothing is planned',
        files: { '.env': 'URI=mongodb+srv://wharf-ab123.azure.mongodb.net/w\n' },
        config: { project: { peeringOnly: false } },
      },
      {
        title: 'the mode is off already, whatever is planned',
        files: { '.env': 'URI=mongodb+srv://wharf-ab123.azure.mongodb.net/w\n' },
        config: { project: { peeringOnly: false }, plan: [{ change: 'disable-peering-only' }] },
      },
      {
        title: 'endpoint names do not depend on the mode',
        files: { '.env': 'URI=mongodb+srv://wharf-pl-0-ab123.azure.mongodb.net/w\n' },
        config: { plan: [{ change: 'disable-peering-only' }] },
      },
      {
        title: 'the mode does not exist on AWS',
        files: { '.env': 'URI=mongodb+srv://wharf-ab123.mongodb.net/w\n' },
        config: { project: { peeringOnly: true }, clusters: { wharf: { provider: 'aws' } } },
      },
    ],
  },
  check(string, context) {
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
