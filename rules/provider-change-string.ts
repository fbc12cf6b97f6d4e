import { createdBefore } from '../src/facts/eligibility.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { KEEPS_STRING_SINCE, moveOf } from '../src/rule-helpers/planned-regions.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Provider } from '../src/classify/service.ts';
import {
  clusterOfHost,
  hostsAt,
  ofCluster,
  ownHosts,
  plannedFor,
  PROVIDER_NAMES,
  providersOf,
} from '../src/rule-helpers/hosts.ts';

const FILE = { 'app.js': "connect('mongodb+srv://⟦events.ab123.gcp.mongodb.net⟧/e');\n" };
const SILENT_FILE = { 'app.js': "connect('mongodb+srv://events.ab123.mongodb.net/e');\n" };
const TO_AWS = { plan: [{ change: 'cloud-provider', cluster: 'events', to: 'AWS' }] };

export default defineRule({
  id: 'provider-change-string',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['standard', 'legacy'], all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['provider of the cluster', 'creation date of the cluster', 'tier of the cluster'],
  changes: ['cloud-provider'],
  supersedes: ['legacy-host'],
  docs: {
    what: 'A standard or legacy string of a cluster on Azure or Google Cloud from before 3 November 2020 that will move to another provider.',
    why: 'Such clusters do not keep their string. It changes when nodes in the new provider are added, and again when the old ones are removed. Legacy strings with a provider label of Free and Flex clusters also change.',
    todo: 'Move in two steps: add read-only nodes in the new provider, deploy the new comma-separated string and verify; then make them electable, remove the old provider, and deploy the string that the record lists afterwards. For Free and Flex clusters, get the new string after the move.',
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    twice: 'The string{ofCluster} changes twice in the move to {to}: it is older than 3 November 2020 and not on AWS.',
    fresh: 'The legacy string{ofCluster} may change when the cluster moves to {to}. Get the new string after the move.',
  },
  examples: {
    invalid: [
      {
        title: 'a cluster from mid-2020 on Google Cloud',
        files: FILE,
        config: { ...TO_AWS, clusters: { events: { provider: 'gcp', createdAt: '2020-06-18', tier: 'M30' } } },
      },
      {
        title: 'a legacy name is older than that, and its label names the provider',
        files: { '.env': 'URI=mongodb+srv://⟦events-ab123.azure.mongodb.net⟧/e\n' },
        config: TO_AWS,
      },
      {
        title: 'a Free cluster with a legacy string',
        files: { '.env': 'URI=mongodb+srv://⟦events-ab123.gcp.mongodb.net⟧/e\n' },
        config: { ...TO_AWS, clusters: { events: { provider: 'gcp', tier: 'free' } } },
      },
    ],
    valid: [
      {
        title: 'created on 3 November 2020',
        files: SILENT_FILE,
        config: { ...TO_AWS, clusters: { events: { provider: 'gcp', createdAt: '2020-11-03' } } },
      },
      {
        title: 'a cluster on AWS keeps its string at any age',
        files: SILENT_FILE,
        config: {
          plan: [{ change: 'cloud-provider', cluster: 'events', to: 'gcp' }],
          clusters: { events: { provider: 'aws', createdAt: '2018-04-01' } },
        },
      },
      {
        title: 'it already exists',
        files: SILENT_FILE,
        config: {
          plan: [{ change: 'cloud-provider', cluster: 'events', to: 'azure' }],
          clusters: { events: { provider: 'azure', createdAt: '2019-04-01' } },
        },
      },
      { title: 'an unknown cluster', files: SILENT_FILE, config: TO_AWS },
    ],
  },
  check(string, context) {
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
