import { eachProject, type ClusterFacts, type Facts, type ListedString } from '../facts/facts.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { PLACEHOLDER, sourceRange } from '../text/literal.ts';
import type { RuleContext } from '../lint/rule.ts';
import { clusterOfHost, ownHosts, formOf, written } from './hosts.ts';
import { classifyHost } from '../classify/classify-host.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { clustersListing, listedHosts, projectKnowsToken, stringsWith } from '../facts/query.ts';
import { nearestName, editDistance } from '../text/edit-distance.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { LineIndex } from '../text/source.ts';

/** `xxxxx`, `00000`: not a real token. */
const FILLER = /^(.)\1{2,}$/;

/** Hosts that can be compared with records: with a token, without unknown pieces, not from an example. */
export function comparableHosts(string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] {
  return ownHosts(string, ...kinds).filter(
    ({ host, class: { token, placeholder } }) =>
      token !== null && !FILLER.test(token) && !placeholder && !host.includes(PLACEHOLDER),
  );
}

/** The record of a host, if it lists strings. Declared clusters and clusters that are being created have none. */
export function listedCluster(host: FoundHost, context: RuleContext): ClusterFacts | undefined {
  const cluster = clusterOfHost(host, context);
  return cluster && cluster.listed.length > 0 ? cluster : undefined;
}

/** Shapes of other products, which no record lists although they exist. */
const BESIDE: ReadonlySet<string> = new Set(['federation', 'mesh', 'bi-connector']);

/** Internal node names (`atlas-ab12cd-shard-00-00`), which appear in lists of processes but not in records. */
const INTERNAL_NODE = /^atlas-[a-z0-9]{6}$/i;

/**
 * Whether a host of a known project is missing from its records. Nodes of a known cluster may exist without being
 * listed, so they are not reported.
 */
export function isUnlisted(host: FoundHost, context: Pick<RuleContext, 'facts'>): boolean {
  const { facts } = context;
  const { token, shape, kind, family, node } = host.class;
  if (token === null || !projectKnowsToken(facts, token) || clustersListing(facts, host.host).length > 0) return false;
  if (kind === 'private-endpoint' && node) return family === 'current' && !mayBeEndpointNode(facts, token);
  const cluster = clusterOfHost(host, context) ?? namesake(host, facts);
  if (!cluster) return !INTERNAL_NODE.test(host.class.cluster ?? '');
  if (cluster.listed.length === 0 || BESIDE.has(shape ?? '')) return false;
  // Legacy and current names may both resolve. Other rules check them.
  if (family === 'legacy') return false;
  if (!node) return kind !== 'standard' || stringsWith(cluster, 'standard').length > 0;
  const listed = stringsWith(cluster, kind === 'private' ? 'private' : 'standard');
  if (listed.length === 0) return kind === 'private';
  return !listedHosts(cluster).some((known) => parentOf(known) === parentOf(host.host));
}

/** The name after the first dot, in lower case. */
function parentOf(host: string): string {
  return host.toLowerCase().slice(host.indexOf('.') + 1);
}

/** A cluster whose own name ends like a marker (`shop-pri`). Its node names are parsed without that end. */
function namesake(host: FoundHost, facts: Facts): ClusterFacts | undefined {
  const label = clusterLabel(host.host.split('.')[0]!);
  return facts.clusters.find((cluster) => cluster.label === label && cluster.tokens.includes(host.class.token ?? ''));
}

/** Clusters share endpoint hosts, and records may list only SRV strings, so this cannot be decided. */
function mayBeEndpointNode(facts: Facts, token: string): boolean {
  const strings = facts.clusters
    .filter(({ tokens }) => tokens.includes(token))
    .flatMap(({ listed }) => listed)
    .filter(({ kind }) => kind === 'private-endpoint' || kind === 'optimized');
  return strings.length > 0 && !strings.some(({ form }) => form === 'direct');
}

/** The listed string that was probably meant, and its cluster. */
export interface IntendedString {
  readonly cluster: ClusterFacts;
  readonly listed: ListedString;
}

/**
 * The most similar listed string of the same project: of the same cluster, otherwise of a cluster with a similar name.
 */
export function probablyMeant(
  host: FoundHost,
  form: 'srv' | 'direct',
  context: Pick<RuleContext, 'facts' | 'profile'>,
): IntendedString | undefined {
  const name = host.class.cluster === null ? null : clusterLabel(host.class.cluster);
  if (name === null) return undefined;
  const all = context.facts.clusters
    .filter(({ tokens }) => tokens.includes(host.class.token ?? ''))
    .flatMap((cluster) => cluster.listed.map((listed) => ({ cluster, listed })))
    .filter(({ listed }) => listed.form === form);
  const same = all.filter(({ listed }) => listed.kind === host.class.kind);
  const near = nearName(name, same) ?? nearName(name, all);
  const candidates = all.filter(({ cluster }) => cluster.label === near);
  const ofKind = candidates.filter(({ listed }) => listed.kind === host.class.kind);
  return ofKind.find(({ listed }) => indexOf(listed, context) === host.class.index) ?? ofKind[0] ?? candidates[0];
}

