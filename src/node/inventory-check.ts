import { anchorWords } from '../core/find.ts';
import type { Notice } from '../core/finding.ts';
import { inventoryChecker } from '../core/inventory-check.ts';
import type { InventoryCheck } from '../core/inventory-check.ts';
import { lineIndex } from '../core/source.ts';
import { findStrings } from '../readers/strings.ts';
import type { FileList } from './list-files.ts';
import type { Project } from './project.ts';
import { scanCounts, scanFiles } from './scan-files.ts';
import type { ScanOptions } from './scan-files.ts';
import { parseScript } from './script-parser.ts';

/** Holds the hosts of all files against the facts. */
export function checkInventory(
  { settings: { facts, profile } }: Project,
  list: FileList,
  options: ScanOptions = {},
): { readonly check: InventoryCheck; readonly notices: readonly Notice[] } {
  const checker = inventoryChecker(facts, profile);
  const counts = scanCounts();
  scanFiles(list, anchorWords(profile), counts, options, (source) => {
    const strings = findStrings(source, profile, { ast: () => parseScript(source.text, source.path) });
    if (strings.length > 0) checker.add(source.path, strings, lineIndex(source.text));
  });
  const notices = list.notices.map(({ code, file, message }) => ({ code, file: file ?? '', message }));
  return { check: checker.result(), notices: [...notices, ...counts.notices] };
}
