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
 * The hosts of a string that rules judge: those of the service whose name stands in the string itself. A name that was
 * followed to a constant is judged where the constant is written.
 */
export function ownHosts(string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] {
  return serviceHosts(string, ...kinds).filter(({ resolved }) => !resolved);
}

/** The hosts of the service that a string names itself or by a constant: for what its scheme and its options say of them. */
export function serviceHosts(string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] {
  return string.hosts.filter(
    (host) => host.class.domain !== null && (kinds.length === 0 || kinds.includes(host.class.kind)),
  );
}

/** Own hosts that belong to a cluster: no name that documentation invents, no other product of the service. */
export function realHosts(string: FoundString): readonly FoundHost[] {
  return ownHosts(string).filter(isReal);
}

/** True for a host of a cluster, and not of an example or of another product of the service. */
export function isReal({ host, class: seen }: FoundHost): boolean {
  return seen.kind !== 'other-service-host' && (!seen.placeholder || host.includes(PLACEHOLDER));
}

/** Source range from the first of these hosts to the last, without the last one's port. */
export function hostsAt(string: FoundString, hosts: readonly FoundHost[]): Range {
  const first = hosts[0];
  if (!first) return string.range;
  return sourceRange(string.literal, first.hostRange.offset, hosts.at(-1)!.hostRange.endOffset);
}

/** Source range of a part of the value. */
export function partAt(string: FoundString, part: Range): Range {
  return sourceRange(string.literal, part.offset, part.endOffset);
}

/** The record that a host belongs to, if one is known. */
export function clusterOfHost(host: FoundHost, { facts }: Pick<RuleContext, 'facts'>): ClusterFacts | undefined {
  return clusterOf(facts, { host: host.host, cluster: host.class.cluster, token: host.class.token, port: host.port });
}

/** The provider that the record or, failing that, the name tells. */
export function providersOf(host: FoundHost, cluster: ClusterFacts | undefined): readonly Provider[] | null {
  if (cluster?.providers) return cluster.providers.value;
  return host.class.provider ? [host.class.provider] : null;
}

/** The planned changes of this name that concern the host: those of its cluster, of every cluster, or of the project. */
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

/** True when a plan's cluster name means the cluster of this host. */
export function concerns(name: string, host: FoundHost, cluster: ClusterFacts | undefined): boolean {
  if (name === '*') return true;
  const label = clusterLabel(name);
  return cluster ? cluster.label === label : host.class.cluster?.toLowerCase() === label;
}

/** ` of cluster "orders"` for a message; empty when neither a record nor the name itself tells. */
export function ofCluster(host: FoundHost, cluster: ClusterFacts | undefined): string {
  const name = cluster?.name ?? host.class.cluster;
  return name === null ? '' : ` of cluster "${name}"`;
}

/** Providers as people call them. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' };

/** An edit of a part of the value; nothing when the source does not show that part as it is. */
export function editOf(string: FoundString, part: Range, text: string): Edit | undefined {
  if (part.endOffset > part.offset && !isExact(string.literal, part.offset, part.endOffset)) return undefined;
  const { offset, endOffset } = sourceRange(string.literal, part.offset, part.endOffset);
  return { offset, endOffset, text };
}

/** A repair of one edit; nothing when the edit is not possible. */
export function repair(title: string, edit: Edit | undefined): Repair | undefined {
  return edit && { title, edits: [edit] };
}

/** Puts a name in the place of one host, keeping its port. */
export function renameHost(string: FoundString, host: FoundHost, name: string, title: string): Repair | undefined {
  return repair(title, editOf(string, host.hostRange, name));
}

/**
 * Puts the hosts of a record's string in the place of the string's own; user, database and options stay. The record's
 * string must be of the same form: a scheme is never changed on the way.
 */
export function replaceHosts(string: FoundString, listed: ListedString, title: string): Repair | undefined {
  const hosts = string.hosts;
  const first = hosts[0];
  if (!first || formOf(string) !== listed.form) return undefined;
  // A bare name stands where one host is meant: a list would not fit there.
  if (string.form === 'host' && listed.form === 'direct' && hosts.length === 1) return undefined;
  const written = listed.hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(',');
  // One name for one name: ports and everything around stay as they are.
  if (listed.form === 'srv') return hosts.length === 1 ? renameHost(string, first, written, title) : undefined;
  return repair(title, editOf(string, { offset: first.offset, endOffset: hosts.at(-1)!.endOffset }, written));
}

/** `srv` or `direct`; a bare host counts as a name for DNS unless it is a node. */
export function formOf(string: FoundString): 'srv' | 'direct' {
  if (string.form === 'srv' || string.form === 'direct') return string.form;
  return string.hosts.some((host) => host.class.node) ? 'direct' : 'srv';
}
