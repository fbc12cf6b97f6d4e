import type { FoundHost, FoundString, FoundFile } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { clusterOfHost, comparable, ownHosts, realHosts, subjectOf } from '../src/lint/string-hosts.ts';
import { multiRegionPlan, plannedFor } from '../src/lint/string-hosts.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { distinct, grouped, rangeOver } from '../src/text/source.ts';
import { listedString } from '../src/facts/query.ts';
import { watchesNode } from '../src/clients/consumers.ts';
import { directOptions, listedAs, suggestedSrvName, toSrv } from '../src/lint/replacements.ts';
import { hostsAt, partAt, optionNamed } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'direct-list',
  reasons: {
    'single-node': {
      messages: {
        one: 'This string has a single node. The program fails when the node is down or not the primary.',
        direct: '`{option}` binds the program to one node, whose role is not guaranteed.',
      },
      checkString(string, context, { source }) {
        const [host] = realHosts(string).filter(({ class: seen }) => seen.node);
        if (!host || string.uri?.scheme !== 'direct' || string.hosts.length > 1) return [];
        if (mayHoldHosts(string) || !isWholeString(string, source) || watchesNode(string, source)) return [];
        const [direct] = directOptions(string);
        const message = direct ? 'direct' : 'one';
        const data = { option: direct?.name.toLowerCase() === 'connect' ? 'connect=direct' : 'directConnection=true' };
        return [{ message, data, at: hostsAt(string, [host]), suggestions: [bySrv(string, host, context)] }];
      },
    },
    'endpoint-ports': {
      basis: 'facts',
      supersedes: ['direct-list/single-node'],
      messages: { ports: 'Private endpoint ports are hard-coded. They change when the cluster changes.' },
      kinds: ['private-endpoint'],
      hosts(hosts, _context, string) {
        if (string.form === 'srv' || (string.form === 'host' && string.hosts.length < 2)) return [];
        return comparable(hosts).filter(
          // Each node on Google Cloud has its own endpoint, with the port of the database.
          ({ class: { node, shape }, port }) => node && port !== null && shape !== 'google-endpoint-node',
        );
      },
      checkHosts: ({ string, hosts, host }, context) => [
        { message: 'ports', at: partAt(string, rangeOver(hosts)), suggestions: [bySrv(string, host, context)] },
      ],
    },
    incomplete: {
      basis: 'facts',
      messages: {
        record: 'The list misses {count} of the hosts that the record of "{cluster}" lists: {hosts}.',
        elsewhere: 'The list misses {count} of the hosts of cluster "{cluster}" that other strings show: {hosts}.',
      },
      checkFile: missingNodes,
    },
    'multi-region': {
      basis: 'facts',
      supersedes: ['legacy-host', 'direct-list/endpoint-ports'],
      messages: { list: 'This host list will miss nodes in the new {what}{ofCluster}. Use the SRV string.' },
      checkString(string, context) {
        const { group } = string;
        const hosts = (group?.hosts ?? ownHosts(string)).filter(
          ({ class: { node, kind, placeholder } }) => node && !placeholder && kind !== 'other-service-host',
        );
        // Monitoring names nodes too, on other ports.
        const isSeedList = !group || (group.port === null ? group.isOfClient : [27016, 27017].includes(group.port));
        if (string.form === 'srv' || hosts.length < 2 || !isSeedList) return [];
        const own = hosts.filter((one) => string.hosts.includes(one));
        const { host, cluster, ofCluster } = subjectOf(string, hosts, context)!;
        const isWider = multiRegionPlan(host, cluster, context) !== undefined;
        if (!isWider && plannedFor('shard', host, cluster, context).length === 0) return [];
        const data = { ofCluster, what: isWider ? 'regions' : 'shards' };
        const suggestions = group ? [] : [bySrv(string, host, context)];
        return [{ message: 'list', data, at: hostsAt(string, own), suggestions }];
      },
    },
  },
});

/** An unknown piece after the name or at the place of its port may be the rest of a list, as may a part of the user info. */
function mayHoldHosts({ literal, uri }: FoundString): boolean {
  if (uri?.issues.some(({ code, unique }) => code === 'userinfo-unescaped' && unique === false)) return true;
  return literal.value.slice(uri?.hostsRange.offset, uri?.hostsRange.endOffset).endsWith(PLACEHOLDER);
}

