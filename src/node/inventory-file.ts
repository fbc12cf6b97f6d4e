import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { factPaths } from '../core/config.ts';
import type { Config } from '../core/config.ts';
import { buildFacts } from '../core/fact-build.ts';
import type { FactFile } from '../core/fact-file.ts';
import { isFactFile } from '../core/fact-file.ts';
import { objectOf } from '../core/fact-json.ts';
import type { ServiceProfile } from '../core/service.ts';
import { UserError } from './errors.ts';
import { refuseLinkOut } from './link-targets.ts';
import { isGlob, pathPatterns } from './path-patterns.ts';
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
  { root, config }: { readonly root: string; readonly config: Config },
  cwd: string,
  named: string | undefined,
): FactFileChoice {
  const paths = factPaths(config).map(({ path }) => path);
  const literal = paths.filter((path) => !isGlob(path)).map((path) => join(root, path));
  const path = named === undefined ? (literal.find(isFree) ?? join(root, DEFAULT_FACTS)) : resolve(cwd, named);
  if (!isFree(path)) {
    throw new UserError(
      `${shownPath(path)} is there and was not written by connlint inventory pull`,
      'Name another file with --out, or remove this one.',
    );
  }
  refuseLinkOut(root, path);
  const globs = paths.filter(isGlob);
  const isMatched = globs.length > 0 && pathPatterns(globs).matches(relativePath(root, path));
  return { path, isNamed: isMatched || literal.includes(path) };
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
