import type { Edit } from '../text/edits.ts';
import { clusterOf } from '../facts/query.ts';
import type { ChangeName, PlannedChange } from '../config/plan.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { PLACEHOLDER, isExact, sourceRange } from '../text/literal.ts';
import type { Repair, RuleContext } from '../lint/rule.ts';
import type { Provider } from '../classify/service.ts';
import type { Range } from '../text/source.ts';

/**
 * The hosts of a string that rules check: Atlas hosts that are written in the string itself. A name from a constant is
 * checked at the constant.
 */
export function ownHosts(string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] {
  return serviceHosts(string, ...kinds).filter(({ resolved }) => !resolved);
}

/** The Atlas hosts of a string, literal or from a constant, for checks of its scheme and options. */
export function serviceHosts(string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] {
  return string.hosts.filter(
    (host) => host.class.domain !== null && (kinds.length === 0 || kinds.includes(host.class.kind)),
  );
}

/** Own hosts of clusters, without invented names of documents and without other products. */
export function realHosts(string: FoundString): readonly FoundHost[] {
  return ownHosts(string).filter(isReal);
}

/** True for a cluster host that is neither an example nor another product. */
export function isReal({ host, class: seen }: FoundHost): boolean {
  return seen.kind !== 'other-service-host' && (!seen.placeholder || host.includes(PLACEHOLDER));
}

/** Source range from the first to the last of these hosts, without the last port. */
export function hostsAt(string: FoundString, hosts: readonly FoundHost[]): Range {
  const first = hosts[0];
  if (!first) return string.range;
  return sourceRange(string.literal, first.hostRange.offset, hosts.at(-1)!.hostRange.endOffset);
}

/** Source range of a part of the value. */
export function partAt(string: FoundString, part: Range): Range {
  return sourceRange(string.literal, part.offset, part.endOffset);
}

/** The record of a host's cluster, if known. */
export function clusterOfHost(host: FoundHost, { facts }: Pick<RuleContext, 'facts'>): ClusterFacts | undefined {
  return clusterOf(facts, { host: host.host, cluster: host.class.cluster, token: host.class.token, port: host.port });
}

/** The providers in the record, otherwise in the name. */
export function providersOf(host: FoundHost, cluster: ClusterFacts | undefined): readonly Provider[] | null {
  if (cluster?.providers) return cluster.providers.value;
  return host.class.provider ? [host.class.provider] : null;
}

/** The planned changes of this type that concern the host: those of its cluster, of all clusters, or of the project. */
export function plannedFor<C extends ChangeName>(
  change: C,
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  { plan }: RuleContext,
): readonly Extract<PlannedChange, { change: C }>[] {
  return plan.filter((planned): planned is Extract<PlannedChange, { change: C }> => {
    if (planned.change !== change) return false;
    return !('cluster' in planned) || concerns(planned.cluster, host, cluster);
  });
}

/** True if a cluster name in a plan means the cluster of this host. */
export function concerns(name: string, host: FoundHost, cluster: ClusterFacts | undefined): boolean {
  if (name === '*') return true;
  const label = clusterLabel(name);
  return cluster ? cluster.label === label : host.class.cluster?.toLowerCase() === label;
}

/** ` of cluster "orders"` for a message. Empty if neither a record nor the name shows the cluster. */
export function ofCluster(host: FoundHost, cluster: ClusterFacts | undefined): string {
  const name = cluster?.name ?? host.class.cluster;
  return name === null ? '' : ` of cluster "${name}"`;
}

/** Names of providers in messages. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' };

/** An edit of a part of the value, or `undefined` if the source does not show that part literally. */
export function editOf(string: FoundString, part: Range, text: string): Edit | undefined {
  if (part.endOffset > part.offset && !isExact(string.literal, part.offset, part.endOffset)) return undefined;
  const { offset, endOffset } = sourceRange(string.literal, part.offset, part.endOffset);
  return { offset, endOffset, text };
}

/** A repair with one edit, or `undefined` without an edit. */
export function repair(title: string, edit: Edit | undefined): Repair | undefined {
  return edit && { title, edits: [edit] };
}

/** Replaces the name of one host and keeps its port. */
export function renameHost(string: FoundString, host: FoundHost, name: string, title: string): Repair | undefined {
  return repair(title, editOf(string, host.hostRange, name));
}

/**
 * Replaces the hosts of the string with those of the record's string, and keeps user, database and options. Both must
 * have the same form, because the scheme does not change.
 */
export function replaceHosts(string: FoundString, listed: ListedString, title: string): Repair | undefined {
  const hosts = string.hosts;
  const first = hosts[0];
  if (!first || formOf(string) !== listed.form) return undefined;
  // A bare name is used where a single host is expected, so a list would not fit.
  if (string.form === 'host' && listed.form === 'direct' && hosts.length === 1) return undefined;
  const written = listed.hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(',');
  // One name replaces one name. Ports and everything else stay.
  if (listed.form === 'srv') return hosts.length === 1 ? renameHost(string, first, written, title) : undefined;
  return repair(title, editOf(string, { offset: first.offset, endOffset: hosts.at(-1)!.endOffset }, written));
}

/** `srv` or `direct`. A bare host counts as SRV unless it is a node. */
export function formOf(string: FoundString): 'srv' | 'direct' {
  if (string.form === 'srv' || string.form === 'direct') return string.form;
  return string.hosts.some((host) => host.class.node) ? 'direct' : 'srv';
}
