import { realpathSync, lstatSync, mkdirSync } from 'node:fs';
import { allowThreads, worksAsThread } from '../node/scan/worker-pool.ts';
import { runCommandLine } from './run.ts';
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

// Since Node 22.1. The types are those of the oldest supported Node.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

function main(): void {
  keepCompiled();
  const [, script = '', ...args] = process.argv;
  allowThreads(realpathSync(script));
  void runCommandLine(args).then((code) => {
    process.exitCode = code;
  });
}

/**
 * Lets Node cache its compiled code for the next hook. Node's default is a folder for temporary files, where other
 * users could add code that would be run. The cache is therefore in a folder that only this user can write to, or off.
 * On CI it is off, because nothing persists until the next run.
 */
function keepCompiled(env: NodeJS.ProcessEnv = process.env): void {
  if (!enableCompileCache || env.NODE_COMPILE_CACHE !== undefined || (env.CI ?? '') !== '') return;
  try {
    const folder = join(cacheFolder(env), 'connlint');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwn(folder)) enableCompileCache(folder);
  } catch {
    // The home folder cannot be written to, so there is no cache.
  }
}

/** The cache folder of this user, absolute. */
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

// Threads run this file too.
if (!worksAsThread()) main();
