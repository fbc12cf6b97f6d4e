import { AZURE, BITBUCKET, GITLAB, JENKINS } from './ci.ts';
import { GITHUB, GITHUB_SHARDS } from './github.ts';
import { HUSKY, LEFTHOOK, PRE_COMMIT } from './hooks.ts';
import type { Recipe } from './recipe.ts';

/** For `connlint init --ci`. */
export const CI_RECIPES: readonly Recipe[] = [GITHUB, GITHUB_SHARDS, GITLAB, AZURE, JENKINS, BITBUCKET];

/** For `connlint init --hook`. */
export const HOOK_RECIPES: readonly Recipe[] = [PRE_COMMIT, LEFTHOOK, HUSKY];
