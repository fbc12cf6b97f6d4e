import { operationOf } from '../../admin-api/versions.ts';
import { PROVIDERS } from '../../classify/service.ts';
import { FACT_FILE_VERSION, type FactFile } from '../../facts/fact-file.ts';
import { objectOf, objectsOf, textOf, textsOf } from '../../facts/json.ts';
import { SETTINGS, type Setting } from '../../facts/pieces.ts';
import {
  addressOf,
  answerTo,
  jsonOf,
  refusalError,
  refusalHint,
  refusalOf,
  refusalText,
  unexpected,
  type Authorizer,
  type Call,
  type Refusal,
} from './request.ts';
import type { ApiSession } from './session.ts';
import { cleanAnswer } from './clean.ts';

type ListName = 'clusters' | 'endpointServices' | 'containers' | 'peers';
type Lists = Partial<Record<ListName, readonly unknown[]>>;

/** What is read about a project. */
interface Part {
  readonly of: ListName | Setting;
  /** For messages. */
  readonly words: string;
  /** What connlint cannot check without it. */
  readonly cost: string;
  /** Below the project. A list may be in several. */
  readonly paths: readonly string[];
}

const part = (of: Part['of'], words: string, cost: string, ...paths: string[]): Part => ({ of, words, cost, paths });

const CLOUDS = PROVIDERS.map((name) => name.toUpperCase());

/** Clusters come first, because without them the rest is of no use. Paths: API reference, 2026-08. */
const PARTS: readonly Part[] = [
  part('clusters', 'clusters', 'nothing can be checked', 'clusters'),
  part('clusters', 'flex clusters', 'flex clusters look as if they did not exist', 'flexClusters'),
  part('peeringOnly', 'peering-only mode', 'where legacy names lead stays unknown', 'privateIpMode'),
  part('customDnsOnAws', 'custom DNS on AWS', 'whether -pri strings exist on AWS stays unknown', 'awsCustomDNS'),
  part(
    'regionalizedPrivateEndpoints',
    'regionalized private endpoints',
    'the effect of more regions on endpoint strings stays unknown',
    'privateEndpoint/regionalMode',
  ),
  part('containers', 'network containers', 'only peers show whether there is peering', 'containers/all'),
  part(
    'peers',
    'peering connections',
    'which -pri strings work stays unknown',
    ...CLOUDS.map((name) => `peers?providerName=${name}`),
  ),
  part(
    'endpointServices',
    'private endpoint services',
    'in which regions endpoints exist stays unknown',
    ...CLOUDS.map((name) => `privateEndpoint/${name}/endpointService`),
  ),
];

/** The result of one part. `absent`: the API has no such resource. `denied`: this credential may not read it. */
export interface PartReport {
  readonly words: string;
  readonly state: 'read' | 'absent' | 'denied';
  /** `3`, `on`, or why there is no value. */
  readonly detail: string;
  /** The API version of the answer, or `null` without one. */
  readonly version: string | null;
  /** For a missing part: what cannot be checked without it. */
  readonly cost: string;
  /** For `denied`: what to do about it. */
  readonly hint: string | null;
}

type ApiAnswer<T> =
  | { readonly value: T; readonly version: string }
  | { readonly refusal: Refusal; readonly call: Pick<Call, 'words' | 'method' | 'url' | 'headers'> };

/** More than the records of the largest project have, in bytes. */
export const MAX_PROJECT_BYTES = 64_000_000;

/**
 * Reads everything about a project. Throws a `UserError` if clusters cannot be read, or if a request fails other than
 * by a refusal: the file must be complete, or list what is missing.
 * @param day when the facts were read, ISO 8601
 */
export async function pullFacts(
  session: ApiSession,
  group: string,
  day: string,
  maxBytes = MAX_PROJECT_BYTES,
): Promise<{ readonly file: FactFile; readonly parts: readonly PartReport[] }> {
  session.tools.left = maxBytes;
  const lists: Lists = {};
  const flags: Partial<Record<Setting, boolean>> = {};
  const parts: PartReport[] = [];
  for (const one of PARTS) {
    const { of, words } = one;
    const answer = await (isSetting(of) ? flagOf(session, group, one) : entriesOf(session, group, one, lists));
    if ('refusal' in answer) {
      if (words === 'clusters') throw refusalError(answer.refusal, answer.call);
      parts.push(missing(one, answer.refusal));
      continue;
    }
    const { value, version } = answer;
    let detail = value === true ? 'on' : 'off';
    if (isSetting(of)) flags[of] = value === true;
    else {
      lists[of] = [...(lists[of] ?? []), ...(value as readonly unknown[])];
      detail = String((value as readonly unknown[]).length);
    }
    parts.push({ ...report(one, 'read', detail), version });
  }
  const sorted = (name: ListName, keys: readonly string[]): readonly unknown[] | null =>
    inOrder(cleanAnswer(lists[name] ?? null, session.secrets) as readonly unknown[] | null, keys);
  const file: FactFile = {
    connlintFacts: FACT_FILE_VERSION,
    pulledAt: day,
    project: {
      groupId: group,
      peeringOnly: flags.peeringOnly ?? null,
      customDnsOnAws: flags.customDnsOnAws ?? null,
      regionalizedPrivateEndpoints: flags.regionalizedPrivateEndpoints ?? null,
    },
    clusters: sorted('clusters', ['name', 'id']),
    endpointServices: sorted('endpointServices', ['cloudProvider', 'regionName', 'id']),
    containers: sorted('containers', ['providerName', 'regionName', 'region', 'id']),
    peers: sorted('peers', ['providerName', 'id']),
  };
  return { file, parts };
}

const isSetting = (of: Part['of']): of is Setting => SETTINGS.some((setting) => setting === of);

