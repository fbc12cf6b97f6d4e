import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

// The first file of the bundle. Compiling the others takes half of a hook's time, so their compiled code is kept for the
// next run. Node's own cache, since 22.1, saves half as much: it does not contain what is compiled when it is called.

interface Part {
  readonly source: Buffer;
  readonly script: Script;
  readonly entry: string;
}

const CHECKSUM_BYTES = 4;
const require = createRequire(import.meta.url);
const parts: Part[] = [];
let isComplete = true;

/** Compiles files of the bundle, which are ASCII, with the code in the folder, and writes it at the end of a run that lacked some of it. */
function useCompiledCode(folder: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other hook lets a file be compiled with cached data
  require.extensions['.cjs'] = (module, path) => {
    const source = readFileSync(path);
    const entry = join(folder, basename(path));
    const cachedData = compiledFor(source, entry);
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${source.toString('latin1')}\n})`;
    const script = new Script(wrapped, { filename: path, ...(cachedData && { cachedData }) });
    isComplete &&= script.cachedDataRejected === false;
    parts.push({ source, script, entry });
    const run = script.runInThisContext() as (...args: unknown[]) => void;
    run.call(
      module.exports,
      module.exports,
      (name: string) => module.require(name) as unknown,
      module,
      path,
      dirname(path),
    );
  };
  if (isMainThread) process.once('exit', () => isComplete || parts.forEach(keep));
}

/**
 * The code of an entry, which begins with its checksum. V8 compares neither the code, nor more than the length of the
 * source, nor the version of Node, and wrong code can crash or hang.
 */
function compiledFor(source: Buffer, entry: string): Buffer | null {
  try {
    const bytes = readFileSync(entry);
    const code = bytes.subarray(CHECKSUM_BYTES);
    return bytes.readUInt32LE() === checksum(source, code) ? code : null;
  } catch {
    return null;
  }
}

const NODE = `${process.version} ${process.arch} ${process.execPath}`;
const checksum = (source: Buffer, code: Buffer): number => crc32(code, crc32(source, crc32(NODE)));

function keep({ source, script, entry }: Part): void {
  const unfinished = `${entry}.${process.pid}`;
  try {
    const code = script.createCachedData();
    const head = Buffer.alloc(CHECKSUM_BYTES);
    head.writeUInt32LE(checksum(source, code));
    writeFileSync(unfinished, Buffer.concat([head, code]), { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, entry);
  } catch {
    // The next run compiles again.
  }
}

/**
 * Where compiled code is kept, absolute, or `null`. Only this user can write to the folder, because what is in it is run.
 * On CI nothing persists until the next run.
 */
function compiledFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  if ((env.CI ?? '') !== '' || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return null;
  try {
    const folder = join(cacheFolder(env), 'connlint');
    if (!isAbsolute(folder) || isInRepository(folder)) return null;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** True below the current folder or in a working tree of git, because code that a repository contains is not run. */
function isInRepository(folder: string): boolean {
  if (folder === process.cwd() || existsSync(join(folder, '.git'))) return true;
  return folder !== dirname(folder) && isInRepository(dirname(folder));
}

/** The cache folder of this user. */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  const { XDG_CACHE_HOME = '' } = env;
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
}

/** True for a folder that no other user can change, which on Windows applies to the folder of a user. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder);
  const isMine = process.getuid === undefined || stats.uid === process.getuid();
  return stats.isDirectory() && isMine && (process.platform === 'win32' || (stats.mode & 0o022) === 0);
}

const folder = compiledFolder();
if (folder !== null) useCompiledCode(folder);
require(`${import.meta.dirname}/main.cjs`);
