import { anchorWords } from '../find/hits.ts';
import type { Notice } from '../lint/finding.ts';
import { inventoryChecker } from '../rule-helpers/recorded-hosts.ts';
import type { InventoryCheck } from '../rule-helpers/recorded-hosts.ts';
import { lineIndex } from '../text/source.ts';
import { findStrings } from '../read/find-strings.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanCounts, scanFiles } from './scan/scan-files.ts';
import type { ScanOptions } from './scan/scan-files.ts';
import { parseScript } from './script-parser.ts';

/** Compares the hosts of all files with the facts. */
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
