import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { leavesLegacyNames, listsCurrentNames, toCurrentNames } from '../src/rule-helpers/host-names.ts';
import { defineRule, type Fix, type RuleContext } from '../src/lint/rule.ts';
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
  id: 'legacy-host',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['legacy-name'] },
  severity: 'warning',
  confidence: 'medium',
  needs: ['peering-only mode (privateIpMode)'],
  changes: ['leave-legacy-hostnames'],
  withoutPlan: true,
  docs: {
    what: 'A legacy hostname, with a hyphen instead of a dot before the token.',
    why:
      'Legacy names belong to clusters from before 31 March 2020. The addresses that they resolve to depend on the peering-only ' +
      'mode of the project. Names of dedicated clusters on AWS survive a move to another provider. Names of Free and Flex clusters may change.',
    todo: 'Use the current string from the cluster record. The hyphen before the token becomes a dot. Only the record shows whether a provider label stays.',
    severities: { error: 'with a plan to leave legacy hostnames' },
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    legacy: 'Legacy hostname{ofCluster}. Current names have a dot before the token "{token}".',
  },
  examples: {
    invalid: [
      {
        title: 'SRV name',
        files: { 'app.py': 'URI = "mongodb+srv://⟦reader-k2j4h.mongodb.net⟧/books"\n' },
        suggested: 'reader.k2j4h.mongodb.net',
      },
      {
        title: 'node list with a provider label',
        files: {
          '.env':
            'URI=mongodb://⟦till-shard-00-00-p3q4r.gcp.mongodb.net:27017,till-shard-00-01-p3q4r.gcp.mongodb.net⟧:27017/?tls=true&authSource=admin\n',
        },
      },
      {
        title: 'the record lists the current name',
        files: { 'app.go': 'const uri = "mongodb+srv://⟦gable-k4j5h.mongodb.net⟧/g"\n' },
        facts: {
          'gable.json': { name: 'gable', connectionStrings: { standardSrv: 'mongodb+srv://gable.k4j5h.mongodb.net' } },
        },
        fixed: 'gable.k4j5h.mongodb.net',
      },
      {
        title: 'whether peering-only mode is on is not known: two strings may be meant',
        files: { 'app.go': 'const uri = "mongodb+srv://⟦gable-k4j5h.gcp.mongodb.net⟧/g"\n' },
        facts: {
          'gable.json': {
            name: 'gable',
            connectionStrings: {
              standardSrv: 'mongodb+srv://gable.k4j5h.gcp.mongodb.net',
              privateSrv: 'mongodb+srv://gable-pri.k4j5h.gcp.mongodb.net',
            },
          },
        },
        suggested: 'gable.k4j5h.gcp.mongodb.net',
      },
      {
        title: 'a plan to leave legacy names',
        files: { 'app.py': 'URI = "mongodb+srv://⟦reader-k2j4h.mongodb.net⟧/books"\n' },
        config: { plan: [{ change: 'leave-legacy-hostnames' }] },
        severity: 'error',
      },
    ],
    valid: [
      {
        title: 'federation names have a hyphen there by design',
        files: { 'a.js': 'const u = "mongodb://archive-g1nxq.a.query.mongodb.net/";\n' },
      },
      {
        title: 'a name that documentation invents',
        files: { 'a.js': 'const u = "mongodb+srv://my-store.mongodb.net/";\n' },
      },
      {
        title: 'a provider label after a dot',
        files: { 'a.js': 'const u = "mongodb+srv://foo.ab123.azure.mongodb.net/";\n' },
      },
    ],
  },
  check(string, context) {
    const hosts = ownHosts(string).filter((host) => host.class.family === 'legacy');
    const first = hosts[0];
    if (!first) return [];
    const cluster = clusterOfHost(first, context);
    const listed = cluster && fixFor(string, hosts, cluster);
    // With peering-only mode on, only the private string still leads through the peered network.
    const isOpen = cluster !== undefined && mayBePeeringOnly(cluster, first, context);
    const fix = isOpen ? undefined : listed;
    const likely =
      listed ??
      toCurrentNames(string, hosts, '', 'Replace the hyphen before the token by a dot (the cluster record decides)');
    const inside = isOpen ? privateFor(string, cluster) : undefined;
    const at = hostsAt(string, hosts);
    const missing = { missing: 'peering-only mode (privateIpMode)', at } as const;
    return [
      {
        message: 'legacy',
        data: { token: first.class.token ?? '', ofCluster: ofCluster(first, cluster) },
        at,
        severity: leavesLegacyNames(context) ? 'error' : 'warning',
        confidence: cluster || /\d/.test(first.class.token ?? '') ? 'high' : 'medium',
        fix,
        suggestions: fix ? [] : [likely, inside].filter((one) => one !== undefined),
      },
      ...(isOpen ? [missing] : []),
    ];
  },
});

/** Peering-only mode exists on Azure and GCP, and matters only for clusters with a private string. */
function mayBePeeringOnly(cluster: ClusterFacts, host: FoundHost, { facts }: RuleContext): boolean {
  if (facts.project.peeringOnly || host.class.kind !== 'legacy') return false;
  const onAws = providersOf(host, cluster)?.every((provider) => provider === 'aws') ?? false;
  return !onAws && stringsWith(cluster, 'private').length > 0;
}

function privateFor(string: FoundString, cluster: ClusterFacts): Fix | undefined {
  const listed = stringsWith(cluster, 'private').find(({ form }) => form === formOf(string));
  const title = `Use the private string that the record of "${cluster.name}" lists (inside the peered network, with peering-only mode on)`;
  return listed && replaceHosts(string, listed, title);
}

/** The record's current string, if there is one. Records of the first generation may still list the legacy string. */
function fixFor(string: FoundString, hosts: readonly FoundHost[], cluster: ClusterFacts): Fix | undefined {
  const title = `Use the string that the record of "${cluster.name}" lists`;
  const isStandard = hosts.every(({ class: { kind, shape } }) => kind === 'legacy' && shape !== 'legacy-private');
  const form = formOf(string);
  const current = stringsWith(cluster, 'standard').find((entry) => entry.form === form && entry.family === 'current');
  // A single node is not replaced by a list.
  if (isStandard && current && (form === 'srv' || hosts.length > 1)) return replaceHosts(string, current, title);
  return listsCurrentNames(cluster, hosts) ? toCurrentNames(string, hosts, '', title) : undefined;
}
