import type { FoundHost, FoundString } from '../classify/found-string.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { stringsWith } from '../facts/query.ts';
import type { ClusterFacts, ListedHost, ListedString } from '../facts/facts.ts';
import { grouped, type Range } from '../text/source.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { isDeployed } from '../config/roles.ts';
import { comparableHosts, listedCluster } from './recorded-hosts.ts';
import type { CollectedFile, CollectedItem, FoundFile, Fix, RuleContext } from '../lint/rule.ts';
import { editOf, partAt, makeFix, replaceHosts } from './hosts.ts';

/** The fault of a node list, by its names alone. */
export type Mixture = 'clusters' | 'tokens' | 'families' | 'networks';

function differ(values: readonly (string | null)[]): boolean {
  const known = values.find((value) => value !== null);
  return values.some((value) => value !== null && value !== known);
}

/** The property in which hosts of a list differ although it must be equal, or `null` if they belong together. */
export function mixture(hosts: readonly FoundHost[]): Mixture | null {
  const classes = hosts.map((host) => host.class);
  if (differ(classes.map(({ token, domain }) => token && `${token}.${domain}`))) return 'tokens';
  // Endpoint nodes are named by region, so those of one project may belong to any of its clusters.
  const named = classes.filter(({ kind }) => kind !== 'private-endpoint');
  if (differ(named.map(({ cluster }) => cluster?.toLowerCase() ?? null))) return 'clusters';
  if (differ(classes.map(({ family }) => family))) return 'families';
  return differ(classes.map(({ kind }) => kind)) ? 'networks' : null;
}

