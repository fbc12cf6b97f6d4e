import hints from './hints.json' with { type: 'json' };
import { filled, MASK } from '../../text/shown-name.ts';
import { objectOf } from '../../text/json.ts';
import { ATLAS, type ServiceProfile } from '../../classify/service.ts';
import { UserError } from '../errors.ts';

/** Credentials from the environment. They are kept in memory only and sent only in `Authorization` headers. */
export type Credential = Readonly<ReturnType<typeof credentialFrom>>;

/** A token before a service account before an API key. Throws a `UserError` that names variables, no values. */
export function credentialFrom(environment: NodeJS.ProcessEnv, names: ServiceProfile['access']['variables']) {
  const token = valueOf(environment, names.accessToken);
  if (token !== null) return { kind: 'token', user: '', password: token } as const;
  const credential =
    pairOf('service-account', environment, names.clientId, names.clientSecret) ??
    pairOf('api-key', environment, names.publicKey, names.privateKey);
  if (credential) return credential;
  throw new UserError('no credential for the Administration API', filled(hints.none, names));
}

function pairOf<K extends string>(kind: K, environment: NodeJS.ProcessEnv, first: string, second: string) {
  const [user, password] = [valueOf(environment, first), valueOf(environment, second)];
  if (user !== null && password !== null) return { kind, user, password };
  if (user === null && password === null) return null;
  const [set, missing] = user === null ? [second, first] : [first, second];
  throw new UserError(`${set} is set, but ${missing} is not`, 'Set both, or neither.');
}

/** A line end from a file that was read into the variable is removed. What headers do not allow is an error. */
function valueOf(environment: NodeJS.ProcessEnv, name: string): string | null {
  const value = environment[name]?.trim() ?? '';
  if (value === '') return null;
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  const hint = 'Set it to the credential without quotes, spaces and line breaks.';
  throw new UserError(`${name} contains a character that credentials cannot have`, hint);
}

/** Where credentials are sent: the user's address, or a built-in one, which hosts of the config can only select. */
export function chooseBase(given: string | undefined, { api }: ServiceProfile): URL {
  if (given !== undefined) return baseAddress(given);
  const isOwn = ({ hostname: name }: URL) => api.hosts.some((host) => name === host || name.endsWith(`.${host}`));
  const base = ATLAS.api.bases.map((address) => new URL(address)).find(isOwn);
  if (base) return base;
  const hint = 'Credentials are not sent to hosts from a config. Use --base-url https://api.example.com.';
  throw new UserError(`service.api.hosts in the config contains no host of ${ATLAS.name}`, hint);
}

const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** https, or plain http on this machine. The message quotes nothing of an address, which may contain a credential. */
function baseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare = url !== null && url.href === `${url.origin}/`;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (isBare && isSafe) return url;
  const hint = 'Write --base-url https://api.example.com. Plain http is allowed only for loopback addresses.';
  throw new UserError('--base-url must be https with only a host and a port', hint);
}

/** Names of fields that may contain a credential. Fields that connlint reads have no such name. */
const SECRET_KEY = /passw|passphrase|secret|private_?key|api_?key|access_?token|credential/i;

const USER_INFO = /([a-z][a-z0-9+.-]{0,40}:\/\/)[^/?#\s"']*@/gi;
const SECRET_OPTION =
  /([?&;](?:authMechanismProperties|proxyUsername|proxyPassword|tlsCertificateKeyFilePassword)=)[^&\s"']*/gi;

/** An answer as it may be written: keys sorted, no links (they contain the request), and no texts that are secret. */
export function cleanAnswer(value: unknown, secrets: Iterable<string>): unknown {
  if (typeof value === 'string') return hideSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => cleanAnswer(item, secrets));
  const object = objectOf(value);
  if (!object) return value;
  const entries = Object.entries(object)
    .filter(([key]) => key !== 'links' && !SECRET_KEY.test(key))
    .map(([key, member]) => [hideSecrets(key, secrets), cleanAnswer(member, secrets)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

/** The text without these secrets, without user info of addresses and without options with secret values. */
function hideSecrets(text: string, secrets: Iterable<string>): string {
  // A secret that is part of another one must not leave the rest of it visible.
  const known = [...secrets].filter(({ length }) => length >= MIN_LENGTH).sort((a, b) => b.length - a.length);
  const hidden = known.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  return hidden.replace(USER_INFO, '$1').replace(SECRET_OPTION, `$1${MASK}`);
}

/** Secrets of Atlas are longer, and hiding shorter texts would damage cluster names. */
const MIN_LENGTH = 8;
