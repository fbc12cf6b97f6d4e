import type { FoundHost, FoundString, HostGroup } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import {
  defineReason,
  defineRule,
  type Fix,
  type RuleContext,
  type RuleResult,
  type ProjectRuleResult,
} from '../src/lint/rule.ts';
import { listedSrv, suggestedSrvName, toSrv } from '../src/rule-helpers/host-names.ts';
import {
  clusterOfHost,
  hostsAt,
  realHosts,
  partAt,
  ofCluster,
  ownHosts,
  plannedFor,
} from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';
import { classifyHost } from '../src/classify/classify-host.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { comparableHosts, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { missingNodes, nodesIn } from '../src/rule-helpers/host-lists.ts';
import { listedString } from '../src/facts/query.ts';
import { multiRegionPlan } from '../src/rule-helpers/planned-regions.ts';

export default defineRule({
  id: 'direct-list',
  reasons: {
    'single-node': {
      readsText: true,
      messages: {
        one: 'This string has a single node. The program fails when the node is down or not the primary.',
        direct: '`directConnection=true` binds the program to one node, whose role is not guaranteed.',
      },
      checkString(string, context, { source }) {
        const [host] = realHosts(string).filter(({ class: seen }) => seen.node);
        if (!host || string.uri?.scheme !== 'direct' || string.hosts.length > 1) return [];
        if (mayHoldHosts(string) || !isWholeString(string, source)) return [];
        const direct = string.uri.options.some(
          ({ name, value }) => /^directConnection$/i.test(name) && value === 'true',
        );
        return [
          {
            message: direct ? 'direct' : 'one',
            at: hostsAt(string, [host]),
            suggestions: bySrv(string, host, context),
          },
        ];
      },
    },
    'endpoint-ports': {
      basis: 'facts',
      supersedes: ['direct-list/single-node'],
      messages: {
        ports: 'Private endpoint ports are hard-coded. They change when the cluster changes.',
      },
      checkString(string, context): readonly RuleResult[] {
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
    },
    incomplete: defineReason({
      basis: 'facts',
      trigger: { anchors: [], strings: ['node'] },
      messages: {
        record: 'The list misses {count} of the hosts that the record of "{cluster}" lists: {hosts}.',
        elsewhere: 'The list misses {count} of the hosts of cluster "{cluster}" that other strings show: {hosts}.',
      },
      collect: nodesIn,
      checkProject(files) {
        return missingNodes(files).map(
          ({ file, at, proof, sharded, cluster, hosts, fix: offered }): ProjectRuleResult => {
            const isProven = proof === 'record';
            return {
              message: proof,
              file,
              at,
              // Clients of a replica set find the other members. Routers do not report others.
              severity: isProven && sharded ? 'error' : 'warning',
              confidence: isProven ? 'high' : 'medium',
              data: { cluster, count: hosts.length, hosts: hosts.map(({ host }) => host).join(', ') },
              fix: isProven ? offered : undefined,
              suggestions: !isProven && offered ? [offered] : [],
            };
          },
        );
      },
    }),
    'multi-region': {
      basis: 'facts',
      supersedes: ['legacy-host', 'direct-list/endpoint-ports'],
      messages: {
        list: 'This host list will miss nodes in the new {what}{ofCluster}. Use the SRV string.',
      },
      checkString(string, context) {
        const all = string.group?.hosts ?? ownHosts(string);
        const hosts = all.filter(({ class: { node, kind, placeholder } }) => {
          return node && !placeholder && kind !== 'other-service-host';
        });
        const host = hosts[0];
        if (!host || string.form === 'srv' || hosts.length < 2 || (string.group && !isSeedList(string.group)))
          return [];
        const cluster = clusterOfHost(host, context);
        const regions = multiRegionPlan(host, cluster, context) !== undefined;
        if (!regions && plannedFor('shard', host, cluster, context).length === 0) return [];
        const srv = cluster && srvOf(host, cluster);
        const name = srv?.hosts[0]?.host;
        const title = `Use the SRV string that the record of "${cluster?.name ?? ''}" lists`;
        const offer = name === undefined || string.group ? undefined : toSrv(string, name, context.profile, title);
        return [
          {
            message: 'list',
            data: { ofCluster: ofCluster(host, cluster) || ' of a cluster', what: regions ? 'regions' : 'shards' },
            at: hostsAt(
              string,
              hosts.filter((one) => string.hosts.includes(one)),
            ),
            suggestions: offer ? [offer] : [],
          },
        ];
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
function bySrv(string: FoundString, host: FoundHost, context: RuleContext): Fix[] {
  const cluster = clusterOfHost(host, context);
  const listed = cluster && listedSrv(cluster.listed, host.class.kind)?.hosts[0]?.host;
  const inferred = suggestedSrvName(host);
  const made =
    listed !== undefined && cluster
      ? toSrv(string, listed, context.profile, `Use the SRV string that the record of "${cluster.name}" lists`)
      : inferred &&
        toSrv(string, inferred, context.profile, 'Use the SRV string of the cluster (the cluster record decides)');
  return made ? [made] : [];
}

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

/** Monitoring names nodes too, on other ports. */
function isSeedList({ port, isOfClient }: HostGroup): boolean {
  return port === null ? isOfClient : port === 27016 || port === 27017;
}

/** The record's SRV string of the same kind. For an endpoint, the string of the same endpoint if known. */
function srvOf(host: FoundHost, cluster: ClusterFacts): ListedString | undefined {
  const { kind } = host.class;
  if (kind !== 'private-endpoint') return listedSrv(cluster.listed, kind === 'private' ? 'private' : 'standard');
  const own = listedString(cluster, host.host)?.endpoint ?? null;
  const beside = own === null ? [] : cluster.listed.filter(({ endpoint }) => endpoint === own);
  return listedSrv(beside, kind) ?? listedSrv(cluster.listed, kind);
}
