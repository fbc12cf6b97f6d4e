import { createHash } from 'node:crypto';

/** HTTP Digest Access Authentication (RFC 7616) with `qop=auth`, and without it for servers of RFC 2069. */

export interface DigestChallenge {
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

export interface DigestRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly user: string;
  readonly password: string;
  /** Number of uses of this nonce, including this one. */
  readonly count: number;
  readonly cnonce: string;
}

/** Value of the `Authorization` header for a challenge. */
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
