import type { UriOption } from '../src/parse/connection-string.ts';
import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString, HostGroup, FoundFile } from '../src/classify/found-string.ts';
import { OPTION_WORDS } from '../src/read/replica-set.ts';
import { defineRule, type ProjectRuleResult, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { clusterOfHost, ofCluster, serviceHosts, plannedFor } from '../src/lint/string-hosts.ts';
import { optionNamed, withoutOption, hostsAt, partAt, makeFix } from '../src/classify/string-edits.ts';
import { listedSrv, toSrv, replaceHosts } from '../src/lint/replacements.ts';
import type { CollectedItem } from '../src/text/source.ts';

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
    option: 'A sharded cluster has no replica set name. Remove `replicaSet`{ofCluster}, which {is} sharded.',
    beside:
      'A sharded cluster has no replica set name. Remove this option of the string{ofCluster}, which {is} sharded.',
    node: 'This is a replica set node{ofCluster}, which {is} sharded. Its routers listen on port 27016.',
    list: 'This list names replica set nodes{ofCluster}, which {is} sharded. Its routers listen on port 27016.',
  },
  trigger: { anchors: OPTION_WORDS, orStrings: true },
  collect: (file, context): OptionItem[] => [...valuesIn(file, context), ...optionsIn(file)],
  checkProject: (files) => {
    const all = files.flatMap(({ path, items }) => items.map((item) => ({ ...item, file: path })));
    return all.flatMap((option): ProjectRuleResult[] => {
      const folder = option.file.slice(0, option.file.lastIndexOf('/') + 1);
      const value = all.find(
        ({ is, name, file }) =>
          is === 'value' && name === option.name && folder.startsWith(file.slice(0, file.lastIndexOf('/') + 1)),
      );
      if (option.is !== 'option' || !value) return [];
      const related = [{ file: value.file, at: value.at, message: 'The string' }];
      return [{ message: 'beside', data: value.data, at: option.at, file: option.file, related }];
    });
  },
  checkString(string, context) {
    // A string from outside that may be of the cluster: its option is written here.
    if (string.name !== null && string.hosts.length === 0) {
      const isPlanned = context.plan.some(({ change }) => change === 'shard');
      if (!isPlanned || !string.replicaSet || string.kind === 'not-service') return [];
      return [{ message: 'beside', data: { ofCluster: ' of a cluster', is: 'is to be' }, at: string.replicaSet }];
    }
    const hosts = serviceHosts(string, 'standard', 'private', 'legacy', 'private-endpoint');
    const host = hosts.find(({ class: { placeholder } }) => !placeholder);
    const { group } = string;
    if (!host || !(string.uri || group)) return [];
    const cluster = clusterOfHost(host, context);
    const isSharded = cluster?.sharded?.value === true;
    if (!isSharded && plannedFor('shard', host, cluster, context).length === 0) return [];
    const data = { ofCluster: ofCluster(host, cluster) || ' of a cluster', is: isSharded ? 'is' : 'is to be' };
    // Separate nodes on another port belong to tools that need single nodes.
    if (group) {
      const message = group.hosts.length > 1 ? 'list' : 'node';
      return isMemberList(string, group) ? [{ message, data, at: hostsAt(string, hosts) }] : [];
    }
    const option = optionNamed(string, 'replicaSet');
    const beside = !option && string.replicaSet ? [{ message: 'beside', data, at: string.replicaSet }] : [];
    // A single node has its routers elsewhere: only the SRV string stays.
    const towards = !isSharded && isLoneNode(string) ? towardsSrv(string, host, cluster, context) : null;
    const node = towards && !option ? [{ message: 'node', at: hostsAt(string, [host]), ...towards }] : null;
    return [
      ...(node ?? listProblem(string, hosts, cluster, context)).map((problem) => ({ ...problem, data })),
      ...(option && option.value !== ''
        ? [{ message: 'option', data, at: partAt(string, option), ...(towards ?? removal(string, option)) }]
        : []),
      ...beside,
    ];
  },
});

