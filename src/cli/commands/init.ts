import { unknownName } from '../arguments.ts';
import { UserError } from '../../node/errors.ts';
import { displayPath, boundOf, isWithin, relativePath, repositoryOf } from '../../node/fs/paths.ts';
import { VERSION } from '../../node/version.ts';
import type { Program, Recipe } from '../../init/recipes.ts';
import { CI_RECIPES, HOOK_RECIPES } from '../../init/recipes.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { print, writeStderr, withProgress } from '../output.ts';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pagesOf } from '../../report/escape.ts';
import { RULES } from '../../../rules/index.ts';
import { seenClusters, firstConfig } from '../../init/first-config.ts';
import { refuseOutside } from '../../node/project/config-file.ts';
import { projectFiles } from '../../node/check.ts';
import { findConfig } from '../../node/project/find-config.ts';
import { guessFacts } from '../../node/project/fact-files.ts';
import { listProject } from '../../node/list.ts';
import { openProject } from '../../node/project/project.ts';
import { writeFileAtomically } from '../../node/fs/write-file.ts';
import type { FirstConfig } from '../../init/first-config.ts';
import { plural } from '../../report/escape.ts';
import { COMMON, hidesNotices, parseOptions } from '../options.ts';
import { entryAt, readText } from '../../node/fs/read-file.ts';

const names = (recipes: readonly Recipe[]): string => recipes.map(({ name }) => name).join(', ');

const RECIPE_OPTIONS: OptionTable = {
  ci: { value: 'name', many: true, help: `Write the file for a CI system: ${names(CI_RECIPES)}.` },
  hook: { value: 'name', many: true, help: `Write the file for a hook before commits: ${names(HOOK_RECIPES)}.` },
};

/** The requested recipes without duplicates. Throws a `UserError` for an unknown one. */
function wantedRecipes(parsed: Parsed): readonly Recipe[] {
  const found = [...named('ci', CI_RECIPES, parsed), ...named('hook', HOOK_RECIPES, parsed)];
  return [...new Set(found)];
}

const withLedger = (recipe: Recipe): Recipe => ({
  ...recipe,
  text: (program) => recipe.text(program, true),
  part: (program) => recipe.part(program, true),
});

function named(option: string, recipes: readonly Recipe[], parsed: Parsed): Recipe[] {
  return parsed.values(option).map((value) => {
    const recipe = recipes.find(({ name }) => name === value);
    if (recipe) return recipe;
    const what = option === 'ci' ? 'CI system' : 'hook';
    const known = recipes.map(({ name }) => name);
    throw unknownName(what, value, known, `Valid: ${known.join(', ')}.`);
  });
}

/** Prints their files, each after a comment with its path if there are several. */
function printRecipes(cwd: string, recipes: readonly Recipe[]): void {
  const program = programFor(cwd);
  const texts = recipes.map((recipe) => {
    const mark = recipe.language === 'groovy' ? '//' : '#';
    const text = recipe.text(program);
    return recipes.length > 1 ? `${mark} ${recipe.path}\n${text}` : text;
  });
  print(texts.join('\n'));
}

/** A path that needs no quotes in any of the files. */
const PLAIN_PATH = /^[\w./-]+$/;

/** The running program, if it is a copy in the repository (`tools/connlint`), otherwise the npm package. */
function programFor(cwd: string): Program {
  const top = boundOf(realpathSync(cwd));
  const script = realpathSync(process.argv[1] ?? cwd);
  const path = relativePath(top, script);
  const isCopy = isWithin(script, top) && PLAIN_PATH.test(path) && !path.includes('node_modules/');
  return { version: VERSION, copy: isCopy ? path : null };
}

/** These files work only at the top of a repository. */
function refuseBelowTop(cwd: string): void {
  const top = repositoryAbove(cwd);
  if (top !== null)
    throw new UserError('CI and hook files work only at the top of the repository', `Run this in ${displayPath(top)}.`);
}

/** Writes their files and prints the remaining steps. Returns the exit code. */
function placeRecipes(cwd: string, recipes: readonly Recipe[]): number {
  const program = programFor(cwd);
  const placed = recipes.map((recipe) => placeRecipe(cwd, recipe, program));
  for (const one of placed) print(outcomeText(one, program));
  const kept = placed.filter(({ outcome }) => outcome === 'kept').map(({ path }) => path);
  if (kept.length > 0) writeStderr(`connlint: ${kept.join(', ')}: there already, and not changed\n`);
  return kept.length > 0 ? 2 : 0;
}

function outcomeText({ recipe, path, outcome }: RecipeResult, program: Program): string {
  if (outcome === 'written') return `wrote ${path}. ${recipe.next(program)}\n`;
  if (outcome === 'there') return `${path} names connlint already\n`;
  return `add to ${path}:\n\n${recipe.part(program)}\n${recipe.next(program)}\n`;
}

const CONFIG = 'connlint.config.jsonc';

export const options: OptionTable = {
  ...RECIPE_OPTIONS,
  ledger: { help: 'Let the CI files keep a ledger of all strings as an artifact, for `connlint fleet`.' },
  stdout: { help: 'Print the config, or the files of --ci and --hook, instead of writing them.' },
  force: { help: `Overwrite an existing ${CONFIG}.` },
  color: COMMON.color!,
  notices: COMMON.notices!,
  help: COMMON.help!,
};
export const exitCodes =
  'Exit codes: 0 done, 2 wrong use, or a file exists and must be changed by hand, 3 internal error';
