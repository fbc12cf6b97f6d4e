import { classifyHost } from './classify.ts';
import { clusterLabel } from './fact-cluster.ts';
import { clustersListing, listedHosts, projectKnowsToken, stringsWith } from './fact-query.ts';
import type { ClusterFacts, Facts, ListedString } from './facts.ts';
import type { FoundHost } from './found.ts';
import { distanceNearest } from './nearest.ts';
import type { RuleContext } from './rule.ts';
import { clusterOfHost } from './subject.ts';
import { editDistance } from './uri-nearest.ts';

/** Shapes that no record lists although they exist: other products beside the cluster. */
const BESIDE: ReadonlySet<string> = new Set(['federation', 'mesh', 'bi-connector']);

/** Names of nodes inside the service (`atlas-ab12cd-shard-00-00`): its processes are listed so, no record is. */
const INTERNAL_NODE = /^atlas-[a-z0-9]{6}$/i;

/**
 * Whether a host of a project that is known stands in none of its records although it should. Nodes of a known cluster
 * may exist beyond what its record lists, so they are given the benefit of the doubt.
 */
export function isUnlisted(host: FoundHost, context: Pick<RuleContext, 'facts'>): boolean {
  const { facts } = context;
  const { token, shape, kind, family, node } = host.class;
  if (token === null || !projectKnowsToken(facts, token) || clustersListing(facts, host.host).length > 0) return false;
  if (kind === 'private-endpoint' && node) return family === 'current' && !mayBeEndpointNode(facts, token);
  const cluster = clusterOfHost(host, context) ?? namesake(host, facts);
  if (!cluster) return !INTERNAL_NODE.test(host.class.cluster ?? '');
  if (cluster.listed.length === 0 || BESIDE.has(shape ?? '')) return false;
  // A legacy name may go on resolving beside the current one, and the other way round: rules of their own judge them.
  if (family === 'legacy') return false;
  if (!node) return kind !== 'standard' || stringsWith(cluster, 'standard').length > 0;
  const listed = stringsWith(cluster, kind === 'private' ? 'private' : 'standard');
  if (listed.length === 0) return kind === 'private';
  return !listedHosts(cluster).some((known) => parentOf(known) === parentOf(host.host));
}

/** The name behind the first dot, lower-cased. */
function parentOf(host: string): string {
  return host.toLowerCase().slice(host.indexOf('.') + 1);
}

/** A cluster whose own name ends like a mark of the service (`shop-pri`): its nodes are read without that end. */
function namesake(host: FoundHost, facts: Facts): ClusterFacts | undefined {
  const label = clusterLabel(host.host.split('.')[0]!);
  return facts.clusters.find((cluster) => cluster.label === label && cluster.tokens.includes(host.class.token ?? ''));
}

/** Endpoint hosts are shared by clusters, and records may list SRV strings alone: then there is no telling. */
function mayBeEndpointNode(facts: Facts, token: string): boolean {
  const strings = facts.clusters
    .filter(({ tokens }) => tokens.includes(token))
    .flatMap(({ listed }) => listed)
    .filter(({ kind }) => kind === 'private-endpoint' || kind === 'optimized');
  return strings.length > 0 && !strings.some(({ form }) => form === 'direct');
}

/** A listed string that was probably meant, and the cluster that lists it. */
export interface Meant {
  readonly cluster: ClusterFacts;
  readonly listed: ListedString;
}

/** The listed string of the same project that was most likely meant: of the same cluster, else of one named alike. */
export function probablyMeant(
  host: FoundHost,
  form: 'srv' | 'direct',
  context: Pick<RuleContext, 'facts' | 'profile'>,
): Meant | undefined {
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

/** Most slips of the pen by which a name is still told from that of another cluster. */
const MOST_SLIPS = 3;

function nearName(name: string, listed: readonly Meant[]): string | null {
  const labels = [...new Set(listed.map(({ cluster }) => cluster.label))];
  const nearest = labels.includes(name) ? name : distanceNearest(name, labels);
  return nearest !== null && editDistance(name, nearest, MOST_SLIPS) <= MOST_SLIPS ? nearest : null;
}
