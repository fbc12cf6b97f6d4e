import { terminalFor, chooseFormats, fileChoice, maxFileSize } from '../../arguments.ts';
import { RULES } from '../../../../rules/index.ts';
import { projectFiles } from '../../../node/check.ts';
import { UserError } from '../../../node/errors.ts';
import { inventoryCheckJson, inventoryCheckText } from '../../../report/command/inventory.ts';
import { emit, printNotices, withProgress } from '../../output.ts';
import { projectFromOptions } from '../../project-options.ts';
import { COMMON, FILES, parseOptions, type OptionTable } from '../../options.ts';
import { anchorWords } from '../../../find/hits.ts';
import type { Notice } from '../../../lint/finding.ts';
import { inventoryChecker, type InventoryCheck } from '../../../rule-helpers/recorded-hosts.ts';
import { lineIndex } from '../../../text/source.ts';
import { findStrings } from '../../../read/find-strings.ts';
import type { FileList } from '../../../node/fs/list-files.ts';
import type { Project } from '../../../node/project/project.ts';
import { scanCounts, scanFiles, type ScanOptions } from '../../../node/scan/scan-files.ts';

export const options: OptionTable = { ...FILES, ...COMMON };
export const formats = ['text', 'json'] as const;
export const notes = 'Hosts of projects without any record are counted and not compared.';
export const exitCodes =
  'Exit codes: 0 every host is known, 1 a host is not, 2 wrong use or no records, 3 internal error';

/**
 * Compares the hosts of the tree with records and scrape targets. Exit code 0: all are known, 1: some are not, 2: no
 * records.
 */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'inventory check');
  const choices = chooseFormats(parsed.values('format'), formats, 'text');
  const project = projectFromOptions(parsed, RULES);
  if (!project.settings.facts.hasRecords) {
    throw new UserError(
      'no cluster record is known',
      'Run `connlint inventory pull`, and add the file to `inventory` in the config.',
    );
  }
  const files = projectFiles(project, fileChoice(parsed));
  const maxBytes = maxFileSize(parsed);
  const { check, notices } = withProgress(parsed, (progress) => checkInventory(project, files, { progress, maxBytes }));
  printNotices([...project.notices, ...notices], parsed);
  emit(choices, (format, file) =>
    format === 'json' ? inventoryCheckJson(check) : inventoryCheckText(check, terminalFor(parsed, file)),
  );
  return check.unknown.length > 0 ? 1 : 0;
}

/** Compares the hosts of all files with the facts. */
function checkInventory(
  { settings: { facts, profile } }: Project,
  list: FileList,
  options: ScanOptions = {},
): { readonly check: InventoryCheck; readonly notices: readonly Notice[] } {
  const checker = inventoryChecker(facts, profile);
  const counts = scanCounts();
  scanFiles(list, anchorWords(profile), counts, options, (source) => {
    const strings = findStrings(source, profile);
    if (strings.length > 0) checker.add(source.path, strings, lineIndex(source.text));
  });
  return { check: checker.result(), notices: [...list.notices, ...counts.notices] };
}
