import { AZURE } from './azure.ts';
import { BITBUCKET } from './bitbucket.ts';
import { GITHUB } from './github.ts';
import { GITHUB_SHARDS } from './github-shards.ts';
import { GITLAB } from './gitlab.ts';
import { HUSKY, LEFTHOOK, PRE_COMMIT } from './hooks.ts';
import { JENKINS } from './jenkins.ts';
import type { Recipe } from './recipe.ts';

/** For `connlint init --ci`. */
export const CI_RECIPES: readonly Recipe[] = [GITHUB, GITHUB_SHARDS, GITLAB, AZURE, JENKINS, BITBUCKET];

/** For `connlint init --hook`. */
export const HOOK_RECIPES: readonly Recipe[] = [PRE_COMMIT, LEFTHOOK, HUSKY];
