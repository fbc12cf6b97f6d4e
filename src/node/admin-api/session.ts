import type { ServiceProfile } from '../../classify/service.ts';
import type { Notice } from '../../lint/finding.ts';
import { authorizerFor, basic, secretsOf } from './auth.ts';
import type { Authorizer, TokenGrant, Credential, MetricsCredential } from './auth.ts';
import { addressOf } from './transport.ts';
import { answerTo, refusalOf, jsonOf, type CallTools } from './client.ts';
import { refusalError } from './errors.ts';
import { UserError } from '../errors.ts';

/** The state that all requests of a run share. */
export interface ApiSession {
  readonly base: URL;
  readonly profile: ServiceProfile;
  readonly auth: Authorizer;
  /** `null` without a credential for metrics discovery. */
  readonly metricsAuth: Authorizer | null;
  readonly tools: CallTools;
  readonly notices: Notice[];
  /** Texts that must not be written anywhere. Grows with every token. */
  readonly secrets: Set<string>;
  /** Total length of the answers about the current project. */
  readonly received: { units: number };
}

interface SessionOptions {
  readonly base: URL;
  readonly profile: ServiceProfile;
  readonly credential: Credential;
  readonly metrics: MetricsCredential | null;
  readonly tools: CallTools;
}

export function openSession({ base, profile, credential, metrics, tools }: SessionOptions): ApiSession {
  const secrets = new Set(secretsOf(credential, metrics));
  const grant = tokenGrant(base, profile, tools, secrets);
  return {
    base,
    profile,
    auth: authorizerFor(credential, { grant, now: tools.now }),
    metricsAuth: metrics && basic(metrics.user, metrics.password),
    tools,
    notices: [],
    secrets,
    received: { units: 0 },
  };
}

const WORDS = 'access token';

/** The client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
function tokenGrant(base: URL, profile: ServiceProfile, tools: CallTools, secrets: Set<string>): TokenGrant {
  return async (id, secret) => {
    // RFC 6749 (section 2.3.1) requires form encoding inside basic authentication.
    const form = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
    const call = {
      words: WORDS,
      method: 'POST',
      url: addressOf(base, profile.access.tokenPath),
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    } as const;
    const answer = await answerTo(call, basic(form(id), form(secret)), tools);
    if (answer.status !== 200) throw refusalError(refusalOf(answer), call);
    const { access_token: token, expires_in: lifetime } = (jsonOf(answer, WORDS) ?? {}) as Record<string, unknown>;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      throw new UserError(`${WORDS}: missing in the answer`, 'Check --base-url.');
    }
    secrets.add(token);
    return { token, lifetime: typeof lifetime === 'number' && lifetime > 0 ? lifetime : 0 };
  };
}
