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
 * A key and the start of its encrypted value (documentation of SOPS, Hiera, Jasypt, Spring Cloud Config, Ansible, Vault,
 * EJSON and dotenvx, 2026-08).
 */
const SEALED_VALUE =
  /(?<![\w.-])([\w.-]{1,100})["']?[ \t]{0,9}[:=][ \t]{0,9}["']?(?:ENC\[(?:AES256_GCM,|PKCS7,|GPG,)|ENC\((?=[\w+/=]{16})|\{cipher\}|!vault\b|vault:v\d{1,3}:|E[JV]\[1:|encrypted:(?=[\w+/=]{40}))/g;
/** Keys of addresses of databases. A string setting with the product's name is a read of its own. */
const ADDRESS = /^data$|ur[il]|conn|dsn|srv|database|(?:^|[._-])db(?:$|[._-])|host/i;
const ELSEWHERE =
  /mongo|sql|pg_|postgres|maria|redis|amqp|rabbit|kafka|nats|smtp|mail|http|hook|callback|elastic|sentry|slack|user|pass|port$|name$/i;

/** Why a value that may be a connection string cannot be read, although its key can, or `null`. */
function sealedAddress(text: string): string | null {
  const keys = Array.from(text.matchAll(SEALED_VALUE), ([, key = '']) => key);
  return keys.some((key) => ADDRESS.test(key) && !ELSEWHERE.test(key)) ? 'a value in it is encrypted' : null;
}
