import { clustersListing, listedString, projectKnowsToken } from '../src/facts/query.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { defineRule, type Fix, type RuleContext } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';
import { isSrvOnly, listedSrv, suggestedSrvName, toSrv } from '../src/rule-helpers/host-names.ts';
import { clusterOfHost, editOf, hostsAt, renameHost, makeFix, serviceHosts } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'scheme-host-mismatch',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['uri', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['single-node-host', 'srv-port', 'srv-multiple-hosts', 'tls-off-on-atlas', 'authsource-trap'],
  docs: {
    what: 'An SRV scheme with a node or endpoint host, or a direct scheme with a name that exists only as an SRV record.',
    why: 'A node has no SRV record and a cluster name has no address record. The lookup fails with ENOTFOUND, and the program never connects.',
    todo: 'Use the cluster name with the SRV scheme, or all node hosts with the direct scheme, as the cluster record lists them.',
    severities: {
      info: 'for an endpoint name that may be a cluster',
      warning: 'for such a name in a project whose clusters are known',
    },
    sources: [
      'MongoDB specifications, initial DNS seedlist discovery (2026-08-13)',
      'ansible-collections/community.mongodb issue 563',
    ],
  },
  messages: {
    endpoint:
      'SRV names of private endpoints usually begin with the cluster. "{host}" is a node host unless the record lists it.',
    node: 'An SRV string needs a cluster name. "{host}" is a node and has no SRV record.',
    name: 'A direct string needs node hosts. "{host}" exists only as an SRV record.',
  },
  examples: {
    invalid: [
      {
        title: 'SRV scheme on a node',
        files: { 'app.py': 'URI = "mongodb+srv://⟦quay-shard-00-00.k2j4h.mongodb.net⟧/books"\n' },
        suggested: 'quay.k2j4h.mongodb.net',
      },
      {
        title: 'direct scheme with the cluster name in a local value',
        files: {
          'main.tf':
            'locals {\n  host = "quay.k2j4h.mongodb.net"\n}\n\noutput "uri" {\n  value = "mongodb://⟦${local.host}⟧/books"\n}\n',
        },
      },
      {
        title: 'direct scheme on a cluster name',
        files: { 'app.py': 'URI = "mongodb://⟦quay.k2j4h.mongodb.net⟧:27017/books"\n' },
      },
      {
        title: 'SRV scheme on an endpoint host',
        files: { 'a.js': "const a = 'mongodb+srv://⟦pl-0-us-east-1.k2j4h.mongodb.net⟧/books';\n" },
        severity: 'info',
      },
    ],
    valid: [
      {
        title: 'another server',
        files: { '.env': 'URI=mongodb://localhost:27017/books\nB=mongodb+srv://db.corp.example/b\n' },
      },
      {
        title: 'valid pairs',
        files: {
          'a.env': 'A=mongodb+srv://quay.k2j4h.mongodb.net/books\nB=mongodb+srv://quay-pl-0.k2j4h.mongodb.net/b\n',
          'b.env':
            'C=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/?tls=true\n',
        },
      },
      {
        title: 'an example of documentation',
        files: { 'a.js': "const a = 'mongodb://cluster0.mongodb.net/books';\n" },
      },
      {
        title: 'the name may be a node',
        files: { 'a.js': 'const a = `mongodb://${host}.k2j4h.mongodb.net/books`;\n' },
      },
      {
        title: 'federation has direct strings only',
        files: { 'a.js': "const a = 'mongodb://archive-g1nxq.a.query.mongodb.net/?tls=true';\n" },
      },
    ],
  },
  check(string, context, { source }) {
    const problems = string.uri?.scheme === 'srv' ? nodeUnderSrv(string, context) : nameUnderDirect(string, context);
    return problems.length > 0 && isWholeString(string, source) ? problems : [];
  },
});

function nodeUnderSrv(string: FoundString, context: RuleContext) {
  const nodes = serviceHosts(string).filter((host) => host.class.node);
  const [first] = nodes;
  if (!first) return [];
  const at = hostsAt(string, nodes);
  if (first.class.kind === 'private-endpoint') return endpointUnderSrv(first, at, context);
  const suggestions = nodes.length === 1 && string.hosts.length === 1 ? nodeFixes(string, first, context) : [];
  return [{ message: 'node', data: { host: first.host.replaceAll(PLACEHOLDER, '…') }, at, suggestions }];
}

/**
 * The vendor's FAQ prints SRV strings with bare endpoint names (2026-08). Its other pages and real strings begin with
 * the cluster name, so only a record can decide.
 */
function endpointUnderSrv({ host, class: { token } }: FoundHost, at: Range, { facts }: RuleContext) {
  const isListed = clustersListing(facts, host).some((cluster) => listedString(cluster, host)?.form === 'srv');
  if (isListed) return [];
  const severity = projectKnowsToken(facts, token ?? '') ? ('warning' as const) : ('info' as const);
  return [{ message: 'endpoint', data: { host: host.replaceAll(PLACEHOLDER, '…') }, at, severity }];
}

/** The cluster's name, from its record or the node's name, otherwise the node with the scheme that it needs. */
function nodeFixes(string: FoundString, node: FoundHost, context: RuleContext): Fix[] {
  const cluster = clusterOfHost(node, context);
  const listed = cluster && listedSrv(cluster.listed, node.class.kind)?.hosts[0]?.host;
  const inferred = suggestedSrvName(node);
  const { uri } = string;
  return [
    listed !== undefined && cluster
      ? renameHost(string, node, listed, `Use the SRV name that the record of "${cluster.name}" lists`)
      : inferred && renameHost(string, node, inferred, 'Use the name of the cluster (the cluster record decides)'),
    uri && makeFix('Use the direct scheme', editOf(string, uri.schemeRange, context.profile.schemes[0])),
  ].filter((one) => !!one);
}

function nameUnderDirect(string: FoundString, context: RuleContext) {
  // A list names nodes, whatever their names look like.
  if (string.uri?.scheme !== 'direct' || string.hosts.length > 1) return [];
  const names = serviceHosts(string).filter(isSrvOnly);
  const [first] = names;
  if (!first) return [];
  const problem = {
    message: 'name',
    data: { host: first.host.replaceAll(PLACEHOLDER, '…') },
    at: hostsAt(string, names),
  };
  const cluster = clusterOfHost(first, context);
  const proven = cluster && listedString(cluster, first.host)?.form === 'srv';
  const made = toSrv(string, first.host, context.profile, 'Use the SRV scheme, which takes no port');
  return [proven ? { ...problem, fix: made } : { ...problem, suggestions: made ? [made] : [] }];
}
