import { RULES } from '../../../../rules/index.ts';
import { projectFiles } from '../../../node/check.ts';
import { UserError } from '../../../node/errors.ts';
import { checkInventory } from '../../../node/inventory-check.ts';
import { inventoryCheckJson, inventoryCheckText } from '../../../report/command/inventory.ts';
import { emit, sayNotices, colorsFor, progressLine } from '../../output.ts';
import { chooseFormats, fileChoice, maxFileSize, projectFromOptions } from '../../arguments.ts';
import { COMMON, FILES, hidesNotices, parseOptions } from '../../options.ts';
import type { OptionTable } from '../../options.ts';

const files = Object.fromEntries(
  Object.entries(FILES).filter(([name]) => ['files-from', 'null', 'ignore'].includes(name)),
);
export const options: OptionTable = { ...files, ...COMMON };

/**
 * Compares the hosts of the tree with records and scrape targets. Exit code 0: all are known, 1: some are not, 2: no
 * records.
 */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'inventory');
  const formats = chooseFormats(parsed.values('format'), ['text', 'json'], 'text');
  const project = projectFromOptions(parsed, RULES);
  if (!project.settings.facts.hasRecords) {
    throw new UserError(
      'no cluster record is known',
      '`connlint inventory pull` writes a fact file; name it in the config (key `inventory`).',
    );
  }
  const progress = progressLine(hidesNotices(parsed));
  const { check, notices } = checkInventory(project, projectFiles(project, fileChoice(parsed)), {
    progress: progress.update,
    maxBytes: maxFileSize(parsed),
  });
  progress.clear();
  const colors = colorsFor(parsed, process.stdout);
  emit(formats, (format) => (format === 'json' ? inventoryCheckJson(check) : inventoryCheckText(check, colors)));
  sayNotices([...project.notices, ...notices], parsed);
  return check.unknown.length > 0 ? 1 : 0;
}
