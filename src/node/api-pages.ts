import { objectOf, objectsOf, textOf } from '../core/fact-json.ts';
import { listIn, read } from './api-read.ts';
import type { Reading, Resource } from './api-read.ts';
import type { ApiSession } from './api-session.ts';
import { UserError } from './errors.ts';

/** Entries a page; the API gives no more (API reference, 2026-08), and may give fewer. */
const PAGE_SIZE = 500;
const MOST_PAGES = 1000;

/**
 * Reads a list whole. Pages are asked for by number; the address of the next page that an answer names is not followed,
 * it could be anywhere. Throws a `UserError` when entries are missing in the end: half a list looks like deleted clusters.
 */
export async function readList(session: ApiSession, resource: Resource): Promise<Reading<readonly unknown[]>> {
  const entries = new Map<string, unknown>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const paging =
      resource.paged === false ? {} : { pageNum: String(page), itemsPerPage: String(PAGE_SIZE), includeCount: 'true' };
    const reading = await read(session, { ...resource, query: { ...resource.query, ...paging } });
    if (!reading.ok) return { ...reading, resource };
    const list = listIn(reading.value);
    if (!list) throw new UserError(`${resource.words}: the answer holds no list`, 'Check --base-url.');
    const before = entries.size;
    for (const entry of list) entries.set(keyOf(entry), entry);
    const hasMore = resource.paged !== false && isMore(reading.value, list.length, entries.size);
    const done = { ok: true, value: [...entries.values()], version: reading.version } as const;
    if (!hasMore) return done;
    if (entries.size === before) throw incomplete(resource, entries.size, reading.value);
  }
  throw new UserError(`${resource.words}: the list has no end`, 'Check --base-url.');
}

/** An entry that moved to the next page while we read stands in both. */
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
    `${words}: the list stops after ${known}${all} entries`,
    'It may be changing at the moment: try again.',
  );
}
