import overlays from '../read/overlays.json' with { type: 'json' };
import { hostAt } from '../classify/found-string.ts';
import type { AttributeRead, FoundHost, FoundString, StorePlace } from '../classify/found-string.ts';
import type { Config } from '../config/config.ts';
import { isNodeId, type Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { ClusterFacts, Facts } from '../facts/facts.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { clusterNamed, clustersListing, stringsWith } from '../facts/query.ts';
import { blocksOf, hclAttribute, hclText } from '../iac/hcl.ts';
import { attributeStrings } from '../iac/attribute-strings.ts';
import type { TreeFile } from '../iac/attribute-clusters.ts';
import { DEFAULT_WITHIN, isDefault, readsOf } from '../read/external/reads.ts';
import { functionsOf } from '../read/bindings.ts';
import { around } from '../read/searches.ts';
import { replacedIn, valuesOf } from '../read/values.ts';
import { closeOf } from '../read/brackets.ts';
import { OF_OTHERS } from '../read/external/settings.ts';
import { pageOf } from '../read/page.ts';
import { hasOwnVariables, isProgram, isScript, languageOf, isTerraformPath } from '../read/families.ts';
import { childOf, nodesUpFrom, yamlNodeAt } from '../read/yaml.ts';
import type { SeenWords } from '../find/hits.ts';
import { findStrings, withReplicaSets } from '../read/find-strings.ts';
import { closestName } from '../text/edit-distance.ts';
import { literalOf, PLACEHOLDER } from '../text/literal.ts';
import { MASK, shownName } from '../text/shown-name.ts';
import { countBefore, escapePattern, lineBefore, once, oncePer, oncePerKey, overlaps } from '../text/source.ts';
import { FAR, nextText, textBefore, type Range, type Source } from '../text/source.ts';

/** What the kind and the cluster of a string depend on besides its text. */
export interface StringSettings {
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  /** By the name that `list` prints, or by `file#key`. */
  readonly external: Config['external'];
  readonly place?: () => TreeFile | undefined;
}

/** The strings of a text, with the kind and cluster of the facts; with `variables`, also what gives them values. */
export function stringsIn(source: Source, known: StringSettings, words?: readonly string[], seen?: SeenWords) {
  const { path, text, variables } = source;
  const strings = readStrings(variables ? { path, text } : source, known, words, seen);
  if (!variables) return strings;
  return [...strings, ...suppliersIn(source, known, strings)].sort((a, b) => a.range.offset - b.range.offset);
}

/** The strings that are found by the names of variables only. What is only passed on is asked for where it is read. */
export const suppliersIn = (source: Source, known: StringSettings, strings: readonly FoundString[]): FoundString[] =>
  readStrings(source, known).filter(({ via, name, store, range }) => {
    const isPassedOn = via === 'env' && !store && source.variables?.get(name ?? '') && !hasOwnVariables(source);
    const isOther = OF_OTHERS.test(`${store?.name ?? ''} ${source.text.slice(range.offset, range.endOffset)}`);
    return !isPassedOn && !isOther && !strings.some((one) => overlaps(one.range, range));
  });

function readStrings(source: Source, known: StringSettings, words?: readonly string[], seen?: SeenWords) {
  nextText();
  const found = findStrings(source, known.profile, words, seen);
  const attributes = attributeStrings(source, known.place?.());
  const all = attributes.length === 0 ? found : withReplicaSets(source, merged(source, found, attributes));
  const place = placing(source, all);
  return all.map((string) => recorded(place(string), source.path, known));
}

/** Besides programs, the languages in which something else may come instead of a string. */
const OVERLAID: ReadonlySet<string> = new Set(['docker', 'hcl', 'make', 'shell']);
/** Whether a string is in surroundings of what may come instead of it. */
const replacing = oncePerKey((language: string) =>
  around(overlays.strings.filter(({ languages }) => languages.split(' ').includes(language))),
);

/** Adds what only the text around a string shows: a default in code, a key of a secret. */
function placing(source: Source, all: readonly FoundString[]): (string: FoundString) => FoundString {
  const hasRead = defaults(source, all);
  const storeOf = stores(source);
  const language = languageOf(source.path);
  const isCode = isProgram(language);
  const choices = isCode ? choicesIn(source, all) : null;
  const isInstead = isCode || OVERLAID.has(language.name) ? replacing(isCode ? 'program' : language.name) : null;
  const hasVariables = isCode || isScript(language) || isTerraformPath(source.path);
  const attributes = hasVariables ? all.filter(({ via }) => via === 'attribute') : [];
  return (one) => {
    if (one.literal.context !== 'code') return one;
    const string = hasVariables ? withNames(one, source, attributes) : one;
    if (all[0] !== one && addsUser(source, string)) return { ...string, givenBy: null };
    const store = storeOf(string);
    const own = store ? { store, ...string } : string;
    const [at, key] = [string.range, string.literal.key ?? ''];
    const isReplaced =
      string.name === null && isInstead && replacedIn(pageOf(source))(at, key, isCode ? undefined : '');
    if (isReplaced || isInstead?.(source.text, at) || hasRead(string)) return { isDefault: true, ...own };
    if (!isCode) return own;
    const returnedBy =
      one.literal.key === null ? (choices?.get(string.range) ?? returnedAt(source, string.range.offset)) : undefined;
    if (returnedBy !== undefined) return { returnedBy, ...own };
    const isConstant = CONSTANT.test(lineBefore(source.text, string.range.offset));
    // A pipeline of Jenkins sets variables in a block.
    const isVariable = isConstant && /\benvironment\s*\{[^{}]*$/.test(textBefore(source.text, string.range.offset));
    return isConstant && !isVariable ? { isConstant, ...own } : own;
  };
}

/** Placeholders with the name of what their variable reads, `host = os.getenv("DB_HOST")`, or the attribute of a host. */
function withNames(string: FoundString, source: Source, attributes: readonly FoundString[]): FoundString {
  if (string.kind !== 'templated-unknown' || string.name !== null || string.givenBy !== undefined) return string;
  let givenBy: string | null | undefined;
  const placeholders = string.literal.placeholders.map((one) => {
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

/** `const URI = "`, `URI = "` at the start of a line, but no property of an object and no member such as `env.URI`. */
const CONSTANT =
  /^\s*(?:(?:export|const|let|var|val|public|private|static|final|readonly|string|String)\s+|(?:module\.)?exports\.)*[A-Za-z_]\w*(?:\s*:\s*\w+)?\s*:?=\s*[a-z]?["'`]{1,3}$/;

/** The function whose only result begins at an offset, or `default` for what a module exports. */
function returnedAt(source: Source, at: number): string | undefined {
  const line = lineBefore(source.text, at);
  if (/\bexport[ \t]+default[ \t]+["']$/.test(line)) return 'default';
  if (!/(?:\breturn|=>)[ \t(]{1,9}(?:\w?["'`]{1,3})?$/.test(line)) return undefined;
  const own = functionsOf(source).findLast(({ body, endOffset }) => body <= at && at < endOffset);
  const results = own ? source.text.slice(own.body, own.endOffset).split(/\breturn\b/).length - 1 : 2;
  return own && own.name !== '' && results < 2 ? own.name : undefined;
}

/** The name of what has one of two strings beside each other: `URI = live ? "…" : "…"`, `"…" if live else "…"`. */
const choicesIn = ({ text }: Source, all: readonly FoundString[]): ReadonlyMap<Range, string> =>
  new Map(
    all.slice(1).flatMap((second, at) => {
      const { range: first, literal } = all[at]!;
      const { offset, endOffset } = second.range;
      if (!OR.test(text.slice(first.endOffset, offset)) || CHANGED.test(text.slice(endOffset, endOffset + 80)))
        return [];
      const name = literal.key ?? CHOSEN.exec(textBefore(text, first.offset))?.[1];
      return name === undefined ? [] : ([first, second.range] as const).map((one) => [one, name] as const);
    }),
  );
const OR = /^["'`](?:\s{0,60}:\s{0,60}|\s{1,60}if\b[^\n]{1,100}\belse\s{1,60})["'`]$/;
/** What goes on behind a text: an operator, a method, another choice. */
const CHANGED = /^["'`]\s{0,60}(?:[.+|&?%*[(]|if\b|or\b)/;
/** The start of a statement or a member, and a condition without another one in it. */
const CHOSEN =
  /(?:^|[\n{,;(])[ \t]*(?:[a-zA-Z]+[ \t]+){0,4}["']?([A-Za-z_]\w{0,60})["']?(?:[ \t]?:[ \t]?\w{1,20})?[ \t]?[=:](?![=>])(?:[^=!?;,\n]|!(?!=)|[=!]==?|\?\.|\n[ \t]){1,200}\?\s{0,60}["'`]$/;

function defaults({ path, text }: Source, all: readonly FoundString[]): (string: FoundString) => boolean {
  // Of a variable that a script reads as well, the value is not certain: certain ones are followed.
  const reads = isScript(languageOf(path)) ? all.filter(({ via }) => via === 'env') : [];
  const variables = new Set(reads.map(({ name }) => name?.toLowerCase()));
  const named = all.filter(({ name, via }) => name !== null && via !== 'attribute');
  const ends = named.map(({ range }) => range.endOffset).sort((a, b) => a - b);
  return ({ name, range: { offset }, literal: { key } }) => {
    if (name !== null) return false;
    if (key !== null && variables.size > 0 && variables.has(key.replace(/^\W+/, '').toLowerCase())) return true;
    const near = ends.slice(
      countBefore(ends, (end) => end < offset - DEFAULT_WITHIN),
      countBefore(ends, (end) => end <= offset),
    );
    return near.some((end) => isDefault(text, end, offset));
  };
}

/** A bare scheme as the argument in front. */
const SCHEME_IN_FRONT = /[a-z\d+\\]{3,30}:(?:\\?\/){2}["'`/][gim]{0,3}\s{0,40},\s{0,40}\w{0,2}["'`]$/i;

/** `uri.replace("mongodb+srv://", "mongodb+srv://user:password@")`: a part of the string that is edited. */
const addsUser = ({ text }: Source, { kind, hosts, range: { offset } }: FoundString): boolean =>
  kind === 'templated-unknown' && hosts.length === 0 && SCHEME_IN_FRONT.test(textBefore(text, offset, 160));

/** The secret that a manifest or a dump has the value in, or that a reference names. */
function stores(source: Source): (string: FoundString) => StorePlace | null {
  const { path, text } = source;
  if (isTerraformPath(path)) return storesOfTerraform(source);
  if (!/\.(?:ya?ml|json)$/i.test(path)) return () => null;
  // Of the documents of a YAML file, or the items of a list in JSON.
  const mark = /\.json$/i.test(path) ? /"apiVersion"/g : /\n---/g;
  const starts = once(() => Array.from(text.matchAll(mark), ({ index }) => index));
  const hasGenerators = once(() => text.includes('Generator:'));
  const documentAt = oncePerKey((nth: number) => manifestDocument(text.slice(starts()[nth - 1] ?? 0, starts()[nth])));
  return ({ name, range, literal }) => {
    const { namespace, name: own } = documentAt(countBefore(starts(), (at) => at <= range.offset));
    const holder = own ?? (hasGenerators() ? generatorAt(source, range.offset) : null);
    if (name === null || holder !== null) return placeIn(holder, lastKey(literal.key), namespace, false);
    const behind = text.slice(range.offset, range.endOffset + 300).split(/\n[ \t]{0,80}- /)[0]!;
    const [, kind = '', reference = ''] = /(secret|configMap)KeyRef["']?[ \t]*:([^]*)$/.exec(behind) ?? [];
    return placeIn(ofKind(kind, valueOf(reference, 'name')), valueOf(reference, 'key'), namespace, true);
  };
}

/** The secret or map that Kustomize makes of the item of a list. */
function generatorAt(source: Source, at: number): string | null {
  for (const item of nodesUpFrom(yamlNodeAt(source, at)))
    if (/^(?:secret|configMap)Generator$/.test(item.parent.key ?? ''))
      return ofKind(item.parent.key!, childOf(item, 'name')?.value ?? null);
  return null;
}

/** Secrets and maps may have the same names. */
const ofKind = (kind: string, name: string | null) => (name && /config/i.test(kind) ? `configmap/${name}` : name);

const placeIn = (name: string | null, key: string | null, namespace: string | null, isRead: boolean) =>
  name === null || key === null ? null : { name, key, namespace, isRead };

const lastKey = (key: string | null): string | null => /([^.[\]"']{1,200})["'\]]{0,2}$/.exec(key ?? '')?.[1] ?? null;

/** Resources that store values: several with keys in Kubernetes, one in the others. */
const STORE =
  /^(?:kubernetes_(?:secret|config_map)(?:_v1)?|aws_ssm_parameter|azurerm_key_vault_secret|(?:aws_secretsmanager|google_secret_manager)_secret_version)$/;
/** A resource of which Terraform code reads an attribute: `aws_ssm_parameter.uri.value`. */
const ADDRESS = /^["'(]{0,2}(?:\$\{)?(?:@[^"\n]{0,60}\$\{)?([a-z]+_\w{1,60}\.[\w-]{1,60})(?:\[[^\]\n]{1,40}\])?\.\w/;
/** The secret behind the name of a variable, in the containers of Google Cloud. */
const REFERRED =
  /^[^]{0,200}?\bsecret_key_ref\b[^{]{0,9}\{\s{0,40}secret\s{0,20}=\s{0,9}([a-z]\w{1,60}\.[\w-]{1,60})\./;

function storesOfTerraform(source: Source): (string: FoundString) => StorePlace | null {
  const kept = blocksOf(source).filter(({ type, labels }) => type === 'resource' && STORE.test(labels[0] ?? ''));
  return ({ name: read, range, literal }) => {
    const ahead = source.text.slice(range.offset, range.offset + 400);
    const address = read === null ? undefined : (ADDRESS.exec(ahead) ?? REFERRED.exec(ahead))?.[1];
    if (address !== undefined) return placeIn(address, '', null, true);
    const block = kept.find(({ body }) => overlaps(body, range));
    const metadata = block?.blocks.find(({ type }) => type === 'metadata');
    if (!block) return null;
    const secret = hclAttribute(block, 'secret') ?? hclAttribute(block, 'secret_id');
    const addresses = [block.labels.join('.'), ...(ADDRESS.exec(secret?.text ?? '')?.slice(1) ?? [])];
    const name = ofKind(block.labels[0]!, hclText(hclAttribute(metadata ?? block, 'name'))) ?? addresses[0]!;
    const key = metadata ? lastKey(literal.key) : '';
    const place = placeIn(name, key, metadata ? hclText(hclAttribute(metadata, 'namespace')) : null, false);
    return place && { ...place, addresses };
  };
}

/** With the name of a secret or config map. */
function manifestDocument(text: string): { readonly namespace: string | null; readonly name: string | null } {
  const namespace = /["']?\bnamespace["']?[ \t]*:[ \t]*["']?([\w.-]+)/.exec(text)?.[1] ?? null;
  const kind = /["']?\bkind["']?[ \t]*:[ \t]*["']?(Secret|ConfigMap)\b/.exec(text)?.[1];
  const metadata = /["']?\bmetadata["']?[ \t]*:([^]*)$/.exec(text)?.[1] ?? '';
  return { namespace, name: kind === undefined ? null : ofKind(kind, valueOf(metadata, 'name')) };
}

const valueOf = (text: string, key: string): string | null =>
  new RegExp(`(?:^|[\\s,{"'])${key}["']?[ \\t]*:[ \\t]*["']?((?:\\{\\{[^{}\\n]{1,100}\\}\\}|[\\w./-])+)`).exec(
    text,
  )?.[1] ?? null;

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
function isFilledIn({ hosts: [host, other], range }: FoundString, at: Range, text: string): boolean {
  const [, open = ''] = /\bformat(\(\s{0,40}")$/.exec(textBefore(text, range.offset, 60)) ?? [];
  if (open === '' || host?.host !== PLACEHOLDER || other || at.offset < range.offset) return false;
  return at.offset < closeOf(text, range.offset - open.length, FAR);
}

/** True for a read that is the beginning of an attribute, has it as its value, or names a key of the operator's secret. */
function isPartOf(read: FoundString, text: string, attributes: readonly FoundString[]): boolean {
  const { range } = read;
  return attributes.some((one) => {
    if (overlaps(one.range, range) || isValueOf(one, read, text)) return true;
    const between = text.slice(range.endOffset, one.range.offset);
    if (one.range.offset < range.endOffset || between.length > 300) return false;
    return one.attribute?.isOperator
      ? /^[^]{0,80}[sS]ecret_?[kK]ey_?[rR]ef\b/.test(between) && !/\n[ \t]{0,80}-\s/.test(between)
      : /^[.[][^\s,;]*$/.test(between);
  });
}

/** `URI=$(atlas clusters connectionStrings describe orders)` before `mongodump --uri "$URI"`. */
function isValueOf({ range: { offset } }: FoundString, { name, via, range }: FoundString, text: string): boolean {
  if (name === null || !(via === 'unknown' || (via === 'env' && /[$%]/.test(text.charAt(range.offset))))) return false;
  const line = text.slice(Math.max(offset - 400, text.lastIndexOf('\n', offset)), offset);
  const own = String.raw`(?<![\w.-])${escapePattern(name)}(?:[ \t]*:[^=\n]{0,60})?[ \t]*:?=(?![=>])[^;]*$`;
  return new RegExp(own).test(line);
}

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
  name !== null && (name.includes(MASK) || (via === 'unknown' && VAGUE.test(name)));
const VAGUE =
  /^(?:this|self|cls|vars|require|util|main|\w|(?:[\w.]*[._])?(?:argv|args|loads?|decode|parse|get|fetch|open|read|unquote|format|join|getpass|merge|namedtuple))$/i;

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
