import { Buffer, constants as bufferLimits, isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { readSync, statSync, type Stats } from 'node:fs';
import { systemCode, systemReason, UserError } from '../errors.ts';
import { tried } from '../../text/source.ts';
import { basename } from 'node:path';

export interface SkippedFile {
  readonly skipped: 'binary' | 'large' | 'unreadable' | 'generated';
  /** For output: a few words without the file's name. */
  readonly reason: string;
  /** There is no such file: Git also lists deleted ones. */
  readonly missing?: true;
}

export type FileBytes = { readonly bytes: Buffer } | SkippedFile;

export const DEFAULT_MAX_BYTES = 100_000_000;

/** The text of a file, or why it is skipped. Synchronous. Never throws for an unreadable file. */
export function readText(path: string, maxBytes?: number): DecodedText | SkippedFile {
  const read = readBytes(path, maxBytes);
  return 'skipped' in read ? read : decodeBytes(read.bytes);
}

/** The text of a file, `null` if it is skipped. */
export function textOrNull(path: string, maxBytes?: number): string | null {
  const read = readText(path, maxBytes);
  return 'skipped' in read ? null : read.text;
}

/** At most so many first bytes of a file, or of what a link leads to, for searching before `decodeBytes`. */
export function readBytes(path: string, maxBytes = DEFAULT_MAX_BYTES, most = Infinity): FileBytes {
  const before = statsOf(path);
  const sort = before && irregular(before);
  // Opening a device may have side effects.
  if (sort) return { skipped: 'unreadable', reason: sort };
  return withOpened(path, true, (file) => {
    const stats = fstatSync(file);
    const target = Buffer.allocUnsafe(Math.min(stats.size, most));
    return notRead(stats, maxBytes) ?? { bytes: target.subarray(0, fillFrom(file, target, 0)) };
  });
}

/** What is read of an open file, or why it cannot be opened or read: a link must not be followed, for example. */
export function withOpened<T>(path: string, follow: boolean, read: (file: number) => T): T | SkippedFile {
  let file = null;
  try {
    file = openSync(path, follow ? TO_READ : TO_READ | O_NOFOLLOW);
    return read(file);
  } catch (error) {
    return unreadable(error);
  } finally {
    if (file !== null) closeSync(file);
  }
}

export function notRead(stats: Stats, maxBytes: number): SkippedFile | null {
  const sort = irregular(stats);
  if (sort !== null) return { skipped: 'unreadable', reason: sort };
  return stats.size > maxBytes ? tooLarge(stats.size, maxBytes) : null;
}

/** Throws a `UserError` for a folder, of which a stream would read nothing. */
export async function readStdin(): Promise<Buffer> {
  if (fstatSync(0).isDirectory()) throw new UserError('standard input is a folder', 'Pass a file or a pipe.');
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The bytes of a list that the command line names: standard input (`-`), a pipe, for which it waits, or a file. */
export async function readList(path: string): Promise<FileBytes> {
  if (path === '-') return { bytes: await readStdin() };
  try {
    return { bytes: readFileSync(path) };
  } catch (error) {
    return unreadable(error);
  }
}

// Without O_NONBLOCK, opening a pipe would wait for a writer. Without O_NOCTTY, a terminal would become the program's
// controlling terminal. Windows has none of these flags.
const { O_RDONLY = 0, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
const TO_READ = O_RDONLY | O_NONBLOCK | O_NOCTTY;

/** Fills a buffer from the start of a file, or from where reading stopped. Returns how far: less at the end of the file. */
export function fillFrom(file: number, target: Buffer, start: 0 | null): number {
  let end = 0;
  while (end < target.length) {
    const count = readSync(file, target, end, target.length - end, start === null ? null : end);
    if (count === 0) break;
    end += count;
  }
  return end;
}

export const tooLarge = (size: number, maxBytes: number): SkippedFile => ({
  skipped: 'large',
  reason: `${megabytes(size)}, the limit is ${megabytes(maxBytes)}`,
});

/** What a path leads to. `undefined` for a missing file, a link to itself and the like. */
export const statsOf = (path: string) => tried(() => statSync(path, { throwIfNoEntry: false }));

/** What is at a path: for a link, the link. `undefined` for nothing, and for a path through a file or a loop of links. */
export const entryAt = (path: string) => tried(() => lstatSync(path, { throwIfNoEntry: false }));

/** The names of what is in a folder, sorted. Empty if it cannot be read. */
export const entryNames = (folder: string): string[] => tried(() => readdirSync(folder).sort()) ?? [];

/** The type of an entry other than a regular file, or `null` for a regular file. */
export function irregular(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

/** Rethrows an error that is not of the system. */
function unreadable(error: unknown): SkippedFile {
  const code = systemCode(error);
  if (code === null) throw error;
  const missing = code === 'ENOENT' || code === 'ENOTDIR';
  return { skipped: 'unreadable', reason: missing ? 'no such file' : systemReason(code), ...(missing && { missing }) };
}

const megabytes = (bytes: number) => (bytes < 1_000_000 ? `${bytes} bytes` : `${Math.round(bytes / 100_000) / 10} MB`);

/** How the bytes of a file become text, and edited text becomes bytes. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1';

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
}

export const BINARY_FILE: SkippedFile = { skipped: 'binary', reason: 'a binary file' };
export const TOO_LONG: SkippedFile = { skipped: 'large', reason: 'longer than a text can be' };

const BOMS: Readonly<Record<Encoding, Buffer>> = {
  utf8: Buffer.from([0xef, 0xbb, 0xbf]),
  utf16le: Buffer.from([0xff, 0xfe]),
  utf16be: Buffer.from([0xfe, 0xff]),
  latin1: Buffer.alloc(0),
};

/** Binary files have a NUL among these first bytes, text files do not. Git and ripgrep use the same test. */
const PROBE_BYTES = 8192;

/** The form of a text, with the length of its byte order mark: UTF-16 by mark or zeros, or bytes. `null`: binary. */
export function byteForm(bytes: Buffer): { readonly wide: 'utf16le' | 'utf16be' | null; readonly mark: number } | null {
  for (const wide of ['utf16le', 'utf16be'] as const) if (startsWith(bytes, BOMS[wide])) return { wide, mark: 2 };
  const wide = wideEncoding(bytes);
  if (wide === null && bytes.subarray(0, PROBE_BYTES).includes(0)) return null;
  return { wide, mark: wide === null && startsWith(bytes, BOMS.utf8) ? BOMS.utf8.length : 0 };
}

/** UTF-16, otherwise UTF-8, otherwise Latin-1, in which each byte is a character, so that an edit keeps other bytes. */
export function decodeBytes(bytes: Buffer): DecodedText | SkippedFile {
  const form = byteForm(bytes);
  if (form === null) return BINARY_FILE;
  const { wide, mark } = form;
  if (wide !== null) return decodeUtf16(bytes.subarray(mark), wide, mark > 0);
  if (bytes.length > bufferLimits.MAX_STRING_LENGTH) return TOO_LONG;
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), encoding: 'utf8', bom: false };
  if (!isUtf8(bytes)) return { text: bytes.toString('latin1'), encoding: 'latin1', bom: false };
  return { text: bytes.toString('utf8', mark), encoding: 'utf8', bom: mark > 0 };
}

const SAMPLE = 512;

/** UTF-16 without a byte order mark, as PowerShell and `working-tree-encoding` write it: every other byte is NUL. */
function wideEncoding(bytes: Buffer): 'utf16le' | 'utf16be' | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE) & ~1);
  if (sample.length < 8 || bytes.length % 2 === 1 || !sample.includes(0)) return null;
  const [even, odd] = [0, 1].map((rest) => sample.filter((byte, at) => byte === 0 && at % 2 === rest).length);
  const most = sample.length * 0.4;
  if (odd! >= most && even === 0) return 'utf16le';
  return even! >= most && odd === 0 ? 'utf16be' : null;
}

