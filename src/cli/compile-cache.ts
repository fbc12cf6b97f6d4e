import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

// Since Node 22.1; the types are those of the oldest Node that is supported.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

/**
 * Lets Node keep what it compiled, so that the next hook need not compile it again. Node's own place for it is a folder for
 * temporary files, where others could put code that would then be run: it is kept where only this user can write, or not at all.
 * On a CI service nothing lasts until the next run.
 */
export function keepCompiled(env: NodeJS.ProcessEnv = process.env): void {
  if (!enableCompileCache || env.NODE_COMPILE_CACHE !== undefined || (env.CI ?? '') !== '') return;
  try {
    const folder = join(cacheFolder(env), 'connlint');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwn(folder)) enableCompileCache(folder);
  } catch {
    // A home that cannot be written to: there is no cache then.
  }
}

/** Where programs of this user keep what can be made again. Absolute. */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  const { XDG_CACHE_HOME = '' } = env;
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
}

/** True for a folder that nobody else can change. On Windows the folder of a user is. */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder);
  const isMine = process.getuid === undefined || stats.uid === process.getuid();
  return stats.isDirectory() && isMine && (process.platform === 'win32' || (stats.mode & 0o022) === 0);
}
