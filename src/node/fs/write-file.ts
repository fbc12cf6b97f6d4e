import { TEMPORARY } from '../../report/own-files.ts';
import { tried } from '../../text/source.ts';
import { closeSync, fchmodSync, fchownSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemCode, systemReason, UserError } from '../errors.ts';
import { behindLinks, boundOf, displayPath, whyOutside } from './paths.ts';
import { irregular, readBytes, statsOf } from './read-file.ts';

/**
 * Replaces the contents of a file: written to a file beside it, flushed and renamed, so that readers see either the old
 * or the new contents. Keeps mode and owner, and follows a link to its file. Devices and pipes are written to directly,
 * because they cannot be replaced. Read-only files stay unchanged. Creates the folder. Throws a `UserError`.
 */
export function writeFileAtomically(path: string, content: Content): void {
  if (isReadOnly(path)) throw new UserError(`cannot write ${displayPath(path)}: it is read-only`, READ_ONLY);
  const stats = statsOf(path);
  // `/dev/null`, a named pipe, a socket or a shell's `/dev/fd/…`.
  if (!stats || stats.isFile() || stats.isDirectory()) return void replaceUnchanged(path, content, null);
  try {
    writeNew(path, 'w', content);
  } catch (error) {
    throw unwritable(path, error, null);
  }
}

/** False if the file no longer has these bytes (`null`: any). Then nothing is written. Throws a `UserError`. */
export function replaceUnchanged(path: string, content: Content, expected: Buffer | null): boolean {
  const target = behindLinks(path);
  // Loaded when needed, because few runs write a file and the module loads slowly.
  const random = process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
  const temporary = join(dirname(target), `.${basename(target)}.${random}${TEMPORARY}`);
  try {
    if (expected === null) mkdirSync(dirname(target), { recursive: true });
    writeNew(temporary, 'wx', content, statSync(target, { throwIfNoEntry: false }));
    // As late as possible, because later changes to the file are lost.
    const now = expected && readBytes(target, Infinity);
    const asExpected = !now || ('bytes' in now && now.bytes.equals(expected));
    if (asExpected) renameSync(temporary, target);
    else rmSync(temporary, { force: true });
    return asExpected;
  } catch (error) {
    if (statsOf(temporary)) rmSync(temporary, { force: true });
    throw unwritable(path, error, NOTHING_THERE);
  }
}

const NOTHING_THERE = 'Nothing was written there.';
const READ_ONLY = `${NOTHING_THERE} Make it writable, or name another file.`;

/** Checks the mode instead of trying, because a rename would replace the file anyway and root may write every file. */
export function isReadOnly(path: string): boolean {
  const stats = statsOf(path);
  return stats !== undefined && stats.isFile() && (stats.mode & 0o222) === 0;
}

function unwritable(path: string, error: unknown, hint: string | null): UserError {
  const code = systemCode(error);
  // An error of the code that makes the parts.
  if (code === null) throw error;
  const reason = ['ENOENT', 'EEXIST', 'ENOTDIR'].includes(code) ? 'no such folder' : systemReason(code);
  return new UserError(`cannot write ${displayPath(path)}: ${reason}`, hint);
}

/** In one piece, or in parts that are made one after the other. */
type Content = string | Buffer | Iterable<string>;

/** @param flags `wx` for a new file, which is flushed; `like`: the file that it will replace */
function writeNew(path: string, flags: 'w' | 'wx', content: Content, like?: Stats): void {
  const file = openSync(path, flags, like ? like.mode & 0o777 : 0o666);
  try {
    if (like) {
      // Otherwise another user's file in our folder becomes ours, as with any editor that writes this way.
      tried(() => fchownSync(file, like.uid, like.gid));
      // Behind the owner, whose change removes permissions.
      fchmodSync(file, like.mode & 0o7777);
    }
    const isWhole = typeof content === 'string' || Buffer.isBuffer(content);
    for (const part of isWhole ? [content] : content) writeFileSync(file, part);
    if (flags === 'wx') fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws a `UserError` for an output file outside of the repository of a folder, or of the folder without one. */
export function refuseOutside(folder: string, path: string): void {
  const stats = statsOf(path);
  const kind = stats && irregular(stats);
  const why = kind ? `is ${kind}` : whyOutside([boundOf(folder)])(path);
  if (why !== null)
    throw new UserError(`${displayPath(path)} ${why}`, 'Nothing was written. Name a regular file inside.');
}
