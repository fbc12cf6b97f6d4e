import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RULES } from '../../../rules/index.ts';
import { seenClusters } from '../../core/seen-clusters.ts';
import { boundOf, refuseOutside } from '../../node/bounds.ts';
import { projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { findConfig } from '../../node/find-config.ts';
import { guessFacts } from '../../node/guess-facts.ts';
import { listProject } from '../../node/list.ts';
import { openProject } from '../../node/project.ts';
import { shownPath } from '../../node/shown-path.ts';
import { writeFileAtomically } from '../../node/write-file.ts';
import { firstConfig } from '../../report/first-config.ts';
import type { FirstConfig } from '../../report/first-config.ts';
import { plural } from '../../report/shown.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';
import { placeRecipes, printRecipes, RECIPE_OPTIONS, refuseBelowTop, wantedRecipes } from '../recipes.ts';
import { print, progressLine, tell } from '../terminal.ts';

const CONFIG = 'connlint.config.jsonc';
const SCHEMA = './node_modules/connlint/schema.json';

export const options: OptionTable = {
  ...RECIPE_OPTIONS,
  stdout: { help: 'Print what would be written: the config, or the files of --ci and --hook.' },
  force: { help: `Write over a ${CONFIG} that is there.` },
  color: COMMON.color!,
  quiet: COMMON.quiet!,
  help: COMMON.help!,
};
export const notes =
  `Writes ${CONFIG} into the working directory: what was found there, in comments. Nothing that was guessed holds\n` +
  'before somebody takes the comment marks away. With --ci or --hook a config that is there stays as it is, and so does\n' +
  'every other file: what is to be added to it is printed, and the exit code is 2.';

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'init');
  if (parsed.positionals.length > 0)
    throw new UserError('connlint init takes no path', 'Run it in the folder that the config is for.');
  const recipes = wantedRecipes(parsed);
  const cwd = process.cwd();
  const quiet = parsed.flag('quiet');
  if (parsed.flag('stdout')) {
    if (recipes.length > 0) printRecipes(recipes);
    else print(firstConfig(look(cwd, quiet)));
    return 0;
  }
  if (recipes.length > 0) refuseBelowTop(cwd);
  if (recipes.length === 0 || findConfig(cwd) === null) writeConfig(cwd, parsed.flag('force'), quiet);
  return recipes.length > 0 ? placeRecipes(cwd, recipes) : 0;
}

function writeConfig(cwd: string, force: boolean, quiet: boolean): void {
  refuseSecond(cwd, force, quiet);
  refuseOutside(boundOf(cwd), join(cwd, CONFIG));
  const found = look(cwd, quiet);
  writeFileAtomically(join(cwd, CONFIG), firstConfig(found));
  print(
    `wrote ${CONFIG}: ${plural(found.clusters.length, 'cluster')}, ${plural(found.facts.length, 'fact file')} found\n`,
  );
}

/** A folder has one config; one further up is fine, but worth a word. */
function refuseSecond(cwd: string, force: boolean, quiet: boolean): void {
  const known = findConfig(cwd);
  if (known === null) return;
  if (dirname(known) !== cwd) {
    if (!quiet) tell(`connlint: ${shownPath(known)} does not hold here any more: the nearest config does\n`);
    return;
  }
  if (basename(known) !== CONFIG)
    throw new UserError(
      `there is a config: ${basename(known)}`,
      'A folder has one config. --stdout prints another to copy from.',
    );
  if (!force)
    throw new UserError(`there is a ${CONFIG} already`, '--force writes over it, --stdout prints the new one.');
}

function look(cwd: string, quiet: boolean): FirstConfig {
  const project = openProject({ cwd, config: false, rules: RULES });
  const list = projectFiles(project, { paths: [] });
  const facts = guessFacts([...list.files], project.settings.profile);
  // What fact files name is no use of a cluster, and an old config is about to go.
  const skipped = new Set([CONFIG, ...facts.map(({ path }) => path)]);
  const progress = progressLine(quiet);
  const files = [...list.files].filter(({ path }) => !skipped.has(path));
  const { records } = listProject(project, { ...list, files }, { progress: progress.update });
  progress.clear();
  return {
    schema: existsSync(join(cwd, SCHEMA)) ? SCHEMA : null,
    facts,
    clusters: seenClusters(records),
    kinds: new Set(records.map(({ kind }) => kind)),
  };
}
