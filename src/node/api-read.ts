import { operationOf } from '../core/api-versions.ts';
import { objectOf } from '../core/fact-json.ts';
import { addressOf } from './api-base.ts';
import { answerTo, refusalOf } from './api-call.ts';
import type { ApiSession } from './api-session.ts';
import { jsonOf } from './api-json.ts';
import type { WireAnswer } from './api-transport.ts';
import { refusalError } from './api-words.ts';
import type { Refusal } from './api-words.ts';

/** Something that the API answers a GET with. */
export interface Resource {
  /** For messages and the report: `clusters`. */
  readonly words: string;
  /** Below the generation: `/groups/<id>/clusters`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** False for a list that comes whole; the API refuses parameters that an operation does not have. */
  readonly paged?: boolean;
}

export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly version: string }
  | { readonly ok: false; readonly refusal: Refusal; readonly resource: Resource };

/** One generation and version in which a resource can be asked for. */
interface Version {
  /** For people: `v2 2024-08-05`, `v1.0`. */
  readonly name: string;
  readonly generation: 'v2' | 'v1.0';
  readonly accept: string;
}

/** The version that operations have of which nothing else is known (API reference, 2026-08). */
const FIRST_VERSION = '2023-01-01';

/** The newest version first, the unversioned generation last. */
export function versionsOf({ path }: Resource, mediaType: string): readonly Version[] {
  const request = { method: 'GET', path } as Parameters<typeof operationOf>[0];
  const dates = operationOf(request)?.versions.map(({ date }) => date) ?? [FIRST_VERSION];
  const v2 = [...dates]
    .reverse()
    .map((date): Version => ({ name: `v2 ${date}`, generation: 'v2', accept: `${mediaType}.${date}+json` }));
  return [...v2, { name: 'v1.0', generation: 'v1.0', accept: 'application/json' }];
}

/** What another version may have an answer to. A 404 with a code is about the thing, without one about the address. */
function isOfVersion({ status, code }: Refusal): boolean {
  return status === 406 || status === 410 || (status === 404 && code === null);
}

/** Reads a resource in the newest version that answers. A refusal is that of the newest version. */
export async function read(session: ApiSession, resource: Resource): Promise<Reading<unknown>> {
  const { base, profile } = session;
  let first: Refusal | null = null;
  let gone = false;
  for (const { name, generation, accept } of versionsOf(resource, profile.api.mediaType)) {
    // An address that is not there is not there in any version.
    if (gone && generation === 'v2') continue;
    const url = addressOf(base, `${profile.api.path}${generation}${resource.path}`, resource.query);
    const call = { words: resource.words, method: 'GET', url, headers: { Accept: accept } } as const;
    const answer = await answerTo(call, session.auth, session.tools);
    if (answer.status === 200) {
      noteAge(session, resource, name, answer);
      return { ok: true, value: jsonOf(answer, resource.words), version: name };
    }
    const refusal = refusalOf(answer);
    // The credential is wrong for everything else as well.
    if (refusal.status === 401) throw refusalError(refusal, call);
    first ??= refusal;
    if (!isOfVersion(refusal)) break;
    gone = refusal.status === 404;
  }
  return { ok: false, refusal: first ?? { status: 0, code: null }, resource };
}

/** `Deprecation` and `Sunset` say that the version will end; one notice for each resource. */
function noteAge(session: ApiSession, { words }: Resource, version: string, { headers }: WireAnswer): void {
  const sunset = dayOf(headers.get('sunset'));
  if (sunset === null && headers.get('deprecation') === null) return;
  const end = sunset === null ? 'no end is set yet' : `it ends on ${sunset}`;
  const message = `${words}: the version that answered (${version}) is deprecated; ${end}`;
  if (session.notices.some((notice) => notice.message === message)) return;
  session.notices.push({ code: 'api-deprecated', file: '', message });
}

/** The day of an HTTP date, `YYYY-MM-DD`. */
function dayOf(header: string | null): string | null {
  const time = /^[A-Za-z]{3,9},? /.test(header ?? '') ? Date.parse(header!) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

/** The list in an answer, bare or under `results`; `null` when it holds none. */
export function listIn(value: unknown): readonly unknown[] | null {
  const list = Array.isArray(value) ? value : objectOf(value)?.results;
  return Array.isArray(list) ? (list as readonly unknown[]) : null;
}
