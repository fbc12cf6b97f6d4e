import { isStandardName, listedSrv } from '../src/rule-helpers/host-names.ts';
import { moveOf } from '../src/rule-helpers/planned-regions.ts';
import { defineRule } from '../src/lint/rule.ts';
import {
  clusterOfHost,
  formOf,
  hostsAt,
  ofCluster,
  ownHosts,
  plannedFor,
  PROVIDER_NAMES,
  replaceHosts,
} from '../src/rule-helpers/hosts.ts';

const TO_GCP = { plan: [{ change: 'cloud-provider', cluster: 'orders', to: 'gcp' }] };

export default defineRule({
  id: 'provider-change-private-path',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['private', 'private-endpoint', 'optimized'], all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  changes: ['cloud-provider'],
  supersedes: ['legacy-host'],
  docs: {
    what: 'A peering (`-pri`) or private endpoint string of a cluster that will move to another provider.',
    why: 'Peering connections and private endpoints belong to one provider. When the last node leaves it, private names stop working and IP addresses change, whatever the age of the cluster.',
    todo: 'Set up peering or endpoints in the new provider first and use their string after the move, or use the standard string in the meantime (public addresses, restricted by the access list).',
    sources: ['MongoDB Atlas documentation, FAQ: deployment (2026-08)'],
  },
  messages: {
    private: 'The private string{ofCluster} stops working when the cluster moves to {to}.',
  },
  examples: {
    invalid: [
      {
        title: 'a peering string',
        files: { '.env': 'URI=mongodb+srv://⟦orders-pri.ab123.mongodb.net⟧/o\n' },
        config: TO_GCP,
      },
      {
        title: 'an endpoint string; the standard one survives',
        files: { '.env': 'URI=mongodb+srv://⟦orders-pl-0.ab123.mongodb.net⟧/o\n' },
        config: TO_GCP,
        facts: {
          'orders.json': {
            name: 'orders',
            createDate: '2023-02-03T04:05:06Z',
            replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1' }] }],
            connectionStrings: {
              standardSrv: 'mongodb+srv://orders.ab123.mongodb.net',
              privateEndpoint: [{ srvConnectionString: 'mongodb+srv://orders-pl-0.ab123.mongodb.net' }],
            },
          },
        },
        suggested: 'orders.ab123.mongodb.net',
      },
    ],
    valid: [
      {
        title: 'the standard string',
        files: { '.env': 'URI=mongodb+srv://orders.ab123.mongodb.net/o\n' },
        config: TO_GCP,
      },
      {
        title: 'another cluster moves',
        files: { '.env': 'URI=mongodb+srv://invoices-pri.ab123.mongodb.net/o\n' },
        config: TO_GCP,
      },
      {
        title: 'it already exists',
        files: { '.env': 'URI=mongodb+srv://orders-pri.ab123.mongodb.net/o\n' },
        config: { ...TO_GCP, clusters: { orders: { provider: 'gcp' } } },
      },
    ],
  },
  check(string, context) {
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
});
