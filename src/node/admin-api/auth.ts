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

/** HTTP Digest Access Authentication (RFC 7616) with `qop=auth`. */

interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: 'MD5' | 'SHA-256';
  /** True if the credential is right and only the nonce has expired. */
  readonly stale: boolean;
}

/** The strongest supported challenge of a `WWW-Authenticate` header, or `null`. */
export function digestChallenge(header: string | null): DigestChallenge | null {
  const found = (header ?? '').split(/(?<=^|,)\s*(?=Digest\s)/i).flatMap((text) => challengeOf(text) ?? []);
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0] ?? null;
}

function challengeOf(text: string): DigestChallenge | null {
  if (!/^Digest\s/i.test(text)) return null;
  const parameters = new Map(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(
      ([, name = '', quotedText, plain]) =>
        [name.toLowerCase(), quotedText?.replace(/\\(.)/g, '$1') ?? plain ?? ''] as const,
    ),
  );
  const nonce = parameters.get('nonce');
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const offersAuth = /(?:^|[\s,])auth(?:$|[\s,])/i.test(parameters.get('qop') ?? '');
  if (nonce === undefined || !offersAuth || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return null;
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm,
    stale: parameters.get('stale')?.toLowerCase() === 'true',
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
  const { realm, nonce, opaque, algorithm } = challenge;
  const { method, target, user, password, cnonce } = request;
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text, 'utf8')
      .digest('hex');
  const count = request.count.toString(16).padStart(8, '0');
  const key = hash(`${user}:${realm}:${password}`);
  const response = hash(`${key}:${nonce}:${count}:${cnonce}:auth:${hash(`${method}:${target}`)}`);
  const parts = [
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(target)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
    `qop=auth, nc=${count}, cnonce=${quoted(cnonce)}`,
  ];
  return `Digest ${parts.join(', ')}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
