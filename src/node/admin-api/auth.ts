import { randomBytes, createHash } from 'node:crypto';
import type { Answer, Authorizer, Call } from './request.ts';

/** An access token, with its lifetime in seconds. */
interface Token {
  readonly token: string;
  readonly lifetime: number;
}

export const basic = (user: string, password: string): Authorizer =>
  fixed(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);

export function fixed(header: string): Authorizer {
  return { authorization: () => Promise.resolve(header), challenged: () => false };
}

/**
 * How long before its expiry a token is no longer used, in milliseconds, because clocks differ and requests take time.
 */
const MARGIN = 60_000;

/** A service account, which asks for tokens. `now`: milliseconds since the epoch. */
export function serviceAccount(grant: () => Promise<Token>, now: () => number): Authorizer {
  let current: { readonly token: string; readonly end: number; uses: number } | null = null;
  return {
    async authorization() {
      if (current === null || now() >= current.end) {
        const { token, lifetime } = await grant();
        current = { token, end: now() + Math.max(0, lifetime * 1000 - MARGIN), uses: 0 };
      }
      current.uses += 1;
      return `Bearer ${current.token}`;
    },
    challenged() {
      // A token that worked before may have been revoked. A fresh one that is refused will be refused again.
      const again = (current?.uses ?? 0) > 1;
      current = null;
      return again;
    },
  };
}

/** API keys with HTTP Digest. The private key itself is never sent. */
export function digest(user: string, password: string): Authorizer {
  let challenge: DigestChallenge | null = null;
  let count = 0;
  return {
    authorization({ method, url }: Call) {
      if (challenge === null) return Promise.resolve(null);
      count += 1;
      const target = `${url.pathname}${url.search}`;
      const cnonce = randomBytes(16).toString('hex');
      return Promise.resolve(digestAuthorization(challenge, { method, target, user, password, count, cnonce }));
    },
    challenged({ headers }: Answer) {
      challenge = digestChallenge(headers.get('www-authenticate'));
      count = 0;
      return challenge !== null;
    },
  };
}

/** HTTP Digest Access Authentication (RFC 7616) with `qop=auth`. */
interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: 'MD5' | 'SHA-256';
}

/** The strongest supported challenge of a `WWW-Authenticate` header, or `null`. */
export function digestChallenge(header: string | null): DigestChallenge | null {
  const found = (header ?? '').split(/(?<=^|,)\s*(?=Digest\s)/i).flatMap((text) => challengeOf(text) ?? []);
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0] ?? null;
}

function challengeOf(text: string): DigestChallenge | null {
  if (!/^Digest\s/i.test(text)) return null;
  const parameters = new Map(
    [...text.matchAll(/(?<![\w-])([\w-]{1,40})\s{0,9}=\s{0,9}(?:"((?:[^"\\]|\\.){0,1000})"|([^\s,"]+))/g)].map(
      ([, name = '', quotedText, plain]) =>
        [name.toLowerCase(), quotedText?.replace(/\\(.)/g, '$1') ?? plain ?? ''] as const,
    ),
  );
  const nonce = parameters.get('nonce');
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const offersAuth = /(?:^|[\s,])auth(?:$|[\s,])/i.test(parameters.get('qop') ?? '');
  if (nonce === undefined || !offersAuth || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return null;
  return { realm: parameters.get('realm') ?? '', nonce, opaque: parameters.get('opaque') ?? null, algorithm };
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
