import { PROVIDERS } from '../../classify/service.ts';
import { operationOf } from '../../admin-api/versions.ts';
import { objectOf, objectsOf, textOf, flagOf } from '../../facts/json.ts';
import type { Setting } from '../../facts/pieces.ts';
import { addressOf, MAX_PROJECT_UNITS, type WireAnswer } from './transport.ts';
import { answerTo, httpDate, refusalOf, jsonOf } from './client.ts';
import type { ApiSession } from './session.ts';
import { refusalError, type Refusal } from './errors.ts';
import { UserError } from '../errors.ts';

/** A resource of the API, read with GET. */
export interface Resource {
  /** For messages and the report: `clusters`. */
  readonly words: string;
  /** Path below the generation: `/groups/<id>/clusters`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** False for a list without pages. The API refuses parameters that an operation does not have. */
  readonly paged?: boolean;
}

export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly version: string }
  | { readonly ok: false; readonly refusal: Refusal; readonly resource: Resource };

/** The version of operations without a known version (API reference, 2026-08). */
const FIRST_VERSION = '2023-01-01';

/** The date of the newest version of a resource. */
function newestVersion({ path }: Resource): string {
  const request = { method: 'GET', path } as Parameters<typeof operationOf>[0];
  return operationOf(request)?.versions.at(-1)?.date ?? FIRST_VERSION;
}

/** Reads a resource in its newest version. Throws a `UserError` if the credential is refused. */
async function read(session: ApiSession, resource: Resource): Promise<ApiAnswer<unknown>> {
  const { base, profile } = session;
  const version = newestVersion(resource);
  const url = addressOf(base, `${profile.api.path}v2${resource.path}`, resource.query);
  const headers = { Accept: `${profile.api.mediaType}.${version}+json` };
  const call = { words: resource.words, method: 'GET', url, headers } as const;
  const answer = await answerTo(call, session.auth, session.tools);
  if (answer.status === 200) {
    countAnswer(session, resource, answer);
    noteAge(session, resource, version, answer);
    return { ok: true, value: jsonOf(answer, resource.words), version: `v2 ${version}` };
  }
  const refusal = refusalOf(answer);
  // The credential is invalid for all other requests too.
  if (refusal.status === 401) throw refusalError(refusal, call);
  return { ok: false, refusal, resource };
}

function countAnswer({ received }: ApiSession, { words }: Resource, { text }: WireAnswer): void {
  received.units += text.length;
  if (received.units <= MAX_PROJECT_UNITS) return;
  throw new UserError(
    `${words}: the answers about the project exceed ${MAX_PROJECT_UNITS / 1e6} MB`,
    'Check --base-url.',
  );
}

/** `Deprecation` and `Sunset` announce the end of the version: one notice per resource. */
function noteAge(session: ApiSession, { words }: Resource, version: string, { headers }: WireAnswer): void {
  const sunset = dayOf(headers.get('sunset'));
  if (sunset === null && headers.get('deprecation') === null) return;
  const end = sunset === null ? 'no end is set yet' : `it ends on ${sunset}`;
  const message = `${words}: the version that answered (${version}) is deprecated; ${end}`;
  if (session.notices.some((notice) => notice.message === message)) return;
  session.notices.push({ code: 'api-deprecated', file: '', message });
}

/** The date of an HTTP date, `YYYY-MM-DD`. */
function dayOf(header: string | null): string | null {
  const time = httpDate(header ?? '');
  return time === null ? null : new Date(time).toISOString().slice(0, 10);
}

/** The list in an answer, either the answer itself or its `results`. `null` if there is none. */
export function listIn(value: unknown): readonly unknown[] | null {
  const list = Array.isArray(value) ? value : objectOf(value)?.results;
  return Array.isArray(list) ? (list as readonly unknown[]) : null;
}

/** Entries per page. This is the maximum of the API (API reference, 2026-08), which may return fewer. */
const PAGE_SIZE = 500;
const MAX_PAGES = 1000;

/**
 * Reads all pages of a list. Pages are requested by number. The link to the next page in an answer is not followed,
 * because it could lead anywhere. Throws a `UserError` if entries are missing at the end, because half a list would
 * look like deleted clusters.
 */
