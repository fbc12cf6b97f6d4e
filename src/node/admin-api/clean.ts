import { MASK } from '../../classify/shown.ts';
import { objectOf } from '../../facts/json.ts';
import { base64Forms } from '../../find/hits.ts';
import { decodePercent } from '../../parse/part.ts';

/** Names of fields that may contain a credential. Fields that connlint reads have no such name. */
const SECRET_KEY = /passw|passphrase|secret|private_?key|api_?key|access_?token|credential/i;

const USER_INFO = /([a-z][a-z0-9+.-]{0,40}:\/\/)[^/?#\s"']*@/gi;
const SECRET_OPTION =
  /([?&;](?:authMechanismProperties|proxyUsername|proxyPassword|tlsCertificateKeyFilePassword)=)[^&\s"']*/gi;

/**
 * An answer in the form in which it may be written to a fact file: sorted keys, without links (they contain the
 * request) and without possible credentials.
 * @param secrets texts that are hidden everywhere
 */
export function cleanAnswer(value: unknown, secrets: Iterable<string>): unknown {
  // A secret that is part of another one must not leave the rest of it visible.
  return cleaned(
    value,
    [...secrets].sort((a, b) => b.length - a.length),
  );
}

function cleaned(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return hideSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  const object = objectOf(value);
  if (!object) return value;
  const entries = Object.entries(object)
    .filter(([key]) => key !== 'links' && !SECRET_KEY.test(key))
    .map(([key, member]) => [hideSecrets(key, secrets), cleaned(member, secrets)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

/** Secrets of Atlas are longer, and hiding shorter texts would damage cluster names. */
const MIN_LENGTH = 8;

/** The text without these secrets, without user info of addresses and without options with secret values. */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  let hidden = text;
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    for (const spelling of spellingsOf(secret))
      if (spelling.length >= MIN_LENGTH) hidden = hidden.replaceAll(spelling, MASK);
  }
  const decoded = decodePercent(hidden);
  if (decoded !== hidden && isAnyIn(decoded, secrets)) return MASK;
  return hidden.replace(USER_INFO, '$1').replace(SECRET_OPTION, `$1${MASK}`);
}

const isAnyIn = (text: string, secrets: Iterable<string>): boolean =>
  [...secrets].some((secret) => secret.length >= MIN_LENGTH && text.includes(secret));

/** The ways in which files and reports may write a text. */
function spellingsOf(plain: string): string[] {
  const html = plain.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  const named = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const percent = encodeURIComponent(plain.toWellFormed());
  const base64 = base64Forms(plain).flatMap((code) => [code, code.replaceAll('+', '-').replaceAll('/', '_')]);
  return [plain, percent, JSON.stringify(plain).slice(1, -1), html, named, ...base64];
}
