import { join } from 'node:path';
import { RULES } from '../../../rules/index.ts';
import { firstConfig } from '../../init/first-config.ts';
import { projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { boundOf, displayPath } from '../../node/fs/paths.ts';
import { writeFileAtomically } from '../../node/fs/write-file.ts';
import { listProject } from '../../node/list.ts';
import { refuseOutside } from '../../node/project/config-file.ts';
import { findConfig } from '../../node/project/find-config.ts';
import { openProject } from '../../node/project/project.ts';
import { plural } from '../../report/escape.ts';
import { parseOptions } from '../options.ts';
import { print, withProgress } from '../output.ts';

const CONFIG = 'connlint.config.jsonc';

/** Writes a first config into the working directory, with what the tree contains. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, 'init');
  if (parsed.positionals.length > 0) throw new UserError('init takes no path', 'Run it in the folder for the config.');
  const cwd = process.cwd();
  const known = findConfig(cwd);
  if (known !== null) throw new UserError(`there is a config: ${displayPath(known)}`, 'Change it, or remove it first.');
  refuseOutside(boundOf(cwd), join(cwd, CONFIG));
  const project = openProject({ cwd, config: false, rules: RULES });
  const list = projectFiles(project, { paths: [] });
  const { records } = withProgress(parsed, (progress) => listProject(project, list, { progress }));
  const { text, clusters } = firstConfig(records);
  writeFileAtomically(join(cwd, CONFIG), text);
  print(`wrote ${CONFIG}: ${plural(clusters, 'cluster')} found\nNext: connlint pull, or connlint list\n`);
  return 0;
}