export const notes =
  `Writes ${CONFIG} into the working directory with what it found. Guessed values are commented out: uncomment ` +
  'the ones that are right. With --ci or --hook, existing files are not changed: what to add is printed, and the ' +
  'exit code is 2.';

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'init');
  if (parsed.positionals.length > 0) throw new UserError('init takes no path', 'Run it in the folder for the config.');
  const wanted = wantedRecipes(parsed);
  const recipes = parsed.flag('ledger') ? wanted.map(withLedger) : wanted;
  const cwd = process.cwd();
  if (parsed.flag('stdout')) {
    if (recipes.length > 0) printRecipes(cwd, recipes);
    else print(firstConfig(look(cwd, parsed)));
    return 0;
  }
  if (recipes.length > 0) refuseBelowTop(cwd);
  if (recipes.length === 0 || findConfig(cwd) === null) writeConfig(cwd, parsed);
  return recipes.length > 0 ? placeRecipes(cwd, recipes) : 0;
}

function writeConfig(cwd: string, parsed: Parsed): void {
  refuseSecond(cwd, parsed);
  refuseOutside(boundOf(cwd), join(cwd, CONFIG));
  const found = look(cwd, parsed);
  writeFileAtomically(join(cwd, CONFIG), firstConfig(found));
  print(
    `wrote ${CONFIG}: ${plural(found.clusters.length, 'cluster')}, ${plural(found.facts.length, 'fact file')} found\n`,
  );
}

/** A folder can have only one config. A config in a folder above is allowed but reported. */
function refuseSecond(cwd: string, parsed: Parsed): void {
  const known = findConfig(cwd);
  if (known === null) return;
  if (dirname(known) !== cwd) {
    if (!hidesNotices(parsed))
      writeStderr(`connlint: ${displayPath(known)} no longer applies here: the nearest config does\n`);
    return;
  }
  if (basename(known) !== CONFIG)
    throw new UserError(
      `the folder already has a config: ${basename(known)}`,
      'A folder can have only one config. Use --stdout to print a new one.',
    );
  if (!parsed.flag('force'))
    throw new UserError(`${CONFIG} already exists`, 'Use --force to overwrite it, or --stdout to print the new one.');
}

function look(cwd: string, parsed: Parsed): FirstConfig {
  const project = openProject({ cwd, config: false, rules: RULES });
  const list = projectFiles(project, { paths: [] });
  const facts = guessFacts(list.files, project.settings.profile);
  // Clusters in fact files are not uses, and an old config will be replaced.
  const skipped = new Set([CONFIG, ...facts.map(({ path }) => path)]);
  const files = list.files.filter(({ path }) => !skipped.has(path));
  const { records, counts } = withProgress(parsed, (progress) =>
    listProject(project, { ...list, files }, { progress }),
  );
  return {
    schema: schemaFor(cwd),
    facts,
    clusters: seenClusters(records),
    kinds: new Set(records.map(({ kind }) => kind)),
    roles: new Map([
      ...records.map(({ file, role }) => [file, role] as const),
      ...counts.vendored.map(({ path }) => [path, 'vendored'] as const),
    ]),
  };
}

const SCHEMA = 'schema.json';
const PUBLISHED_SCHEMA = `${pagesOf(VERSION)}/${SCHEMA}`;

/**
 * The schema of the installed package, of this folder or one above up to the repository's root; else the one of the
 * program that runs: a copy in the repository, or a clone beside it.
 */
function schemaFor(cwd: string): string {
  const top = boundOf(cwd);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules/connlint', SCHEMA);
    if (existsSync(installed)) return pathFrom(cwd, installed);
    if (folder === top || folder === dirname(folder)) break;
  }
  const program = dirname(realpathSync(process.argv[1] ?? cwd));
  const own = [program, dirname(program)].map((folder) => join(folder, SCHEMA)).find((path) => existsSync(path));
  return own === undefined ? PUBLISHED_SCHEMA : pathFrom(cwd, own);
}

/** With `./` or `../`; an address for a file on another drive. */
function pathFrom(cwd: string, file: string): string {
  const path = relative(cwd, file);
  if (isAbsolute(path)) return pathToFileURL(file).href;
  const plain = path.replaceAll('\\', '/');
  return plain.startsWith('../') ? plain : `./${plain}`;
}

/** The result for a recipe, with its file, with `/`. */
export interface RecipeResult {
  readonly recipe: Recipe;
  readonly path: string;
  /** `there`: a file that already mentions connlint. `kept`: another file, which the user must change. */
  readonly outcome: 'written' | 'there' | 'kept';
}

/** The top of the repository if `folder` is below it, otherwise `null`. */
function repositoryAbove(folder: string): string | null {
  const top = repositoryOf(folder);
  return top === folder ? null : top;
}

/**
 * Writes the file of a recipe, unless it exists: existing files are never changed. `root` is absolute. Throws a
 * `UserError` if the file cannot be written or would be outside of `root`.
 */
function placeRecipe(root: string, recipe: Recipe, program: Program): RecipeResult {
  const known = [recipe.path, ...(recipe.otherPaths ?? [])].find((path) => isThere(join(root, path)));
  if (known !== undefined) {
    return { recipe, path: known, outcome: namesConnlint(join(root, known)) ? 'there' : 'kept' };
  }
  const target = join(root, recipe.path);
  refuseOutside(boundOf(root), target);
  writeFileAtomically(target, recipe.text(program));
  return { recipe, path: recipe.path, outcome: 'written' };
}

/** Also true for a broken link, which must not be written through. */
function isThere(path: string): boolean {
  return entryAt(path) !== undefined;
}

/** False for an unreadable file, which is not ours. */
function namesConnlint(path: string): boolean {
  const read = readText(path, { named: true });
  return 'text' in read && read.text.includes('connlint');
}
