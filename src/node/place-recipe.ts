import { lstatSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Recipe } from '../init/recipes/recipe.ts';
import { boundOf, refuseOutside, repositoryOf } from './fs/bounds.ts';
import { systemCode, UserError } from './errors.ts';
import { readText } from './fs/read-file.ts';
import { writeFileAtomically } from './fs/write-file.ts';

/** The result for a recipe, with its file, with `/`. */
export interface Placed {
  readonly recipe: Recipe;
  readonly path: string;
  /** `there`: a file that already mentions connlint. `kept`: another file, which the user must change. */
  readonly outcome: 'written' | 'there' | 'kept';
}

/** The top of the repository if `folder` is below it, otherwise `null`. */
export function repositoryAbove(folder: string): string | null {
  const top = repositoryOf(folder);
  return top === folder ? null : top;
}

/**
 * Writes the file of a recipe, unless it exists: existing files are never changed. `root` is absolute. Throws a
 * `UserError` if the file cannot be written or would be outside of `root`.
 */
export function placeRecipe(root: string, recipe: Recipe, version: string): Placed {
  const known = [recipe.path, ...(recipe.otherPaths ?? [])].find((path) => isThere(join(root, path)));
  if (known !== undefined) {
    return { recipe, path: known, outcome: namesConnlint(join(root, known)) ? 'there' : 'kept' };
  }
  const target = join(root, recipe.path);
  refuseOutside(boundOf(root), target);
  makeFolder(root, dirname(target));
  writeFileAtomically(target, recipe.text(version));
  return { recipe, path: recipe.path, outcome: 'written' };
}

/** Also true for a broken link, which must not be written through. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** False for an unreadable file, which is not ours. */
function namesConnlint(path: string): boolean {
  const read = readText(path, { named: true });
  return 'text' in read && read.text.includes('connlint');
}

function makeFolder(root: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserError(`cannot make the folder ${relative(root, folder)}: ${systemCode(error) ?? 'unknown reason'}`);
  }
}
