import type { AttributeRead, FoundHost, FoundString, StorePlace } from '../classify/found-string.ts';
import type { Config } from '../config/config.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { ClusterFacts, Facts, ListedString } from '../facts/facts.ts';
import { clustersListing, clustersNamed, plainHost } from '../facts/query.ts';
import { attributeStrings } from '../iac/attribute-strings.ts';
import type { ModuleTree } from '../iac/attribute-clusters.ts';
import { findStrings, type FindOptions } from '../read/find-strings.ts';
import { oncePer, overlaps, type Source } from '../text/source.ts';

/** What the config says about a string that comes from outside. */
export type ExternalEntry = Config['external'][string];

/** What the kind and the cluster of a string depend on besides its text. */
export interface StringFacts {
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  /** By the name that `list` prints, or by `file#key`. */
  readonly external: Config['external'];
  /** The files beside the text's own. */
  readonly tree?: () => ModuleTree | undefined;
}

/** Every string of a text that reaches a client, with the kind and the cluster that the facts give it. */
export function stringsIn(source: Source, known: StringFacts, options: FindOptions = {}): readonly FoundString[] {
  const found = findStrings(source, known.profile, options);
  const attributes = attributeStrings(source, known.tree?.());
  const all = attributes.length === 0 ? found : merged(source, found, attributes);
  if (all.length === 0) return all;
  return all.map((string) => recorded(inPlace(string, source, all), source.path, known));
}

/** With what only the text around a string shows: a docstring, a default in code, a key of a secret. */
function inPlace(string: FoundString, source: Source, all: readonly FoundString[]): FoundString {
  const { path, text } = source;
  if (string.literal.context !== 'code') return string;
  if (isDocstring(string, path, text)) return { ...string, literal: { ...string.literal, context: 'comment' } };
  const store = /\.(?:ya?ml|json)$/i.test(path) ? storeOf(string, text) : null;
  const isDefault = string.name === null && all.some((read) => isBehind(string, read, text));
  return store || isDefault ? { ...string, ...(store && { store }), ...(isDefault && { isDefault }) } : string;
}

/** A text of three quotes that is a statement of its own describes the code. */
function isDocstring({ literal, range }: FoundString, path: string, text: string): boolean {
  if (!/\.(?:pyi?|exs?)$/i.test(path) || literal.key !== null) return false;
  const open = Math.max(text.lastIndexOf('"""', range.offset), text.lastIndexOf("'''", range.offset));
  if (open < 0) return false;
  const line = text.slice(text.lastIndexOf('\n', open) + 1, open);
  const count = text.slice(0, open + 3).split(text.slice(open, open + 3)).length - 1;
  return count % 2 === 1 && /^[ \t]*(?:@\w*doc[ \t]+(?:~[sS])?)?[rRuUbB]?$/.test(line);
}

/** Text between a read and its default: `env.URI || "…"`, `getenv("URI", "…")`, `${URI:-…}`. */
const DEFAULT = /^["'`)\]}\s]{0,40}(?:\|\||\?\?|\?:|or\b|,|:-?)\s{0,40}(?:[fbru]?["'`]|\\["'])?\s{0,9}$/i;

function isBehind({ range }: FoundString, read: FoundString, text: string): boolean {
  const { endOffset } = read.range;
  if (read.name === null || read.via === 'attribute' || range.offset < endOffset || range.offset - endOffset > 100)
    return false;
  return DEFAULT.test(text.slice(endOffset, range.offset));
}

