import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { LeftOut } from '../core/applied-config.ts';
import { repositoryOf } from './bounds.ts';
import { ignoreLine } from './git-files.ts';
import { listFolder } from './list-folder.ts';
import { pathPatterns } from './path-patterns.ts';
import type { Project } from './project.ts';
import { relativePath } from './shown-path.ts';

/** `null` for a file that is looked at. The file need not exist. */
export function leftOut(project: Project, absolute: string): LeftOut | null {
  return ownFile(project, absolute) ?? byConfig(project, absolute) ?? byIgnoreFile(project, absolute);
}

function ownFile(project: Project, absolute: string): LeftOut | null {
  if (!project.own.has(absolute)) return null;
  const by =
    absolute === project.loaded?.path ? 'config' : absolute === project.baseline.path ? 'baseline' : 'fact file';
  return { by, pattern: null, at: null };
}

function byConfig(project: Project, absolute: string): LeftOut | null {
  const { include, ignores } = project.config;
  const path = relativePath(project.root, absolute);
  const ignored = decider(ignores, path);
  if (ignored !== null) return { by: 'ignores', ...placed(project, 'ignores', ignored, ignores) };
  if (include.length === 0 || pathPatterns(include).matches(path)) return null;
  const taken = lastMatch(include, path);
  return taken === null
    ? { by: 'include', pattern: null, at: placeOf(project, ['include']) }
    : { by: 'include', ...placed(project, 'include', taken, include) };
}

function placed(
  project: Project,
  key: string,
  at: number,
  patterns: readonly string[],
): Pick<LeftOut, 'pattern' | 'at'> {
  return { pattern: patterns[at]!, at: placeOf(project, [key, at]) };
}

/** Index of the pattern that leaves the path out: the last that matches decides, unless it takes back. */
function decider(patterns: readonly string[], path: string): number | null {
  return pathPatterns(patterns).matches(path) ? lastMatch(patterns, path) : null;
}

function lastMatch(patterns: readonly string[], path: string): number | null {
  const at = patterns.findLastIndex((pattern) => {
    const alone = pathPatterns([pattern]);
    alone.matches(path);
    return alone.unused().length === 0;
  });
  return at < 0 ? null : at;
}

function byIgnoreFile({ cwd }: Project, absolute: string): LeftOut | null {
  const repository = repositoryOf(dirname(absolute));
  if (repository !== null) {
    const found = ignoreLine(repository, absolute);
    return found && { by: 'git', pattern: found.pattern, at: `${relativePath(cwd, found.file)}:${found.line}` };
  }
  if (!existsSync(absolute)) return null;
  const folder = dirname(absolute);
  const listed = listFolder(folder, { cwd }).files.includes(basename(absolute));
  return listed ? null : { by: 'ignore file', pattern: null, at: null };
}

/** `connlint.config.json:4:5`; `null` without a config. */
export function placeOf({ cwd, loaded }: Project, keys: readonly (string | number)[]): string | null {
  if (!loaded) return null;
  const { line, column } = loaded.position(keys);
  return `${relativePath(cwd, resolve(loaded.path))}:${line}:${column}`;
}