/** The cluster's SRV string: from its record, otherwise from the node's name. */
function bySrv(string: FoundString, host: FoundHost, context: RuleContext) {
  const cluster = clusterOfHost(host, context) ?? onlyOwner(host, context);
  // A record decides: what it does not list, the cluster does not have.
  const recorded = cluster?.listed.length ? cluster : undefined;
  const name = recorded ? recordedSrv(host, recorded, string)?.hosts[0]?.host : suggestedSrvName(host);
  const source = recorded
    ? `that the record of "${recorded.name}" lists`
    : 'of the cluster (the cluster record decides)';
  return name ? toSrv(string, name, context.profile, `Use the SRV string ${source}`) : undefined;
}

/** The only cluster of the project with endpoints. Most records list only SRV strings. */
function onlyOwner({ class: { token } }: FoundHost, { facts }: RuleContext): ClusterFacts | undefined {
  const owners = facts.clusters.filter(
    ({ tokens, listed }) => tokens.includes(token ?? '') && listed.some(({ endpoint }) => endpoint !== null),
  );
  return owners.length === 1 ? owners[0] : undefined;
}

/** The string of the same kind. For an endpoint, that of the same entry of the record, otherwise with the same index. */
function recordedSrv(host: FoundHost, cluster: ClusterFacts, string: FoundString): ListedString | undefined {
  const { kind } = host.class;
  if (kind !== 'private-endpoint') return listedAs(cluster, kind, 'srv')[0];
  const own = listedString(cluster, host.host)?.endpoint ?? null;
  // Optimized names lead to a load balancer, which does not allow a replica set.
  const kinds = optionNamed(string, 'replicaSet') ? [kind] : ([kind, 'optimized'] as const);
  const names = kinds.flatMap((one) => listedAs(cluster, one, 'srv'));
  return (
    names.find(({ endpoint }) => endpoint !== null && endpoint === own) ??
    names.find((entry) => entry.class.index === host.class.index)
  );
}

/** Cluster and network: `orders.ab123 standard`. */
const keyOf = ({ class: { cluster, token, kind, domain } }: FoundHost): string =>
  `${clusterLabel(cluster ?? '')}.${token ?? ''}.${domain ?? ''} ${kind}`;

/** Lists of one cluster's nodes without those of its record, or without those that other strings of the file name. */
function missingNodes({ strings }: FoundFile, context: RuleContext): RuleProblem[] {
  const all = strings.flatMap((string) => {
    const hosts = string.form === 'srv' ? [] : comparable(ownHosts(string, 'standard', 'private', 'legacy'));
    const nodes = hosts.filter(({ class: own }) => own.node && own.cluster !== null);
    return nodes.length > 0 ? [{ string, nodes }] : [];
  });
  // What comments and documents name may be outdated.
  const isRun = context.role === 'product' || context.role === 'test';
  const used = all.flatMap(({ string, nodes }) => (isRun && string.literal.context === 'code' ? nodes : []));
  const known = distinct(used, (node) => `${keyOf(node)} ${node.host.toLowerCase()}`);
  const seen = grouped(known, keyOf);
  return all.flatMap(({ string, nodes }): RuleProblem[] => {
    const isList = nodes.length > 1 && nodes.length === string.hosts.length;
    if (!isList || new Set(nodes.map(keyOf)).size > 1) return [];
    const first = nodes[0]!;
    const cluster = clusterOfHost(first, context);
    const [listed] = listedAs(cluster, first.class.kind, 'direct');
    const own = nodes.map(({ host }) => host.toLowerCase());
    const named = (listed?.hosts ?? seen.get(keyOf(first)) ?? []).map(({ host }) => host.toLowerCase());
    const hosts = [...new Set(named)].filter((host) => !own.includes(host)).sort();
    if (hosts.length === 0) return [];
    const data = { cluster: cluster?.name ?? first.class.cluster ?? '', count: hosts.length, hosts: hosts.join(', ') };
    const at = partAt(string, rangeOver(nodes));
    const [message, confidence] = listed ? (['record', 'high'] as const) : (['elsewhere', 'medium'] as const);
    return [{ message, confidence, at, data, suggestions: [bySrv(string, first, context)] }];
  });
}