/** The reverse. Throws a `RangeError` if an edit added a character that Latin-1 does not have. */
export function encodeText(text: string, encoding: Encoding, bom: boolean): Buffer {
  if (encoding === 'latin1' && /[^\0-\xff]/.test(text))
    throw new RangeError('the text contains a character that its encoding does not have');
  const body = encoding === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, encoding);
  return bom ? Buffer.concat([BOMS[encoding], body]) : body;
}

function decodeUtf16(body: Buffer, encoding: 'utf16le' | 'utf16be', bom: boolean): DecodedText | SkippedFile {
  if (body.length >= 2 && body[0] === 0 && body[1] === 0) return { skipped: 'unreadable', reason: 'UTF-32 text' };
  if (body.length % 2 === 1) return { skipped: 'unreadable', reason: 'UTF-16 text that ends within a character' };
  if (body.length / 2 > bufferLimits.MAX_STRING_LENGTH) return TOO_LONG;
  return { text: (encoding === 'utf16le' ? body : Buffer.from(body).swap16()).toString('utf16le'), encoding, bom };
}

const startsWith = (bytes: Buffer, mark: Buffer): boolean => mark.every((byte, at) => bytes[at] === byte);

/** Lock files, which contain no strings and are not written by hand. Terraform's shows the release of a provider. */
const LOCK_FILE =
  /^(?:.+\.lock(?:b|file)?|(?:\.?package|pnpm|conda)-lock\.(?:json|ya?ml)|packages\.lock\.json|npm-shrinkwrap\.json|go(?:\.work)?\.sum|Package\.resolved|pylock\.toml)$/;

export const GENERATED: SkippedFile = { skipped: 'generated', reason: 'a lock file or source map' };

/** By name only. Files with "generated" in their text may still contain strings to fix. */
export const isGenerated = (path: string): boolean => path.endsWith('.map') || LOCK_FILE.test(basename(path));
