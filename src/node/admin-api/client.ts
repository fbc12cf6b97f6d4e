import type { Authorizer } from './auth.ts';
import { exchange, TransportFault, type WireAnswer, type WireRequest } from './transport.ts';
import { faultError, statusError, type Refusal } from './errors.ts';
import { UserError } from '../errors.ts';
import { isNestedTooDeep } from '../../facts/json.ts';
import { parsedJson } from '../../text/json.ts';

/** Time limits and retries of a run. Times are in milliseconds. */
export interface CallTools {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly requestTime: number;
  /** End of the whole run, by `now`. */
  readonly deadline: number;
  /** Maximum attempts per request before the failure is reported. */
  readonly attempts: number;
  readonly maxBytes?: number;
}

export interface Call extends WireRequest {
  readonly words: string;
}

/** The first pause in milliseconds. Each further one is twice as long. */
const FIRST_PAUSE = 500;
/** Longer pauses are left to the user, in milliseconds. */
const MAX_PAUSE_MS = 60_000;
const MAX_CHALLENGES = 2;
const MAX_REDIRECTS = 5;

const TRANSIENT = new Set([429, 500, 502, 503, 504]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Faults after which another attempt may succeed. */
const PASSING = new Set<TransportFault['kind']>(['unreachable', 'timeout', 'cut']);

/**
 * Sends a request until it is answered: authenticates, waits and retries where this may help, and follows redirects on
 * the same host. Throws a `UserError` for failures. Refusals (4xx except 429) are answers.
 */
export async function answerTo(call: Call, auth: Authorizer | null, tools: CallTools): Promise<WireAnswer> {
  let url = call.url;
  let challenges = 0;
  let redirects = 0;
  for (let attempt = 1; ;) {
    const asked = { ...call, url };
    const answer = await sent(asked, auth, tools);
    if (answer instanceof TransportFault) {
      const pause = pauseFor(attempt, null);
      if (!PASSING.has(answer.kind) || attempt >= tools.attempts || !(await paused(pause, tools)))
        throw faultError(answer, asked, attempt);
      attempt += 1;
      continue;
    }
    if (answer.status === 401 && auth?.challenged(answer) === true && challenges < MAX_CHALLENGES) {
      challenges += 1;
      continue;
    }
    if (REDIRECTS.has(answer.status)) {
      redirects += 1;
      url = redirected(answer, asked, redirects);
      continue;
    }
    if (!TRANSIENT.has(answer.status)) return answer;
    const wanted = retryAfter(answer.headers.get('retry-after'), tools.now());
    if (attempt >= tools.attempts || !(await paused(pauseFor(attempt, wanted), tools)))
      throw statusError(refusalOf(answer), asked, attempt, wanted);
    attempt += 1;
  }
}

async function sent(call: Call, auth: Authorizer | null, tools: CallTools): Promise<WireAnswer | TransportFault> {
  const left = tools.deadline - tools.now();
  if (left <= 0) return new TransportFault('timeout');
  const authorization = (await auth?.authorization(call)) ?? null;
  const headers = authorization === null ? call.headers : { ...call.headers, Authorization: authorization };
  try {
    return await exchange({ ...call, headers }, Math.min(tools.requestTime, left), tools.maxBytes);
  } catch (error) {
    if (error instanceof TransportFault) return error;
    throw error;
  }
}

/** Doubles with each attempt, without jitter so that runs are reproducible. A `Retry-After` of the server wins. */
function pauseFor(attempt: number, wanted: number | null): number {
  return wanted ?? FIRST_PAUSE * 2 ** (attempt - 1);
}

/** False if the pause is too long. */
async function paused(milliseconds: number, tools: CallTools): Promise<boolean> {
  if (milliseconds > MAX_PAUSE_MS || tools.now() + milliseconds >= tools.deadline) return false;
  await tools.sleep(milliseconds);
  return true;
}

/** `Retry-After` in seconds or as a date, in milliseconds from now. `null` without one. */
function retryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = httpDate(text);
  return time === null ? null : Math.max(0, time - now);
}

/** The time of a date in a header, as `Date.now()` counts it, or `null` for anything else. */
export function httpDate(text: string): number | null {
  const time = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}

/** The redirected request. The credential is not sent to another host, and a change is not sent twice. */
function redirected({ status, headers }: WireAnswer, asked: Call, count: number): URL {
  const target = locationOf(headers.get('location'), asked.url);
  const from = `${asked.words}: ${asked.url.origin} redirects (${status})`;
  if (!target) throw new UserError(`${from} to nowhere`, 'Check --base-url.');
  if (target.origin !== asked.url.origin) {
    throw new UserError(
      `${from} to ${displayOrigin(target)}`,
      'The credential is not sent to another host. If that host is right, use --base-url.',
    );
  }
  if (asked.method !== 'GET') throw new UserError(`${from} in reply to a change`, 'Check --base-url.');
  if (count > MAX_REDIRECTS) throw new UserError(`${from} without an end`, 'Check --base-url.');
  return target;
}

function locationOf(location: string | null, from: URL): URL | null {
  try {
    return location === null ? null : new URL(location, from);
  } catch {
    return null;
  }
}

function displayOrigin(url: URL): string {
  return /^https?:\/\/[\w.:[\]-]{1,255}$/.test(url.origin) ? url.origin : 'another host';
}

/** Status and code of an error answer. Its free text may contain anything and is not used. */
export function refusalOf({ status, text }: Pick<WireAnswer, 'status' | 'text'>): Refusal {
  return { status, code: /"errorCode"\s*:\s*"([A-Z][A-Z0-9_]{1,80})"/.exec(text.slice(0, 10_000))?.[1] ?? null };
}

const WRONG_PLACE = 'Check --base-url, and whether a proxy or a login page answers in place of the API.';

/** The JSON of an answer. Throws a `UserError` that quotes nothing of it. */
export function jsonOf({ headers, text }: WireAnswer, words: string): unknown {
  if (text.trim() === '') throw new UserError(`${words}: the answer is empty`, WRONG_PLACE);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (type.startsWith('text/html') || /^\s*<(?:!doctype|html)/i.test(text)) {
    throw new UserError(`${words}: the answer is an HTML page, not JSON`, WRONG_PLACE);
  }
  const value = parsedJson(text);
  if (value === undefined)
    throw new UserError(`${words}: the answer is not valid JSON, possibly truncated`, WRONG_PLACE);
  if (isNestedTooDeep(value)) throw new UserError(`${words}: the answer is nested too deep`, WRONG_PLACE);
  return value;
}
