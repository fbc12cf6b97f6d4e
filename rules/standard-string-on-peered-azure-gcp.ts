import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import { comparableHosts } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import type { Provider } from '../src/classify/service.ts';
import {
  clusterOfHost,
  formOf,
  hostsAt,
  ofCluster,
  PROVIDER_NAMES,
  providersOf,
  replaceHosts,
} from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'standard-string-on-peered-azure-gcp',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['standard', 'legacy'], all: ['own-host'] },
  severity: 'warning',
  confidence: 'high',
  needs: [
    'where the code of this file runs (overrides: network)',
    'provider of the cluster',
    'peering connections',
    'cluster record',
  ],
  supersedes: ['legacy-host'],
  docs: {
    what: 'A standard string of a cluster on Azure or Google Cloud in code that runs inside the peered network.',
    why: 'On Azure and Google Cloud the standard name resolves to public addresses even inside the peered network. The application leaves the network, and is refused if only peered addresses are allowed.',
    todo: 'Use the Private IP for Peering string (`-pri`) of the cluster.',
    sources: [
      'MongoDB Atlas documentation, FAQ: connection changes (2026-08)',
      'mongodb/mongodb-atlas-kubernetes issue 347',
    ],
  },
  messages: {
    public: 'The standard string{ofCluster} resolves to public addresses inside the peered network on {provider}.',
  },
  examples: {
    invalid: [
      {
        title: 'a workload in a network that is peered with a cluster on Google Cloud',
        files: {
          'deploy/gke/app.yaml': 'env:\n  - name: URI\n    value: mongodb+srv://⟦spices.r8t2c.mongodb.net⟧/s\n',
        },
        config: { overrides: [{ files: ['deploy/gke/**'], network: 'peered' }] },
        facts: {
          'spices.json': exampleRecord('spices', 'r8t2c', { regions: [['GCP', 'EASTERN_US']], peered: true }),
        },
        fixed: 'spices-pri.r8t2c.mongodb.net',
      },
      {
        title: 'provider from the name, peering from the config',
        files: { 'aks/a.env': 'URI=mongodb+srv://⟦spices.r8t2c.azure.mongodb.net⟧/s\n' },
        config: { overrides: [{ files: ['aks/**'], network: 'peered' }], project: { peering: ['azure'] } },
      },
    ],
    valid: [
      {
        title: 'code that runs outside',
        files: { 'a.env': 'URI=mongodb+srv://spices.r8t2c.azure.mongodb.net/s\n' },
        config: { overrides: [{ files: ['**'], network: 'public' }], project: { peering: ['azure'] } },
      },
      {
        title: 'on AWS the standard name resolves to private addresses there',
        files: { 'a.env': 'URI=mongodb+srv://spices.r8t2c.mongodb.net/s\n' },
        config: {
          overrides: [{ files: ['**'], network: 'peered' }],
          project: { peering: ['aws'] },
          clusters: { spices: { provider: 'aws' } },
        },
      },
      {
        title: 'the private string',
        files: { 'a.env': 'URI=mongodb+srv://spices-pri.r8t2c.azure.mongodb.net/s\n' },
        config: { overrides: [{ files: ['**'], network: 'peered' }], project: { peering: ['azure'] } },
      },
      {
        title: 'no peering on Azure',
        files: { 'a.env': 'URI=mongodb+srv://spices.r8t2c.azure.mongodb.net/s\n' },
        config: { overrides: [{ files: ['**'], network: 'peered' }], project: { peering: ['gcp'] } },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
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
          listed && replaceHosts(string, listed, `Use the private string that the record of "${cluster.name}" lists`),
      },
    ];
  },
});

/** True if legacy names depend on peering-only mode, which `peering-only-legacy-host` checks. */
function peeringOnlyMatters({ facts, plan }: RuleContext): boolean {
  return facts.project.peeringOnly?.value === true || plan.some(({ change }) => change === 'disable-peering-only');
}

function mayHavePeering({ facts }: RuleContext): boolean {
  return facts.project.peering?.value.some((provider) => provider !== 'aws') ?? true;
}

/** The record lists private strings if there is a peering connection (Administration API, 2026-08). */
function isPeered(
  providers: readonly Provider[],
  cluster: ClusterFacts | undefined,
  { facts }: RuleContext,
): boolean | undefined {
  if (cluster && stringsWith(cluster, 'private').length > 0) return true;
  return facts.project.peering?.value.some((provider) => providers.includes(provider));
}
