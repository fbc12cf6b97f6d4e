import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { factPaths } from '../core/config.ts';
import { buildFacts } from '../core/fact-build.ts';
import type { FactFile } from '../core/fact-file.ts';
import { isFactFile } from '../core/fact-file.ts';
import { objectOf } from '../core/fact-json.ts';
import type { ServiceProfile } from '../core/service.ts';
import { boundOf, refuseOutside } from './bounds.ts';
import { UserError } from './errors.ts';
import { isGlob, pathPatterns } from './path-patterns.ts';
import type { OpenedConfig } from './project.ts';
import { readText } from './read-file.ts';
import { relativePath, shownPath } from './shown-path.ts';
import { writeFileAtomically } from './write-file.ts';

/** Where `inventory pull` writes when nothing names a file. */
export const DEFAULT_FACTS = 'connlint.facts.json';

export interface FactFileChoice {
  /** Absolute. */
  readonly path: string;
  /** True when the config's `inventory` names it, so that other commands will read it. */
  readonly isNamed: boolean;
}

/**
 * The file to write facts to: the named one, else the first of the config's `inventory` that is missing or was written so
 * before, else the default one beside the config. Throws a `UserError` for a file that holds something else.
 */
export function chooseFactFile(
  { root, config, loaded }: Pick<OpenedConfig, 'root' | 'config' | 'loaded'>,
  cwd: string,
  named: string | undefined,
): FactFileChoice {
  const paths = factPaths(config);
  const literal = paths.filter(({ path }) => !isGlob(path)).map(({ path, keys }) => ({ path: join(root, path), keys }));
  const entry = named === undefined ? literal.find(({ path }) => isFree(path)) : undefined;
  const path = named === undefined ? (entry?.path ?? join(root, DEFAULT_FACTS)) : resolve(cwd, named);
  if (!isFree(path)) {
    throw new UserError(
      `${shownPath(path)} is there and was not written by connlint inventory pull`,
      'Name another file with --out, or remove this one.',
    );
  }
  if (named === undefined) {
    refuseOutside(boundOf(root), path, loaded && entry ? { loaded, keys: entry.keys, option: '--out' } : null);
  }
  const globs = paths.map(({ path }) => path).filter(isGlob);
  const isMatched = globs.length > 0 && pathPatterns(globs).matches(relativePath(root, path));
  return { path, isNamed: isMatched || literal.some((one) => one.path === path) };
}

/** True for a file that may be written over. */
function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  const read = readText(path, { named: true });
  if ('skipped' in read) return false;
  try {
    const value = objectOf(JSON.parse(read.text));
    return value !== undefined && isFactFile(value);
  } catch {
    return false;
  }
}

/** Writes the facts, after reading them as every other command will. Throws a `UserError` when they are not understood. */
export function writeFacts(path: string, file: FactFile, profile: ServiceProfile): void {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  const shown = shownPath(path);
  const [problem] = buildFacts([{ file: shown, value: JSON.parse(text) }], {}, profile).problems;
  if (problem) throw new UserError(`the API answered with something that is no fact: ${problem.message}`, problem.hint);
  writeFileAtomically(path, text);
}
