import patterns from './value-patterns.json' with { type: 'json' };
import { hostAt, type AttributeRead, type FoundHost, type FoundString } from '../classify/found-string.ts';
import type { Config } from '../config/config.ts';
import { isNodeId, type Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { ClusterFacts, Facts } from '../facts/facts.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { clusterNamed, clustersListing, stringsWith } from '../facts/query.ts';
import { attributeStrings } from '../iac/attribute-strings.ts';
import type { TreeFile } from '../iac/attribute-clusters.ts';
import { stringsOfMap } from '../read/external/expressions.ts';
import { readsOf } from '../read/external/reads.ts';
import { textAt } from '../parse/part.ts';
import { valuesOf } from '../read/values.ts';
import { closeOf } from '../read/brackets.ts';
import { OF_OTHERS } from '../read/external/settings.ts';
import { pageOf } from '../read/page.ts';
import { hasOwnVariables } from '../read/families.ts';
import { ATTRIBUTE_WORDS, type SeenWords } from '../find/hits.ts';
import { findStrings, withReplicaSets } from '../read/find-strings.ts';
import { closestName } from '../text/edit-distance.ts';
import { literalOf, PLACEHOLDER } from '../text/literal.ts';
import { MASK, shownName } from '../text/shown-name.ts';
import { countBefore, namedForms, oncePer, oncePerKey, overlaps } from '../text/source.ts';
import { FAR, nextText, textBefore, type Range, type Source } from '../text/source.ts';
import { placed } from './placed.ts';

const FORMS = namedForms(patterns.recorded);

/** What the kind and the cluster of a string depend on besides its text. */
export interface StringSettings {
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  /** By the name that `list` prints, or by `file#key`. */
  readonly external: Config['external'];
  readonly place?: () => TreeFile | undefined;
  /** True where strings are values of reads, too. */
  readonly forValues?: true | undefined;
}

/** The strings of a text, with the kind and cluster of the facts; with `variables`, also what gives them values. */
export function stringsIn(source: Source, known: StringSettings, words?: readonly string[], seen?: SeenWords) {
  const { path, text, variables } = source;
  const read = readStrings(variables ? { path, text } : source, known, words, seen);
  const strings = known.forValues ? placed(source, read, known.place?.()) : read;
  if (!variables) return strings;
  return [...strings, ...suppliersIn(source, known, strings)].sort((a, b) => a.range.offset - b.range.offset);
}

/** The strings that are found by the names of variables only. What is only passed on is asked for where it is read. */
export const suppliersIn = (source: Source, known: StringSettings, strings: readonly FoundString[]): FoundString[] =>
  placed(source, readStrings(source, known)).filter(({ via, name, store, range }) => {
    const isPassedOn =
      via === 'env' &&
      !store &&
      source.variables?.get(name ?? '') &&
      !hasOwnVariables(source) &&
      !FORMS.passesOn.test(source.path);
    const isOther = OF_OTHERS.test(`${store?.name ?? ''} ${source.text.slice(range.offset, range.endOffset)}`);
    return !isPassedOn && !isOther && !strings.some((one) => overlaps(one.range, range));
  });

function readStrings(source: Source, known: StringSettings, words?: readonly string[], seen: SeenWords = new Map()) {
  nextText();
  const found = findStrings(source, known.profile, words, seen);
  const attributes = ATTRIBUTE_WORDS.some((word) => seen.has(word)) ? attributeStrings(source, known.place?.()) : [];
  const all = attributes.length === 0 ? found : withReplicaSets(source, merged(source, found, attributes));
  const ofAttributes = all.filter(({ via }) => via === 'attribute');
  return all.map((one, at) => {
    const string = one.literal.context === 'code' ? withNames(one, source, all, ofAttributes) : one;
    return recorded(at > 0 && addsUser(source, string) ? { ...string, givenBy: null } : string, source.path, known);
  });
}

/** Placeholders with the name of what their variable reads, `host = os.getenv("DB_HOST")`, or the attribute of a host. */
function withNames(string: FoundString, source: Source, all: readonly FoundString[], attributes: typeof all) {
  if (string.kind !== 'templated-unknown' || string.name !== null || string.givenBy !== undefined) return string;
  let givenBy: string | null | undefined;
  const placeholders = string.literal.placeholders.map((one) => {
    // `${HOSTS[region]}`: the hosts are judged where they are.
    const [, map] = FORMS.chosen.exec(textAt(source.text, one)) ?? [];
    if (
      map !== undefined &&
      hostAt(string, one.at) &&
      stringsOfMap(source, all, map).some(({ hosts }) => hosts.length > 0)
    )
      givenBy ??= map;
    const values = valuesOf(source, one.name ?? '', string.range);
    const [value, other] = values.filter((range) => !overlaps(range, string.range));
    if (!value || other) return one;
    const inner = attributes[countBefore(attributes, ({ range }) => range.offset < value.offset)];
    if (inner && inner.range.offset < value.endOffset && hostAt(string, one.at)) givenBy ??= inner.name;
    const [read, second] = readsOf(pageOf(source), false, value);
    return read?.source === 'env' && !second ? { ...one, name: shownName(read.name) } : one;
  });
  return { ...string, ...(givenBy != null && { givenBy }), literal: { ...string.literal, placeholders } };
}

/** `uri.replace("mongodb+srv://", "mongodb+srv://user:password@")`: a part of the string that is edited. */
const addsUser = ({ text }: Source, { kind, hosts, range: { offset } }: FoundString): boolean =>
  kind === 'templated-unknown' && hosts.length === 0 && FORMS.schemeInFront.test(textBefore(text, offset, 160));

/** In order; a string that contains an attribute comes first and takes its kind. A field of an API answer is none. */
function merged({ text }: Source, found: readonly FoundString[], attributes: readonly FoundString[]) {
  const own = found.flatMap((string): FoundString[] => {
    if (string.via !== 'literal' && string.via !== 'field') return isPartOf(string, text, attributes) ? [] : [string];
    if (string.kind !== 'templated-unknown') return [string];
    const inner = attributes.find(({ range }) => overlaps(range, string.range) || isFilledIn(string, range, text));
    return [inner ? { ...string, givenBy: inner.name } : string];
  });
  const fields = new Set(found.flatMap(({ kind, range }) => (kind === 'removed-field' ? [range.offset] : [])));
  const all = [...own, ...attributes.filter(({ range }) => !fields.has(range.offset))];
  return all.sort((a, b) => a.range.offset - b.range.offset || b.range.endOffset - a.range.endOffset);
}

/** `format("mongodb+srv://%s:%s@%s/db", var.user, var.password, replace(x.standard_srv, …))`: the host of the string. */
function isFilledIn({ range }: FoundString, at: Range, text: string): boolean {
  const [, open = ''] = /\bformat(\(\s{0,40}")$/.exec(textBefore(text, range.offset, 60)) ?? [];
  if (open === '' || at.offset < range.offset) return false;
  return at.offset < closeOf(text, range.offset - open.length, FAR);
}

/** True for a read that is the beginning of an attribute, or names a key of the operator's secret. */
const isPartOf = ({ range }: FoundString, text: string, attributes: readonly FoundString[]): boolean =>
  attributes.some((one) => {
    if (overlaps(one.range, range)) return true;
    const between = text.slice(range.endOffset, one.range.offset);
    if (one.range.offset < range.endOffset || between.length > 300) return false;
    return one.attribute?.isOperator
      ? /^[^]{0,80}[sS]ecret_?[kK]ey_?[rR]ef\b/.test(between) && !/\n[ \t]{0,80}-\s/.test(between)
      : /^[.[][^\s,;]*$/.test(between);
  });

/** The record beats the grammar: it gives a host its kind, an attribute or a mapped read the string that it lists. */
export function recorded(string: FoundString, path: string, known: StringSettings): FoundString {
  const { facts, external } = known;
  const { name, kind: written, attribute } = string;
  const entry = Object.keys(external).length > 0 ? entryOf(string, path, external) : undefined;
  if (entry !== undefined) return ofEntry(string, entry, known);
  if (attribute) return ofAttribute(string, attribute, known);
  if (name !== null || written === 'templated-unknown' || facts.clusters.length === 0) return string;
  const hosts = string.hosts.map((host) => listedHost(host, facts));
  const leading = hosts.find((host, at) => host !== string.hosts[at]);
  if (!leading) return string;
  const { kind, family, cluster } = leading.class;
  return { ...string, hosts, kind, family, cluster };
}

function listedHost(host: FoundHost, facts: Facts): FoundHost {
  if (host.class.domain === null) return host;
  const clusters = clustersListing(facts, host.host);
  const entries = clusters.flatMap((cluster) => stringsWith(cluster, host.host));
  const [kind, other] = new Set(entries.map((entry) => entry.kind));
  if (kind === undefined || other !== undefined || kind === host.class.kind) return host;
  const cluster = clusters.length === 1 ? clusters[0]!.label : host.class.cluster;
  return { ...host, class: { ...host.class, kind, cluster } };
}

/** True for a word that many expressions begin with, or a hidden name: an entry for it would answer them all. */
export const isVague = ({ via, name }: Pick<FoundString, 'via' | 'name'>): boolean =>
  name !== null && (name.includes(MASK) || (via === 'unknown' && FORMS.vague.test(name)));

function entryOf(string: FoundString, path: string, external: StringSettings['external']) {
  const { name, literal, hosts, kind, cluster } = string;
  const isFilled = hosts.some(({ host }) => host.split('.', 1)[0]!.endsWith(PLACEHOLDER));
  const isNamed = cluster !== null && !isNodeId(cluster);
  if (name === null && kind !== 'templated-unknown' && isNamed && !isFilled) return undefined;
  const filled = literal.placeholders.map((placeholder) => placeholder.name);
  const keys = [isVague(string) ? null : name, `${path}#${literal.key ?? ''}`, ...(name === null ? filled : [])];
  return external[keys.find((key) => key !== null && Object.hasOwn(external, key)) ?? ''];
}

/** A cluster without a kind says where the string leads, not whether it breaks. */
function ofEntry(string: FoundString, entry: Config['external'][string], settings: StringSettings): FoundString {
  if (entry === 'not-service') return { ...string, kind: 'not-service' };
  const { cluster: name, kind } = entry;
  const { facts } = settings;
  const cluster = clusterNamed(facts, name);
  const plain = name.split('/').at(-1)!.toLowerCase();
  const known = facts.clusters.map(({ label }) => label);
  // A misspelt name decides nothing. The name of an unknown cluster resembles none of the known ones.
  const isMisspelt = !cluster && !known.includes(plain) && closestName(plain, known, 2) !== null;
  const own = { ...string, cluster: cluster?.label ?? (isMisspelt ? null : plain) };
  if (kind === undefined) return string.name === null ? { ...own, kind: 'templated-unknown' } : own;
  const listed = cluster?.listed.filter((one) => one.kind === kind);
  const written = string.literal.value.includes(PLACEHOLDER) ? 'srv' : (string.form ?? 'srv');
  const { text } = listed?.find(({ form }) => form === written) ?? listed?.[0] ?? {};
  return { ...withText(own, text ?? (cluster && invented(cluster, kind)), settings.profile), kind };
}

function ofAttribute(string: FoundString, attribute: AttributeRead, known: StringSettings): FoundString {
  const { cluster: name } = string;
  const cluster = name === null ? operatorCluster(string, known.facts) : clusterNamed(known.facts, name);
  if (!cluster) return name === null ? string : { ...string, cluster: clusterLabel(name) };
  const own = { ...string, cluster: cluster.label };
  if (attribute.field === null) return own;
  const { text = invented(cluster, string.kind), kind = string.kind } = listedFor(cluster, attribute) ?? {};
  return { ...withText(own, text, known.profile), kind };
}

/** The operator names a secret after project, cluster and user. */
function operatorCluster({ name }: FoundString, facts: Facts): ClusterFacts | undefined {
  const secret = `-${name?.split('/')[0]?.toLowerCase() ?? ''}-`;
  const named = facts.clusters.filter(({ name: own }) => secret.includes(`-${own.toLowerCase()}-`));
  return named.sort((a, b) => b.name.length - a.name.length)[0];
}

/** The fields of an endpoint that the operator writes under these keys. */
const OPERATOR_FIELDS: Readonly<Record<string, string>> = {
  private: 'connectionString',
  privateSrv: 'srvConnectionString',
};

export function listedFor({ listed }: ClusterFacts, { field, index, isOperator }: AttributeRead) {
  const plain = listed.find((entry) => entry.field === `connectionStrings.${field}`);
  if (plain || field === null) return plain;
  const name = isOperator ? (OPERATOR_FIELDS[field] ?? field) : field;
  const list = `connectionStrings.${field}[`;
  const entries = listed.filter(({ field: own }) => own.endsWith(`].${name}`) || own.startsWith(list));
  return entries.find((entry) => index !== null && entry.field.includes(`[${index}]`)) ?? entries[0];
}

/** The name that a string of this kind would have, for a record that lists none: the rules say what is wrong with it. */
function invented({ listed, label }: ClusterFacts, kind: Kind): string | undefined {
  const own = listed.find((entry) => entry.form === 'srv' && /^(?:standard|legacy)$/.test(entry.kind));
  const mark = MARKS[kind];
  if (!own || mark === undefined) return undefined;
  // From the token on.
  const rest = (own.hosts[0]?.host ?? '').replace(own.kind === 'legacy' ? /^[^.]*-/ : /^[^.]*\./, '');
  return `${own.text.split('://')[0]}://${label}${mark}${kind === 'legacy' ? '-' : '.'}${rest}`;
}

const MARKS: Readonly<Partial<Record<Kind, string>>> = {
  standard: '',
  private: '-pri',
  'private-endpoint': '-pl-0',
  optimized: '-pl-0-lb',
  legacy: '',
};

/** The string as if its text were the record's, at its own place, which shows none of it. */
function withText(string: FoundString, text: string | undefined, profile: ServiceProfile): FoundString {
  const read = text === undefined ? undefined : readOnce(profile)(text);
  if (text === undefined || !read) return string;
  const { range, literal } = string;
  const { form, family, provider, region, token, kind, hosts, uri } = read;
  const shown = { ...string, form, family, provider, region, token, kind };
  if (string.name === null) {
    const { offset = 0 } = string.hosts[0] ?? {};
    const { endOffset } = string.hosts.at(-1) ?? { endOffset: literal.value.length };
    const place = { offset, endOffset, hostRange: { offset, endOffset }, portRange: null };
    return { ...shown, hosts: hosts.map((host) => ({ ...host, ...place })) };
  }
  const { segments } = literalOf(text, range, false);
  return { ...shown, hosts, uri, literal: { ...literal, value: text, segments } };
}

const readOnce = oncePer((profile: ServiceProfile) =>
  oncePerKey((text: string): FoundString | undefined => findStrings({ path: 'record.txt', text }, profile)[0]),
);
