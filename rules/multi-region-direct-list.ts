import { listedString } from '../src/facts/query.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import type { HostGroup, FoundHost } from '../src/classify/found-string.ts';
import { multiRegionPlan } from '../src/rule-helpers/planned-regions.ts';
import { defineRule } from '../src/lint/rule.ts';
import { listedSrv, toSrv } from '../src/rule-helpers/host-names.ts';
import { clusterOfHost, hostsAt, ofCluster, ownHosts, plannedFor } from '../src/rule-helpers/hosts.ts';

const NODES = 'carts-shard-00-00.ab123.mongodb.net:27017,carts-shard-00-01.ab123.mongodb.net';
const PLAN = [{ change: 'multi-region', cluster: 'carts', regions: ['US_EAST_1', 'EU_WEST_1'] }];

export default defineRule({
  id: 'multi-region-direct-list',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['node'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  changes: ['multi-region', 'shard'],
  supersedes: ['legacy-host', 'endpoint-direct-ports'],
  docs: {
    what: 'A list of node or endpoint hosts of a cluster that will get more regions or shards.',
    why: 'A list contains the current nodes. It lacks new nodes, hosts and ports of endpoints may change, and clients of a sharded cluster never discover new routers.',
    todo: 'Use the SRV string. DNS always lists the current nodes.',
    sources: [
      'MongoDB Atlas documentation, private endpoints: port ranges (2026-08)',
      'MongoDB specifications, polling SRV records for mongos discovery (2026-08)',
    ],
  },
  messages: {
    list: 'This host list will miss nodes in the new {what}{ofCluster}. Use the SRV string.',
  },
  examples: {
    invalid: [
      {
        title: 'nodes, with a planned region',
        files: { '.env': `URI=mongodb://⟦${NODES}⟧:27017/c?tls=true\n` },
        config: { plan: PLAN },
      },
      {
        title: 'endpoint hosts, with a planned conversion to sharded',
        files: {
          '.env':
            'URI=mongodb://⟦pl-0-us-east-1.ab123.mongodb.net:1024,pl-0-us-east-1.ab123.mongodb.net⟧:1025/c?tls=true\n',
        },
        config: { plan: [{ change: 'shard', cluster: '*' }] },
      },
    ],
    valid: [
      {
        title: 'an SRV string',
        files: { '.env': 'URI=mongodb+srv://carts.ab123.mongodb.net/c\n' },
        config: { plan: PLAN },
      },
      {
        title: 'a single node',
        files: { 'dump.sh': 'mongodump --uri "mongodb://carts-shard-00-02.ab123.mongodb.net:27017/c?tls=true"\n' },
        config: { plan: PLAN },
      },
      { title: 'no plan', files: { '.env': `URI=mongodb://${NODES}:27017/c?tls=true\n` } },
    ],
  },
  check(string, context) {
    const all = string.group?.hosts ?? ownHosts(string);
    const hosts = all.filter(({ class: { node, kind, placeholder } }) => {
      return node && !placeholder && kind !== 'other-service-host';
    });
    const host = hosts[0];
    if (!host || string.form === 'srv' || hosts.length < 2 || (string.group && !isSeedList(string.group))) return [];
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
});

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
