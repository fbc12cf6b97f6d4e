import { classifyHost } from '../src/classify/classify-host.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { comparableHosts, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { toSrv } from '../src/rule-helpers/host-names.ts';
import { partAt } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'endpoint-direct-ports',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['private-endpoint', 'node'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  supersedes: ['single-node-host'],
  docs: {
    what: 'A list of private-endpoint hosts with literal ports.',
    why: 'Atlas assigns a port to each node. When the cluster grows, shrinks or moves, ports change and the list leads to other nodes or to none.',
    todo: 'Use the SRV string of the private endpoint, which always has the current ports. Open the whole port range in the firewall.',
    sources: ['MongoDB Atlas documentation, ports of private endpoints (2026-08)'],
  },
  messages: {
    ports: 'Private endpoint ports are hard-coded. They change when the cluster changes.',
  },
  examples: {
    invalid: [
      {
        title: 'one host, many ports',
        files: {
          '.env':
            'URI=mongodb://⟦pl-0-us-east-1.h7j8k.mongodb.net:1024,pl-0-us-east-1.h7j8k.mongodb.net:1025⟧/b?tls=true&authSource=admin\n',
        },
      },
      {
        title: 'a host list for a driver that splits it',
        files: {
          'a.yml': 'hosts: ⟦pl-0-eastus2.h7j8k.mongodb.net:1024,pl-0-eastus2.h7j8k.mongodb.net:1025⟧\n',
        },
      },
    ],
    valid: [
      { title: 'the SRV string', files: { '.env': 'URI=mongodb+srv://beacon-pl-0.h7j8k.mongodb.net/b\n' } },
      {
        title: 'one host of a firewall rule or a check of the network',
        files: {
          'check.sh': 'nc -z pl-0-us-east-1.h7j8k.mongodb.net 1024\nnc pl-0-us-east-1.h7j8k.mongodb.net:1024\n',
        },
      },
      {
        title: 'an interpolated port',
        files: { 'a.js': 'const a = `mongodb://pl-0-us-east-1.h7j8k.mongodb.net:${port}/?tls=true`;\n' },
      },
      {
        title: 'nodes of the public list',
        files: { 'a.env': 'A=mongodb://beacon-shard-00-00.h7j8k.mongodb.net:27017/?tls=true\n' },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
    if (string.form === 'srv' || (string.form === 'host' && string.hosts.length < 2)) return [];
    const hosts = comparableHosts(string, 'private-endpoint').filter(
      ({ class: { node }, port }) => node && port !== null,
    );
    const first = hosts[0];
    const last = hosts.at(-1);
    if (!first || !last) return [];
    const cluster = hosts.map((host) => listedCluster(host, context)).find((found) => found !== undefined);
    const owner = cluster ?? onlyOwner(first, context);
    const listed = owner && srvBeside(first, owner, string, context);
    const title = `Use the SRV string that the record of "${owner?.name ?? ''}" lists`;
    const offer = listed && toSrv(string, listed.hosts[0]?.host ?? '', context.profile, title);
    return [
      {
        message: 'ports',
        at: partAt(string, { offset: first.offset, endOffset: last.endOffset }),
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});

/** The only cluster of the project with endpoints. Most records list only SRV strings. */
function onlyOwner({ class: { token } }: FoundHost, { facts }: RuleContext): ClusterFacts | undefined {
  const owners = facts.clusters.filter(
    ({ tokens, listed }) => tokens.includes(token ?? '') && listed.some(({ endpoint }) => endpoint !== null),
  );
  return owners.length === 1 ? owners[0] : undefined;
}

/** The SRV string of the same endpoint: from the same entry of the record, otherwise with the same index. */
function srvBeside(
  host: FoundHost,
  cluster: ClusterFacts,
  string: FoundString,
  { profile }: RuleContext,
): ListedString | undefined {
  const own = cluster.listed.find((entry) => entry.hosts.some((known) => known.host === host.host.toLowerCase()));
  // Optimized names lead to a load balancer, which does not allow a replica set.
  const kinds = optionNamed(string, 'replicaSet') ? ['private-endpoint'] : ['private-endpoint', 'optimized'];
  const names = kinds.flatMap((kind) => cluster.listed.filter((entry) => entry.form === 'srv' && entry.kind === kind));
  return (
    names.find(({ endpoint }) => endpoint !== null && endpoint === own?.endpoint) ??
    names.find(({ hosts }) => classifyHost(hosts[0]?.host ?? '', 'srv', profile).index === host.class.index)
  );
}