function indexOf({ hosts, form }: ListedString, { profile }: Pick<RuleContext, 'profile'>): number | null {
  return classifyHost(hosts[0]?.host ?? '', form, profile).index;
}

/** Maximum number of typing errors at which a name is still closer to its own cluster than to others. */
const MAX_EDIT_DISTANCE = 3;

function nearName(name: string, listed: readonly IntendedString[]): string | null {
  const labels = [...new Set(listed.map(({ cluster }) => cluster.label))];
  const nearest = labels.includes(name) ? name : nearestName(name, labels);
  return nearest !== null && editDistance(name, nearest, MAX_EDIT_DISTANCE) <= MAX_EDIT_DISTANCE ? nearest : null;
}

/** A host in the text that does not match the records. */
export interface CheckedHost {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly host: string;
  readonly port: number | null;
  readonly token: string;
  readonly why: HostFault;
  /** The string that was probably meant, verbatim from a record. */
  readonly nearest: { readonly text: string; readonly cluster: string; readonly source: string } | null;
}

/**
 * `no-cluster`: the project has no cluster of this name. `not-listed`: the cluster's record does not list the host.
 * `no-endpoint`: no record of the project lists it. `no-target`: metrics discovery does not list it.
 */
export type HostFault = 'no-cluster' | 'not-listed' | 'no-endpoint' | 'no-target';

/** A cluster that no text uses. */
export interface UnusedRecord {
  readonly cluster: string;
  readonly source: string;
}

export interface InventoryCheck {
  readonly hosts: number;
  readonly unknown: readonly CheckedHost[];
  /** Tokens of projects without records, with the number of places, because these cannot be checked. */
  readonly elsewhere: readonly { readonly token: string; readonly places: number }[];
  readonly unused: readonly UnusedRecord[];
  /** Scrape targets of clusters without a record. */
  readonly strayTargets: readonly { readonly host: string; readonly cluster: string | null; readonly source: string }[];
}

/** Compares the hosts of all files with the facts, file by file. */
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
        for (const host of comparableHosts(string)) {
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

/** Clusters share endpoint hosts, so all clusters behind one count as used. */
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
 * A node that is scraped by name although metrics discovery, which lists every node, does not list it. Only for ports
 * and kinds of hosts that targets of the same cluster have, because discovery may have been requested for other schemes
 * only.
 */
function isGoneTarget(host: FoundHost, facts: Facts): boolean {
  const cluster = clusterOfHost(host, { facts });
  if (!cluster || !host.class.node || host.port === null) return false;
  const { discovery } = facts.projects.find(({ clusters }) => clusters.includes(cluster)) ?? facts;
  const alike = discovery.filter(
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

function strayTargets(facts: Facts): InventoryCheck['strayTargets'] {
  const stray = eachProject(facts).flatMap(({ clusters, discovery }) => {
    const labels = new Set(clusters.map(({ label }) => label));
    return discovery.filter(({ cluster }) => !labels.has(clusterLabel(cluster ?? '')));
  });
  const byHost = new Map(stray.map(({ host, cluster, source }) => [host, { host, cluster: cluster ?? null, source }]));
  return [...byHost.values()].sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** Whether a record lists the very address that a replacement brings: its form and all its hosts with their ports. */
export function isRecorded(to: string, from: string, facts: Facts): boolean {
  const address = addressIn(to);
  const [first] = address.hosts;
  if (first === undefined || address.list === addressIn(from).list) return false;
  const clusters = clustersListing(facts, first.replace(/:\d{1,5}$/, ''));
  return clusters.some(({ listed }) =>
    listed.some(({ form, hosts }) => {
      const isNode =
        address.form === null && hosts.some((one) => one.host === address.list || written([one]) === address.list);
      return isNode || (written(hosts) === address.list && (address.form === null || address.form === form));
    }),
  );
}

interface Address {
  /** `null` for hosts without a scheme. */
  readonly form: ListedString['form'] | null;
  readonly hosts: readonly string[];
  readonly list: string;
}

function addressIn(text: string): Address {
  const [head = '', scheme] = /^([a-z][a-z0-9.+-]{0,30}):\/\/(?:[^/?]{0,2000}@)?/i.exec(text) ?? [];
  const list = (/^[^/?]{0,8000}/.exec(text.slice(head.length))?.[0] ?? '').toLowerCase();
  const form = scheme === undefined ? null : scheme.toLowerCase().endsWith('+srv') ? 'srv' : 'direct';
  return { form, hosts: list.split(',').filter((host) => host !== ''), list };
}
