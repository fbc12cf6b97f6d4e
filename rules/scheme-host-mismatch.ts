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
  readsText: true,
  supersedes: [
    'direct-list/single-node',
    'uri-refused/srv-port',
    'uri-refused/srv-multiple-hosts',
    'tls-weakened/off',
    'authsource-trap',
  ],
  messages: {
    endpoint:
      'SRV names of private endpoints usually begin with the cluster. "{host}" is a node host unless the record lists it.',
    node: 'An SRV string needs a cluster name. "{host}" is a node and has no SRV record.',
    name: 'A direct string needs node hosts. "{host}" exists only as an SRV record.',
  },
  checkString(string, context, { source }) {
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