/** The secret that a manifest or a dump has the value in, or that a reference names. */
function storeOf({ name, range, literal }: FoundString, text: string): StorePlace | null {
  const [from, to] = documentAround(text, range.offset);
  const around = text.slice(from, to);
  const namespace = /["']?\bnamespace["']?[ \t]*:[ \t]*["']?([\w.-]+)/.exec(around)?.[1] ?? null;
  if (name !== null) {
    const behind = text.slice(range.offset, range.endOffset + 300).split(/\n\s*- /)[0]!;
    const reference = /(?:secretKeyRef|configMapKeyRef)["']?[ \t]*:([^]*)$/.exec(behind)?.[1] ?? '';
    const own = valueOf(reference, 'name');
    const key = valueOf(reference, 'key');
    return own === null || key === null ? null : { name: own, key, namespace };
  }
  if (!/["']?\bkind["']?[ \t]*:[ \t]*["']?(?:Secret|ConfigMap)\b/.test(around)) return null;
  const metadata = /["']?\bmetadata["']?[ \t]*:([^]*)$/.exec(around)?.[1] ?? '';
  const own = valueOf(metadata, 'name');
  const key = /[^.[\]"']+(?=["'\]]*$)/.exec(literal.key ?? '')?.[0];
  return own === null || key === undefined ? null : { name: own, key, namespace };
}

const valueOf = (text: string, key: string): string | null =>
  new RegExp(`(?:^|[\\s,{"'])${key}["']?[ \\t]*:[ \\t]*["']?([\\w./-]+)`).exec(text)?.[1] ?? null;

/** One document of a YAML file, one item of a list in JSON. */
function documentAround(text: string, offset: number): readonly [from: number, to: number] {
  const mark = text.includes('"apiVersion"') ? '"apiVersion"' : '\n---';
  const next = text.indexOf(mark, offset);
  return [Math.max(0, text.lastIndexOf(mark, offset)), next < 0 ? text.length : next];
}

/** In order; a string that contains an attribute comes before it, and takes its kind. */
function merged(
  { text }: Source,
  found: readonly FoundString[],
  attributes: readonly FoundString[],
): readonly FoundString[] {
  const own = found.flatMap((string): FoundString[] => {
    if (string.via !== 'literal' && string.via !== 'field') return isPartOf(string, text, attributes) ? [] : [string];
    if (string.kind !== 'templated-unknown') return [string];
    const inner = attributes.find(({ range }) => overlaps(range, string.range));
    return [inner ? { ...string, kind: inner.kind, cluster: inner.cluster, givenBy: inner.name } : string];
  });
  return [...own, ...attributes].sort(
    (a, b) => a.range.offset - b.range.offset || b.range.endOffset - a.range.endOffset,
  );
}

/** True for a read that is the beginning of an attribute, or names a key of the operator's secret. */
function isPartOf({ range }: FoundString, text: string, attributes: readonly FoundString[]): boolean {
  return attributes.some((one) => {
    if (overlaps(one.range, range)) return true;
    const between = text.slice(range.endOffset, one.range.offset);
    if (one.range.offset < range.endOffset || between.length > 300) return false;
    return one.attribute?.isOperator
      ? /^[^]{0,80}[sS]ecret_?[kK]ey_?[rR]ef\b/.test(between) && !/\n\s*-\s/.test(between)
      : /^[.[][^\s,;]*$/.test(between);
  });
}

/**
 * The record beats the grammar: a host has the kind of the field that lists it, an attribute and a mapped read have the
 * string that the record lists.
 */
export function recorded(string: FoundString, path: string, known: StringFacts): FoundString {
  const { facts, external, profile } = known;
  if (string.via === 'attribute' && string.attribute) {
    const entry = entryOf(string, path, external);
    return entry === undefined ? ofAttribute(string, string.attribute, known) : ofEntry(string, entry, known);
  }
  if (string.name !== null || string.kind === 'templated-unknown') {
    const entry = entryOf(string, path, external);
    return entry === undefined ? string : ofEntry(string, entry, known);
  }
  if (facts.clusters.length === 0 || string.hosts.length === 0) return string;
  const hosts = string.hosts.map((host) => listedHost(host, facts));
  if (hosts.every((host, at) => host === string.hosts[at])) return string;
  const leading = hosts.find((host, at) => host !== string.hosts[at] && host.class.domain !== null) ?? hosts[0]!;
  const { kind, family, cluster } = leading.class;
  return { ...string, hosts, kind, family, cluster };
}

function listedHost(host: FoundHost, facts: Facts): FoundHost {
  if (host.class.domain === null) return host;
  const clusters = clustersListing(facts, host.host);
  const name = plainHost(host.host);
  const kinds = new Set(
    clusters.flatMap(({ listed }) =>
      listed.flatMap((entry) => (entry.hosts.some((one) => one.host === name) ? [entry.kind] : [])),
    ),
  );
  const [kind, other] = kinds;
  if (kind === undefined || other !== undefined || kind === host.class.kind) return host;
  const [cluster] = clusters;
  return {
    ...host,
    class: { ...host.class, kind, cluster: clusters.length === 1 && cluster ? cluster.label : host.class.cluster },
  };
}

function entryOf(
  { name, literal }: FoundString,
  path: string,
  external: StringFacts['external'],
): ExternalEntry | undefined {
  const filled = literal.placeholders.map((placeholder) => placeholder.name);
  for (const key of [name, literal.key === null ? null : `${path}#${literal.key}`, ...(name === null ? filled : [])]) {
    if (key !== null && Object.hasOwn(external, key)) return external[key];
  }
  return undefined;
}

/** A cluster without a kind says where the string leads, not whether it breaks. */
function ofEntry(string: FoundString, entry: ExternalEntry, known: StringFacts): FoundString {
  if (entry === 'not-service') return { ...string, kind: 'not-service' };
  const { cluster: name, kind } = entry;
  const cluster = clusterNamed(known.facts, name);
  const own = { ...string, cluster: cluster?.label ?? name.split('/').at(-1)!.toLowerCase() };
  if (kind === undefined) return own;
  const listed = cluster?.listed.filter((one) => one.kind === kind);
  const text =
    (listed?.find(({ form }) => form === 'srv') ?? listed?.[0])?.text ?? (cluster && invented(cluster, kind));
  return { ...(text === undefined ? own : withText(own, text, known.profile)), kind };
}

function ofAttribute(string: FoundString, attribute: AttributeRead, known: StringFacts): FoundString {
  const cluster =
    string.cluster === null ? operatorCluster(string, known.facts) : clusterNamed(known.facts, string.cluster);
  if (!cluster)
    return string.cluster === null ? string : { ...string, cluster: string.cluster.toLowerCase().slice(0, 23) };
  const own = { ...string, cluster: cluster.label };
  if (attribute.field === null) return own;
  const listed = listedFor(cluster, attribute);
  const text = listed?.text ?? invented(cluster, string.kind);
  return text === undefined ? own : { ...withText(own, text, known.profile), kind: listed?.kind ?? string.kind };
}

function clusterNamed(facts: Facts, name: string): ClusterFacts | undefined {
  const [first, second] = clustersNamed(facts, name);
  return second ? undefined : first;
}

/** The operator names a secret after project, cluster and user. */
function operatorCluster({ name }: FoundString, facts: Facts): ClusterFacts | undefined {
  const secret = `-${name?.split('/')[0]?.toLowerCase() ?? ''}-`;
  return facts.clusters
    .filter(({ name: own }) => secret.includes(`-${own.toLowerCase()}-`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** The string of a record that an attribute reads. */
export function listedFor(
  { listed }: ClusterFacts,
  { field, index, isOperator }: AttributeRead,
): ListedString | undefined {
  const plain = listed.find((entry) => entry.field === `connectionStrings.${field}`);
  if (plain) return plain;
  const name = !isOperator
    ? field
    : field === 'private'
      ? 'connectionString'
      : field === 'privateSrv'
        ? 'srvConnectionString'
        : field;
  const entries = listed.filter(
    (entry) => entry.field.endsWith(`].${name}`) || entry.field.startsWith(`connectionStrings.${field}[`),
  );
  return entries.find((entry) => index !== null && entry.field.includes(`[${index}]`)) ?? entries[0];
}

/** The name that a string of this kind would have, for a record that lists none: the rules say what is wrong with it. */
function invented({ listed, label }: ClusterFacts, kind: Kind): string | undefined {
  const standard = listed.find((entry) => entry.form === 'srv' && entry.kind === 'standard');
  const mark = MARKS[kind];
  if (!standard || mark === undefined) return undefined;
  const host = standard.hosts[0]?.host ?? '';
  return `${standard.text.split('://')[0]}://${label}${mark}${host.slice(host.indexOf('.'))}`;
}

const MARKS: Readonly<Partial<Record<Kind, string>>> = {
  standard: '',
  private: '-pri',
  'private-endpoint': '-pl-0',
  optimized: '-pl-0-lb',
};

/** The string as if its text were the record's, at its own place, which shows none of it. */
function withText(string: FoundString, text: string, profile: ServiceProfile): FoundString {
  const read = readOnce(profile)(text);
  if (!read) return string;
  const { range, literal } = string;
  const isWritten = string.name === null;
  const at = string.hosts[0] ?? string.inValue;
  const hosts = isWritten
    ? read.hosts.map((host) => ({
        ...host,
        offset: at.offset,
        endOffset: at.endOffset,
        hostRange: { offset: at.offset, endOffset: at.endOffset },
        portRange: null,
      }))
    : read.hosts;
  const shown = {
    form: read.form,
    family: read.family,
    provider: read.provider,
    region: read.region,
    token: read.token,
    kind: read.kind,
    hosts,
  };
  if (isWritten) return { ...string, ...shown };
  return {
    ...string,
    ...shown,
    uri: read.uri,
    inValue: { offset: 0, endOffset: text.length },
    literal: { ...literal, value: text, segments: [{ ...range, at: 0, length: text.length, exact: false }] },
  };
}

const readOnce = oncePer((profile: ServiceProfile) => {
  const known = new Map<string, FoundString | undefined>();
  return (text: string): FoundString | undefined => {
    if (!known.has(text)) known.set(text, findStrings({ path: 'record.txt', text }, profile)[0]);
    return known.get(text);
  };
});
