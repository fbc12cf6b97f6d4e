import { clusterLabel } from './fact-cluster.ts';
import { stringsWith } from './fact-query.ts';
import type { ClusterFacts, ListedHost, ListedString } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import { HOLE } from './literal.ts';
import { isDocsPath } from './path-kinds.ts';
import { realHosts, recordOf } from './real-hosts.ts';
import type { ProjectFile, Repair } from './rule.ts';
import type { Range } from './source.ts';
import { editOf, isHidden, partAt, repair, replaceHosts } from './subject.ts';

/** Nodes that strings show, by cluster and network: `orders.ab123 standard`. */
export type NodesSeen = ReadonlyMap<string, ReadonlyMap<string, ListedHost>>;

const NODE_KINDS = ['standard', 'private', 'legacy'] as const;

function keyOf({ class: { cluster, token, kind, domain } }: FoundHost): string {
  return `${clusterLabel(cluster ?? '')}.${token ?? ''}.${domain ?? ''} ${kind}`;
}

function nodesOf(string: FoundString): readonly FoundHost[] {
  return realHosts(string, ...NODE_KINDS).filter(
    (host) => host.class.node && host.class.cluster !== null && !isHidden(string, host),
  );
}

/** All nodes that the project's files use; what comments and documentation name may be gone. */
export function nodesSeen(files: readonly ProjectFile[]): NodesSeen {
  const seen = new Map<string, Map<string, ListedHost>>();
  for (const file of files) {
    if (isDocsPath(file.path)) continue;
    for (const string of file.strings) {
      if (string.literal.context !== 'code' || string.form === 'srv') continue;
      for (const node of nodesOf(string)) add(seen, keyOf(node), node);
    }
  }
  return seen;
}

function add(seen: Map<string, Map<string, ListedHost>>, key: string, { host, port }: FoundHost): void {
  const name = host.toLowerCase();
  const nodes = seen.get(key) ?? new Map<string, ListedHost>();
  if (!nodes.has(name)) nodes.set(name, { host: name, port });
  seen.set(key, nodes);
}

export interface MissingNodes {
  /** Name of the cluster. */
  readonly cluster: string;
  readonly hosts: readonly ListedHost[];
  readonly proof: 'record' | 'elsewhere';
  readonly at: Range;
  readonly repair: Repair | undefined;
}

/** What a direct list of nodes leaves out; `null` for a whole one, and for what is no list of one cluster's nodes. */
export function missingNodes(string: FoundString, file: ProjectFile, seen: NodesSeen): MissingNodes | null {
  const nodes = nodesOf(string);
  const [first] = nodes;
  if (string.form === 'srv' || !first || nodes.length < 2 || nodes.length < string.hosts.length) return null;
  if (string.hosts.some(({ host }) => host.includes(HOLE)) || new Set(nodes.map(keyOf)).size > 1) return null;
  const at = partAt(string, { offset: first.offset, endOffset: nodes.at(-1)!.endOffset });
  const written = new Set(nodes.map(({ host }) => host.toLowerCase()));
  const cluster = recordOf(first, file.context);
  const listed = cluster && listFor(cluster, first);
  if (cluster && listed) {
    const hosts = listed.hosts.filter(({ host }) => !written.has(host));
    const title = `Use the list that the record of "${cluster.name}" shows`;
    if (hosts.length === 0) return null;
    return { cluster: cluster.name, hosts, proof: 'record', at, repair: replaceHosts(string, listed, title) };
  }
  const hosts = [...(seen.get(keyOf(first))?.values() ?? [])].filter(({ host }) => !written.has(host));
  if (hosts.length === 0) return null;
  const name = cluster?.name ?? first.class.cluster ?? '';
  return { cluster: name, hosts, proof: 'elsewhere', at, repair: extended(string, nodes, hosts) };
}

/** The record's direct list of the same network; a list of legacy names counts only against legacy names. */
function listFor(cluster: ClusterFacts, { class: { kind } }: FoundHost): ListedString | undefined {
  const kinds = NODE_KINDS.filter((known) => known === kind);
  return kinds.flatMap((known) => stringsWith(cluster, known)).find(({ form }) => form === 'direct');
}

/** The list with the missing nodes behind it, in the order of their names, with the port of the last one. */
function extended(string: FoundString, nodes: readonly FoundHost[], hosts: readonly ListedHost[]): Repair | undefined {
  const last = nodes.at(-1);
  if (!last || (last.portRange !== null && last.port === null)) return undefined;
  const port = last.port === null ? '' : `:${last.port}`;
  const more = [...hosts].sort((a, b) => (a.host < b.host ? -1 : 1)).map(({ host }) => `,${host}${port}`);
  const end = { offset: last.endOffset, endOffset: last.endOffset };
  return repair('Add the hosts that other strings show', editOf(string, end, more.join('')));
}
