import { Buffer } from 'node:buffer';
import { isDeployed } from '../config/roles.ts';
import { hclBlocks, hclSettings, moduleValues, type ModuleFile } from '../iac/hcl.ts';
import { fileSettings } from '../lint/settings.ts';
import { folderOf, isLoadedAlways, MANAGED_WORDS, managedIn, type ManagedItem } from '../plan/managed.ts';
import type { UnreadFile } from '../plan/subject.ts';
import { languageOf } from '../read/languages.ts';
import { grouped, once, oncePerKey } from '../text/source.ts';
import type { FileEntry, FileList } from './fs/list-files.ts';
import { readAt, unreadable, withOpen } from './fs/read-file.ts';
import type { Project } from './project/project.ts';
import { scanCounts, scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** What a plan needs of files besides their strings. */
interface BesideStrings {
  /** The code that manages clusters and settings. */
  readonly managed: readonly ManagedItem[];
  /** Files whose contents are elsewhere or encrypted. */
  readonly sealed: readonly UnreadFile[];
}

/** Reads it in one scan. Files that cannot be read are reported elsewhere. */
export function besideStrings(project: Project, list: FileList, { maxBytes }: ScanOptions): BesideStrings {
  const managed: ManagedItem[] = [];
  const reasons = new Map<string, string>();
  const attributes: string[] = [];
  const modules = once(() => grouped(list.files.filter(isOfModule), ({ path }) => folderOf(path)));
  const valuesIn = oncePerKey((folder: string) =>
    moduleValues(moduleFiles(list, modules().get(folder) ?? [], maxBytes)),
  );
  scanFiles(list, [...MANAGED_WORDS, ...SEALED_WORDS], scanCounts(), { maxBytes }, (source) => {
    for (const item of managedIn(source, valuesIn)) managed.push(item);
    const reason = languageOf(source.path) === 'text' ? null : sealedText(source.text);
    if (reason !== null) reasons.set(source.path, reason);
    if (source.path.endsWith('.gitattributes') && source.text.includes('filter=git-crypt'))
      attributes.push(source.path);
  });
  for (const { path, absolute } of list.files) {
    const reason =
      sealedByName(path) ?? (attributes.length > 0 && isGitCrypt(absolute) ? 'encrypted with git-crypt' : null);
    if (reason !== null) reasons.set(path, reason);
  }
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const decides = (path: string): boolean => isDeployed(settingsOf(path).roleOf(''));
  const sealed = [...reasons].filter(([path]) => decides(path));
  return { managed, sealed: sealed.map(([file, reason]) => ({ file, reason: `not read: ${reason}` })) };
}

function isGitCrypt(absolute: string): boolean {
  try {
    const start = Buffer.alloc(GIT_CRYPT.length);
    return (
      withOpen(absolute, true, (file) => readAt(file, start, 0, 0)) === start.length &&
      start.toString('latin1') === GIT_CRYPT
    );
  } catch (error) {
    unreadable(error);
    return false;
  }
}

const isOfModule = ({ path }: FileEntry): boolean => /\.(?:tf|tofu|tfvars)$/.test(path);

/** The files of a Terraform module, which give values to its variables. */
function moduleFiles(list: FileList, files: readonly FileEntry[], maxBytes: ScanOptions['maxBytes']): ModuleFile[] {
  const found: ModuleFile[] = [];
  scanFiles({ ...list, files }, ['='], scanCounts(), { maxBytes }, ({ path, text }) => {
    const isValues = path.endsWith('.tfvars');
    found.push({
      blocks: isValues ? [] : hclBlocks(text),
      attributes: isValues ? hclSettings(text) : [],
      isLoaded: isValues ? isLoadedAlways(path) : null,
    });
  });
  return found;
}

/** Words of texts that stand for contents elsewhere or encrypted, in any case. */
const SEALED_WORDS: readonly string[] = [
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
const GIT_CRYPT = '\0GITCRYPT\0';

/** Why a name says that the contents are encrypted, or `null`. */
const sealedByName = (path: string): string | null => (SEALED_NAME.test(path) ? 'encrypted, as its name says' : null);

/** Why the contents of a file are not in its text, or `null`. */
function sealedText(text: string): string | null {
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
