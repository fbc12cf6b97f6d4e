import { RULES } from '../../../rules/index.ts';
import { UserError } from '../../node/errors.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { statsOf } from '../../node/fs/read-file.ts';
import { appliedSettings } from '../../node/project/explain-settings.ts';
import { jsonText } from '../../report/json.ts';
import { parseOptions } from '../options.ts';
import { emit } from '../output.ts';
import { projectFromOptions } from '../project-options.ts';

/** Prints the settings of a file as JSON. The file need not exist. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, 'config');
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0)
    throw new UserError('config needs one file', 'Run connlint config <file>.');
  if (statsOf(file)?.isDirectory() === true)
    throw new UserError(`${displayArgument(file)} is a folder`, 'Run connlint config <file>.');
  const applied = appliedSettings(projectFromOptions(parsed, RULES), file);
  emit([{ format: 'json', file: null }], () => jsonText(applied));
  return 0;
}
