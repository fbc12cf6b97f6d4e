import { terminalFor } from '../../text-options.ts';
import { RULES } from '../../../../rules/index.ts';
import { inventoryView } from '../../../facts/inventory.ts';
import { UserError } from '../../../node/errors.ts';
import { inventoryJson, inventoryText } from '../../../report/command/inventory.ts';
import { chooseFormats } from '../../arguments.ts';
import { projectFromOptions } from '../../project-options.ts';
import { emit, sayNotices } from '../../output.ts';
import { COMMON, parseOptions, type OptionTable } from '../../options.ts';

export const options: OptionTable = { ...COMMON };

/** Prints the facts from the config and the fact files. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'inventory');
  if (parsed.positionals.length > 0) throw new UserError('inventory show takes no arguments');
  const formats = chooseFormats(parsed.values('format'), ['text', 'json'], 'text');
  const project = projectFromOptions(parsed, RULES);
  const view = inventoryView(project.settings.facts);
  sayNotices(project.notices, parsed);
  emit(formats, (format, file) =>
    format === 'json' ? inventoryJson(view) : inventoryText(view, terminalFor(parsed, file).paint),
  );
  return 0;
}
