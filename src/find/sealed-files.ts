/** Words of texts that stand for contents elsewhere or encrypted, in any case. */
export const SEALED_WORDS: readonly string[] = [
  'git-lfs.github.com/spec/',
  '$ansible_vault;',
  'age-encryption.org/',
  'age encrypted file',
  'begin pgp message',
  'u2fsdgvkx1',
  'filter=git-crypt',
  'enc[aes256_gcm,',
];

/** The start of a text, and why its contents cannot be read. */
const SEALS: readonly (readonly [start: RegExp, reason: string])[] = [
  [/^version https:\/\/git-lfs\.github\.com\/spec\//, 'its contents are in Git LFS: git lfs pull'],
  [/^\$ANSIBLE_VAULT;/, 'encrypted with Ansible Vault'],
  [/^(?:age-encryption\.org\/|-----BEGIN AGE ENCRYPTED FILE-----)/, 'encrypted with age'],
  [/^-----BEGIN PGP MESSAGE-----/, 'encrypted with OpenPGP'],
  // "Salted__" in base64.
  [/^U2FsdGVkX1/, 'encrypted with OpenSSL'],
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

/** Why the contents of a file are not in its text, or `null`. */
export function sealedText(text: string): string | null {
  return SEALS.find(([start]) => start.test(text))?.[1] ?? (hasSealedAddress(text) ? 'encrypted with SOPS' : null);
}

/**
 * True if SOPS encrypted a value that may be a connection string: it leaves the keys readable (its documentation,
 * 2026-08). A key with the product's name is a read of its own, and one with another product's name is none.
 */
const hasSealedAddress = (text: string): boolean =>
  text.includes('ENC[AES256_GCM,') &&
  [...text.matchAll(SOPS_VALUE)].some(([, key = '']) => ADDRESS.test(key) && !ELSEWHERE.test(key));

const SOPS_VALUE = /([\w.-]{1,100})["']?[ \t]{0,9}[:=][ \t]{0,9}["']?ENC\[AES256_GCM,/g;
const ADDRESS = /^data$|ur[il]|conn|dsn|srv|database|(?:^|[._-])db(?:$|[._-])|host/i;
const ELSEWHERE =
  /mongo|sql|pg_|postgres|maria|redis|amqp|rabbit|kafka|nats|smtp|mail|http|hook|callback|elastic|sentry|slack|user|pass|port$|name$/i;
