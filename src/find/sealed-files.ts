import { enclosingKeys } from '../text/enclosing-keys.ts';
import { lineStartBefore } from '../text/source.ts';

/** Words of texts whose contents are elsewhere or encrypted, in any case. */
export const SEALED_WORDS: readonly string[] = [
  'git-lfs.github.com/spec/',
  '$ansible_vault;',
  'age-encryption.org/',
  'age encrypted file',
  'begin pgp message',
  'u2fsdgvkx1',
  'filter=git-crypt',
  'salted__',
  'enc[aes256_gcm,',
  'enc[pkcs7,',
  'enc[gpg,',
  '=enc(',
  ' enc(',
  '"enc(',
  "'enc(",
  '{cipher}',
  '!vault',
  'vault:v1:',
  'ej[1:',
  'ev[1:',
  'encrypted:b',
];

/** The start of a text, and why its contents cannot be read. */
const SEALS: readonly (readonly [start: RegExp, reason: string])[] = [
  [/^version https:\/\/git-lfs\.github\.com\/spec\//, 'its contents are in Git LFS: git lfs pull'],
  [/^\$ANSIBLE_VAULT;/, 'encrypted with Ansible Vault'],
  [/^(?:age-encryption\.org\/|-----BEGIN AGE ENCRYPTED FILE-----)/, 'encrypted with age'],
  [/^-----BEGIN PGP MESSAGE-----/, 'encrypted with OpenPGP'],
  // "Salted__" in base64.
  [/^(?:U2FsdGVkX1|Salted__)/, 'encrypted with OpenSSL'],
];

/**
 * Encrypted settings by name: of dotenv, Rails, and tools that keep the name of the file in front of their own ending.
 */
const SEALED_NAME =
  /(?:^|\/)(?:\.env\.vault|credentials(?:\/[\w-]+)?\.yml\.enc|(?:\.env[\w.-]*|[\w.-]+\.(?:env|ya?ml|json|toml|properties|conf|config|ini|cfg|xml|tfvars|tfstate))\.(?:enc|gpg|asc|age))$/i;

/** The start of a file that git-crypt encrypted (its documentation, 2026-08). */
export const GIT_CRYPT = '\0GITCRYPT\0';

/** Why a name says that the contents are encrypted, or `null`. */
export const sealedByName = (path: string): string | null =>
  SEALED_NAME.test(path) ? 'encrypted, as its name says' : null;

/** Endings of encrypted files, whose contents are probed. */
const SEALED_ENDING = /\.(?:aes|age|asc|cipher|crypt|enc|encrypted|gpg|pgp|sealed|secret)$/i;
/** Media, archives and keys contain no connection string, or none that connlint looks for. */
const OTHER_CONTENTS =
  /\.(?:avif|bmp|bz2|class|dll|eot|exe|gif|gz|ico|jar|jpe?g|mov|mp[34]|node|otf|p12|pdf|pem|pfx|png|pyc|so|tar|tgz|ttf|war|wasm|webp|woff2?|xz|zip|zst)(?:\.[a-z]{2,9})?$|(?:^|[/._-])(?:ca|cert\w{0,8}|id_\w{2,10}|keys?|keystore|rsa)(?:[._-]|$)/i;

export const isSealedEnding = (path: string): boolean => SEALED_ENDING.test(path);
export const mayBeSealed = (path: string): boolean => !OTHER_CONTENTS.test(path);

/** Length of the start that `sealedStart` needs. */
export const SEALED_START = 48;

/** Why the first bytes of a file, as Latin-1, say that it is encrypted, or `null`. */
export function sealedStart(path: string, start: string): string | null {
  const reason = SEALS.find(([mark]) => mark.test(start))?.[1];
  return reason ?? (SEALED_ENDING.test(path) && ENCRYPTED_PACKET.test(start) ? 'encrypted with OpenPGP' : null);
}

/** A packet with a session key, in the old and the new format (RFC 9580, 4.2 and 5). Public keys have other tags. */
const ENCRYPTED_PACKET = /^[\x84-\x87\x8c-\x8f\xc1\xc3]/;

/** Why the contents of a file are not in its text, or `null`. */
export function sealedText(text: string): string | null {
  return SEALS.find(([start]) => start.test(text))?.[1] ?? sealedAddress(text);
}

/**
 * The start of an encrypted value, and its tool (documentation of SOPS, Hiera, Jasypt, Spring Cloud Config, Ansible,
 * Vault, EJSON and dotenvx, 2026-08).
 */
const SEALED_VALUE =
  /ENC\[AES256_GCM,|ENC\[(?:PKCS7|GPG),|(?<![\w.])ENC\((?=[\w+/=]{16})|\{cipher\}|!vault\b|vault:v\d{1,3}:|E[JV]\[1:|encrypted:(?=[\w+/=]{40})/g;
const TOOLS: readonly (readonly [mark: string, tool: string])[] = [
  ['ENC[AES', 'SOPS'],
  ['ENC[', 'eyaml'],
  ['ENC(', 'Jasypt'],
  ['{cipher}', 'Spring Cloud Config'],
  ['!vault', 'Ansible Vault'],
  ['vault:', 'Vault'],
  ['E', 'EJSON'],
  ['encrypted:', 'dotenvx'],
];

/**
 * The tool that encrypted a value that may be a connection string, and left its key readable. A string setting with the
 * product's name is a read of its own.
 */
function sealedAddress(text: string): string | null {
  for (const { index, 0: mark } of text.matchAll(SEALED_VALUE)) {
    if (!mayBeAddress(keysAt(text, index))) continue;
    return `encrypted with ${TOOLS.find(([start]) => mark.startsWith(start))![1]}`;
  }
  return null;
}

const ADDRESS = /^data$|ur[il]|conn|dsn|srv|database|(?:^|[._-])db(?:$|[._-])|host/i;
const ELSEWHERE =
  /mongo|sql|pg_|postgres|maria|redis|amqp|rabbit|kafka|nats|smtp|mail|http|hook|callback|elastic|sentry|slack|user|pass|port$|name$/i;
/** The product's name alone. */
const PRODUCT = /(?:^|[._-])mongo(?:_?db)?$/i;
/** Keys that say nothing about the value. */
const GENERIC = /^(?:content|current|data|default|plain|secret|string|text|val|value)?$/i;
/** Blocks of other products. */
const OTHER_BLOCK =
  /^(?:amqp|cache|elastic\w*|kafka|mail|mariadb|mssql|mysql|nats|pg|postgres\w*|rabbit\w*|redis|sentry|slack|smtp|sql|webhooks?)$/i;

/** @param keys around the value, the innermost first; empty for an item of a list */
function mayBeAddress([own = '', ...parents]: readonly string[]): boolean {
  const parent = parents.find((key) => !GENERIC.test(key)) ?? '';
  const named = GENERIC.test(own) && parent !== '' ? parent : own;
  if (PRODUCT.test(named) || (PRODUCT.test(parent) && ADDRESS.test(own))) return true;
  return ADDRESS.test(named) && !ELSEWHERE.test(named) && !OTHER_BLOCK.test(parent);
}

/** How much of a line is searched for the key of a value, in UTF-16 code units. */
const MAX_KEY_UNITS = 120;
const KEY_BEFORE = /([\w.:/-]{1,100}?)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?$/;

/** The key of a value and those around it, the innermost first. The key of an item of a list is empty. */
function keysAt(text: string, at: number): string[] {
  const before = text.slice(Math.max(lineStartBefore(text, at, MAX_KEY_UNITS), at - MAX_KEY_UNITS), at);
  return [KEY_BEFORE.exec(before)?.[1] ?? '', ...enclosingKeys(text, at)];
}
