import { clusterLabel } from './fact-cluster.ts';
import { clustersListing, projectKnowsToken } from './fact-query.ts';
import type { ClusterFacts, Facts } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import { sourceRange } from './literal.ts';
import { realHosts } from './real-hosts.ts';
import type { ServiceProfile } from './service.ts';
import type { LineIndex } from './source.ts';
import { clusterOfHost, formOf, ownHosts } from './subject.ts';
import { isUnlisted, probablyMeant } from './unlisted-host.ts';

/** A host of the text that does not go with the records. */
export interface CheckedHost {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly host: string;
  readonly port: number | null;
  readonly token: string;
  readonly why: HostFault;
  /** What was probably meant: the string of a record, verbatim. */
  readonly nearest: { readonly text: string; readonly cluster: string; readonly source: string } | null;
}

/**
 * `no-cluster`: the project has no cluster of this name. `not-listed`: its record does not list the host. `no-endpoint`: no
 * record of the project lists it. `no-target`: metrics discovery does not name it.
 */
export type HostFault = 'no-cluster' | 'not-listed' | 'no-endpoint' | 'no-target';

/** A cluster that no text names. */
export interface UnusedRecord {
  readonly cluster: string;
  readonly source: string;
}

export interface InventoryCheck {
  readonly hosts: number;
  readonly unknown: readonly CheckedHost[];
  /** Tokens of projects without records, with the number of places: nothing can be said about them. */
  readonly elsewhere: readonly { readonly token: string; readonly places: number }[];
  readonly unused: readonly UnusedRecord[];
  /** Scrape targets of clusters that have no record. */
  readonly strayTargets: readonly { readonly host: string; readonly cluster: string | null; readonly source: string }[];
}

/** Collects what the texts of a tree say, file by file. */
export interface InventoryChecker {
  add(file: string, strings: readonly FoundString[], lines: LineIndex): void;
  result(): InventoryCheck;
}

export function inventoryChecker(facts: Facts, profile: ServiceProfile): InventoryChecker {
  const unknown: CheckedHost[] = [];
  const elsewhere = new Map<string, number>();
  const used = new Set<ClusterFacts>();
  const targets = new Set(facts.discovery.map(({ host }) => host));
  let hosts = 0;
  return {
    add(file, strings, lines) {
      for (const string of strings) {
        for (const host of ownHosts(string)) for (const cluster of clustersOf(host, facts)) used.add(cluster);
        for (const host of realHosts(string)) {
          hosts += 1;
          const token = host.class.token ?? '';
          if (!projectKnowsToken(facts, token)) elsewhere.set(token, (elsewhere.get(token) ?? 0) + 1);
          const why = targets.has(host.host.toLowerCase()) ? null : faultOf(host, facts);
          if (why === null) continue;
          const at = lines.position(
            sourceRange(string.literal, host.hostRange.offset, host.hostRange.endOffset).offset,
          );
          const meant = probablyMeant(host, formOf(string), { facts, profile });
          const nearest = meant && {
            text: meant.listed.text,
            cluster: meant.cluster.name,
            source: meant.cluster.source,
          };
          const { line, column } = at;
          unknown.push({ file, line, column, host: host.host, port: host.port, token, why, nearest: nearest ?? null });
        }
      }
    },
    result: () => ({
      hosts,
      unknown,
      elsewhere: [...elsewhere].sort(([a], [b]) => (a < b ? -1 : 1)).map(([token, places]) => ({ token, places })),
      unused: unusedOf(facts, used),
      strayTargets: strayTargets(facts),
    }),
  };
}

/** Endpoint hosts are shared: all clusters behind one count as used. */
function clustersOf(host: FoundHost, facts: Facts): readonly ClusterFacts[] {
  const own = clusterOfHost(host, { facts });
  return own ? [own] : clustersListing(facts, host.host);
}

function faultOf(host: FoundHost, facts: Facts): HostFault | null {
  if (isUnlisted(host, { facts })) {
    if (clusterOfHost(host, { facts })) return 'not-listed';
    return host.class.cluster === null ? 'no-endpoint' : 'no-cluster';
  }
  return isGoneTarget(host, facts) ? 'no-target' : null;
}

/**
 * A node that is scraped by name although metrics discovery, which names every node, does not know it. Only for a port and
 * a kind of host that the targets of the same cluster have: discovery may have been asked for other schemes only.
 */
function isGoneTarget(host: FoundHost, facts: Facts): boolean {
  const cluster = clusterOfHost(host, { facts });
  if (!cluster || !host.class.node || host.port === null) return false;
  const alike = facts.discovery.filter(
    (target) =>
      target.port === host.port &&
      clusterLabel(target.cluster ?? '') === cluster.label &&
      isPrivate(target.host) === isPrivate(host.host),
  );
  return alike.length > 0 && !clustersListing(facts, host.host).includes(cluster);
}

function isPrivate(host: string): boolean {
  return /^[^.]*-pri\./i.test(host);
}

function unusedOf({ clusters }: Facts, used: ReadonlySet<ClusterFacts>): readonly UnusedRecord[] {
  return clusters
    .filter((cluster) => cluster.generation !== 'hand' && !used.has(cluster))
    .map(({ name, source }) => ({ cluster: name, source }));
}

function strayTargets({ clusters, discovery }: Facts): InventoryCheck['strayTargets'] {
  const labels = new Set(clusters.map(({ label }) => label));
  const stray = discovery.filter(({ cluster }) => !labels.has(clusterLabel(cluster ?? '')));
  const byHost = new Map(stray.map(({ host, cluster, source }) => [host, { host, cluster: cluster ?? null, source }]));
  return [...byHost.values()].sort((a, b) => (a.host < b.host ? -1 : 1));
}
