import { classifyHost, serviceDomain } from '../classify/classify-host.ts';
import { isHarmlessValue, isPlainName } from '../parse/harmless-values.ts';
import { decodePercent } from '../parse/input.ts';
import { firstText, objectOf, objectsOf, textOf, textsOf, type JsonObject } from './json.ts';
import type { ClusterStrings, EndpointStrings, ListedHost, ListedString } from './facts.ts';
import { providerOf, regionOf } from './regions.ts';
import type { ServiceProfile } from '../classify/service.ts';

const SCHEME = /^[a-z][a-z0-9.-]{0,30}(\+srv)?:\/\//i;
const HOST = /^([a-z0-9._-]{1,253})(?::(\d{1,5}))?$/i;

/**
 * A string of a record without user info and without options that may be secret. Atlas writes none, but users' own files may. `undefined` if it has no Atlas host, because then the end
 * of a credential is unknown.
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
    return isPlainName(name) && isHarmlessValue(name, decodePercent(value));
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

function stringMap(value: unknown, profile: ServiceProfile): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(value) ?? {}).map(([id, text]) => [id, cleanString(text, profile)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function endpointStrings(entry: JsonObject, profile: ServiceProfile): EndpointStrings {
  return {
    connectionString: cleanString(entry.connectionString, profile),
    srv: cleanString(entry.srvConnectionString, profile),
    optimizedSrv: cleanString(entry.srvShardOptimizedConnectionString, profile),
    type: textOf(entry.type)?.toUpperCase(),
    endpoints: objectsOf(entry.endpoints).map((endpoint) => {
      const provider = providerOf(endpoint.providerName);
      return {
        endpointId: textOf(endpoint.endpointId),
        provider,
        region: regionOf(endpoint.region, provider),
      };
    }),
  };
}

/**
 * The strings of a record with the API's names. Records of the first generation may have them only at the root
 * (`mongoURIWithOptions`, `srvAddress`), and Terraform's serverless resource flattens them.
 */
export function readStrings(record: JsonObject, profile: ServiceProfile): ClusterStrings {
  const strings = objectsOf(record.connectionStrings)[0] ?? {};
  const clean = (...values: readonly unknown[]): string | undefined =>
    values.map((value) => cleanString(value, profile)).find((text) => text !== undefined);
  const flat = textsOf(record.connectionStringsPrivateEndpointSrv).map((text) => ({ srvConnectionString: text }));
  return {
    standard: clean(
      strings.standard,
      firstText(record, ['mongoURIWithOptions', 'mongoUriWithOptions', 'dbURIWithOptions']),
    ),
    standardSrv: clean(strings.standardSrv, record.srvAddress, record.connectionStringsStandardSrv),
    private: clean(strings.private),
    privateSrv: clean(strings.privateSrv),
    endpoints: [...objectsOf(strings.privateEndpoint), ...flat].map((entry) => endpointStrings(entry, profile)),
    awsPrivateLink: stringMap(strings.awsPrivateLink, profile),
    awsPrivateLinkSrv: stringMap(strings.awsPrivateLinkSrv, profile),
  };
}

type Candidate = readonly [field: string, text: string | undefined, endpoint: number | null];

function candidates(strings: ClusterStrings): readonly Candidate[] {
  const entries = strings.endpoints.flatMap((entry, at): readonly Candidate[] => [
    [`privateEndpoint[${at}].srvConnectionString`, entry.srv, at],
    [`privateEndpoint[${at}].srvShardOptimizedConnectionString`, entry.optimizedSrv, at],
    [`privateEndpoint[${at}].connectionString`, entry.connectionString, at],
  ]);
  const fromMap = (name: string, map: Readonly<Record<string, string>>): readonly Candidate[] =>
    Object.entries(map).map(([id, text]) => [`${name}[${id}]`, text, null]);
  return [
    ['standardSrv', strings.standardSrv, null],
    ['standard', strings.standard, null],
    ['privateSrv', strings.privateSrv, null],
    ['private', strings.private, null],
    ...entries,
    ...fromMap('awsPrivateLinkSrv', strings.awsPrivateLinkSrv),
    ...fromMap('awsPrivateLink', strings.awsPrivateLink),
  ];
}

/** The kind of a string: standard, private or endpoint by its field, the rest by its host. */
function listed([field, text, endpoint]: Candidate, profile: ServiceProfile): ListedString | undefined {
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
export function listStrings(strings: ClusterStrings, profile: ServiceProfile): readonly ListedString[] {
  const seen = new Set<string>();
  const all: ListedString[] = [];
  for (const candidate of candidates(strings)) {
    const entry = listed(candidate, profile);
    if (!entry || seen.has(entry.text)) continue;
    seen.add(entry.text);
    all.push(entry);
  }
  return all;
}
