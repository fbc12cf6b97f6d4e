import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RULES } from '../../rules/index.ts';
import { factPaths } from '../config/config.ts';
import { UserError } from '../node/errors.ts';
import { relativePath } from '../node/fs/paths.ts';
import { patternBase, pathMatcher } from '../node/fs/patterns.ts';
import { isGenerated, readBytes } from '../node/fs/read-file.ts';
import { findConfig } from '../node/project/find-config.ts';
import { loadBaseline, openProject } from '../node/project/project.ts';

type OpenProject = ReturnType<typeof open>;

/** With the state of each file of a project when it was read. */
const cache = new Map<string, { opened: OpenProject; openedAt: number; stamps: ReadonlyMap<string, string> }>();

/** How long a project is kept, in milliseconds: a run over many files reads its manifests once, an editor again. */
const FRESH = 5_000;

/**
 * The project of a file: that of the nearest config above it, otherwise the working directory. Cached as long as its
 * files do not change. `problem`: one message about a config, fact file or baseline that cannot be used.
 */
export function projectOfFile(file: string, cwd: string): OpenProject | { readonly problem: string } {
  try {
    const config = findConfig(dirname(file));
    const key = config ?? `${cwd}\0`;
    const known = cache.get(key);
    const openedAt = Date.now();
    if (known && Math.abs(openedAt - known.openedAt) < FRESH && isUnchanged(known.stamps)) return known.opened;
    const opened = open(config, cwd);
    const { own, config: read, root } = opened.project;
    // The files from which it was read, and the folders in which more may appear.
    const inputs = [...own, ...factPaths(read).map(({ path }) => join(root, patternBase(path)))];
    cache.set(key, { opened, openedAt, stamps: new Map(inputs.map((path) => [path, stampOf(path)])) });
    return opened;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problem: [error.message, ...(error.hint?.split('\n') ?? [])].join(' – ') };
  }
}

function open(config: string | null, cwd: string) {
  const root = config === null ? resolve(cwd) : dirname(config);
  const project = openProject({ cwd: root, config: config ?? false, rules: RULES });
  const isIgnored = pathMatcher(project.config.ignores);
  return {
    project,
    baseline: loadBaseline(project)?.entries ?? [],
    /** False for a file (absolute) that is the config's own or that the config ignores. */
    isLinted: (file: string): boolean =>
      !project.own.has(file) && !isGenerated(file) && !isIgnored(relativePath(root, file)),
  };
}

const isUnchanged = (stamps: ReadonlyMap<string, string>): boolean =>
  [...stamps].every(([path, stamp]) => stampOf(path) === stamp);

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.size}` : 'missing';
}

/** Changes with the config of a folder, its fact files and baseline. Part of ESLint's cache key. */
export function inputsHash(folder: string): string {
  const opened = projectOfFile(join(folder, 'a'), folder);
  const hash = createHash('sha256');
  if ('problem' in opened) return hash.update(opened.problem).digest('hex');
  for (const file of [...opened.project.own].sort()) {
    const read = readBytes(file, Infinity);
    hash.update(`${file}\0`).update('bytes' in read ? read.bytes : '');
  }
  return hash.digest('hex');
}
