import type { FoundHost, FoundString, HostGroup, FoundFile } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import {
  defineReason,
  defineRule,
  type RuleContext,
  type RuleResult,
  type ProjectRuleResult,
} from '../src/lint/rule.ts';
import {
  clusterOfHost,
  realHosts,
  ownHosts,
  plannedFor,
  comparableHosts,
  multiRegionPlan,
  subjectOf,
} from '../src/lint/string-hosts.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { isDeployed } from '../src/config/severity.ts';
import { folderOf, grouped, type FiledItem } from '../src/text/source.ts';
import { listedString } from '../src/facts/query.ts';
import type { Fix } from '../src/text/edits.ts';
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
      checkString(string, context): readonly RuleResult[] {
        if (string.form === 'srv' || (string.form === 'host' && string.hosts.length < 2)) return [];
        const hosts = comparableHosts(string, 'private-endpoint').filter(
          // Each node on Google Cloud has its own endpoint, with the port of the database.
          ({ class: { node, shape }, port }) => node && port !== null && shape !== 'google-endpoint-node',
        );
        const [first] = hosts;
        if (!first) return [];
        const at = partAt(string, { offset: first.offset, endOffset: hosts.at(-1)!.endOffset });
        return [{ message: 'ports', at, suggestions: [bySrv(string, first, context)] }];
      },
    },
    incomplete: defineReason({
      basis: 'facts',
      messages: {
        record: 'The list misses {count} of the hosts that the record of "{cluster}" lists: {hosts}.',
        elsewhere: 'The list misses {count} of the hosts of cluster "{cluster}" that other strings show: {hosts}.',
      },
      collect: nodesIn,
      checkProject: missingNodes,
    }),
    'multi-region': {
      basis: 'facts',
      supersedes: ['legacy-host', 'direct-list/endpoint-ports'],
      messages: { list: 'This host list will miss nodes in the new {what}{ofCluster}. Use the SRV string.' },
      checkString(string, context) {
        const { group } = string;
        const hosts = (group?.hosts ?? ownHosts(string)).filter(
          ({ class: { node, kind, placeholder } }) => node && !placeholder && kind !== 'other-service-host',
        );
        if (string.form === 'srv' || hosts.length < 2 || (group && !isSeedList(group))) return [];
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
function bySrv(string: FoundString, host: FoundHost, context: RuleContext): Fix | undefined {
  const cluster = clusterOfHost(host, context) ?? onlyOwner(host, context);
  // A record decides: what it does not list, the cluster does not have.
  if (!cluster?.listed.length) {
    const name = suggestedSrvName(host);
    const title = 'Use the SRV string of the cluster (the cluster record decides)';
    return name === null ? undefined : toSrv(string, name, context.profile, title);
  }
  const listed = recordedSrv(host, cluster, string)?.hosts[0]?.host;
  const title = `Use the SRV string that the record of "${cluster.name}" lists`;
  return listed === undefined ? undefined : toSrv(string, listed, context.profile, title);
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

/** Monitoring names nodes too, on other ports. */
function isSeedList({ port, isOfClient }: HostGroup): boolean {
  return port === null ? isOfClient : port === 27016 || port === 27017;
}

type NamedNodes = ReturnType<typeof nodesIn>[number];

/** Cluster and network: `orders.ab123 standard`. */
function keyOf({ class: { cluster, token, kind, domain } }: FoundHost): string {
  return `${clusterLabel(cluster ?? '')}.${token ?? ''}.${domain ?? ''} ${kind}`;
}

/**
 * The nodes in a file's strings. Those in comments and documents may be outdated, so they are only checked for missing
 * nodes.
 */
function nodesIn({ strings }: FoundFile, context: RuleContext) {
  const isRun = isDeployed(context.role) || context.role === 'test';
  return strings.flatMap((string) => {
    if (string.form === 'srv') return [];
    const nodes = comparableHosts(string, 'standard', 'private', 'legacy').filter(
      ({ class: own }) => own.node && own.cluster !== null,
    );
    if (nodes.length === 0) return [];
    // True if a program uses them. Then other lists may lack these nodes.
    const used = isRun && string.literal.context === 'code';
    const clusters = grouped(nodes, keyOf);
    const list = clusters.size === 1 ? listOf(string, nodes, context) : null;
    if (!used && !list) return [];
    const at = partAt(string, { offset: nodes[0]!.offset, endOffset: nodes.at(-1)!.endOffset });
    return [...clusters].map(([key, own]) => ({
      at,
      key,
      nodes: own.map(({ host }) => host.toLowerCase()),
      used,
      list,
    }));
  });
}

/** A direct list of one cluster's nodes, or `null` if it contains anything else. */
function listOf(string: FoundString, nodes: readonly FoundHost[], context: RuleContext) {
  const [first] = nodes;
  if (!first || nodes.length < 2 || nodes.length < string.hosts.length) return null;
  const cluster = clusterOfHost(first, context);
  const [listed] = listedAs(cluster, first.class.kind, 'direct');
  return {
    cluster: cluster?.name ?? first.class.cluster ?? '',
    record: listed ? listed.hosts.map(({ host }) => host) : null,
    srv: bySrv(string, first, context),
  };
}

function missingNodes(items: readonly FiledItem<NamedNodes>[]): ProjectRuleResult[] {
  const seen = new Map<string, Set<string>>();
  for (const item of items.filter(({ used }) => used)) {
    const known = seen.get(scopeOf(item)) ?? new Set();
    seen.set(scopeOf(item), known);
    for (const node of item.nodes) known.add(node);
  }
  return items.flatMap((item): ProjectRuleResult[] => {
    const { list, file, at, nodes } = item;
    const all = list?.record ?? [...(seen.get(scopeOf(item)) ?? [])];
    const hosts = all.filter((host) => !nodes.includes(host)).sort();
    if (!list || hosts.length === 0) return [];
    const data = { cluster: list.cluster, count: hosts.length, hosts: hosts.join(', ') };
    const proof = list.record
      ? ({ message: 'record', confidence: 'high' } as const)
      : ({ message: 'elsewhere', confidence: 'medium' } as const);
    return [{ ...proof, file, at, data, suggestions: [list.srv] }];
  });
}

/** Terraform root modules describe separate environments. Other files may date from different times. */
const scopeOf = ({ file, key }: FiledItem<NamedNodes>): string =>
  `${/\.tf(?:vars|\.json)?$/.test(file) ? folderOf(file) : file} ${key}`;
