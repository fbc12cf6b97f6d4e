import { spellingsOf } from '../text/spellings.ts';
import { objectOf } from './json.ts';
import { MASK } from '../parse/redact.ts';

/** Deeper than any answer of the API; keeps a made-up one from exhausting the stack. */
const MAX_DEPTH = 60;

/** Names of what could hold a credential. No fact has such a name. */
const SECRET_KEY = /passw|passphrase|secret|private_?key|api_?key|access_?token|credential/i;

const USER_INFO = /([a-z][a-z0-9+.-]{0,40}:\/\/)[^/?#\s"']*@/gi;
const SECRET_OPTION =
  /([?&;](?:authMechanismProperties|proxyUsername|proxyPassword|tlsCertificateKeyFilePassword)=)[^&\s"']*/gi;

/**
 * An answer as it may be written to a fact file: keys in order, without links (they say how it was asked for), and without
 * anything that could be a credential. `undefined` when it is nested deeper than any answer.
 * @param secrets texts that are hidden wherever they stand
 */
export function cleanAnswer(value: unknown, secrets: Iterable<string>): unknown {
  return cleaned(value, longestFirst(secrets), 0);
}

function cleaned(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return hideSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets, depth + 1) ?? null);
  const object = objectOf(value);
  if (!object) return value;
  const entries = Object.entries(object)
    .filter(([key]) => key !== 'links' && !SECRET_KEY.test(key))
    .map(([key, member]) => [hideSecrets(key, secrets), cleaned(member, secrets, depth + 1)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

/** A text without these secrets, without user information of addresses and without options that hold secrets. */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  let hidden = text;
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    for (const spelling of spellingsOf(secret))
      if (spelling.length >= MIN_LENGTH) hidden = hidden.replaceAll(spelling, MASK);
  }
  return hidden.replace(USER_INFO, '$1').replace(SECRET_OPTION, `$1${MASK}`);
}

/** A shorter text is no secret of the service, and hiding it would tear names of clusters apart. */
const MIN_LENGTH = 8;

/** A secret that is part of another one must not leave the rest of it behind. */
function longestFirst(secrets: Iterable<string>): readonly string[] {
  return [...secrets].sort((a, b) => b.length - a.length);
}
