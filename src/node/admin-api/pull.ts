import rows from './parts.json' with { type: 'json' };
import { operationOf } from '../../admin-api/versions.ts';
import { FACT_FILE_VERSION, LISTS, type FactFile } from '../../facts/read.ts';
import { flagOf, objectOf, objectsOf, textOf } from '../../text/json.ts';
import { SETTINGS, type Setting } from '../../facts/pieces.ts';
import { cleanAnswer } from './credentials.ts';
import type { ApiSession } from './auth.ts';
import { addressOf, jsonFrom, RefusedError, unexpected } from './request.ts';

type ListName = (typeof LISTS)[number];

/** Lists are sorted by these fields, so that equal facts give equal files whatever the order of the API. */
const SORTED_BY = ['name', 'cloudProvider', 'providerName', 'regionName', 'region', 'id'];

/** What is read of a project, clusters first: without them the rest is of no use. Paths: API reference, 2026-08. */
const PARTS = rows as readonly (Omit<(typeof rows)[number], 'of'> & { readonly of: ListName | Setting })[];

/**
 * The result of one part. `absent`: the API has no such resource. `denied`: this credential may not read it. `detail` is
 * `3`, `on`, or why there is no value; `cost` what cannot be checked without the part; `hint` what to do.
 */
export type PartReport = Readonly<Record<'words' | 'detail' | 'cost', string>> & {
  readonly state: 'read' | 'absent' | 'denied';
  readonly hint: string | null;
};

/** Reads a path below the project, for one part of it. */
type Reader = (path: string, paging?: Readonly<Record<string, string>>) => Promise<unknown>;

/**
 * Reads everything about a project. Throws a `UserError` if clusters cannot be read, or if a request fails other than
 * by a refusal: the file must be complete, or list what is missing.
 * @param day when the facts were read, ISO 8601
 */
export async function pullFacts(session: ApiSession, group: string, day: string) {
  const lists = new Map(LISTS.map((name): [ListName, readonly unknown[] | null] => [name, null]));
  const flags = new Map(SETTINGS.map(({ setting }): [Setting, boolean | null] => [setting, null]));
  const parts: PartReport[] = [];
  for (const { of, words, cost, paths } of PARTS) {
    const report = { words, cost, hint: null };
    const read = readerOf(session, group, words);
    try {
      if (isSetting(of)) {
        const value = flagOf(objectOf(await read(paths[0]!))?.enabled);
        if (value === undefined) throw unexpected(words, 'the answer has no "enabled"');
        flags.set(of, value);
        parts.push({ ...report, state: 'read', detail: value ? 'on' : 'off' });
        continue;
      }
      // The first refusal ends it, because half a list is misleading.
      const all: unknown[] = [];
      for (const path of paths) all.push(...(await listAt(read, words, path)));
      // The list of clusters may also contain flex clusters (API reference, list clusters, 2026-08).
      const known = lists.get(of) ?? [];
      const names = new Set(known.flatMap((entry) => nameOf(entry) ?? []));
      const more = all.filter((entry) => !names.has(nameOf(entry) ?? ''));
      lists.set(of, inOrder([...known, ...more], session.secrets));
      parts.push({ ...report, state: 'read', detail: String(more.length) });
    } catch (error) {
      // A credential that is refused is invalid for all other requests too.
      if (!(error instanceof RefusedError) || error.status === 401 || words === 'clusters') throw error;
      // A removed or missing resource is reported once and is not a failure, because a retry would not help.
      const isAbsent = [404, 406, 410].includes(error.status);
      const state = isAbsent ? 'absent' : 'denied';
      parts.push({ ...report, state, detail: error.shown, hint: isAbsent ? null : error.hint });
    }
  }
  const project = { groupId: group, ...Object.fromEntries(flags) };
  const file: FactFile = { connlintFacts: FACT_FILE_VERSION, pulledAt: day, project, ...Object.fromEntries(lists) };
  return { file, parts };
}

const isSetting = (of: ListName | Setting): of is Setting => SETTINGS.some(({ setting }) => setting === of);

function inOrder(list: readonly unknown[], secrets: Iterable<string>): readonly unknown[] {
  const keyOf = (entry: unknown) => JSON.stringify([...SORTED_BY.map((key) => objectOf(entry)?.[key] ?? ''), entry]);
  return list.map((entry) => cleanAnswer(entry, secrets)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const nameOf = (entry: unknown): string | undefined => textOf(objectOf(entry)?.name);

/** Entries per page. This is the maximum of the API (API reference, 2026-08), which may return fewer. */
const PAGE_SIZE = 500;

/** All pages of a list, by number: a link could lead anywhere. Throws a `UserError` if the end is missing. */
async function listAt(read: Reader, words: string, path: string): Promise<unknown[]> {
  // The API refuses parameters that an operation does not have.
  const isPaged = !path.endsWith('/endpointService');
  const entries = new Map<string, unknown>();
  for (let page = 1; ; page++) {
    const paging = { pageNum: String(page), itemsPerPage: String(PAGE_SIZE), includeCount: 'true' };
    const value = await read(path, isPaged ? paging : {});
    const list: unknown = Array.isArray(value) ? value : objectOf(value)?.results;
    if (!Array.isArray(list)) throw unexpected(words, 'the answer contains no list');
    const before = entries.size;
    // An entry that moved to the next page between two requests is in both.
    for (const entry of list as readonly unknown[])
      entries.set(textOf(objectOf(entry)?.id) ?? nameOf(entry) ?? JSON.stringify(entry), entry);
    const total = objectOf(value)?.totalCount;
    const hasNext = objectsOf(objectOf(value)?.links).some(({ rel }) => rel === 'next');
    const isLast = typeof total === 'number' ? entries.size >= total : list.length < PAGE_SIZE && !hasNext;
    if (!isPaged || isLast) return [...entries.values()];
    // No further page has more.
    if (entries.size === before) {
      const all = typeof total === 'number' ? ` of ${total}` : '';
      throw unexpected(words, `the list ends after ${entries.size}${all} entries`);
    }
  }
}

/** Reads resources of a project in their newest version. Throws a `RefusedError` if one is refused. */
function readerOf({ base, profile: { api }, auth, tools }: ApiSession, group: string, words: string): Reader {
  return async (path, paging = {}) => {
    const [place = '', query = ''] = path.split('?');
    const below = `/groups/${group}/${place}`;
    const version = operationOf({ method: 'GET', path: below })!.versions.at(-1)!.date;
    const all = { ...Object.fromEntries(new URLSearchParams(query)), ...paging };
    const url = addressOf(base, `${api.path}v2${below}`, all);
    const headers = { Accept: `${api.mediaType}.${version}+json` };
    return await jsonFrom({ words, method: 'GET', url, headers }, auth, tools);
  };
}
