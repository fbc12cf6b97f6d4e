import { ATLAS, type ServiceProfile } from '../../classify/service.ts';
import { UserError } from '../errors.ts';

/** One HTTP request and its response: no retries, no redirects, no credentials of its own. */

export interface WireRequest {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Why there is no complete answer. */
type FaultKind = 'unreachable' | 'timeout' | 'cut' | 'too-large' | 'untrusted' | 'not-http';

/** A missing or incomplete answer. Contains no text of the server or the request. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  readonly kind: FaultKind;
  /** Code of the system or the HTTP library (`ECONNREFUSED`), if any. */
  readonly code: string | null;

  constructor(kind: FaultKind, code: string | null = null) {
    super(kind);
    this.kind = kind;
    this.code = code;
  }
}

/** More than the records of the largest project, in bytes after decompression. */
const MAX_ANSWER_BYTES = 64_000_000;
/**
 * For all answers about one project, in UTF-16 code units, so that a list with endless pages does not fill the memory.
 */
export const MAX_PROJECT_UNITS = 64_000_000;

/**
 * Sends a request and reads the whole answer. A redirect is an answer.
 * @param milliseconds until the last byte
 */
export async function exchange(
  request: WireRequest,
  milliseconds: number,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<WireAnswer> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)));
  const { url, method, headers, body } = request;
  try {
    const init = { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) } as const;
    const answer = await fetch(url, init);
    return { status: answer.status, headers: answer.headers, text: await wholeText(answer, maxBytes) };
  } catch (error) {
    if (error instanceof TransportFault) throw error;
    if (signal.aborted) throw new TransportFault('timeout');
    throw faultOf(error);
  }
}

async function wholeText(answer: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the rest.
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > maxBytes) throw new TransportFault('too-large');
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts)).replace(/^\uFEFF/, '');
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME/;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
  'EPERM',
]);

/** Messages of the library may quote headers, so only codes are kept. */
function faultOf(error: unknown): TransportFault {
  const code = codeOf(error);
  if (code === null) return new TransportFault('cut');
  if (UNTRUSTED.test(code)) return new TransportFault('untrusted', code);
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return new TransportFault('not-http', code);
  if (code.includes('TIMEOUT') || code === 'ETIMEDOUT') return new TransportFault('timeout', code);
  return new TransportFault(UNREACHABLE.has(code) ? 'unreachable' : 'cut', code);
}

/** The first code in the chain of causes. Several addresses of a host give a list of errors. */
function codeOf(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (own !== null && /^[A-Z][A-Z0-9_]{1,60}$/.test(own)) return own;
  const inner: unknown = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  return codeOf(inner, depth + 1);
}

/**
 * Where credentials are sent: to the address given by the user, otherwise to a built-in one. The config belongs to the
 * scanned repository, so its hosts only select a built-in address and cannot add one.
 */
export function chooseBase(given: string | undefined, { api }: ServiceProfile): URL {
  if (given !== undefined) return baseAddress(given);
  const base = ATLAS.api.bases
    .map(baseAddress)
    .find(({ hostname }) => api.hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)));
  if (base) return base;
  throw new UserError(
    `service.api.hosts in the config contains no host of ${ATLAS.name}`,
    'Credentials are not sent to hosts from a config. Use --base-url https://api.example.com.',
  );
}

/**
 * The API's address: https, or plain http on this machine. Throws a `UserError` that quotes nothing of an address with
 * a credential in it.
 */
function baseAddress(text: string): URL {
  const url = parsed(text);
  if (url.username !== '' || url.password !== '') {
    throw new UserError('--base-url contains a credential', 'Pass credentials in the environment.');
  }
  if (url.search !== '' || url.hash !== '' || url.pathname !== '/') {
    throw new UserError('--base-url must have only scheme, host and port', 'Write --base-url https://api.example.com.');
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new UserError('--base-url must use https', 'Plain http is allowed only for loopback addresses.');
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new UserError('--base-url is not a valid address', 'Write --base-url https://api.example.com.');
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** An address below the base. `path` begins with a slash. */
export function addressOf(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname = path;
  url.search = new URLSearchParams(query).toString();
  return url;
}
