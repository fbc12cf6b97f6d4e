import { randomBytes } from 'node:crypto';
import type { Credential } from './api-credentials.ts';
import { digestAuthorization, digestChallenge } from './api-digest.ts';
import type { DigestChallenge } from './api-digest.ts';
import type { WireAnswer, WireRequest } from './api-transport.ts';

/** Proves to one host who is calling. */
export interface Authorizer {
  /** Value of the `Authorization` header for a request; `null` for none yet. */
  authorization(request: Pick<WireRequest, 'method' | 'url'>): Promise<string | null>;
  /** Takes a 401 in. True when the same request has a chance now. */
  challenged(answer: WireAnswer): boolean;
}

/** Gets an access token for a service account; how long it lives in seconds. */
export type TokenGrant = (id: string, secret: string) => Promise<{ readonly token: string; readonly lifetime: number }>;

export interface AuthTools {
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

/** HTTP basic, as metrics discovery wants it. */
export function basic(user: string, password: string): Authorizer {
  return fixed(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
}

function fixed(header: string): Authorizer {
  return { authorization: () => Promise.resolve(header), challenged: () => false };
}

/** So long before its end a token is not used any more, in milliseconds: clocks differ, requests take time. */
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
      // A token that worked before may have been withdrawn; a fresh one that is refused will be refused again.
      const again = (held?.uses ?? 0) > 1;
      held = null;
      return again;
    },
  };
}

/** API keys: the private key itself never travels. */
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
      // The same question once more means that the answer was wrong; a new nonce may only mean that the old one ran out.
      return next !== null && (known === null || next.stale || next.nonce !== known.nonce);
    },
  };
}
