import { Buffer } from 'node:buffer';
import { isDeployed } from '../config/roles.ts';
import {
  GIT_CRYPT,
  isSealedEnding,
  mayBeSealed,
  SEALED_START,
  SEALED_WORDS,
  sealedByName,
  sealedStart,
  sealedText,
} from '../find/sealed-files.ts';
import { moduleFile, moduleValues, type ModuleFile } from '../iac/hcl.ts';
import { anchorWords } from '../find/hits.ts';
import { stringsIn } from '../lint/recorded.ts';
import { MANAGED_WORDS, managedIn, type ManagedItem } from '../plan/managed.ts';
import type { UnreadFile } from '../plan/subject.ts';
import { languageOf } from '../read/families.ts';
import { folderOf, grouped, once, oncePerKey } from '../text/source.ts';
import type { FileEntry, FileList } from './fs/list-files.ts';
import { readAt, unreadable, withOpen } from './fs/read-file.ts';
import { wordsIn, type Project } from './project/project.ts';
import { scanFiles, VENDORED, type ScanCounts, type ScanOptions } from './scan/scan-files.ts';

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
  const binary = new Set<FileEntry>();
  const options: ScanOptions = { maxBytes, binary: (entry) => binary.add(entry) };
  scanFiles(list, [...MANAGED_WORDS, ...SEALED_WORDS], options, (source) => {
    for (const item of managedIn(source, valuesIn)) managed.push(item);
    const reason = languageOf(source.path).name === 'text' ? null : sealedText(source.text);
    if (reason !== null) reasons.set(source.path, reason);
    if (source.path.endsWith('.gitattributes') && source.text.includes('filter=git-crypt'))
      attributes.push(source.path);
  });
  for (const entry of list.files) {
    const { path, absolute } = entry;
    const isProbed = (binary.has(entry) || isSealedEnding(path)) && mayBeSealed(path) && decides(project, path);
    const reason =
      sealedByName(path) ??
      (isProbed ? sealedStart(path, startOf(absolute, SEALED_START)) : null) ??
      (attributes.length > 0 && isGitCrypt(absolute) ? 'encrypted with git-crypt' : null);
    if (reason !== null) reasons.set(path, reason);
  }
  const sealed = [...reasons].filter(([path]) => decides(project, path));
  return { managed, sealed: sealed.map(([file, reason]) => ({ file, reason: `not read: ${reason}`, seen: null })) };
}

/** Whether the strings of a file that was not read would decide a plan. */
const decides = (project: Project, path: string): boolean => isDeployed(project.settingsOf(path).roleOf(''));

const isGitCrypt = (absolute: string): boolean => startOf(absolute, GIT_CRYPT.length) === GIT_CRYPT;

/** The first bytes of a file as Latin-1. Empty if it cannot be read, which is reported elsewhere. */
function startOf(absolute: string, length: number): string {
  try {
    const start = Buffer.alloc(length);
    return start.toString(
      'latin1',
      0,
      withOpen(absolute, (file) => readAt(file, start, 0, 0)),
    );
  } catch (error) {
    unreadable(error);
    return '';
  }
}

const isOfModule = ({ path }: FileEntry): boolean => /\.(?:tf|tofu|tfvars)$/.test(path);

/** The files of a Terraform module, which give values to its variables. */
function moduleFiles(list: FileList, files: readonly FileEntry[], maxBytes: ScanOptions['maxBytes']): ModuleFile[] {
  const found: ModuleFile[] = [];
  scanFiles({ ...list, files }, ['='], { maxBytes }, ({ path, text }) => {
    found.push(moduleFile(path, text));
  });
  return found;
}

/**
 * Files that no rule judged, sorted by path, with the strings in them: large and vendored ones, and those that the
 * config leaves out.
 */
export function unreadFiles(
  project: Project,
  list: FileList,
  { unread, vendored }: ScanCounts,
  sealed: readonly UnreadFile[],
): UnreadFile[] {
  const lost = list.notices.filter(
    ({ code, file }) =>
      code === 'unreadable' || code === 'not-checked-out' || (code === 'leads-out' && decides(project, file)),
  );
  const large = unread.filter(({ isLarge }) => isLarge);
  const reasons = new Map([
    ...large.map(({ path, reason }) => [path, reason] as const),
    ...vendored.map(({ path }) => [path, `not checked: ${VENDORED}`] as const),
    ...list.ignored.map(({ path }) => [path, 'left out by "ignores" of the config'] as const),
  ]);
  const read: UnreadFile[] = [];
  const left = { ...list, files: [...large, ...vendored, ...list.ignored], isVendored: () => false };
  const counts = scanFiles(left, wordsIn(project, list, anchorWords), { maxBytes: Infinity }, (source) => {
    const { path: file, text } = source;
    const settings = project.settingsOf(file);
    const strings = stringsIn(source, settings.strings);
    if (strings.length > 0)
      read.push({ file, reason: reasons.get(file)!, seen: { role: settings.roleOf(text), strings } });
  });
  return [
    ...lost.map(({ file, message }) => ({ file, reason: message, seen: null })),
    ...[...unread.filter(({ isLarge }) => !isLarge), ...counts.unread].map(({ path, reason }) => ({
      file: path,
      reason: reasons.get(path) ?? reason,
      seen: null,
    })),
    ...sealed,
    ...read,
  ].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}
