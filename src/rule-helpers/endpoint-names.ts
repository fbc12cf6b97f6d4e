import { classifyHost } from '../classify/classify-host.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { listedString } from '../facts/query.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { Repair, RuleContext } from '../lint/rule.ts';
import { clusterOfHost, formOf, ownHosts, renameHost, replaceHosts } from './hosts.ts';
import type { Range } from '../text/source.ts';

/** Hosts of a private endpoint; standard names of clusters that are called like one (`accounts-pl-1`) are left out. */
export function endpointHosts(
  string: FoundString,
  context: RuleContext,
  kinds: readonly Kind[] = ['private-endpoint', 'optimized'],
): readonly FoundHost[] {
  return ownHosts(string, ...kinds).filter((host) => !host.class.placeholder && !isStandardName(host, context));
}

/** Only the records tell a cluster whose own name ends in `-pl-1`, `-lb` or `-pri` from a mark of the service. */
export function isStandardName(host: FoundHost, context: RuleContext): boolean {
  if (host.class.node || context.facts.clusters.length === 0) return false;
  const cluster = clusterOfHost(host, context);
  const kind = cluster && listedString(cluster, host.host)?.kind;
  if (kind) return kind === 'standard';
  const label = clusterLabel(host.host.split('.')[0]!);
  return context.facts.clusters.some((known) => known.label === label);
}

/** Number of a private endpoint in the first label: the last one, because cluster names can end in such a thing. */
const ENDPOINT_MARK = /(?:^|-)(pl|psc|pe)-(\d{1,3})(?=[-.])/g;

/** What stands for the endpoint in a name (`pl-1`). Offsets are offsets in the name. */
export interface EndpointMark extends Range {
  /** `pl`, or `psc` with port-mapped endpoints. */
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

/** The host's name with another endpoint number, and with another word for `pl` where one is given. */
export function renumbered({ host }: FoundHost, mark: EndpointMark, index: number, word = mark.word): string {
  return `${host.slice(0, mark.offset)}${word}-${index}${host.slice(mark.endOffset)}`;
}

/** The record's endpoint strings of this form and index that are not load-balanced. */
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

/** Puts the record's string of index 0 in: the one of the same name or, where only one is listed, that one. */
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

/** The same name with index 0. Hosts of a list also differ in their ports, so nothing is likely there. */
export function likelyIndexZero(string: FoundString, host: FoundHost): Repair | undefined {
  const mark = host.class.node ? undefined : endpointMark(host);
  return mark && renameHost(string, host, renumbered(host, mark, 0), 'Use index 0 (the cluster record decides)');
}

/** The string that the record lists beside an optimized one, as *Legacy SRV*: of the same endpoint, else of index 0. */
export function legacySrvFor(host: FoundHost, cluster: ClusterFacts, context: RuleContext): ListedString | undefined {
  const plain = host.host.toLowerCase().replace('-lb.', '.');
  const all = cluster.listed.filter(({ kind, form }) => kind === 'private-endpoint' && form === 'srv');
  const [zero] = endpointStringsAt(cluster, 'srv', 0, context);
  return zero && host.class.index !== 0 ? zero : (all.find(({ hosts }) => hosts[0]?.host === plain) ?? zero ?? all[0]);
}
