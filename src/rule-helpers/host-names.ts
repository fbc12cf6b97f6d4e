import type { Edit } from '../text/edits.ts';
import { listedString } from '../facts/query.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Fix, RuleContext } from '../lint/rule.ts';
import { editOf, clusterOfHost, formOf, ownHosts, renameHost, replaceHosts, written } from './hosts.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { optionNamed, removal, withOption, withoutOptions } from './options.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { classifyHost } from '../classify/classify-host.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import type { Range } from '../text/source.ts';

/** True if the plan is to replace all legacy hostnames. */
export function leavesLegacyNames({ plan }: RuleContext): boolean {
  return plan.some(({ change }) => change === 'leave-legacy-hostnames');
}

/** The end of a legacy name's first label, `-ab123` or `-ab123-lb`, and its replacement in a current name. */
interface NameEnd {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** @param mark the text before the dot in current names: empty for the standard name, `-pri` for the private one */
function currentEnd(host: FoundHost, mark: '' | '-pri'): NameEnd | undefined {
  const { token, kind, shape } = host.class;
  const at = token === null ? -1 : host.host.toLowerCase().lastIndexOf(`-${token}`);
  if (token === null || at < 0) return undefined;
  // Some people write `c-pri-ab123`: what is marked already keeps its mark.
  if (kind !== 'optimized') return { at, length: 1, text: shape === 'legacy-private' ? '.' : `${mark}.` };
  const length = `-${token}-lb`.length;
  return { at, length, text: `-lb.${token}` };
}

/**
 * The documented change of each name, from hyphen to dot. A provider label stays unchanged. `undefined` if one of the
 * names cannot be edited.
 */
export function toCurrentNames(
  string: FoundString,
  hosts: readonly FoundHost[],
  mark: '' | '-pri',
  title: string,
): Fix | undefined {
  const edits: Edit[] = [];
  for (const host of hosts) {
    const end = currentEnd(host, mark);
    // A default value in a placeholder is longer than its range in the value.
    if (host.hostRange.endOffset - host.hostRange.offset !== host.host.length) return undefined;
    const offset = host.hostRange.offset + (end?.at ?? 0);
    const edit = end && editOf(string, { offset, endOffset: offset + end.length }, end.text);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return edits.length > 0 ? { title, edits } : undefined;
}

/** True if the record lists all names that result from replacing the hyphen. */
export function listsCurrentNames(cluster: ClusterFacts, hosts: readonly FoundHost[]): boolean {
  return hosts.every((host) => {
    const end = currentEnd(host, '');
    return end && listedString(cluster, host.host.slice(0, end.at) + end.text + host.host.slice(end.at + end.length));
  });
}

/**
 * The SRV name for a node's own name: `c-shard-00-01.t.…` → `c.t.…`. `null` if the node's name does not contain the
 * cluster's name: endpoint nodes, nodes named by an id (`ac-…`, `atlas-…`), and legacy names, whose token only a record
 * shows.
 */
export function suggestedSrvName({ host, class: seen }: FoundHost): string | null {
  if (!seen.node || seen.family === 'legacy' || seen.placeholder || host.includes(PLACEHOLDER)) return null;
  if (seen.cluster === null || /^(?:ac-[a-z\d]{7}|atlas-[a-z\d]{6})$/i.test(seen.cluster)) return null;
  const match = /^([a-z\d-]+?)-(?:shard|config)-\d\d-\d\d(-pri)?(\..+)$/i.exec(host.slice(0, 253));
  return match && `${match[1]}${match[2] ?? ''}${match[3]}`;
}

/** Shapes of names for a whole cluster in DNS. */
const SRV_SHAPES: ReadonlySet<string> = new Set([
  ...['standard', 'legacy', 'legacy-private', 'private', 'optimized', 'legacy-optimized'],
  ...['endpoint', 'endpoint-regional', 'legacy-endpoint'],
]);

/** True for a name with an SRV record but no address: `name.t.…` is a cluster, not a node. */
export function isSrvOnly({ host, class: seen, resolved }: FoundHost): boolean {
  // Of a name in a constant only the class is known here.
  const label = resolved ? (seen.cluster ?? '') : host.split('.', 1)[0]!;
  // An unknown piece in the first label may make it a node.
  return !seen.placeholder && SRV_SHAPES.has(seen.shape ?? '') && !label.includes(PLACEHOLDER) && !NUMBERED.test(label);
}

/** Common node names in invented deployments: `00`, `node1`, `mongo-2`. */
const NUMBERED = /^(?:n|node|host|h|s|server|shard|member|rs|db|mongo|mongod|mongodb)?[-_]?\d{1,3}$/i;

/** The cluster's SRV string of the same kind, in the record's order. */
export function listedSrv(strings: readonly ListedString[], kind: Kind): ListedString | undefined {
  return strings.find((listed) => listed.form === 'srv' && listed.kind === kind && listed.hosts.length === 1);
}

/**
 * Converts a direct string to the SRV string of the name: scheme and hosts change, and `directConnection=true` and
 * `replicaSet` are removed.
 */
export function toSrv(string: FoundString, name: string, profile: ServiceProfile, title: string): Fix | undefined {
  const { uri } = string;
  if (uri?.scheme !== 'direct') return undefined;
  const direct = optionNamed(string, 'directConnection');
  const set = optionNamed(string, 'replicaSet');
  // DNS provides the replica set of an SRV string. A literal one becomes wrong when the cluster becomes sharded.
  const dropped = [...(direct?.value === 'true' ? [direct] : []), ...(set ? [set] : [])];
  const edits: (Edit | undefined)[] = [
    editOf(string, uri.schemeRange, profile.schemes[1]),
    ...hostEdits(string, name),
    ...withoutOptions(string, dropped),
  ];
  if (edits.some((edit) => edit === undefined)) return undefined;
  return { title, edits: edits.filter((edit) => edit !== undefined) };
}

/** Converts an SRV string to the record's direct string. Options of the record that the string lacks are added. */
export function toDirect(
  string: FoundString,
  listed: ListedString,
  profile: ServiceProfile,
  title: string,
): Fix | undefined {
  const { uri } = string;
  if (uri?.scheme !== 'srv') return undefined;
  const [, query = ''] = listed.text.split('?');
  const has = (name: string): boolean =>
    optionNamed(string, name) !== undefined ||
    (/^(?:ssl|tls)$/i.test(name) && optionNamed(string, 'tls') !== undefined);
  const added = query.split('&').filter((pair) => pair !== '' && !has(pair.split('=', 1)[0]!));
  const [name = '', value = ''] = added.join('&').split(/=(.*)/s);
  const edits = [
    editOf(string, uri.schemeRange, profile.schemes[0]),
    editOf(string, uri.hostsRange, written(listed.hosts)),
    ...(added.length > 0 ? [withOption(string, name, value)] : []),
  ];
  if (edits.some((edit) => edit === undefined)) return undefined;
  return { title, edits: edits.filter((edit) => edit !== undefined) };
}

/** If the name is already in the string, only its port is removed. */
function hostEdits(string: FoundString, name: string): (Edit | undefined)[] {
  const [host] = string.hosts;
  const range = string.uri!.hostsRange;
  if (!host || string.hosts.length > 1 || host.host.toLowerCase() !== name.toLowerCase()) {
    return [editOf(string, range, name)];
  }
  const { endOffset } = host.hostRange;
  return host.portRange ? [removal(string, { offset: endOffset, endOffset: host.portRange.endOffset })] : [];
}

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
interface EndpointMark extends Range {
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
): Fix | undefined {
  const mark = endpointMark(host);
  const zero = mark && renumbered(host, mark, 0).toLowerCase();
  const listed = endpointStringsAt(cluster, formOf(string), 0, context);
  const same = listed.find(({ hosts }) => hosts[0]?.host === zero) ?? (listed.length === 1 ? listed[0] : undefined);
  return same && replaceHosts(string, same, `Use the string of index 0 that the record of "${cluster.name}" lists`);
}

/** The same name with index 0. Not for host lists, because their ports differ too. */
export function likelyIndexZero(string: FoundString, host: FoundHost): Fix | undefined {
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