async function readList(session: ApiSession, resource: Resource): Promise<ApiAnswer<readonly unknown[]>> {
  const entries = new Map<string, unknown>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const paging =
      resource.paged === false ? {} : { pageNum: String(page), itemsPerPage: String(PAGE_SIZE), includeCount: 'true' };
    const reading = await read(session, { ...resource, query: { ...resource.query, ...paging } });
    if (!reading.ok) return { ...reading, resource };
    const list = listIn(reading.value);
    if (!list) throw new UserError(`${resource.words}: the answer contains no list`, 'Check --base-url.');
    const before = entries.size;
    for (const entry of list) entries.set(keyOf(entry), entry);
    const hasMore = resource.paged !== false && isMore(reading.value, list.length, entries.size);
    const done = { ok: true, value: [...entries.values()], version: reading.version } as const;
    if (!hasMore) return done;
    if (entries.size === before) throw incomplete(resource, entries.size, reading.value);
  }
  throw new UserError(`${resource.words}: the list has no end`, 'Check --base-url.');
}

/** An entry that moved to the next page between two requests is in both. */
function keyOf(entry: unknown): string {
  const object = objectOf(entry);
  return textOf(object?.id) ?? textOf(object?.name) ?? JSON.stringify(entry);
}

function isMore(answer: unknown, onPage: number, known: number): boolean {
  if (Array.isArray(answer)) return false;
  const object = objectOf(answer);
  const total = object?.totalCount;
  if (typeof total === 'number') return known < total;
  const next = objectsOf(object?.links).some(({ rel }) => rel === 'next');
  return next || onPage >= PAGE_SIZE;
}

function incomplete({ words }: Resource, known: number, answer: unknown): UserError {
  const total = objectOf(answer)?.totalCount;
  const all = typeof total === 'number' ? ` of ${total}` : '';
  return new UserError(
    `${words}: the list ends after ${known}${all} entries`,
    'It may have changed during the request. Try again.',
  );
}

export type ListPart = 'clusters' | 'endpointServices' | 'containers' | 'peers';

interface PartBase {
  /** For messages. */
  readonly words: string;
  /** What connlint cannot check without it. */
  readonly cost: string;
}

export type Part = PartBase &
  (
    | { readonly of: ListPart; readonly resources: readonly Resource[] }
    | { readonly of: Setting; readonly resource: Resource }
  );

/** Clusters come first, because without them the rest is of no use. Paths: API reference, 2026-08. */
export function projectParts(group: string): readonly Part[] {
  const path = (rest: string): string => `/groups/${group}/${rest}`;
  const setting = (of: Setting, words: string, rest: string, cost: string): Part => ({
    of,
    words,
    cost,
    resource: { words, path: path(rest) },
  });
  const list = (of: ListPart, words: string, rest: readonly string[], cost: string): Part => ({
    of,
    words,
    cost,
    resources: rest.map((one) => resourceOf(words, path(one))),
  });
  return [
    list('clusters', 'clusters', ['clusters'], 'nothing can be checked'),
    list('clusters', 'flex clusters', ['flexClusters'], 'flex clusters look as if they did not exist'),
    setting('peeringOnly', 'peering-only mode', 'privateIpMode', 'where legacy names lead stays unknown'),
    setting('customDnsOnAws', 'custom DNS on AWS', 'awsCustomDNS', 'whether -pri strings exist on AWS stays unknown'),
    setting(
      'regionalizedPrivateEndpoints',
      'regionalized private endpoints',
      'privateEndpoint/regionalMode',
      'the effect of more regions on endpoint strings stays unknown',
    ),
    list('containers', 'network containers', ['containers/all'], 'peering is told by peers alone'),
    list(
      'peers',
      'peering connections',
      PROVIDERS.map((name) => `peers?providerName=${name.toUpperCase()}`),
      'which -pri strings work stays unknown',
    ),
    list(
      'endpointServices',
      'private endpoint services',
      PROVIDERS.map((name) => `privateEndpoint/${name.toUpperCase()}/endpointService`),
      'in which regions endpoints exist stays unknown',
    ),
  ];
}

function resourceOf(words: string, text: string): Resource {
  const [path = '', query = ''] = text.split('?');
  const paged = !path.endsWith('/endpointService');
  return { words, path, query: Object.fromEntries(new URLSearchParams(query)), paged };
}

/** Reads the entries of all resources of a list. The first refusal ends it, because half a list is misleading. */
export async function readEntries(
  session: ApiSession,
  resources: readonly Resource[],
): Promise<ApiAnswer<readonly unknown[]>> {
  const entries: unknown[] = [];
  let version = '';
  for (const resource of resources) {
    const reading = await readList(session, resource);
    if (!reading.ok) return reading;
    entries.push(...reading.value);
    version = reading.version;
  }
  return { ok: true, value: entries, version };
}

export async function readFlag(session: ApiSession, resource: Resource): Promise<ApiAnswer<boolean>> {
  const reading = await read(session, resource);
  if (!reading.ok) return reading;
  const value = flagOf(objectOf(reading.value)?.enabled);
  if (value === undefined) throw new UserError(`${resource.words}: the answer has no "enabled"`, 'Check --base-url.');
  return { ...reading, value };
}
