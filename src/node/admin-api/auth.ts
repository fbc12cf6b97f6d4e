import { hash, randomBytes } from 'node:crypto';
import type { ServiceProfile } from '../../classify/service.ts';
import { objectOf } from '../../text/json.ts';
import { once } from '../../text/source.ts';
import type { Credential } from './credentials.ts';
import { addressOf, jsonFrom, unexpected, type Authorizer, type CallTools } from './request.ts';

export type ApiSession = Readonly<ReturnType<typeof openSession>>;

export function openSession(base: URL, profile: ServiceProfile, credential: Credential, tools: CallTools) {
  const { kind, user, password } = credential;
  // Texts that must not be written anywhere. A service account adds its tokens.
  const secrets = new Set([password, user, Buffer.from(`${user}:${password}`).toString('base64')]);
  const session = { base, profile, tools, secrets };
  const auth: Authorizer =
    kind === 'token'
      ? always(`Bearer ${password}`)
      : kind === 'api-key'
        ? digest(user, password)
        : serviceAccount(user, password, session);
  return { ...session, auth };
}

function always(header: string): Authorizer {
  return (_, refused) => Promise.resolve(refused ? null : header);
}

/** The client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4). A token is valid for longer than a run takes. */
function serviceAccount(id: string, secret: string, session: Omit<ApiSession, 'auth'>): Authorizer {
  const { base, profile, tools, secrets } = session;
  // RFC 6749 (section 2.3.1) requires form encoding inside basic authentication.
  const form = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  const basic = Buffer.from(`${form(id)}:${form(secret)}`).toString('base64');
  const call = {
    words: 'access token',
    method: 'POST',
    url: addressOf(base, profile.access.tokenPath),
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  } as const;
  const header = once(async () => {
    const { access_token: token } = objectOf(await jsonFrom(call, always(`Basic ${basic}`), tools)) ?? {};
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
      throw unexpected(call.words, 'missing in the answer');
    secrets.add(token);
    return `Bearer ${token}`;
  });
  return async (_, refused) => (refused ? null : await header());
}

/** API keys with HTTP Digest. The private key itself is never sent. */
function digest(user: string, password: string): Authorizer {
  let challenge: DigestChallenge | null = null;
  let count = 0;
  return ({ method, url }, refused) => {
    if (refused) [challenge, count] = [digestChallenge(refused.headers.get('www-authenticate')), 0];
    if (challenge === null) return Promise.resolve(null);
    const target = `${url.pathname}${url.search}`;
    const cnonce = randomBytes(16).toString('hex');
    return Promise.resolve(digestAuthorization(challenge, { method, target, user, password, count: ++count, cnonce }));
  };
}

/** HTTP Digest Access Authentication (RFC 7616) with `qop=auth`. */
type DigestChallenge = NonNullable<ReturnType<typeof challengeOf>>;

/** The strongest supported challenge of a `WWW-Authenticate` header, or `null`. */
export function digestChallenge(header: string | null): DigestChallenge | null {
  const found = (header ?? '').split(/(?<=^|,)\s*(?=Digest\s)/i).flatMap((text) => challengeOf(text) ?? []);
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0] ?? null;
}

function challengeOf(text: string) {
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
  return { realm: parameters.get('realm') ?? '', nonce, opaque: parameters.get('opaque') ?? null, algorithm } as const;
}

/** @param request `target`: path and query as sent; `count`: uses of this nonce, including this one */
export function digestAuthorization(
  { realm, nonce, opaque, algorithm }: DigestChallenge,
  request: Readonly<Record<'method' | 'target' | 'user' | 'password' | 'cnonce', string> & { count: number }>,
): string {
  const { method, target: uri, user: username, password, cnonce } = request;
  const hashed = (text: string): string => hash(algorithm === 'MD5' ? 'md5' : 'sha256', text);
  const count = request.count.toString(16).padStart(8, '0');
  const key = hashed(`${username}:${realm}:${password}`);
  const response = hashed(`${key}:${nonce}:${count}:${cnonce}:auth:${hashed(`${method}:${uri}`)}`);
  const texts = { username, realm, nonce, uri, response, ...(opaque !== null && { opaque }), cnonce };
  const quoted = Object.entries(texts).map(([name, text]) => `${name}="${text.replace(/["\\]/g, '\\$&')}"`);
  return `Digest ${quoted.join(', ')}, algorithm=${algorithm}, qop=auth, nc=${count}`;
}
