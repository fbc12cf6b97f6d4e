import { classifyHost } from '../classify/classify-host.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { listedString } from '../facts/query.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { Repair, RuleContext } from '../lint/rule.ts';
import { clusterOfHost, formOf, ownHosts, renameHost, replaceHosts } from './hosts.ts';
import type { Range } from '../text/source.ts';

/** Hosts of a private endpoint, without standard hosts of clusters whose name looks like one (`accounts-pl-1`). */
export function endpointHosts(
  string: FoundString,
  context: RuleContext,
  kinds: readonly Kind[] = ['private-endpoint', 'optimized'],
): readonly FoundHost[] {
  return ownHosts(string, ...kinds).filter((host) => !host.class.placeholder && !isStandardName(host, context));
}

/** Only a record can show that `-pl-1`, `-lb` or `-pri` belongs to the cluster's own name. */
export function isStandardName(host: FoundHost, context: RuleContext): boolean {
  if (host.class.node || context.facts.clusters.length === 0) return false;
  const cluster = clusterOfHost(host, context);
  const kind = cluster && listedString(cluster, host.host)?.kind;
  if (kind) return kind === 'standard';
  const label = clusterLabel(host.host.split('.')[0]!);
  return context.facts.clusters.some((known) => known.label === label);
}

/**
 * Number of a private endpoint in the first label. The last match counts, because cluster names may end in the same
 * way.
 */
const ENDPOINT_MARK = /(?:^|-)(pl|psc|pe)-(\d{1,3})(?=[-.])/g;

/** The endpoint's part of a name (`pl-1`). Offsets are offsets in the name. */
export interface EndpointMark extends Range {
  /** `pl`, or `psc` for port-mapped endpoints. */
  readonly word: string;
}

export function endpointMark({ host }: FoundHost): EndpointMark | undefined {
  const label = `${host.toLowerCase().split('.')[0]!}.`;
  const match = [...label.matchAll(ENDPOINT_MARK)].at(-1);
  if (!match) return undefined;
  const [whole, word = '', digits = ''] = match;
  const endOffset = match.index + whole.length;
  return { word, offset: endOffset - `${word}-${digits}`.length, endOffset };
}

/** The hostname with another endpoint number, and with another word for `pl` if one is passed. */
export function renumbered({ host }: FoundHost, mark: EndpointMark, index: number, word = mark.word): string {
  return `${host.slice(0, mark.offset)}${word}-${index}${host.slice(mark.endOffset)}`;
}

/** The record's endpoint strings of this form and index, without load-balanced ones. */
export function endpointStringsAt(
  cluster: ClusterFacts,
  form: 'srv' | 'direct',
  index: number,
  { profile }: RuleContext,
): readonly ListedString[] {
  return cluster.listed.filter(
    (entry) =>
      entry.kind === 'private-endpoint' &&
      entry.form === form &&
      entry.hosts.every(({ host }) => classifyHost(host, form, profile).index === index),
  );
}

/** The record's string with index 0: the one with the same name, or the only one that is listed. */
export function listedIndexZero(
  string: FoundString,
  host: FoundHost,
  cluster: ClusterFacts,
  context: RuleContext,
): Repair | undefined {
  const mark = endpointMark(host);
  const zero = mark && renumbered(host, mark, 0).toLowerCase();
  const listed = endpointStringsAt(cluster, formOf(string), 0, context);
  const same = listed.find(({ hosts }) => hosts[0]?.host === zero) ?? (listed.length === 1 ? listed[0] : undefined);
  return same && replaceHosts(string, same, `Use the string of index 0 that the record of "${cluster.name}" lists`);
}

/** The same name with index 0. Not for host lists, because their ports differ too. */
export function likelyIndexZero(string: FoundString, host: FoundHost): Repair | undefined {
  const mark = host.class.node ? undefined : endpointMark(host);
  return mark && renameHost(string, host, renumbered(host, mark, 0), 'Use index 0 (the cluster record decides)');
}

/** The *Legacy SRV* string in the record beside an optimized one: of the same endpoint, otherwise with index 0. */
export function legacySrvFor(host: FoundHost, cluster: ClusterFacts, context: RuleContext): ListedString | undefined {
  const plain = host.host.toLowerCase().replace('-lb.', '.');
  const all = cluster.listed.filter(({ kind, form }) => kind === 'private-endpoint' && form === 'srv');
  const [zero] = endpointStringsAt(cluster, 'srv', 0, context);
  return zero && host.class.index !== 0 ? zero : (all.find(({ hosts }) => hosts[0]?.host === plain) ?? zero ?? all[0]);
}
