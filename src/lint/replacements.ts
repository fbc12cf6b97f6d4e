import type { FoundHost, FoundString } from '../classify/found-string.ts';
import { applyEdits, rangeOver, type Edit, type Fix } from '../text/source.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import { listedString } from '../facts/query.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { isNodeId, type Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { UriOption } from '../parse/connection-string.ts';
import { formOf } from './string-hosts.ts';
import { editOf, makeFix, optionNamed, removal, withOption, withoutOptions } from '../classify/string-edits.ts';

/** The end of a legacy name's first label, `-ab123` or `-ab123-lb`, and what stands there today: nothing, or `-pri`. */
function currentEnd(host: FoundHost, mark: '' | '-pri'): Edit | undefined {
  const { token, kind, shape } = host.class;
  const offset = token === null ? -1 : host.host.toLowerCase().lastIndexOf(`-${token}`);
  if (token === null || offset < 0) return undefined;
  if (kind === 'optimized') return { offset, endOffset: offset + `-${token}-lb`.length, text: `-lb.${token}` };
  // Some people write `c-pri-ab123`: what is marked already keeps its mark.
  return { offset, endOffset: offset + 1, text: shape === 'legacy-private' ? '.' : `${mark}.` };
}

/** The documented change of each name, from hyphen to dot; a provider label stays. `undefined` if one has no edit. */
export const toCurrentNames = (string: FoundString, hosts: readonly FoundHost[], mark: '' | '-pri', title: string) =>
  makeFix(
    title,
    ...hosts.map((host) => {
      const end = currentEnd(host, mark);
      const { offset, endOffset } = host.hostRange;
      // A default value in a placeholder is longer than its range in the value.
      if (!end || endOffset - offset !== host.host.length) return undefined;
      return editOf(string, { offset: offset + end.offset, endOffset: offset + end.endOffset }, end.text);
    }),
  );

/** True if the record lists all names that result from replacing the hyphen. */
export const listsCurrentNames = (cluster: ClusterFacts, hosts: readonly FoundHost[]): boolean =>
  hosts.every((host) => {
    const end = currentEnd(host, '');
    return end && listedString(cluster, applyEdits(host.host, [end]));
  });

/** `c-shard-00-01.t.…` → `c.t.…`. `null` where a node's name does not contain the cluster's. */
export function suggestedSrvName({ host, class: seen }: FoundHost): string | null {
  if (!seen.node || seen.family === 'legacy' || seen.placeholder || host.includes(PLACEHOLDER)) return null;
  if (seen.cluster === null || isNodeId(seen.cluster)) return null;
  const name = host.replace(/-(?:shard|config)-\d\d-\d\d(?=(?:-pri)?\.)/i, '');
  return name === host ? null : name;
}

/** The cluster's strings of a kind, and of a form, in the record's order: SRV before direct ones of the same entry. */
export const listedAs = (cluster: ClusterFacts | undefined, kind: Kind, form?: ListedString['form']): ListedString[] =>
  (cluster?.listed ?? []).filter((one) => one.kind === kind && (form === undefined || one.form === form));

/** Options that bind a program to one node: `connect=direct` is that of Go, mgo and .NET. */
export const directOptions = (string: FoundString): UriOption[] =>
  ['directConnection', 'connect'].flatMap((name) => {
    const option = optionNamed(string, name);
    return option && /^(?:true|direct)$/i.test(option.value ?? '') ? [option] : [];
  });

/** Converts a direct string to the SRV string of the name, without `replicaSet` and options for one node. */
export function toSrv(string: FoundString, name: string, profile: ServiceProfile, title: string): Fix | undefined {
  const { uri } = string;
  if (uri?.scheme !== 'direct') return undefined;
  const set = optionNamed(string, 'replicaSet');
  // DNS provides the replica set of an SRV string. A literal one becomes wrong when the cluster becomes sharded.
  const dropped = [...directOptions(string), ...(set ? [set] : [])];
  const [host, other] = string.hosts;
  // A name that a constant gives stays, only its port goes.
  const isSame = host && !other && host.host.toLowerCase() === name.toLowerCase();
  const port = host?.portRange && { offset: host.hostRange.endOffset, endOffset: host.portRange.endOffset };
  return makeFix(
    title,
    editOf(string, uri.schemeRange, profile.schemes[1]),
    ...(!isSame ? [editOf(string, uri.hostsRange, name)] : port ? [removal(string, port)] : []),
    ...withoutOptions(string, dropped),
  );
}

/** Converts an SRV string to the record's direct string. Options of the record that the string lacks are added. */
export function toDirect(string: FoundString, listed: ListedString, profile: ServiceProfile, title: string) {
  const { uri } = string;
  if (uri?.scheme !== 'srv') return undefined;
  const [, query = ''] = listed.text.split('?');
  const has = (name: string): boolean =>
    optionNamed(string, name) !== undefined ||
    (/^(?:ssl|tls)$/i.test(name) && optionNamed(string, 'tls') !== undefined);
  const added = query.split('&').filter((pair) => pair !== '' && !has(pair.split('=', 1)[0]!));
  const [name = '', value = ''] = added.join('&').split(/=(.*)/s);
  return makeFix(
    title,
    editOf(string, uri.schemeRange, profile.schemes[0]),
    editOf(string, uri.hostsRange, written(listed.hosts)),
    ...(added.length > 0 ? [withOption(string, name, value)] : []),
  );
}

/** The part of an endpoint in the first label, `pl-1`: the last one, because cluster names may end in the same way. */
const ENDPOINT_PART = /^((?:[^.]*-)?)(pl|psc|pe)-(?:\d{1,3}|\uFFFC)(?=[-.]|$)/i;

/** `pl`, or `psc` for port-mapped endpoints. */
export const endpointWord = ({ host }: FoundHost) => ENDPOINT_PART.exec(host)?.[2]?.toLowerCase();

/** The hostname with endpoint number 0, and with another word for `pl` if one is passed. */
export const indexZero = ({ host }: FoundHost, word = '$2') => host.replace(ENDPOINT_PART, `$1${word}-0`);

/** The record's endpoint string with index 0: the one with the same name, or the only one that is listed. */
export function listedIndexZero(string: FoundString, host: FoundHost, cluster: ClusterFacts | undefined) {
  const zero = indexZero(host).toLowerCase();
  const listed = listedAs(cluster, 'private-endpoint', formOf(string)).filter(isIndexZero);
  return listed.find(({ hosts }) => hosts[0]?.host === zero) ?? (listed.length === 1 ? listed[0] : undefined);
}

export const isIndexZero = (listed: ListedString): boolean => listed.class.index === 0;

/** The same name with index 0. Not for host lists, because their ports differ too. */
export const likelyIndexZero = (string: FoundString, host: FoundHost): Fix | undefined =>
  host.class.node ? undefined : renameHost(string, host, indexZero(host), 'Use index 0 (the cluster record decides)');

/** The *Legacy SRV* string in the record beside an optimized one: of the same endpoint, otherwise with index 0. */
export function legacySrvFor(host: FoundHost, cluster: ClusterFacts | undefined): ListedString | undefined {
  const plain = host.host.toLowerCase().replace('-lb.', '.');
  const all = listedAs(cluster, 'private-endpoint', 'srv');
  const zero = all.find(isIndexZero);
  return zero && host.class.index !== 0 ? zero : (all.find(({ hosts }) => hosts[0]?.host === plain) ?? zero ?? all[0]);
}

export const renameHost = (string: FoundString, host: FoundHost, name: string, title: string): Fix | undefined =>
  makeFix(title, editOf(string, host.hostRange, name));

/** The current string of a kind that the record lists in the form of this one. */
export function recordedOf(string: FoundString, cluster: ClusterFacts | undefined, kind: Kind, note?: string) {
  const listed = listedAs(cluster, kind, formOf(string)).find((one) => one.class.family === 'current');
  return recordedFix(string, cluster, listed, note);
}

/** Replaces the hosts by those of the record's string, which must have the same form: the scheme stays. */
export function recordedFix(
  string: FoundString,
  cluster: ClusterFacts | undefined,
  listed: ListedString | undefined,
  note = '',
): Fix | undefined {
  if (!cluster || !listed) return undefined;
  const title = `Use the string that the record of "${cluster.name}" lists${note}`;
  if (string.attribute) return replaceAttribute(string, listed, title);
  if (string.hosts.length === 0 || formOf(string) !== listed.form) return undefined;
  const own = hostsFor(string, listed);
  return own && makeFix(title, editOf(string, rangeOver(string.hosts), written(own)));
}

/** Reads the field that lists the string, if it is beside the one that is read, in the spelling of the same tool. */
function replaceAttribute({ attribute, range, name }: FoundString, { field }: ListedString, title: string) {
  const next = field.split('.').at(-1)!;
  const isEndpoint = (own: string): boolean => /connectionString$/i.test(own);
  const own = attribute?.field;
  const written = name?.split(/[./]/).at(-1) ?? '';
  if (!own || isEndpoint(own) !== isEndpoint(next)) return undefined;
  if (!written.toLowerCase().replaceAll('_', '').endsWith(own.toLowerCase())) return undefined;
  const snake = next.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { title, edits: [{ ...range, text: spelledLike(written, snake) }] };
}

/** A name in snake case in the spelling of one beside it: other languages, templates, keys of the operator. */
export function spelledLike(written: string, snake: string): string {
  if (written.includes('_') || written === written.toLowerCase()) return snake;
  const camel = snake.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.replace(/(?<![a-zA-Z])[a-z]/g, (letter) => letter.toUpperCase());
  if (/^connectionString[A-Z]/.test(written)) return `connectionString${pascal}`;
  return /^[A-Z]/.test(written) ? pascal : camel;
}

/** The hosts that replace a string's own. A named node stands for the one of its number; its port is optional. */
function hostsFor(string: FoundString, { form, hosts }: ListedString): ListedString['hosts'] | undefined {
  const [only] = string.hosts;
  if (form === 'srv' || hosts.length === 1 || string.hosts.length !== 1 || !only) return hosts;
  const number = nodeNumber(only.host);
  // Endpoint hosts have no number; a bare one has no room for a list.
  if (number === null) return string.form === 'host' ? undefined : hosts;
  const node = hosts.find(({ host }) => nodeNumber(host) === number);
  return node && [{ host: node.host, port: only.portRange === null ? null : node.port }];
}

/** `shard-00-01` of `c-shard-00-01-pri.t.…`. */
const nodeNumber = (host: string): string | null =>
  /-((?:shard|config)-\d\d-\d\d)(?:[-.]|$)/i.exec(host)?.[1]?.toLowerCase() ?? null;

const written = (hosts: ListedString['hosts']): string =>
  hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(',');
