import type { PlannedChange } from '../config/plan.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import { stringsWith } from '../facts/query.ts';
import type { PlanSubject } from './subject.ts';
import type { ServiceProfile } from '../classify/service.ts';

/** A call of the administration API. */
export interface ApiCall {
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** Below the project's own address, without a slash in front. */
  readonly path: string;
  /** Date of the resource's version, YYYY-MM-DD. */
  readonly version: string;
  /** The group the call is for; told by the facts when missing. */
  readonly groupId?: string | undefined;
  readonly body?: Readonly<Record<string, string | boolean>>;
  /** A file that holds the body, where it is too large for a command. */
  readonly bodyFile?: string;
}

/** A call of the administration API as a command to copy; the token comes from the shell's environment. */
export function apiCommand({ profile, facts }: Pick<PlanSubject, 'profile' | 'facts'>, call: ApiCall): string {
  const groups = new Set(facts.clusters.flatMap(({ groupId }) => groupId ?? []));
  const [only] = groups.size === 1 ? groups : [];
  const group = plainId(call.groupId ?? only) ?? '{groupId}';
  const data = call.bodyFile === undefined ? jsonBody(call.body) : `@${call.bodyFile}`;
  const type = `${profile.api.mediaType}.${call.version}+json`;
  const lines = [
    `curl --request ${call.method} '${apiBase(profile, facts.clusters)}${profile.api.path}v2/groups/${group}/${call.path}'`,
    `--header "Authorization: Bearer $ACCESS_TOKEN"`,
    `--header 'Accept: ${type}'`,
    ...(data === undefined ? [] : [`--header 'Content-Type: ${type}'`, `--data ${quoted(data)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** `{"enabled": false}`: a flat object on one line. */
function jsonBody(body: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const pairs = Object.entries(body ?? {}).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return body && `{${pairs.join(', ')}}`;
}

/** An id is put into a command only as what it is: letters and digits. */
function plainId(id: string | undefined): string | undefined {
  return id !== undefined && /^[A-Za-z0-9]{1,64}$/.test(id) ? id : undefined;
}

/** A cluster's name as a part of an address. */
export function pathPart(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Where the administration API answers: government clusters have a domain, and so an API, of their own. */
function apiBase({ api, domains }: ServiceProfile, clusters: readonly ClusterFacts[]): string {
  const hosts = clusters.flatMap(({ listed }) => listed.flatMap((entry) => entry.hosts.map(({ host }) => host)));
  const domain = domains.find((name) => hosts.some((host) => host.endsWith(`.${name}`)));
  const family = domain?.split('.')[0];
  const own = api.bases.find((base) => base.split('.').at(-2) === family);
  return own ?? api.bases[0] ?? '{base_url}';
}

/** A word of a POSIX shell's command line. */
export function quoted(word: string): string {
  return /^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command that judges exactly this change again. */
export function planCommand(change: PlannedChange): string {
  const words = ['connlint', 'plan', '--change', change.change];
  if ('cluster' in change) words.push('--cluster', change.cluster);
  if ('regions' in change) words.push('--regions', change.regions.join(','));
  if ('to' in change) words.push('--to', change.to);
  if ('enabled' in change) words.push('--enabled', String(change.enabled));
  if ('regionalizedPrivateEndpoints' in change)
    words.push('--regionalized', String(change.regionalizedPrivateEndpoints));
  return words.map(quoted).join(' ');
}

/** Fetches the records again; the file is the one that `inventory` in the config names. */
export const PULL = 'connlint inventory pull';

/** So many strings get a command of their own; who has more can see from these how it goes. */
const MOST_PINGS = 5;

/** Commands that reach the clusters, one for each of these kinds that a record lists. */
export function pings(
  { profile }: Pick<PlanSubject, 'profile'>,
  clusters: readonly ClusterFacts[],
  kinds: readonly ListedString['kind'][],
): string[] {
  const strings = clusters.flatMap((cluster) => kinds.flatMap((kind) => stringsWith(cluster, kind)[0] ?? []));
  return strings.slice(0, MOST_PINGS).map((listed) => pingOf(address(listed, profile)));
}

/** Reaches a server with the vendor's shell; a ping needs no credentials. */
export function pingOf(address: string): string {
  return `mongosh ${quoted(address)} --eval 'db.runCommand({ ping: 1 })'`;
}

/** Scheme and hosts of a listed string; a direct one needs TLS to be asked for. */
function address({ form, hosts }: ListedString, { schemes }: ServiceProfile): string {
  const list = hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(',');
  return form === 'srv' ? `${schemes[1]}://${list}/` : `${schemes[0]}://${list}/?tls=true`;
}
