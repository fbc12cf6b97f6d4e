import { randomBytes, createHash } from 'node:crypto';
import type { WireAnswer, WireRequest } from './transport.ts';
import type { AccessVariables } from '../../classify/service.ts';
import { UserError } from '../errors.ts';

/** Authenticates requests to one host. */
export interface Authorizer {
  /** Value of the `Authorization` header for a request, or `null` if there is none yet. */
  authorization(request: Pick<WireRequest, 'method' | 'url'>): Promise<string | null>;
  /** Handles a 401. True if the same request may succeed now. */
  challenged(answer: WireAnswer): boolean;
}

/** Requests an access token for a service account. The lifetime is in seconds. */
export type TokenGrant = (id: string, secret: string) => Promise<{ readonly token: string; readonly lifetime: number }>;

interface AuthTools {
  readonly grant: TokenGrant;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly cnonce?: () => string;
}

export function authorizerFor(credential: Credential, tools: AuthTools): Authorizer {
  switch (credential.kind) {
    case 'token':
      return fixed(`Bearer ${credential.token}`);
    case 'service-account':
      return serviceAccount(credential.id, credential.secret, tools);
    case 'api-key':
      return digest(credential.publicKey, credential.privateKey, tools.cnonce);
  }
}

/** HTTP Basic, for metrics discovery. */
export function basic(user: string, password: string): Authorizer {
  return fixed(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
}

function fixed(header: string): Authorizer {
  return { authorization: () => Promise.resolve(header), challenged: () => false };
}

/**
 * How long before its expiry a token is no longer used, in milliseconds, because clocks differ and requests take time.
 */
const MARGIN = 60_000;

function serviceAccount(id: string, secret: string, { grant, now }: AuthTools): Authorizer {
  let held: { readonly token: string; readonly end: number; uses: number } | null = null;
  return {
    async authorization() {
      if (held === null || now() >= held.end) {
        const { token, lifetime } = await grant(id, secret);
        held = { token, end: now() + Math.max(0, lifetime * 1000 - MARGIN), uses: 0 };
      }
      held.uses += 1;
      return `Bearer ${held.token}`;
    },
    challenged() {
      // A token that worked before may have been revoked. A fresh one that is refused will be refused again.
      const again = (held?.uses ?? 0) > 1;
      held = null;
      return again;
    },
  };
}

/** API keys with HTTP Digest. The private key itself is never sent. */
function digest(user: string, password: string, cnonce = () => randomBytes(16).toString('hex')): Authorizer {
  let challenge: DigestChallenge | null = null;
  let count = 0;
  return {
    authorization({ method, url }) {
      if (challenge === null) return Promise.resolve(null);
      count += 1;
      const target = `${url.pathname}${url.search}`;
      return Promise.resolve(
        digestAuthorization(challenge, { method, target, user, password, count, cnonce: cnonce() }),
      );
    },
    challenged({ headers }) {
      const known = challenge;
      const next = digestChallenge(headers.get('www-authenticate'));
      challenge = next;
      count = 0;
      // If the same challenge comes again, the response was wrong. A new nonce may only mean that the old one expired.
      return next !== null && (known === null || next.stale || next.nonce !== known.nonce);
    },
  };
}

/** Credentials from the environment. They are kept in memory only and sent only in `Authorization` headers. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'service-account'; readonly id: string; readonly secret: string }
  | { readonly kind: 'api-key'; readonly publicKey: string; readonly privateKey: string };

export interface MetricsCredential {
  readonly user: string;
  readonly password: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** For messages. */
export const CREDENTIAL_WORDS: Readonly<Record<Credential['kind'], string>> = {
  token: 'an access token',
  'service-account': 'a service account',
  'api-key': 'an API key',
};

/**
 * The credential in the environment: an access token before a service account before an API key. Throws a `UserError`
 * that names variables but never their values.
 */
export function credentialFrom(environment: Environment, names: AccessVariables): Credential {
  const token = valueOf(environment, names.accessToken);
  if (token !== null) return { kind: 'token', token };
  const account = pairOf(environment, names.clientId, names.clientSecret);
  if (account) return { kind: 'service-account', id: account[0], secret: account[1] };
  const key = pairOf(environment, names.publicKey, names.privateKey);
  if (key) return { kind: 'api-key', publicKey: key[0], privateKey: key[1] };
  throw new UserError(
    'no credential for the Administration API',
    [
      'Set one of these in the environment:',
      `  ${names.clientId} and ${names.clientSecret} (a service account)`,
      `  ${names.publicKey} and ${names.privateKey} (an API key)`,
      `  ${names.accessToken} (an access token)`,
      'The role "Project Read Only" is enough for reading.',
    ].join('\n'),
  );
}

/** The credential of metrics discovery, which differs from that of the API. `null` if the environment has none. */
export function metricsCredentialFrom(environment: Environment, names: AccessVariables): MetricsCredential | null {
  const pair = pairOf(environment, names.metricsUser, names.metricsPassword);
  return pair && { user: pair[0], password: pair[1] };
}

/** All secrets of these credentials, also as encoded in headers, so that output can hide them. */
export function secretsOf(credential: Credential, metrics: MetricsCredential | null): readonly string[] {
  const own =
    credential.kind === 'token'
      ? [credential.token]
      : credential.kind === 'api-key'
        ? [credential.privateKey, credential.publicKey]
        : [credential.secret, credential.id, encoded(credential.id, credential.secret)];
  return metrics ? [...own, metrics.password, metrics.user, encoded(metrics.user, metrics.password)] : own;
}

function encoded(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`).toString('base64');
}

function pairOf(environment: Environment, first: string, second: string): readonly [string, string] | null {
  const pair = [valueOf(environment, first), valueOf(environment, second)] as const;
  if (pair[0] !== null && pair[1] !== null) return [pair[0], pair[1]];
  if (pair[0] === null && pair[1] === null) return null;
  const [set, missing] = pair[0] === null ? [second, first] : [first, second];
  throw new UserError(`${set} is set, but ${missing} is not`, 'Set both, or neither.');
}

/**
 * A line end from a file that was read into the variable is removed. Other characters that headers do not allow are an
 * error.
 */
function valueOf(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim() ?? '';
  if (value === '') return null;
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new UserError(
      `${name} contains a character that credentials cannot have`,
      'Set it to the credential without quotes, spaces and line breaks.',
    );
  }
  return value;
}

/** HTTP Digest Access Authentication (RFC 7616) with `qop=auth`, and without it for servers of RFC 2069. */

interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  /** As spelt in the challenge. `null` if missing, which means MD5. */
  readonly algorithm: string | null;
  readonly hash: 'md5' | 'sha256' | 'sha512-256';
  /** True if each request has its own session key (`MD5-sess`). */
  readonly session: boolean;
  readonly qop: 'auth' | null;
  /** True if the credential is right and only the nonce has expired. */
  readonly stale: boolean;
  readonly userhash: boolean;
}

const HASHES: Readonly<Record<string, DigestChallenge['hash']>> = {
  md5: 'md5',
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
};

const STRENGTH: readonly DigestChallenge['hash'][] = ['md5', 'sha256', 'sha512-256'];

/** The strongest supported challenge of a `WWW-Authenticate` header, or `null`. */
export function digestChallenge(header: string | null): DigestChallenge | null {
  const found = challenges(header ?? '').flatMap((parameters) => challengeOf(parameters) ?? []);
  return found.sort((a, b) => STRENGTH.indexOf(b.hash) - STRENGTH.indexOf(a.hash))[0] ?? null;
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PARAMETER = new RegExp(`(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))\\s*(?:,\\s*|$)`, 'gy');
const SCHEME = new RegExp(`[,\\s]*(${TOKEN})(?:\\s+|$)`, 'y');

/** Parameters of each Digest challenge. A header may contain challenges of several schemes. */
function challenges(header: string): ReadonlyMap<string, string>[] {
  const all: Map<string, string>[] = [];
  for (let at = 0; at < header.length;) {
    SCHEME.lastIndex = at;
    const scheme = SCHEME.exec(header);
    if (!scheme) break;
    at = SCHEME.lastIndex;
    const parameters = new Map<string, string>();
    for (;;) {
      PARAMETER.lastIndex = at;
      const match = PARAMETER.exec(header);
      if (!match) break;
      at = PARAMETER.lastIndex;
      const [, name = '', quoted, plain] = match;
      parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    }
    if (scheme[1]?.toLowerCase() === 'digest') all.push(parameters);
  }
  return all;
}

function challengeOf(parameters: ReadonlyMap<string, string>): DigestChallenge | null {
  const nonce = parameters.get('nonce');
  const algorithm = parameters.get('algorithm') ?? null;
  const name = (algorithm ?? 'MD5').toLowerCase();
  const hash = HASHES[name.replace(/-sess$/, '')];
  const offered = parameters
    .get('qop')
    ?.split(',')
    .map((word) => word.trim().toLowerCase());
  if (nonce === undefined || hash === undefined || (offered && !offered.includes('auth'))) return null;
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm,
    hash,
    session: name.endsWith('-sess'),
    qop: offered ? 'auth' : null,
    stale: parameters.get('stale')?.toLowerCase() === 'true',
    userhash: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}

interface DigestRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly user: string;
  readonly password: string;
  /** Number of uses of this nonce, including this one. */
  readonly count: number;
  readonly cnonce: string;
}

export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, qop, userhash } = challenge;
  const { method, target, user, password, cnonce } = request;
  const hash = (text: string): string => createHash(challenge.hash).update(text, 'utf8').digest('hex');
  const secret = hash(`${user}:${realm}:${password}`);
  const key = challenge.session ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const count = request.count.toString(16).padStart(8, '0');
  const middle = qop === null ? nonce : `${nonce}:${count}:${cnonce}:${qop}`;
  const parts = [
    `username=${quoted(userhash ? hash(`${user}:${realm}`) : user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(target)}`,
    `response="${hash(`${key}:${middle}:${hash(`${method}:${target}`)}`)}"`,
    ...(algorithm === null ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${count}`]),
    ...(qop !== null || challenge.session ? [`cnonce=${quoted(cnonce)}`] : []),
    ...(userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
