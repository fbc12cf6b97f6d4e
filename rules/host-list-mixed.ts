import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { doubledHost, missingIndex, mixture } from '../src/rule-helpers/host-lists.ts';
import { removal } from '../src/rule-helpers/options.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import type { Severity } from '../src/config/severity.ts';
import { clusterOfHost, hostsAt, realHosts, makeFix, replaceHosts } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'host-list-mixed',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['uri', 'form:direct', 'node'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A list of node hosts that belong to different clusters or networks, or that repeats or skips a node.',
    why: 'A driver treats the list as members of one cluster. Nodes of another cluster are dropped after the first contact, or the program uses the wrong cluster. Public and private names of one cluster resolve in different networks. A repeated node should probably be another one.',
    todo: 'Use the SRV string of the cluster, or the list in its record.',
    severities: { warning: 'if all nodes belong to one cluster' },
    sources: [
      'MongoDB specifications, server discovery and monitoring (2026-08-13)',
      'MongoDB Atlas documentation, FAQ: connection changes (2026-08)',
    ],
  },
  messages: {
    clusters: 'This list contains nodes of different clusters.',
    tokens: 'This list contains nodes of different projects.',
    families: 'This list mixes legacy and current node names.',
    networks: 'This list mixes public and private node names, which resolve in different networks.',
    doubled: 'This list contains a node twice.',
    gap: 'This list skips a node between two others.',
  },
  examples: {
    invalid: [
      {
        title: 'nodes of two clusters',
        files: {
          '.env':
            'URI=mongodb://⟦quay-shard-00-00.k2j4h.mongodb.net:27017,pier-shard-00-01.k2j4h.mongodb.net⟧:27017/?tls=true\n',
        },
        severity: 'error',
      },
      {
        title: 'one node twice',
        files: {
          '.env':
            'URI=mongodb://⟦quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-00.k2j4h.mongodb.net⟧:27017/?tls=true\n',
        },
        severity: 'warning',
      },
      {
        title: 'public and private names',
        files: {
          '.env':
            'URI=mongodb://⟦quay-shard-00-00.k2j4h.mongodb.net,quay-shard-00-01-pri.k2j4h.mongodb.net⟧/?tls=true\n',
        },
        severity: 'warning',
      },
      {
        title: 'a node left out between others',
        files: {
          '.env': 'URI=mongodb://⟦quay-shard-00-00.k2j4h.mongodb.net,quay-shard-00-02.k2j4h.mongodb.net⟧/?tls=true\n',
        },
        severity: 'warning',
      },
    ],
    valid: [
      {
        title: 'shards and config servers of one cluster',
        files: {
          '.env':
            'A=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27016,quay-shard-01-00.k2j4h.mongodb.net:27016/?tls=true\n' +
            'B=mongodb://quay-config-00-00.k2j4h.mongodb.net:27016,quay-shard-00-00.k2j4h.mongodb.net:27016/?tls=true\n',
        },
      },
      {
        title: 'one endpoint host with many ports, in several regions',
        files: {
          '.env':
            'A=mongodb://pl-0-us-east-1.k2j4h.mongodb.net:1024,pl-0-us-east-1.k2j4h.mongodb.net:1025/?tls=true\n' +
            'B=mongodb://pl-0-us-east-1.k2j4h.mongodb.net:1024,pl-0-eu-west-1.k2j4h.mongodb.net:1024/?tls=true\n',
        },
      },
      { title: 'other servers', files: { '.env': 'URI=mongodb://n1.corp.example,n3.corp.example/?replicaSet=rs0\n' } },
    ],
  },
  check(string, context, { source }) {
    const hosts = string.uri?.scheme === 'direct' ? realHosts(string).filter((host) => host.class.node) : [];
    if (hosts.length < 2 || !isWholeString(string, source)) return [];
    const cluster = clusterOfHost(hosts[0]!, context);
    const problem = (message: string, severity: Severity, further: readonly Fix[] = []): RuleProblem[] => {
      const suggestions = [...fromRecord(string, hosts[0]!, cluster), ...further];
      return [{ message, severity, at: hostsAt(string, hosts), suggestions }];
    };
    const mixed = mixture(hosts);
    if (mixed) return problem(mixed, mixed === 'networks' ? 'warning' : 'error');
    const doubled = doubledHost(hosts);
    if (doubled) return problem('doubled', 'warning', without(string, doubled));
    // If a record lists the nodes, another rule reports the missing ones.
    return !cluster?.listed.length && missingIndex(hosts) ? problem('gap', 'warning') : [];
  },
});

/** The record's list for the cluster of the first host. */
function fromRecord(string: FoundString, first: FoundHost, cluster: ClusterFacts | undefined): Fix[] {
  const direct = cluster?.listed.filter((one) => one.form === 'direct' && one.family === 'current') ?? [];
  const listed = direct.find(({ kind }) => kind === first.class.kind) ?? direct.find(({ kind }) => kind === 'standard');
  const title = `Use the list that the record of "${cluster?.name ?? ''}" gives`;
  const made = listed && replaceHosts(string, listed, title);
  return made ? [made] : [];
}

function without(string: FoundString, host: FoundHost): Fix[] {
  const made = makeFix(
    'Remove the second one',
    removal(string, { offset: host.offset - 1, endOffset: host.endOffset }),
  );
  return made ? [made] : [];
}
