import type { Content } from '../../text/source.ts';
import { TEMPORARY } from '../../find/own-files.ts';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemCode, UserError } from '../errors.ts';
import { shownPath } from './paths.ts';
import { readBytes } from './read-file.ts';
import { Buffer } from 'node:buffer';

/**
 * Puts a text in the place of a file: written beside it, flushed, then renamed, so that a reader sees the old file or the
 * new one and nothing between. Keeps mode and owner; follows a link to the file it names. A device or a pipe is written to:
 * nothing can stand in its place. One that nobody may write to stays. Throws a `UserError`.
 */
export function writeFileAtomically(path: string, content: Content): void {
  if (isStream(path)) writeInto(path, content);
  else if (isReadOnly(path)) throw new UserError(`cannot write ${shownPath(path)}: it is read-only`, READ_ONLY);
  else replaceFile(path, content, null);
}

/**
 * The same for a file that was read before. False, and nothing is written, when it no longer holds these bytes. Throws a
 * `UserError`.
 */
export function replaceUnchanged(path: string, content: Buffer, expected: Buffer): boolean {
  return replaceFile(path, content, expected);
}

function replaceFile(path: string, content: Content, expected: Buffer | null): boolean {
  const target = resolved(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomName()}${TEMPORARY}`);
  try {
    writeFlushed(temporary, content, statSync(target, { throwIfNoEntry: false }));
    // As late as possible: what is written to the file after this is lost.
    const asExpected = expected === null || holds(target, expected);
    if (asExpected) patiently(() => renameSync(temporary, target));
    else rmSync(temporary, { force: true });
    return asExpected;
  } catch (error) {
    discard(temporary);
    throw unwritable(path, error, UNCHANGED);
  }
}

function holds(path: string, expected: Buffer): boolean {
  const read = readBytes(path, { named: true, maxBytes: Infinity });
  return 'bytes' in read && read.bytes.equals(expected);
}

/** What Windows says of a file that a scanner or an editor has open for the moment. */
const BUSY: readonly (string | null)[] = ['EPERM', 'EBUSY', 'EACCES'];
/** In milliseconds: together about a second. */
const RETRIES = [10, 20, 50, 100, 200, 300, 400];

/** Does something with a file that may be held by another program for a short time; elsewhere than on Windows it never is. */
export function patiently<T>(act: () => T, platform = process.platform): T {
  for (const pause of platform === 'win32' ? RETRIES : []) {
    try {
      return act();
    } catch (error) {
      if (!BUSY.includes(systemCode(error))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  return act();
}

const UNCHANGED = 'Nothing was changed.';
const READ_ONLY = `${UNCHANGED} Make it writable, or name another file.`;

/** By the mode and not by trying: a rename would replace the file all the same, and root may write anything. */
export function isReadOnly(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && (stats.mode & 0o222) === 0;
  } catch {
    // What stands in the way the writing tells.
    return false;
  }
}

function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // Why the file could not be written is what counts, and often the same.
  }
}

function unwritable(path: string, error: unknown, hint: string | null): UserError {
  return new UserError(`cannot write ${shownPath(path)}: ${systemCode(error) ?? 'unknown reason'}`, hint);
}

/** True for `/dev/null`, a named pipe, a socket, `/dev/fd/…` of a shell: neither a file nor a folder. */
function isStream(path: string): boolean {
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    return false;
  }
}

function writeInto(path: string, content: Content): void {
  try {
    const file = openSync(path, 'w');
    try {
      for (const bytes of pathParts(content)) writeAll(file, bytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unwritable(path, error, null);
  }
}

function writeAll(file: number, bytes: Buffer): void {
  let at = 0;
  while (at < bytes.length) at += writeSync(file, bytes, at);
}

function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function writeFlushed(path: string, content: Content, like: Stats | undefined): void {
  const file = openSync(path, 'wx', like ? like.mode & 0o777 : 0o666);
  try {
    if (like) takeAfter(file, like);
    for (const bytes of pathParts(content)) writeAll(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Owner, where that is allowed, then mode: a change of owner takes rights away. */
function takeAfter(file: number, like: Stats): void {
  try {
    fchownSync(file, like.uid, like.gid);
  } catch {
    // Somebody else's file in a folder of ours: it becomes ours, as with any editor that writes this way.
  }
  fchmodSync(file, like.mode & 0o7777);
}

/** Few runs write a file, and what makes such a name takes long to load. */
function randomName(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
}

/** Pieces are gathered into so many UTF-16 code units before they are written. */
const GATHERED = 1 << 16;

/** The bytes of a content, one part after the other. A part holds until the next one is asked for. */
export function* pathParts(content: Content): Iterable<Buffer> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    yield Buffer.from(content as string);
    return;
  }
  // One buffer for all: the memory of many would be given back much later than it is used.
  let buffer = Buffer.alloc(0);
  let gathered = '';
  const taken = (): Buffer => {
    const most = gathered.length * BYTES_OF_A_UNIT;
    if (buffer.length < most) buffer = Buffer.allocUnsafe(most);
    const part = buffer.subarray(0, buffer.write(gathered));
    gathered = '';
    return part;
  };
  for (const piece of content) {
    gathered += piece;
    if (gathered.length >= GATHERED) yield taken();
  }
  yield taken();
}

/** At most, in UTF-8. */
const BYTES_OF_A_UNIT = 3;