const report = ({ words, cost }: Part, state: PartReport['state'], detail: string): PartReport => ({
  words,
  state,
  detail,
  version: null,
  cost,
  hint: null,
});

/** A removed or missing resource is reported once and is not a failure, because a retry would not help. */
function missing(part: Part, refusal: Refusal): PartReport {
  if ([404, 406, 410].includes(refusal.status)) return report(part, 'absent', refusalText(refusal));
  return { ...report(part, 'denied', refusalText(refusal)), hint: refusalHint(refusal, part.words) };
}

/** Sorted by these fields, so that equal facts give equal files whatever the order of the API. */
function inOrder(list: readonly unknown[] | null, keys: readonly string[]): readonly unknown[] | null {
  const keyOf = (entry: unknown): string => JSON.stringify([...keys.map((key) => objectOf(entry)?.[key] ?? ''), entry]);
  const keyed = list?.map((entry) => [keyOf(entry), entry] as const);
  return keyed?.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, entry]) => entry) ?? null;
}

/** Reads the entries of all paths of a list. The first refusal ends it, because half a list is misleading. */
async function entriesOf(
  session: ApiSession,
  group: string,
  part: Part,
  lists: Lists,
): Promise<ApiAnswer<readonly unknown[]>> {
  const entries: unknown[] = [];
  let version = '';
  for (const path of part.paths) {
    const answer = await listAt(session, group, part.words, path);
    if ('refusal' in answer) return answer;
    entries.push(...answer.value);
    ({ version } = answer);
  }
  // The list of clusters may also contain flex clusters (API reference, list clusters, 2026-08).
  const known = new Set((lists[part.of as ListName] ?? []).map(nameOf));
  return { value: entries.filter((entry) => nameOf(entry) === undefined || !known.has(nameOf(entry))), version };
}

const nameOf = (entry: unknown): string | undefined => textOf(objectOf(entry)?.name);

async function flagOf(session: ApiSession, group: string, { words, paths }: Part): Promise<ApiAnswer<boolean>> {
  const answer = await newest(session, group, words, paths[0]!);
  if ('refusal' in answer) return answer;
  const value = objectOf(answer.value)?.enabled;
  if (typeof value !== 'boolean') throw unexpected(words, 'the answer has no "enabled"');
  return { ...answer, value };
}

/** Entries per page. This is the maximum of the API (API reference, 2026-08), which may return fewer. */
const PAGE_SIZE = 500;
const MAX_PAGES = 1000;

/**
 * Reads all pages of a list. Pages are requested by number. The link to the next page in an answer is not followed,
 * because it could lead anywhere. Throws a `UserError` if entries are missing at the end, because half a list would
 * look like deleted clusters.
 */
async function listAt(
  session: ApiSession,
  group: string,
  words: string,
  path: string,
): Promise<ApiAnswer<readonly unknown[]>> {
  // The API refuses parameters that an operation does not have.
  const isPaged = !path.endsWith('/endpointService');
  const entries = new Map<string, unknown>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const paging = { pageNum: String(page), itemsPerPage: String(PAGE_SIZE), includeCount: 'true' };
    const answer = await newest(session, group, words, path, isPaged ? paging : {});
    if ('refusal' in answer) return answer;
    const list = listIn(answer.value);
    if (!list) throw unexpected(words, 'the answer contains no list');
    const before = entries.size;
    // An entry that moved to the next page between two requests is in both.
    for (const entry of list) entries.set(textOf(objectOf(entry)?.id) ?? nameOf(entry) ?? JSON.stringify(entry), entry);
    if (!isPaged || !isMore(answer.value, list.length, entries.size))
      return { value: [...entries.values()], version: answer.version };
    if (entries.size > before) continue;
    const total = objectOf(answer.value)?.totalCount;
    const all = typeof total === 'number' ? ` of ${total}` : '';
    throw unexpected(words, `the list ends after ${entries.size}${all} entries`);
  }
  throw unexpected(words, 'the list has no end');
}

/** The list in an answer, either the answer itself or its `results`. `null` if there is none. */
function listIn(value: unknown): readonly unknown[] | null {
  const list = Array.isArray(value) ? value : objectOf(value)?.results;
  return Array.isArray(list) ? (list as readonly unknown[]) : null;
}

function isMore(answer: unknown, onPage: number, known: number): boolean {
  if (Array.isArray(answer)) return false;
  const { totalCount, links } = objectOf(answer) ?? {};
  if (typeof totalCount === 'number') return known < totalCount;
  return onPage >= PAGE_SIZE || objectsOf(links).some(({ rel }) => rel === 'next');
}

/** The version of operations without a known version (API reference, 2026-08). */
const FIRST_VERSION = '2023-01-01';

/** Reads a resource of a project in its newest version. Throws a `UserError` if the credential is refused. */
async function newest(
  session: ApiSession,
  group: string,
  words: string,
  path: string,
  paging: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer<unknown>> {
  const { api } = session.profile;
  const [place = '', query = ''] = path.split('?');
  const below = `/groups/${group}/${place}`;
  const operation = operationOf({ method: 'GET', path: below });
  const version = operation?.versions.at(-1)?.date ?? FIRST_VERSION;
  const all = { ...Object.fromEntries(new URLSearchParams(query)), ...paging };
  const url = addressOf(session.base, `${api.path}v2${below}`, all);
  const headers = { Accept: `${api.mediaType}.${version}+json` };
  const call = { words, method: 'GET', url, headers } as const;
  const answer = await answerTo(call, session.auth, session.tools);
  if (answer.status === 200) return { value: jsonOf(answer, words), version: `v2 ${version}` };
  const refusal = refusalOf(answer);
  // The credential is invalid for all other requests too.
  if (answer.status === 401) throw refusalError(refusal, call);
  return { refusal, call };
}
