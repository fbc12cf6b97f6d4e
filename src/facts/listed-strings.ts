import { classifyHost, serviceDomain } from '../classify/classify-host.ts';
import { knownOption } from '../parse/options.ts';
import { isKnownValue } from '../classify/shown.ts';
import { firstText, objectOf, objectsOf, textOf, textsOf, type JsonObject } from './json.ts';
import type { EndpointRef, ListedHost, ListedString } from './facts.ts';
import { providerOf, regionOf } from './regions.ts';
import type { ServiceProfile } from '../classify/service.ts';

const SCHEME = /^[a-z][a-z0-9.-]{0,30}(\+srv)?:\/\//i;
const HOST = /^([a-z0-9._-]{1,253})(?::(\d{1,5}))?$/i;

/**
 * A string of a record without user info and without options that may be secret. Atlas writes none, but users' own
 * files may. `undefined` if it has no Atlas host, because then the end of a credential is unknown.
 */
export function cleanString(value: unknown, profile: ServiceProfile): string | undefined {
  const text = textOf(value);
  const scheme = text && SCHEME.exec(text)?.[0];
  if (!text || !scheme) return undefined;
  const afterUser = text.slice(Math.max(scheme.length, text.lastIndexOf('@') + 1));
  const clean = scheme + withoutSecrets(afterUser);
  const hosts = hostsOf(clean);
  return hosts.length > 0 && hosts.every(({ host }) => serviceDomain(host, profile)) ? clean : undefined;
}

function withoutSecrets(rest: string): string {
  const query = rest.indexOf('?');
  if (query === -1) return rest;
  const options = rest.slice(query + 1).split('&');
  const kept = options.filter((option) => {
    const [name = '', value = ''] = option.split('=');
    // The service gives replica sets names of their own.
    if (name === 'replicaSet') return /^[\w-]{1,64}$/.test(value);
    return knownOption(name) !== undefined && isKnownValue(name, value);
  });
  return kept.length === options.length ? rest : rest.slice(0, query + 1) + kept.join('&');
}

/** The hosts of a clean string, in lower case. Empty if one of them is not a hostname. */
export function hostsOf(text: string): readonly ListedHost[] {
  const start = text.indexOf('://') + 3;
  const end = text.slice(start).search(/[/?#]/);
  const list = end === -1 ? text.slice(start) : text.slice(start, start + end);
  const hosts = list.split(',').map((part) => HOST.exec(part));
  return hosts.every((match) => match !== null)
    ? hosts.map((match) => ({ host: (match[1] ?? '').toLowerCase(), port: match[2] ? Number(match[2]) : null }))
    : [];
}

/** The entries of `connectionStrings.privateEndpoint`. Terraform's serverless resource flattens them. */
export function endpointEntries(record: JsonObject): readonly JsonObject[] {
  const flat = textsOf(record.connectionStringsPrivateEndpointSrv).map((text) => ({ srvConnectionString: text }));
  return [...objectsOf(stringsOf(record).privateEndpoint), ...flat];
}

function stringsOf(record: JsonObject): JsonObject {
  return objectsOf(record.connectionStrings)[0] ?? {};
}

/** The endpoints of an entry, of which those of several regions have more than one. */
export function endpointRefs(entry: JsonObject): readonly EndpointRef[] {
  return objectsOf(entry.endpoints).map((endpoint) => {
    const provider = providerOf(endpoint.providerName);
    return { endpointId: textOf(endpoint.endpointId), provider, region: regionOf(endpoint.region, provider) };
  });
}

/** A field of a record with its possible values, of which the first that is a string of the service counts. */
type Field = readonly [name: string, values: readonly unknown[], endpoint: number | null];

/** Records of the first generation may have strings only at the root (`mongoURIWithOptions`, `srvAddress`). */
function fieldsOf(record: JsonObject): readonly Field[] {
  const strings = stringsOf(record);
  const old = firstText(record, ['mongoURIWithOptions', 'mongoUriWithOptions', 'dbURIWithOptions']);
  const map = (name: string): readonly Field[] =>
    Object.entries(objectOf(strings[name]) ?? {}).map(([id, text]) => [`${name}[${id}]`, [text], null]);
  return [
    ['standardSrv', [strings.standardSrv, record.srvAddress, record.connectionStringsStandardSrv], null],
    ['standard', [strings.standard, old], null],
    ['privateSrv', [strings.privateSrv], null],
    ['private', [strings.private], null],
    ...endpointEntries(record).flatMap((entry, at) =>
      ENDPOINT_FIELDS.map((name): Field => [`privateEndpoint[${at}].${name}`, [entry[name]], at]),
    ),
    ...map('awsPrivateLinkSrv'),
    ...map('awsPrivateLink'),
  ];
}

const ENDPOINT_FIELDS = ['srvConnectionString', 'srvShardOptimizedConnectionString', 'connectionString'] as const;

/** The kind of a string: standard, private or endpoint by its field, the rest by its host. */
function listed([field, values, endpoint]: Field, profile: ServiceProfile): ListedString | undefined {
  const text = values.map((value) => cleanString(value, profile)).find((clean) => clean !== undefined);
  const hosts = text === undefined ? [] : hostsOf(text);
  const [first] = hosts;
  if (text === undefined || !first) return undefined;
  const form = SCHEME.exec(text)?.[1] ? 'srv' : 'direct';
  const { kind, family } = classifyHost(first.host, form, profile);
  const base = { field: `connectionStrings.${field}`, text, form, family, hosts, endpoint } as const;
  if (field.startsWith('standard')) return { ...base, kind: kind === 'legacy' ? 'legacy' : 'standard' };
  if (field.startsWith('private') && endpoint === null) return { ...base, kind: 'private' };
  return { ...base, kind: kind === 'optimized' ? 'optimized' : 'private-endpoint' };
}

/** All strings of a record, each text once, in the order of their fields. */
export function listStrings(record: JsonObject, profile: ServiceProfile): readonly ListedString[] {
  const byText = new Map<string, ListedString>();
  for (const field of fieldsOf(record)) {
    const entry = listed(field, profile);
    if (entry && !byText.has(entry.text)) byText.set(entry.text, entry);
  }
  return [...byText.values()];
}
