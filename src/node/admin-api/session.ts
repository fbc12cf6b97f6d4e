import type { ServiceProfile } from '../../classify/service.ts';
import { objectOf } from '../../facts/json.ts';
import { basic, digest, fixed, serviceAccount } from './auth.ts';
import { secretsOf, type Credential } from './credentials.ts';
import { addressOf, answerTo, jsonOf, RefusedError, unexpected, type Authorizer, type CallTools } from './request.ts';

/** The state that all requests of a run share. */
export interface ApiSession {
  readonly base: URL;
  readonly profile: ServiceProfile;
  readonly auth: Authorizer;
  readonly tools: CallTools;
  /** Texts that must not be written anywhere. Grows with every token. */
  readonly secrets: Set<string>;
}

interface SessionOptions extends Pick<ApiSession, 'base' | 'profile'> {
  readonly credential: Credential;
  readonly tools: Omit<CallTools, 'left'>;
}

export function openSession({ base, profile, credential, tools }: SessionOptions): ApiSession {
  const secrets = new Set(secretsOf(credential));
  const session = { base, profile, tools: { left: 0, ...tools }, secrets };
  return { ...session, auth: authorizerFor(credential, session) };
}

function authorizerFor(credential: Credential, session: Omit<ApiSession, 'auth'>): Authorizer {
  if (credential.kind === 'token') return fixed(`Bearer ${credential.token}`);
  const { kind, user, password } = credential;
  return kind === 'api-key'
    ? digest(user, password)
    : serviceAccount(() => newToken(user, password, session), session.tools.now);
}

/** The client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
async function newToken(
  id: string,
  secret: string,
  { base, profile, tools, secrets }: Omit<ApiSession, 'auth'>,
): Promise<{ readonly token: string; readonly lifetime: number }> {
  // RFC 6749 (section 2.3.1) requires form encoding inside basic authentication.
  const form = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  const call = {
    words: 'access token',
    method: 'POST',
    url: addressOf(base, profile.access.tokenPath),
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  } as const;
  const answer = await answerTo(call, basic(form(id), form(secret)), tools);
  if (answer.status !== 200) throw new RefusedError(answer, call);
  const { access_token: token, expires_in: lifetime } = objectOf(jsonOf(answer, call.words)) ?? {};
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw unexpected(call.words, 'missing in the answer');
  secrets.add(token);
  return { token, lifetime: typeof lifetime === 'number' && lifetime > 0 ? lifetime : 0 };
}
