import { ruleNames } from '../../lint/rule.ts';
import { statSync } from 'node:fs';
import { displayArgument } from '../../node/fs/paths.ts';
import { terminalFor, wrongAction, chooseFormats } from '../arguments.ts';
import { EXIT_CODES_DONE } from '../options.ts';
import { RULES } from '../../../rules/index.ts';
import { appliedConfig } from '../../node/project/explain-settings.ts';
import { UserError } from '../../node/errors.ts';
import { unreadable } from '../../node/fs/read-file.ts';
import { compactJson } from '../../report/escape.ts';
import { configText } from '../../report/command/config.ts';
import { projectFromOptions } from '../project-options.ts';
import { emit, print } from '../output.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { configJsonSchema } from '../../config/schema.ts';
import type { Rule } from '../../lint/rule.ts';
import { ruleOptions } from '../../lint/rule-options.ts';

const FORMATS = ['text', 'json'] as const;
export const exitCodes = EXIT_CODES_DONE;

export const options: OptionTable = { ...COMMON };
export const notes =
  'print <file>  Print the settings of a file and where they come from. The file need not exist.\n' +
  'schema        Print the JSON Schema of the config, for editors.';

const PARTS: Readonly<Record<string, (rest: readonly string[], parsed: Parsed) => void>> = {
  print: printConfig,
  schema: printSchema,
};

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'config');
  const [name = '', ...rest] = parsed.positionals;
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (!part) throw wrongAction('config', name, Object.keys(PARTS), 'connlint config print <file> | schema');
  part(rest, parsed);
  return 0;
}

function printConfig([file, ...more]: readonly string[], parsed: Parsed): void {
  if (file === undefined || more.length > 0)
    throw new UserError('config print needs one file', 'Run connlint config print <file>.');
  if (isFolder(file)) throw new UserError(`${displayArgument(file)} is a folder`, 'Run connlint config print <file>.');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const applied = appliedConfig(projectFromOptions(parsed, RULES), file);
  emit(formats, (format, file) =>
    format === 'json' ? `${JSON.stringify(applied, null, 2)}\n` : configText(applied, terminalFor(parsed, file).paint),
  );
}

/** Throws a `UserError` for a path that no file can have. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    throw new UserError(`${displayArgument(path)} cannot be read: ${unreadable(error).reason}`);
  }
}

function printSchema(rest: readonly string[]): void {
  if (rest.length > 0) throw new UserError('config schema takes no arguments');
  print(schemaText(RULES));
}

/** The JSON Schema of the config with these rules and their options, for `schema.json` and `connlint config schema`. */
export function schemaText(rules: readonly Rule[]): string {
  const ids = ruleNames(rules);
  return `${compactJson(configJsonSchema(ids, ruleOptions(rules)))}\n`;
}
