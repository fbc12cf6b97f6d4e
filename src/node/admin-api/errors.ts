import { plural } from '../../report/escape.ts';
import { UserError } from '../errors.ts';
import type { TransportFault } from './transport.ts';

/** Describes failures of Admin API requests and what to do, without quoting the server. */

/** An answer other than success. */
export interface Refusal {
  readonly status: number;
  /** The API's error code (`VERSION_GONE`), or `null` without a valid one. */
  readonly code: string | null;
}

/** The request, for messages. */
interface SentRequest {
  /** `clusters`, `the access token`. */
  readonly words: string;
  readonly method: string;
  readonly url: URL;
}

function requestText({ method, url }: SentRequest): string {
  return `${method} ${url.origin}${url.pathname}`;
}

/** `403 IP_ADDRESS_NOT_ON_ACCESS_LIST` */
export function refusalText({ status, code }: Refusal): string {
  return code === null ? String(status) : `${status} ${code}`;
}

const PROXY = 'Check the network, a proxy in between, and --base-url.';

export function faultError(fault: TransportFault, asked: SentRequest, attempts: number): UserError {
  const { origin } = asked.url;
  const tried = attempts > 1 ? ` (${attempts} attempts)` : '';
  const code = fault.code === null ? '' : ` (${fault.code})`;
  switch (fault.kind) {
    case 'unreachable':
      return new UserError(`cannot reach ${origin}${code}${tried}`, PROXY);
    case 'timeout':
      return new UserError(
        `no complete answer in time from ${origin} about ${asked.words}${tried}`,
        'Try again later, or allow more time with --timeout <seconds>.',
      );
    case 'cut':
      return new UserError(`the answer about ${asked.words} from ${origin} was cut short${code}${tried}`, PROXY);
    case 'too-large':
      return new UserError(`the answer about ${asked.words} from ${origin} is too large to be true`, PROXY);
    case 'untrusted':
      return new UserError(
        `the certificate of ${origin} is not trusted${code}`,
        'Behind a proxy that inspects TLS, name its certificate in NODE_EXTRA_CA_CERTS.',
      );
    case 'not-http':
      return new UserError(`${origin} does not answer as HTTP requires${code}`, PROXY);
  }
}

/** The error for 429 and 5xx after all attempts. */
export function statusError(refusal: Refusal, asked: SentRequest, attempts: number, wait: number | null): UserError {
  const shown = refusalText(refusal);
  const place = requestText(asked);
  if (refusal.status === 429) {
    const seconds = wait === null ? '' : ` The API asks for a pause of ${plural(Math.ceil(wait / 1000), 'second')}.`;
    return new UserError(
      `too many requests (${shown}, ${plural(attempts, 'attempt')}): ${place}`,
      `Try again later.${seconds}`,
    );
  }
  return new UserError(
    `the API failed (${shown}, ${plural(attempts, 'attempt')}): ${place}`,
    'Try again later; the status page of the service lists outages.',
  );
}

export function refusalError(refusal: Refusal, asked: SentRequest): UserError {
  return new UserError(
    `${asked.words}: the API refuses (${refusalText(refusal)}): ${requestText(asked)}`,
    refusalHint(refusal, asked),
  );
}

const ACCESS_LIST = /ACCESS_LIST|WHITELIST|IP_ADDRESS/;

/** What to do about a refusal. */
export function refusalHint(
  { status, code }: Refusal,
  { words, method }: Pick<SentRequest, 'words' | 'method'>,
): string {
  if (ACCESS_LIST.test(code ?? '')) {
    return 'Add the address of this machine to the access list of the API key or service account.';
  }
  switch (status) {
    case 401:
      return (
        'The credential is not accepted: it is wrong, withdrawn or expired, or of another organization than the project. ' +
        'API keys are sent by HTTP digest, service accounts by OAuth: check which variables are set.'
      );
    case 403:
      return method === 'GET'
        ? `The credential may not read ${words}: give it the role "Project Read Only" in this project, and check its access list.`
        : 'The credential may not change the project: give it the role "Project Owner", and check its access list.';
    case 404:
      return 'Check the project id (24 hexadecimal digits; `atlas projects list` shows it) and --base-url.';
    case 406:
      return 'The API has none of the versions that this release asks for: update connlint.';
    case 409:
      return 'Something else is changing the project: wait until it has settled, then try again.';
    case 410:
      return 'The versions that this release asks for have ended: update connlint.';
    default:
      return 'Check the project id, the credential and --base-url.';
  }
}
