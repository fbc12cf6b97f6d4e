import { operationOf } from '../admin-api/versions.ts';
import type { PlannedChange } from '../config/plan.ts';
import { apiRegion } from '../classify/regions.ts';
import type { ClusterFacts, Facts, Region } from '../facts/facts.ts';
import { listedHosts } from '../facts/query.ts';
import type { PlanSubject } from './subject.ts';
import { ATLAS, type ServiceProfile } from '../classify/service.ts';

type Body = Readonly<Record<string, string | boolean>>;

/** A call of the API to copy. What comes from a config is quoted, and the token goes to a built-in address only. */
export function apiCommand(subject: PlanSubject, method: 'GET' | 'PATCH' | 'POST', at: string, body?: Body | string) {
  const { profile, facts } = subject;
  const group = groupOf(facts) ?? '{groupId}';
  const data = typeof body === 'string' ? `@${body}` : body && flatJson(body);
  const { date } = operationOf({ path: `/groups/${group}/${at}`, method })!.versions.at(-1)!;
  const type = `${profile.api.mediaType}.${date}+json`;
  const address = `${apiBase(profile, facts.clusters)}${profile.api.path}v2/groups/${group}/${at}`;
  return [
    `curl --fail-with-body --request ${method} ${inQuotes(address)}`,
    `--header "Authorization: Bearer $${TOKEN}"`,
    `--header ${inQuotes(`Accept: ${type}`)}`,
    ...(data === undefined ? [] : [`--header ${inQuotes(`Content-Type: ${type}`)}`, `--data ${quoted(data)}`]),
  ].join(' \\\n  ');
}

/** Where commands take the token from, as `connlint pull` does. */
const TOKEN = ATLAS.access.variables.accessToken;

/** Gets the token of a service account. Printed once, before the first command that needs it. */
export function tokenCommand({ profile, facts }: Pick<PlanSubject, 'profile' | 'facts'>): string {
  const address = `${apiBase(profile, facts.clusters)}/api/oauth/token`;
  return [
    `${TOKEN}=$(curl --fail-with-body --user "$CLIENT_ID:$CLIENT_SECRET"`,
    `--data grant_type=client_credentials ${address} | jq --exit-status -r .access_token) && export ${TOKEN}`,
  ].join(' \\\n  ');
}

/** `{"enabled": false}`: a flat object on one line. */
const flatJson = (body: object): string =>
  JSON.stringify(body, null, 1).replace(/(,?)\n ?/g, (_, comma: string) => comma && ', ');

/** Only letters and digits of an id are inserted into a command. */
const groupOf = ({ of: { groupId } }: Facts): string | undefined => /^[A-Za-z0-9]{1,64}$/.exec(groupId ?? '')?.[0];

/** Where the Administration API answers: government clusters have a domain, and so an API, of their own. */
function apiBase({ api, domains }: ServiceProfile, clusters: readonly ClusterFacts[]): string {
  const hosts = clusters.flatMap(listedHosts);
  const family = domains.find((name) => hosts.some((host) => host.endsWith(`.${name}`)))?.split('.')[0];
  const base = api.bases.find((one) => one.split('.').at(-2) === family) ?? api.bases[0] ?? '';
  return ATLAS.api.bases.includes(base) ? base : '{base_url}';
}

/** A word of a command line in a POSIX shell. */
const quoted = (word: string): string => (/^[\w.,:/@%+=-]+$/.test(word) ? word : inQuotes(word));

const inQuotes = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The command that checks exactly this change again. */
export function planCommand({ change, project: own, ...keys }: PlannedChange, project = own): string {
  const { cluster, ...settings } = { cluster: undefined, ...keys };
  const words = ['connlint', 'plan', '--change', change];
  if (cluster !== undefined) words.push('--cluster', cluster);
  for (const [key, value] of Object.entries(settings)) words.push('--set', `${key}=${valueText(value)}`);
  if (project !== undefined) words.push('--project', project);
  return words.map(quoted).join(' ');
}

/** As `--set` reads it. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' && !/[\s,]/.test(value) ? value : JSON.stringify(value);
}

/** Fetches the records again, into the file that has them now. */
export function pull({ facts }: Pick<PlanSubject, 'facts'>): string {
  const file = facts.dates[0]?.source;
  const target = file === undefined ? 'atlas.json # then name it under "inventory" instead' : quoted(file);
  return `connlint pull --project ${groupOf(facts) ?? '<project id>'} --out ${target}`;
}

/** Commands that reach these strings or hosts with the vendor's shell; a ping needs no credentials. */
export function pingsOf(strings: readonly string[], { schemes }: ServiceProfile): string[] {
  const addresses = new Set(strings.flatMap((text) => addressIn(text, schemes) ?? []));
  return [...addresses].map((address) => `mongosh ${quoted(address)} --eval 'db.runCommand({ ping: 1 })'`);
}

/** Scheme and hosts of a string, or of bare hosts; a direct one needs TLS to be asked for. */
function addressIn(text: string, schemes: ServiceProfile['schemes']): string | null {
  const [, scheme, rest = text] = /^([a-z][a-z0-9.+-]{0,30}):\/\/(?:[^/?]{0,2000}@)?(.*)$/is.exec(text) ?? [];
  const hosts = /^[\w.,:-]{1,4000}(?=[/?]|$)/.exec(rest)?.[0];
  if (hosts === undefined) return null;
  const isDirect = scheme === undefined ? /[,:]/.test(hosts) : !scheme.endsWith('+srv');
  // An SRV string that is refused for its port keeps it until that is mended too.
  return isDirect ? `${schemes[0]}://${hosts}/?tls=true` : `${schemes[1]}://${hosts.replace(/:\d+$/, '')}/`;
}

/** Reads the record of a cluster, edits the copy with a filter of `jq`, and sends only what changes. */
export function clusterCall(subject: PlanSubject, filterOf: (cluster?: ClusterFacts) => string | null) {
  const { clusters } = subject;
  return (clusters.length > 0 ? clusters : [undefined]).flatMap((cluster) => {
    const path = `clusters/${cluster ? encodeURIComponent(cluster.name) : '{clusterName}'}`;
    const filter = filterOf(cluster);
    if (filter === null) return [];
    return [
      `${apiCommand(subject, 'GET', path)} > cluster.json`,
      `jq ${inQuotes(filter)} cluster.json > change.json`,
      apiCommand(subject, 'PATCH', path, 'change.json'),
    ];
  });
}

export function endpointCalls(
  subject: PlanSubject,
  regions: readonly Pick<Region, 'name' | 'provider'>[],
  body: Body = {},
): readonly string[] {
  const calls = regions.map(({ name, provider }) => {
    const providerName = provider?.toUpperCase() ?? '{provider}';
    const region = apiRegion(name, provider) ?? '{region}';
    return apiCommand(subject, 'POST', 'privateEndpoint/endpointService', { providerName, region, ...body });
  });
  return [...new Set(calls)];
}
