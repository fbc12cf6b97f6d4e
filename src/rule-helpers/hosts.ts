import type { Edit } from '../text/edits.ts';
import { clusterOf, hostQuery } from '../facts/query.ts';
import type { ChangeName, PlannedChange } from '../config/plan.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { PLACEHOLDER, isExact, sourceRange } from '../text/literal.ts';
import type { Fix, RuleContext } from '../lint/rule.ts';
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

export function partAt(string: FoundString, part: Range): Range {
  return sourceRange(string.literal, part.offset, part.endOffset);
}

/** The record of a host's cluster, if known. */
export function clusterOfHost(host: FoundHost, { facts }: Pick<RuleContext, 'facts'>): ClusterFacts | undefined {
  return clusterOf(facts, hostQuery(host));
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

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' };

/** An edit of a part of the value, or `undefined` if the source does not show that part literally. */
export function editOf(string: FoundString, part: Range, text: string): Edit | undefined {
  if (part.endOffset > part.offset && !isExact(string.literal, part.offset, part.endOffset)) return undefined;
  const { offset, endOffset } = sourceRange(string.literal, part.offset, part.endOffset);
  return { offset, endOffset, text };
}

export function makeFix(title: string, edit: Edit | undefined): Fix | undefined {
  return edit && { title, edits: [edit] };
}

/** Replaces the name of one host and keeps its port. */
export function renameHost(string: FoundString, host: FoundHost, name: string, title: string): Fix | undefined {
  return makeFix(title, editOf(string, host.hostRange, name));
}

/**
 * Replaces the hosts of the string with those of the record's string, and keeps user, database and options. Both must
 * have the same form, because the scheme does not change.
 */
export function replaceHosts(string: FoundString, listed: ListedString, title: string): Fix | undefined {
  if (string.attribute) return replaceAttribute(string, listed, title);
  const hosts = string.hosts;
  const first = hosts[0];
  if (!first || formOf(string) !== listed.form) return undefined;
  const own = hostsFor(string, listed);
  if (!own) return undefined;
  // One name replaces one name. Ports and everything else stay.
  if (listed.form === 'srv') return hosts.length === 1 ? renameHost(string, first, written(own), title) : undefined;
  return makeFix(title, editOf(string, { offset: first.offset, endOffset: hosts.at(-1)!.endOffset }, written(own)));
}

/** Reads the field that lists the string, if it is beside the one that is read, in the spelling of the same tool. */
function replaceAttribute(
  { attribute, range, name }: FoundString,
  { field }: ListedString,
  title: string,
): Fix | undefined {
  const next = field.split('.').at(-1)!;
  const isEndpoint = (own: string): boolean => /connectionString$/i.test(own);
  const own = attribute?.field;
  const written = name?.split(/[./]/).at(-1) ?? '';
  if (
    !own ||
    isEndpoint(own) !== isEndpoint(next) ||
    !written.toLowerCase().replaceAll('_', '').endsWith(own.toLowerCase())
  )
    return undefined;
  const text = written.includes('_') || written === written.toLowerCase() ? snakeCase(next) : asCase(written, next);
  return { title, edits: [{ ...range, text }] };
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The operator's keys begin with `connectionString`; templates begin with a capital letter. */
function asCase(written: string, name: string): string {
  const pascal = name[0]!.toUpperCase() + name.slice(1);
  if (/^connectionString[A-Z]/.test(written)) return `connectionString${pascal}`;
  return /^[A-Z]/.test(written) ? pascal : name;
}

/**
 * The hosts of a record's string that take the place of a string's own. Where one node is named, one node is meant: the
 * one of the same number; its port is written where the text has one.
 */
export function hostsFor(string: FoundString, { form, hosts }: ListedString): ListedString['hosts'] | undefined {
  const [only] = string.hosts;
  if (form === 'srv' || hosts.length === 1 || string.hosts.length !== 1 || !only) return hosts;
  const number = nodeNumber(only.host);
  // Endpoint hosts have no number; a bare one has no room for a list.
  if (number === null) return string.form === 'host' ? undefined : hosts;
  const node = hosts.find(({ host }) => nodeNumber(host) === number);
  return node && [{ host: node.host, port: only.portRange === null ? null : node.port }];
}

/** `shard-00-01` of `c-shard-00-01-pri.t.…`. */
function nodeNumber(host: string): string | null {
  return /-((?:shard|config)-\d\d-\d\d)(?:[-.]|$)/i.exec(host)?.[1]?.toLowerCase() ?? null;
}

/** As a connection string lists them. */
export function written(hosts: ListedString['hosts']): string {
  return hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(',');
}

/** `srv` or `direct`. A bare host counts as SRV unless it is a node. */
export function formOf(string: FoundString): 'srv' | 'direct' {
  if (string.form === 'srv' || string.form === 'direct') return string.form;
  return string.hosts.some((host) => host.class.node) ? 'direct' : 'srv';
}
