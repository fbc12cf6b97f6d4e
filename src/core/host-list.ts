import type { FoundHost } from './found.ts';

/** What is wrong with a list of nodes, judged by the names alone. */

export type Mixture = 'clusters' | 'tokens' | 'families' | 'networks';

function differ(values: readonly (string | null)[]): boolean {
  const known = values.find((value) => value !== null);
  return values.some((value) => value !== null && value !== known);
}

/** What tells hosts of a list apart that must be the same in all of them; `null` when they go together. */
export function mixture(hosts: readonly FoundHost[]): Mixture | null {
  const classes = hosts.map((host) => host.class);
  if (differ(classes.map(({ token, domain }) => token && `${token}.${domain}`))) return 'tokens';
  // Endpoint nodes are named by region: those of one project may belong to any of its clusters.
  const named = classes.filter(({ kind }) => kind !== 'private-endpoint');
  if (differ(named.map(({ cluster }) => cluster?.toLowerCase() ?? null))) return 'clusters';
  if (differ(classes.map(({ family }) => family))) return 'families';
  return differ(classes.map(({ kind }) => kind)) ? 'networks' : null;
}

/** The first host that stands in the list for the second time, with the same port. */
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

/** True when a node is left out between two others of its shard. */
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