/** A string of a cluster that is or will be sharded, and an option beside a read of it. */
interface OptionItem extends CollectedItem {
  readonly is: 'value' | 'option';
  /** The environment variable. */
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

function valuesIn({ strings }: FoundFile, context: RuleContext): OptionItem[] {
  return strings.flatMap((string): OptionItem[] => {
    const name = /(?:^|\.)([A-Z][A-Z\d_]{1,60})$/.exec(string.literal.key ?? '')?.[1];
    const [host] = serviceHosts(string);
    if (name === undefined || !host || !string.uri || string.literal.context !== 'code') return [];
    const cluster = clusterOfHost(host, context);
    const isSharded = cluster?.sharded?.value === true;
    if (!isSharded && plannedFor('shard', host, cluster, context).length === 0) return [];
    const data = { ofCluster: ofCluster(host, cluster) || ' of a cluster', is: isSharded ? 'is' : 'is to be' };
    return [{ is: 'value', name, data, at: string.range }];
  });
}

function optionsIn({ strings }: FoundFile): OptionItem[] {
  return strings.flatMap(({ kind, name, replicaSet }): OptionItem[] =>
    kind === 'external' && name !== null && replicaSet ? [{ is: 'option', name, data: {}, at: replicaSet }] : [],
  );
}

/**
 * With several hosts or an SRV name, the option can be removed before the conversion. With one host, drivers would
 * connect to that node only until the conversion (mongo-java-driver, `ClusterSettings`), so the removal is only
 * suggested.
 */
function removal(string: FoundString, option: UriOption): Pick<RuleProblem, 'fix' | 'suggestions'> {
  const removed = makeFix('Remove the option replicaSet', withoutOption(string, option));
  if (string.form === 'srv' || string.hosts.length > 1) return { fix: removed };
  return { suggestions: removed ? [removed] : [] };
}

/**
 * Nodes without a scheme that a client takes as members of a replica set; monitoring names them too, on other ports.
 */
function isMemberList({ literal }: FoundString, { hosts, port, isOfClient }: HostGroup): boolean {
  if (port === null) return isOfClient;
  return port === PORT && (hosts.length > 1 || isOfClient || SETTING.test(literal.key ?? ''));
}

const SETTING = /host|server|addr|node|mongo|seed|member/i;

/** Port of replica set nodes, also by default. */
const PORT = 27017;

/** One node; with the name of its replica set beside it, the driver finds the others. */
function isLoneNode({ hosts, form }: FoundString): boolean {
  const [only] = hosts;
  const isNode = form === 'direct' && hosts.length === 1 && only?.class.node === true;
  return isNode && only.class.kind !== 'private-endpoint' && (only.port === PORT || only.portRange === null);
}

/** The new list exists only after the conversion; the SRV name stays. */
function towardsSrv(
  string: FoundString,
  { class: { kind } }: FoundHost,
  cluster: ClusterFacts | undefined,
  { profile }: RuleContext,
): Pick<RuleProblem, 'suggestions'> {
  const name = cluster && listedSrv(cluster.listed, kind === 'private' ? 'private' : 'standard')?.hosts[0]?.host;
  const offer = name && toSrv(string, name, profile, 'Use the SRV string, which stays');
  return { suggestions: offer ? [offer] : [] };
}

function listProblem(
  string: FoundString,
  all: readonly FoundHost[],
  cluster: ClusterFacts | undefined,
  context: RuleContext,
): RuleProblem[] {
  // Neighbouring constants are a list of their own.
  const hosts = all.filter(({ resolved, class: { node, kind } }) => !resolved && node && kind !== 'private-endpoint');
  const isOld = hosts.some(({ port, portRange }) => port === PORT || portRange === null);
  if (hosts.length < 2 || !isOld || string.form !== 'direct') return [];
  const kind = hosts[0]?.class.kind === 'private' ? 'private' : 'standard';
  const problem = { message: 'list', at: hostsAt(string, hosts) };
  if (cluster?.sharded?.value !== true) return [{ ...problem, ...towardsSrv(string, hosts[0]!, cluster, context) }];
  const routers = stringsWith(cluster, kind).find(({ form }) => form === 'direct');
  if (routers?.hosts.some(({ port }) => port === PORT)) return [];
  const title = `Use the list that the record of "${cluster.name}" shows`;
  return [{ ...problem, fix: routers && replaceHosts(string, routers, title) }];
}
