import { chooseBase } from '../../node/api-base.ts';
import { CREDENTIAL_WORDS, credentialFrom, metricsCredentialFrom } from '../../node/api-credentials.ts';
import type { Credential } from '../../node/api-credentials.ts';
import { openSession } from '../../node/api-session.ts';
import type { ApiSession } from '../../node/api-session.ts';
import { UserError } from '../../node/errors.ts';
import type { ServiceProfile } from '../../core/service.ts';
import type { OptionTable, Parsed } from '../options.ts';

/** Options of the commands that call the administration API. */
export const API_OPTIONS: OptionTable = {
  project: { value: 'id', help: 'The project (24 hexadecimal digits).' },
  'base-url': { value: 'address', help: 'Where the API answers; https, or http on loopback.' },
  timeout: { value: 'seconds', help: 'How long one answer may take (default 30).' },
};

const DEFAULT_TIMEOUT = 30;
const LONGEST_TIMEOUT = 600;
/** A run may take so many times as long as one answer. */
const WHOLE = 20;
const ATTEMPTS = 5;

export interface ApiAccess {
  readonly session: ApiSession;
  /** `null` when neither an option nor the environment names one. */
  readonly project: string | null;
  /** Who asks, in words. */
  readonly as: string;
}

/** What the options and the environment say about the API. Throws a `UserError` that repeats no value. */
export function apiAccess(parsed: Parsed, profile: ServiceProfile): ApiAccess {
  const project = projectId(parsed, profile);
  const base = chooseBase(parsed.value('base-url'), profile);
  const seconds = timeoutOf(parsed.value('timeout'));
  const names = profile.access.variables;
  const credential: Credential = credentialFrom(process.env, names);
  const tools = {
    now: Date.now,
    sleep: (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)),
    requestTime: seconds * 1000,
    deadline: Date.now() + seconds * 1000 * WHOLE,
    attempts: ATTEMPTS,
  };
  const session = openSession({ base, profile, credential, metrics: metricsCredentialFrom(process.env, names), tools });
  return { session, project, as: CREDENTIAL_WORDS[credential.kind] };
}

/** A private key that was given as a project must go neither into an address nor into a message. */
function projectId(parsed: Parsed, { access }: ServiceProfile): string | null {
  const given = parsed.value('project');
  const text = given ?? process.env[access.variables.project]?.trim() ?? '';
  if (text === '' && given === undefined) return null;
  if (/^[0-9a-f]{24}$/i.test(text)) return text.toLowerCase();
  throw new UserError(
    `${given === undefined ? access.variables.project : '--project'} is no project id`,
    'An id has 24 hexadecimal digits; the address of the project in the browser shows it.',
  );
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT;
  const seconds = /^\d{1,4}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT) return seconds;
  throw new UserError('--timeout is no number of seconds', `Write a number up to ${LONGEST_TIMEOUT}.`);
}

/** Names of options by which people hand over credentials elsewhere. */
const SECRET_OPTION =
  /^--?(?:api-?|public-?|private-?|client-?|access-?)*(?:key|secret|token|password|user|username|id)(?:=|$)/i;
/** What keys, tokens and secrets of the service look like (API reference, 2026-08), and what is as long as a token. */
const SECRET_TEXT = /mdb_sa_|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^eyJ[\w-]{10,}|^[\w+=-]{40,}$|:\/\/[^/]*@/i;

/** Credentials on a command line end in shell histories and process lists: they are refused, and not repeated. */
export function refuseSecrets(args: readonly string[], { access }: ServiceProfile): void {
  const found = args.some((word) => SECRET_OPTION.test(word) || SECRET_TEXT.test(word.replace(/^--[a-z-]+=/, '')));
  if (!found) return;
  const { clientId, clientSecret, publicKey, privateKey, accessToken } = access.variables;
  throw new UserError(
    'an argument looks like a credential (not shown)',
    `Credentials are taken from the environment only: ${clientId} and ${clientSecret}, ${publicKey} and ${privateKey}, ` +
      `or ${accessToken}. Consider what stood in the arguments as known to others.`,
  );
}
