import { createHash, timingSafeEqual } from 'node:crypto';

/** Credentials that the demo API accepts. */
export interface DemoAccounts {
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface DemoRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly authorization: string;
}

export interface Gate {
  /** `null` if the request is allowed, otherwise the `WWW-Authenticate` header of the refusal. */
  check(request: DemoRequest): string | null;
  issueToken(basic: string): string | null;
  /** Invalidates tokens and nonces. */
  expire(): void;
}

const REALM = 'Demo Public API';
/** Maximum number of requests per nonce. */
const NONCE_USES = 4;

/** Checks credentials like Atlas: tokens, digest with a nonce that expires, basic only for tokens. */
export function gateFor(accounts: DemoAccounts, algorithm: 'MD5' | 'SHA-256' = 'MD5'): Gate {
  let count = 0;
  const tokens = new Set<string>();
  const nonces = new Map<string, number>();
  const challenge = (stale: boolean): string => {
    const nonce = md5(`nonce ${(count += 1)}`);
    nonces.set(nonce, 0);
    return `Digest realm="${REALM}", domain="", nonce="${nonce}", algorithm=${algorithm}, qop="auth", stale=${stale}`;
  };
  const digest = (request: DemoRequest): string | null => {
    const parts = partsOf(request.authorization);
    const uses = nonces.get(parts.nonce ?? '');
    if (uses === undefined || uses >= NONCE_USES) return challenge(true);
    const isRight = same(parts.response ?? '', responseFor(request, parts, accounts, algorithm));
    const isFresh = Number.parseInt(parts.nc ?? '', 16) === uses + 1;
    if (!isRight || !isFresh || parts.uri !== request.target) return challenge(false);
    nonces.set(parts.nonce ?? '', uses + 1);
    return null;
  };
  return {
    check(request) {
      const { authorization } = request;
      if (/^Digest /i.test(authorization)) return digest(request);
      const token = /^Bearer (.+)$/i.exec(authorization)?.[1];
      const isKnown = token !== undefined && (tokens.has(token) || same(token, accounts.accessToken));
      return isKnown ? null : challenge(false);
    },
    issueToken(basic) {
      if (!same(basic, basicHeader(accounts.clientId, accounts.clientSecret))) return null;
      const token = `${accounts.accessToken}.issued${tokens.size + 1}`;
      tokens.add(token);
      return token;
    },
    expire() {
      tokens.clear();
      nonces.clear();
    },
  };
}

type Parts = Readonly<Record<string, string>>;

function partsOf(header: string): Parts {
  return Object.fromEntries(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  );
}

/** RFC 7616, section 3.4.1. */
function responseFor({ method }: DemoRequest, parts: Parts, accounts: DemoAccounts, algorithm: string): string {
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const first = hash(`${accounts.publicKey}:${REALM}:${accounts.privateKey}`);
  const second = hash(`${method}:${parts.uri ?? ''}`);
  return hash([first, parts.nonce, parts.nc, parts.cnonce, parts.qop, second].join(':'));
}

function basicHeader(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