/** The first host that is listed a second time with the same port. */
export function doubledHost(hosts: readonly FoundHost[]): FoundHost | undefined {
  const seen = new Set<string>();
  return hosts.find(({ host, port, portRange }) => {
    if (portRange && port === null) return false;
    const key = `${host.toLowerCase()}:${port ?? ''}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

const INDEX = /-(shard|config)-(\d\d)-(\d\d)/i;

/** True if a node between two others of its shard is missing. */
export function missingIndex(hosts: readonly FoundHost[]): boolean {
  const byShard = new Map<string, number[]>();
  for (const { host } of hosts) {
    const match = INDEX.exec(host);
    if (!match) return false;
    const shard = `${match[1]!.toLowerCase()}-${match[2]}`;
    byShard.set(shard, [...(byShard.get(shard) ?? []), Number(match[3])]);
  }
  return [...byShard.values()].some((nodes) => Math.max(...nodes) - Math.min(...nodes) >= new Set(nodes).size);
}

const NODE_KINDS = ['standard', 'private', 'legacy'] as const;

export interface NamedNodes extends CollectedItem {
  /** Cluster and network: `orders.ab123 standard`. */
  readonly key: string;
  /** Names in lower case, with their ports. */
  readonly nodes: readonly (readonly [host: string, port: number | null])[];
  /** True if a program uses them. Then other lists may lack these nodes. */
  readonly used: boolean;
  /** If the string is a list of only these nodes. */
  readonly list: NodeList | null;
}

/** All offsets are relative to the nodes, which may move. */
interface NodeList {
  readonly cluster: string;
  /** The nodes in the cluster's record, `null` without a record. */
  readonly record: {
    readonly hosts: readonly ListedHost[];
    readonly fix: Fix | null;
    readonly sharded: boolean;
  } | null;
  /** Where nodes can be added, and their port, or `null` if they cannot. */
  readonly end: { readonly offset: number; readonly port: string } | null;
}

function keyOf({ class: { cluster, token, kind, domain } }: FoundHost): string {
  return `${clusterLabel(cluster ?? '')}.${token ?? ''}.${domain ?? ''} ${kind}`;
}

function nodesOf(string: FoundString): readonly FoundHost[] {
  return comparableHosts(string, ...NODE_KINDS).filter(
    (host) => host.class.node && host.class.cluster !== null,
  );
}

/**
 * The nodes in a file's strings. Those in comments and documents may be outdated, so they are only checked for missing
 * nodes.
 */
export function nodesIn({ strings }: FoundFile, context: RuleContext): readonly NamedNodes[] {
  const isRun = isDeployed(context.role) || context.role === 'test';
  return strings.flatMap((string): NamedNodes[] => {
    if (string.form === 'srv') return [];
    const nodes = nodesOf(string);
    if (nodes.length === 0) return [];
    const used = isRun && string.literal.context === 'code';
    const clusters = grouped(nodes, keyOf);
    const list = clusters.size === 1 ? listOf(string, nodes, context) : null;
    if (!used && !list) return [];
    const at = partAt(string, { offset: nodes[0]!.offset, endOffset: nodes.at(-1)!.endOffset });
    return [...clusters].map(([key, own]) => {
      const written = own.map(({ host, port }) => [host.toLowerCase(), port] as const);
      return { at, key, nodes: written, used, list: list && moved(list, -at.offset) };
    });
  });
}

/** A direct list of one cluster's nodes, or `null` if it contains anything else. */
function listOf(string: FoundString, nodes: readonly FoundHost[], context: RuleContext): NodeList | null {
  if (nodes.length < 2 || nodes.length < string.hosts.length) return null;
  if (string.hosts.some(({ host }) => host.includes(PLACEHOLDER))) return null;
  const written = new Set(nodes.map(({ host }) => host.toLowerCase()));
  const cluster = listedCluster(nodes[0]!, context);
  const listed = cluster && listFor(cluster, nodes[0]!);
  const title = `Use the list that the record of "${cluster?.name}" shows`;
  return {
    cluster: cluster?.name ?? nodes[0]!.class.cluster ?? '',
    record: listed
      ? {
          hosts: listed.hosts.filter(({ host }) => !written.has(host)),
          fix: replaceHosts(string, listed, title) ?? null,
          sharded: cluster.sharded?.value === true,
        }
      : null,
    end: endOf(string, nodes.at(-1)!),
  };
}

function moved({ cluster, record, end }: NodeList, by: number): NodeList {
  const edits = record?.fix?.edits.map((edit) => ({
    ...edit,
    offset: edit.offset + by,
    endOffset: edit.endOffset + by,
  }));
  return {
    cluster,
    record: record && { ...record, fix: record.fix && { ...record.fix, edits: edits ?? [] } },
    end: end && { ...end, offset: end.offset + by },
  };
}

/** The record's direct list of the same network. A list of legacy names is compared only with legacy names. */
function listFor(cluster: ClusterFacts, { class: { kind } }: FoundHost): ListedString | undefined {
  const kinds = NODE_KINDS.filter((known) => known === kind);
  return kinds.flatMap((known) => stringsWith(cluster, known)).find(({ form }) => form === 'direct');
}

function endOf(string: FoundString, last: FoundHost): NodeList['end'] {
  if (last.portRange !== null && last.port === null) return null;
  const end = editOf(string, { offset: last.endOffset, endOffset: last.endOffset }, '');
  return end ? { offset: end.offset, port: last.port === null ? '' : `:${last.port}` } : null;
}

export interface MissingNodes {
  readonly file: string;
  readonly cluster: string;
  readonly hosts: readonly ListedHost[];
  readonly proof: 'record' | 'elsewhere';
  /** True for routers. Clients of a replica set find the other members themselves. */
  readonly sharded: boolean;
  readonly at: Range;
  readonly fix: Fix | undefined;
}

/** The nodes that direct lists lack. */
export function missingNodes(files: readonly CollectedFile<NamedNodes>[]): MissingNodes[] {
  const named = files.flatMap(({ path, items }) =>
    items.map((item) => ({ file: path, ...item, key: `${moduleOf(path)} ${item.key}` })),
  );
  const seen = new Map<string, Map<string, ListedHost>>();
  for (const { key, nodes, used } of named) {
    if (!used) continue;
    const known = seen.get(key) ?? new Map<string, ListedHost>();
    for (const [host, port] of nodes) if (!known.has(host)) known.set(host, { host, port });
    seen.set(key, known);
  }
  return named.flatMap(({ file, at, key, nodes, list }): MissingNodes[] => {
    if (!list) return [];
    const placed = moved(list, at.offset);
    const { cluster, record } = placed;
    const own = new Set(nodes.map(([host]) => host));
    const hosts = record?.hosts ?? [...(seen.get(key)?.values() ?? [])].filter(({ host }) => !own.has(host));
    if (hosts.length === 0) return [];
    const found = { file, at, cluster, hosts, sharded: record?.sharded ?? false };
    return record
      ? [{ ...found, proof: 'record', fix: record.fix ?? undefined }]
      : [{ ...found, proof: 'elsewhere', fix: extended(placed, hosts) }];
  });
}

/** Terraform root modules describe separate environments. Other files may date from different times. */
function moduleOf(path: string): string {
  return /\.tf(?:vars|\.json)?$/.test(path) ? path.slice(0, path.lastIndexOf('/') + 1) : path;
}

/** The list with the missing nodes added, sorted by name, with the port of the last node. */
function extended({ end }: NodeList, hosts: readonly ListedHost[]): Fix | undefined {
  if (!end) return undefined;
  const { offset, port } = end;
  const more = [...hosts].sort((a, b) => (a.host < b.host ? -1 : 1)).map(({ host }) => `,${host}${port}`);
  return makeFix('Add the hosts that other strings show', { offset, endOffset: offset, text: more.join('') });
}
