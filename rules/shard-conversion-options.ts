import type { FoundHost, FoundString, HostGroup } from '../src/classify/found-string.ts';
import { misplacedOptions } from '../src/lint/variables.ts';
import { defineRule, offer, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { serviceHosts, plannedFor, subjectOf } from '../src/lint/string-hosts.ts';
import { optionNamed, withoutOption, hostsAt, partAt, makeFix } from '../src/classify/string-edits.ts';
import { listedAs, toSrv, recordedFix } from '../src/lint/replacements.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import type { Fix } from '../src/text/source.ts';

export default defineRule({
  id: 'shard-conversion-options',
  basis: 'facts',
  withoutPlan: true,
  supersedes: [
    'legacy-host',
    'wrong-port',
    'direct-list/incomplete',
    'direct-list/multi-region',
    'direct-list/single-node',
  ],
  messages: {
    option: 'A sharded cluster has no replica set name. Remove `replicaSet`{ofCluster}.',
    node: 'This is a replica set node{ofCluster}. The routers of a sharded cluster listen on port 27016.',
    oplog: 'The routers of a sharded cluster have no oplog in `local`. Use change streams.',
    list: 'This list names replica set nodes{ofCluster}. The routers of a sharded cluster listen on port 27016.',
  },
  ...misplacedOptions(
    'option',
    ({ replicaSet }) => (replicaSet ? [{ data: {}, at: replicaSet }] : []),
    (string, context) => {
      const subject = shardedSubject(string, serviceHosts(string), context);
      return subject && { ofCluster: subject.ofCluster };
    },
  ),
  checkString(string, context) {
    const { group, replicaSet } = string;
    // A string from outside that may be of the cluster: its option is written here.
    if (string.name !== null && string.hosts.length === 0) {
      const isPlanned = context.plan.some((one) => one.change === 'shard' && mayBeOf(string, one.cluster));
      if (!isPlanned || !replicaSet || string.kind === 'not-service') return [];
      return [{ message: 'option', data: { ofCluster: '' }, at: replicaSet }];
    }
    const all = serviceHosts(string, 'standard', 'private', 'legacy', 'private-endpoint');
    const hosts = all.filter(({ class: { placeholder } }) => !placeholder);
    const subject = string.uri || group || replicaSet ? shardedSubject(string, hosts, context) : null;
    if (!subject) return [];
    const { host, cluster, isSharded, at } = subject;
    const data = { ofCluster: subject.ofCluster };
    // Separate nodes on another port belong to tools that need single nodes.
    if (group)
      return isMemberList(string, group) ? [{ message: group.hosts.length > 1 ? 'list' : 'node', data, at }] : [];
    const name = listedAs(cluster, host.class.kind === 'private' ? 'private' : 'standard', 'srv')[0]?.hosts[0]?.host;
    // The new list exists only after the conversion; the SRV name stays.
    const srv = name ? toSrv(string, name, context.profile, 'Use the SRV string, which stays') : undefined;
    const option = optionNamed(string, 'replicaSet');
    // A single node has its routers elsewhere, and drivers find the others by the name of the set: only the SRV string stays.
    const isLone = !isSharded && string.form === 'direct' && string.hosts.length === 1 && string.hosts.every(isMember);
    const members: RuleProblem[] =
      isLone && !option
        ? [{ message: 'node', data, at: hostsAt(string, [host]), suggestions: [srv] }]
        : listProblem(subject, srv);
    // With one host, drivers connect to that node only without the name until the conversion (mongo-java-driver,
    // `ClusterSettings`).
    const isProven = string.form === 'srv' || string.hosts.length > 1;
    const removal = option && offer(makeFix('Remove the option replicaSet', withoutOption(string, option)), isProven);
    const database = string.uri?.database === 'local' ? string.uri.databaseRange : null;
    // The SRV string has no option either.
    const isReplaced = isLone || (!isSharded && members.length > 0);
    const place = option ? (option.value === '' ? null : partAt(string, option)) : replicaSet;
    return [
      ...members,
      ...(database ? [{ message: 'oplog', at: partAt(string, database) }] : []),
      ...(place ? [{ message: 'option', data, at: place, ...(isReplaced ? offer(srv, false) : removal) }] : []),
    ];
  },
});

const mayBeOf = ({ cluster }: FoundString, name: string): boolean =>
  cluster === null || name === '*' || clusterLabel(cluster) === clusterLabel(name);

type ShardedSubject = NonNullable<ReturnType<typeof shardedSubject>>;

function shardedSubject(string: FoundString, hosts: readonly FoundHost[], context: RuleContext) {
  const subject = subjectOf(string, hosts, context);
  if (!subject) return null;
  const { host, cluster } = subject;
  const isSharded = cluster?.sharded === true;
  return isSharded || plannedFor('shard', host, cluster, context).length > 0 ? { ...subject, isSharded } : null;
}

/** Nodes without a scheme that a client takes as members of a set. Monitoring names them too, on other ports. */
function isMemberList({ literal }: FoundString, { hosts, port, isOfClient }: HostGroup): boolean {
  if (port === null) return isOfClient;
  const isSetting = /host|server|addr|node|mongo|seed|member/i.test(literal.key ?? '');
  return port === PORT && (hosts.length > 1 || isOfClient || isSetting);
}

/** Port of replica set nodes, also by default. */
const PORT = 27017;

const isMember = ({ port, portRange, class: { node, kind } }: FoundHost): boolean =>
  node && kind !== 'private-endpoint' && (port === PORT || portRange === null);

function listProblem(subject: ShardedSubject, srv: Fix | undefined): RuleProblem[] {
  const { string, hosts: all, cluster, isSharded, ofCluster } = subject;
  // Neighbouring constants are a list of their own.
  const hosts = all.filter(({ resolved, class: { node, kind } }) => !resolved && node && kind !== 'private-endpoint');
  if (hosts.length < 2 || !hosts.some(isMember) || string.form !== 'direct') return [];
  const problem = { message: 'list', data: { ofCluster }, at: hostsAt(string, hosts) };
  if (!cluster || !isSharded) return [{ ...problem, suggestions: [srv] }];
  const kind = hosts[0]?.class.kind === 'private' ? 'private' : 'standard';
  const [routers] = listedAs(cluster, kind, 'direct');
  if (routers?.hosts.some(({ port }) => port === PORT)) return [];
  return [{ ...problem, fix: recordedFix(string, cluster, routers) }];
}
