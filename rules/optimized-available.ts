import { supports } from '../src/drivers/resolve.ts';
import { endpointHosts } from '../src/rule-helpers/host-names.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { optimizedEligibility } from '../src/facts/eligibility.ts';
import { listedString } from '../src/facts/query.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { hostsAt, plannedFor, replaceHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'optimized-available',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['private-endpoint', 'own-host'] },
  severity: 'info',
  confidence: 'high',
  needs: ['cluster record', 'driver version'],
  docs: {
    what: 'The older endpoint string of a sharded cluster on AWS whose record lists an optimized one, with a driver that can use it.',
    why: 'Without the load balancer every router of the cluster uses one of the few targets of the private endpoint, and clients discover new routers only by polling.',
    todo: 'Use the optimized string, unless more regions are planned. In that case keep the older one.',
    sources: [
      'MongoDB Atlas documentation, optimized connection strings (2026-08)',
      'MongoDB Atlas documentation, private endpoints: limits (2026-08)',
    ],
  },
  messages: {
    available: '"{cluster}" has an optimized string for this endpoint, and the driver ({driver}) supports it.',
  },
  examples: {
    invalid: [
      {
        title: 'the driver is new enough',
        files: {
          'package.json': '{"dependencies":{"mongodb":"^6.9.0"}}',
          'db.js': "export const uri = 'mongodb+srv://⟦traces-pl-0.m2n3b.mongodb.net⟧/t';\n",
        },
        facts: {
          'traces.json': exampleRecord('traces', 'm2n3b', { sharded: true, endpoints: ['pl-0'], optimized: true }),
        },
        suggested: 'traces-pl-0-lb.m2n3b.mongodb.net',
      },
    ],
    valid: [
      {
        title: 'the driver is too old or unknown',
        files: {
          'old/package.json': '{"dependencies":{"mongodb":"3.6.12"}}',
          'old/db.js': "export const uri = 'mongodb+srv://traces-pl-0.m2n3b.mongodb.net/t';\n",
          'a.env': 'URI=mongodb+srv://traces-pl-0.m2n3b.mongodb.net/t\n',
        },
        facts: {
          'traces.json': exampleRecord('traces', 'm2n3b', { sharded: true, endpoints: ['pl-0'], optimized: true }),
        },
      },
      {
        title: 'a planned region',
        files: {
          'go.mod': 'require go.mongodb.org/mongo-driver v1.17.1\n',
          'a.go': 'const u = "mongodb+srv://traces-pl-0.m2n3b.mongodb.net/t"\n',
        },
        config: { plan: [{ change: 'multi-region', cluster: 'traces', regions: ['us-east-1', 'eu-west-1'] }] },
        facts: {
          'traces.json': exampleRecord('traces', 'm2n3b', { sharded: true, endpoints: ['pl-0'], optimized: true }),
        },
      },
      {
        title: 'the record lists none, or the cluster is a replica set',
        files: {
          'requirements.txt': 'pymongo>=4\n',
          'a.py':
            'A = "mongodb+srv://traces-pl-0.m2n3b.mongodb.net/t"\nB = "mongodb+srv://spans-pl-0.m2n3b.mongodb.net/t"\n',
        },
        facts: {
          'traces.json': exampleRecord('traces', 'm2n3b', { sharded: true, endpoints: ['pl-0'] }),
          'spans.json': exampleRecord('spans', 'm2n3b', { endpoints: ['pl-0'] }),
        },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
    const hosts = endpointHosts(string, context, ['private-endpoint']).filter(({ class: { node } }) => !node);
    const host = hosts[0];
    const cluster = host && listedCluster(host, context);
    const listed = cluster && optimizedBeside(host, cluster);
    if (!listed || isPlannedAway(host, cluster, context)) return [];
    const judged = optimizedEligibility(cluster, context.facts.project);
    if ('eligible' in judged && !judged.eligible) return [];
    const at = hostsAt(string, hosts);
    const drivers = context.drivers(context.path);
    if (drivers.some((use) => supports(use, 'optimized') === 'old')) return [];
    if (drivers.length === 0 || drivers.some((use) => supports(use, 'optimized') === 'unknown'))
      return [{ missing: 'driver version', at }];
    const title = `Use the optimized string that the record of "${cluster.name}" lists`;
    const offer = takesBalancer(string) ? replaceHosts(string, listed, title) : undefined;
    const driver = drivers.map(({ name, version }) => `${name} ${version ?? ''}`.trim()).join(', ');
    return [{ message: 'available', data: { cluster: cluster.name, driver }, at, suggestions: offer ? [offer] : [] }];
  },
});

/** The optimized string in the record's entry for this host's endpoint. */
function optimizedBeside({ host }: FoundHost, cluster: ClusterFacts): ListedString | undefined {
  const own = listedString(cluster, host);
  if (!own || cluster.sharded?.value !== true) return undefined;
  const optimized = cluster.listed.filter(({ kind, form }) => kind === 'optimized' && form === 'srv');
  const beside = optimized.find(({ endpoint }) => endpoint !== null && endpoint === own.endpoint);
  return beside ?? (own.endpoint === null && optimized.length === 1 ? optimized[0] : undefined);
}

/** Planned changes after which an optimized string no longer works. */
function isPlannedAway(host: FoundHost, cluster: ClusterFacts | undefined, context: RuleContext): boolean {
  return (['multi-region', 'cloud-provider'] as const).some(
    (change) => plannedFor(change, host, cluster, context).length > 0,
  );
}

/** Options that a load balancer does not allow must be removed first. */
function takesBalancer(string: FoundString): boolean {
  return !['replicaSet', 'directConnection', 'srvMaxHosts'].some((name) => optionNamed(string, name));
}
