import { realpathSync, accessSync, constants, statSync } from 'node:fs';
import nodePath, { isAbsolute, parse, resolve, type PlatformPath } from 'node:path';
import { systemCode } from '../errors.ts';
import { tried } from '../../text/source.ts';
import { behindLinks, boundOf, isWithin, repositoryOf } from '../fs/paths.ts';

export interface GitFailure {
  readonly failed: string;
  /** Git's own message, in English. */
  readonly stderr: string;
}

const NO_GIT = 'git is not installed';

// Only commands that read are run, and none that applies filters to files of the work tree. Whatever else could start
// a program of the repository is turned off: protocols by the environment, which no configuration overrides.
const SAFELY = [
  '--no-pager',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-c', 'advice.graftFileDeprecated=false'],
];
const QUIET = {
  GIT_ALLOW_PROTOCOL: 'none',
  // What is read is what is committed, whatever this clone puts in its place.
  GIT_GRAFT_FILE: '/dev/null',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/** In milliseconds. Git waits for ever where a file of the repository is a pipe, and for years for some patterns. */
const MAX_WAIT = 60_000;

/** Repositories in which Git did not answer. It would wait as long again for the next command. */
const hopeless = new Map<string, GitFailure>();

/** Runs Git once, in the repository of the folder. */
export function runGit(
  folder: string,
  args: readonly string[],
  { input, timeout = MAX_WAIT }: { readonly input?: string; readonly timeout?: number } = {},
): GitFailure | { readonly output: Buffer; readonly warnings: string } {
  const repository = repositoryOf(folder);
  const top = repository ?? folder;
  const known = hopeless.get(top);
  if (known) return known;
  const program = gitProgram(process.env.PATH ?? '', untrusted(top));
  if (program === null) return { failed: NO_GIT, stderr: '' };
  // Loaded when needed, because a hook without a config and without strings runs no program.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { error, status, stdout, stderr } = spawnSync(program, [...SAFELY, ...args], {
    cwd: folder,
    env: environmentIn(repository),
    windowsHide: true,
    maxBuffer: Infinity,
    timeout,
    killSignal: 'SIGKILL',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input !== undefined && { input }),
  });
  const code = systemCode(error);
  if (code === 'ETIMEDOUT') {
    const late = { failed: `git did not answer within ${timeout / 1_000} seconds`, stderr: '' };
    hopeless.set(top, late);
    return late;
  }
  if (error) return { failed: code === 'ENOENT' ? NO_GIT : 'git did not start', stderr: '' };
  const warnings = stderr.toString();
  if (status === 0) return { output: stdout, warnings };
  const isForeign = warnings.includes('dubious ownership');
  const failed = isForeign ? 'the repository belongs to another user' : `git ended with code ${status}`;
  return { failed, stderr: warnings };
}

/** The scanned tree, and the one in which the program was started. */
function untrusted(top: string): string[] {
  const roots = [top, boundOf(process.cwd())];
  const all = [...roots, ...roots.map((root) => realpathSync.native(root))];
  // If the whole disk is scanned, no Git would remain.
  return all.filter((root) => root !== parse(root).root);
}

/** Variables that are kept: of those of Git, what chooses the settings and the objects of a push. */
const KEPT = /^(?!GIT_)|^GIT_(?:EXEC_PATH|CONFIG.*|(?:ALTERNATE_)?OBJECT_DIRECTOR(?:Y|IES)|QUARANTINE_PATH)$/u;

/** Hooks run with an index of their own, which belongs to the repository in which the program was started. */
function environmentIn(repository: string | null): NodeJS.ProcessEnv {
  // A trace on standard error would be read as Git's messages.
  const kept = Object.entries(process.env).filter(
    ([name, value = '']) => KEPT.test(name) || (name === 'GIT_TRACE' && isAbsolute(value)),
  );
  const { GIT_INDEX_FILE } = process.env;
  const isOwn = GIT_INDEX_FILE !== undefined && repository === repositoryOf(process.cwd());
  return {
    ...Object.fromEntries(kept),
    // The configuration of a repository may name another folder as its work tree.
    ...(repository !== null && { GIT_WORK_TREE: repository }),
    ...(isOwn && { GIT_INDEX_FILE: resolve(repository ?? '', GIT_INDEX_FILE) }),
    ...QUIET,
  };
}

/**
 * The absolute path of Git, or `null`. On Windows, Node would first search the folder in which Git should run, and
 * `PATH` may contain folders of a repository (`node_modules/.bin`). Both would run a program of the repository.
 * @param path the variable `PATH`
 * @param untrusted absolute paths of folders from which nothing is run
 */
export function gitProgram(
  path: string,
  untrusted: readonly string[],
  system: PlatformPath = nodePath,
  isProgram = isExecutable,
): string | null {
  const name = system.sep === '\\' ? 'git.exe' : 'git';
  const isTrusted = (folder: string): boolean => !untrusted.some((root) => isWithin(folder, root, system));
  for (const entry of path.split(system.delimiter)) {
    const folder = entry.replace(/^"(.*)"$/u, '$1');
    if (!isFullPath(folder, system) || !isTrusted(folder)) continue;
    const program = system.join(folder, name);
    if (isProgram(program) && isTrusted(behindLinks(folder))) return program;
  }
  return null;
}

/** On Windows a path without a drive depends on the working directory. */
const isFullPath = (path: string, system: PlatformPath): boolean =>
  system.sep === '\\' ? /^(?:[A-Za-z]:[\\/]|\\\\)/u.test(path) : system.isAbsolute(path);

const isExecutable = (path: string): boolean =>
  tried(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  }) ?? false;
