import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RULES } from '../../../rules/index.ts';
import { seenClusters } from '../../core/seen-clusters.ts';
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
import { print, progressLine, tell } from '../terminal.ts';

const CONFIG = 'connlint.config.jsonc';
const SCHEMA = './node_modules/connlint/schema.json';

export const options: OptionTable = {
  stdout: { help: 'Print the config instead of writing it.' },
  force: { help: `Write over a ${CONFIG} that is there.` },
  color: COMMON.color!,
  quiet: COMMON.quiet!,
  help: COMMON.help!,
};
export const notes =
  `Writes ${CONFIG} into the working directory: what was found there, in comments. Nothing that was guessed holds\n` +
  'before somebody takes the comment marks away.';

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'init');
  if (parsed.positionals.length > 0)
    throw new UserError('connlint init takes no path', 'Run it in the folder that the config is for.');
  const cwd = process.cwd();
  const toStdout = parsed.flag('stdout');
  if (!toStdout) refuseSecond(cwd, parsed.flag('force'), parsed.flag('quiet'));
  const found = look(cwd, parsed.flag('quiet'));
  const text = firstConfig(found);
  if (toStdout) {
    print(text);
    return 0;
  }
  writeFileAtomically(join(cwd, CONFIG), text);
  print(
    `wrote ${CONFIG}: ${plural(found.clusters.length, 'cluster')}, ${plural(found.facts.length, 'fact file')} found\n`,
  );
  return 0;
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
  const facts = guessFacts(list.files, project.settings.profile);
  // What fact files name is no use of a cluster, and an old config is about to go.
  const skipped = new Set([CONFIG, ...facts.map(({ path }) => path)]);
  const progress = progressLine(quiet);
  const files = list.files.filter(({ path }) => !skipped.has(path));
  const { records } = listProject(project, { ...list, files }, { progress: progress.update });
  progress.clear();
  return {
    schema: existsSync(join(cwd, SCHEMA)) ? SCHEMA : null,
    facts,
    clusters: seenClusters(records),
    kinds: new Set(records.map(({ kind }) => kind)),
  };
}
