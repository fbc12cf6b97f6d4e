import { distanceNearest } from '../core/nearest.ts';
import { UserError } from '../node/errors.ts';
import { placeRecipe, repositoryAbove } from '../node/place-recipe.ts';
import type { Placed } from '../node/place-recipe.ts';
import { shownArgument, shownPath } from '../node/shown-path.ts';
import { VERSION } from '../node/version.ts';
import type { Recipe } from '../report/recipes/recipe.ts';
import { CI_RECIPES, HOOK_RECIPES } from '../report/recipes/table.ts';
import type { OptionTable, Parsed } from './options.ts';
import { print, tell } from './terminal.ts';

const names = (recipes: readonly Recipe[]): string => recipes.map(({ name }) => name).join(', ');

export const RECIPE_OPTIONS: OptionTable = {
  ci: { value: 'name', many: true, help: `Write the file for a CI system: ${names(CI_RECIPES)}.` },
  hook: { value: 'name', many: true, help: `Write the file for a hook before commits: ${names(HOOK_RECIPES)}.` },
};

/** The recipes that were asked for, each once. Throws a `UserError` for one that does not exist. */
export function wantedRecipes(parsed: Parsed): readonly Recipe[] {
  const found = [...named('ci', CI_RECIPES, parsed), ...named('hook', HOOK_RECIPES, parsed)];
  return [...new Set(found)];
}

function named(option: string, recipes: readonly Recipe[], parsed: Parsed): Recipe[] {
  return parsed.values(option).map((value) => {
    const recipe = recipes.find(({ name }) => name === value);
    if (recipe) return recipe;
    const nearest = distanceNearest(
      value,
      recipes.map(({ name }) => name),
    );
    throw new UserError(
      `--${option}: there is nothing for ${shownArgument(value)}`,
      nearest ? `Did you mean ${nearest}?` : `Known are ${names(recipes)}.`,
    );
  });
}

/** Their files on standard output, each under a comment with its path when there are several. */
export function printRecipes(recipes: readonly Recipe[]): void {
  const texts = recipes.map((recipe) => {
    const mark = recipe.language === 'groovy' ? '//' : '#';
    return recipes.length > 1 ? `${mark} ${recipe.path}\n${recipe.text(VERSION)}` : recipe.text(VERSION);
  });
  print(texts.join('\n'));
}

/** Such files work at the top of a repository only. */
export function refuseBelowTop(cwd: string): void {
  const top = repositoryAbove(cwd);
  if (top !== null)
    throw new UserError('CI and hook files belong at the top of the repository', `Run this there: ${shownPath(top)}`);
}

/** Writes their files and says what is left to do; the exit code. */
export function placeRecipes(cwd: string, recipes: readonly Recipe[]): number {
  const placed = recipes.map((recipe) => placeRecipe(cwd, recipe, VERSION));
  for (const one of placed) print(outcomeText(one));
  const kept = placed.filter(({ outcome }) => outcome === 'kept').map(({ path }) => path);
  if (kept.length > 0) tell(`connlint: ${kept.join(', ')}: there already, and not changed\n`);
  return kept.length > 0 ? 2 : 0;
}

function outcomeText({ recipe, path, outcome }: Placed): string {
  if (outcome === 'written') return `wrote ${path}. ${recipe.next}\n`;
  if (outcome === 'there') return `${path} names connlint already\n`;
  return `add to ${path}:\n\n${recipe.part(VERSION)}\n${recipe.next}\n`;
}
