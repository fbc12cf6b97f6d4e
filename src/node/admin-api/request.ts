import hints from './hints.json' with { type: 'json' };
import { isNestedTooDeep, parsedJson } from '../../text/json.ts';
import { systemCode, UserError } from '../errors.ts';
import { filled } from '../../text/shown-name.ts';

/** A request that changes nothing. Only an access token is requested with POST. */
export interface Call {
  readonly words: string;
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The `Authorization` header for one host: `null` for none, and after a 401 that another attempt would not change. */
export type Authorizer = (call: Call, refused?: Answer) => Promise<string | null>;

/** How to wait, and the time for one answer, in milliseconds. */
export interface CallTools {
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly requestTime: number;
}

const MAX_ATTEMPTS = 5;
/** The first pause in milliseconds. Each further one is twice as long, so that runs are reproducible. */
const FIRST_PAUSE = 500;
/** Longer pauses are left to the user, in milliseconds. */
const MAX_PAUSE = 60_000;

const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/** Authenticates, waits and retries where this may help. Throws a `UserError`. A 4xx except 429 is an answer. */
async function answerTo(call: Call, auth: Authorizer, tools: CallTools): Promise<Answer> {
  let refused: Answer | undefined;
  for (let attempt = 1; ;) {
    const authorization = await auth(call, refused);
    if (refused && authorization === null) return refused;
    const answer = await sent(call, authorization, tools);
    const isAnswer = !(answer instanceof UserError);
    // A credential that is refused twice in a row is wrong.
    refused = !refused && isAnswer && answer.status === 401 ? answer : undefined;
    if (refused) continue;
    if (isAnswer && !TRANSIENT.has(answer.status)) return answer;
    const pause = (isAnswer ? retryAfter(answer) : null) ?? FIRST_PAUSE * 2 ** (attempt - 1);
    if (attempt++ === MAX_ATTEMPTS || pause > MAX_PAUSE) {
      if (!isAnswer) throw answer;
      throw new UserError(`the API failed (${statusText(answer)}): ${requestText(call)}`, 'Try again later.');
    }
    await tools.sleep(pause);
  }
}

/** `Retry-After` in milliseconds, `null` without one. */
function retryAfter({ headers }: Answer): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1000 : null;
}

const PROXY = 'Check the network, --base-url, and a proxy in between (NODE_EXTRA_CA_CERTS names its certificate).';

/** One request and its whole answer, or why there is none. Another attempt may help. */
async function sent(call: Call, authorization: string | null, tools: CallTools): Promise<Answer | UserError> {
  const signal = AbortSignal.timeout(tools.requestTime);
  const { words, url, method, body } = call;
  const headers = authorization === null ? call.headers : { ...call.headers, Authorization: authorization };
  try {
    const answer = await fetch(url, { method, headers, redirect: 'manual', signal, ...(body && { body }) });
    const { status } = answer;
    if (status >= 300 && status < 400) throw unexpected(words, `${url.origin} redirects (${status})`);
    return { status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Messages of the library may quote headers, so only codes are shown.
    const why = signal.aborted
      ? 'no complete answer in time'
      : (systemCode((error as Error).cause) ?? 'the answer was cut short');
    return new UserError(`cannot read ${words} from ${url.origin} (${why})`, PROXY);
  }
}

/** `403 IP_ADDRESS_NOT_ON_ACCESS_LIST`. Its free text may contain anything and is not used. */
function statusText({ status, text }: Answer): string {
  const code = /"errorCode"\s*:\s*"([A-Z][A-Z0-9_]{1,80})"/.exec(text.slice(0, 10_000))?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

const requestText = ({ method, url }: Call): string => `${method} ${url.origin}${url.pathname}`;

export class RefusedError extends UserError {
  readonly status: number;
  /** Status and code, without anything else of the answer. */
  readonly shown: string;

  constructor(answer: Answer, call: Call) {
    const shown = statusText(answer);
    super(`${call.words}: the API refuses (${shown}): ${requestText(call)}`, refusalHint(shown, call.words));
    this.status = answer.status;
    this.shown = shown;
  }
}

/** What to do about a refusal, by its status. */
const HINTS: Readonly<Record<string, string>> = hints;

function refusalHint(shown: string, words: string): string {
  if (/ACCESS_LIST|WHITELIST|IP_ADDRESS/.test(shown))
    return 'Add the address of this machine to the access list of the API key or service account.';
  const hint = HINTS[Number.parseInt(shown, 10)] ?? 'Check the project id, the credential and --base-url.';
  return filled(hint, { words });
}

/** The JSON of a successful answer. Throws a `RefusedError` for a refusal, and a `UserError` for any other failure. */
export async function jsonFrom(call: Call, auth: Authorizer, tools: CallTools): Promise<unknown> {
  const answer = await answerTo(call, auth, tools);
  if (answer.status !== 200) throw new RefusedError(answer, call);
  const value = parsedJson(answer.text);
  if (value === undefined) throw unexpected(call.words, 'the answer is not valid JSON, possibly truncated');
  if (isNestedTooDeep(value)) throw unexpected(call.words, 'the answer is nested too deep');
  return value;
}

const WRONG_PLACE =
  'Check --base-url, and whether a proxy or a login page answers in place of the API. Redirects are not followed.';

/** The error for an answer that is not what was requested. It quotes nothing of it. */
export const unexpected = (words: string, what: string): UserError => new UserError(`${words}: ${what}`, WRONG_PLACE);

/** An address below the base. `path` begins with a slash. */
export function addressOf(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname = path;
  url.search = new URLSearchParams(query).toString();
  return url;
}
