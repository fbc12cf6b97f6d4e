import { terminalFor, chooseFormats } from '../../arguments.ts';
import { RULES } from '../../../../rules/index.ts';
import { inventoryView } from '../../../facts/inventory.ts';
import { UserError } from '../../../node/errors.ts';
import { inventoryJson, inventoryText } from '../../../report/command/inventory.ts';
import { projectFromOptions } from '../../project-options.ts';
import { emit, printNotices } from '../../output.ts';
import { COMMON, EXIT_CODES_DONE, parseOptions, type OptionTable } from '../../options.ts';

export const options: OptionTable = { ...COMMON };
export const formats = ['text', 'json'] as const;
export const exitCodes = EXIT_CODES_DONE;

/** Prints the facts from the config and the fact files. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'inventory show');
  if (parsed.positionals.length > 0) throw new UserError('inventory show takes no arguments');
  const choices = chooseFormats(parsed.values('format'), formats, 'text');
  const project = projectFromOptions(parsed, RULES);
  const view = inventoryView(project.settings.facts);
  printNotices(project.notices, parsed);
  emit(choices, (format, file) =>
    format === 'json' ? inventoryJson(view) : inventoryText(view, terminalFor(parsed, file).paint),
  );
  return 0;
}
