import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countFindings } from '../../lint/report.ts';
import { listFiles } from '../../node/fs/list-files.ts';
import { repositoryPlaces } from '../../node/fs/paths.ts';
import { findConfig } from '../../node/project/find-config.ts';
import { scanFiles, searchBeside } from '../../node/scan/scan-files.ts';
import { STANDARD_WORDS } from '../../node/scan/search-file.ts';
import { DEFAULT_BASELINE } from '../../report/own-files.ts';
import { endLine, paintedEnd } from '../../report/report-view.ts';
import { fileChoice, terminalFor, thresholdsOf } from '../arguments.ts';
import type { Parsed } from '../options.ts';
import { emit, printNotices, printStats, withProgress } from '../output.ts';

/** Options with which a file without any word has no findings. */
const PLAIN = /^(?:no-config|staged|quiet|verbose|stats|color|no-color|no-ignore|fail-on|max-warnings)$/;

/** Most commits contain no string, so rules, readers and formats are loaded only when needed. */
export async function run(parsed: Parsed): Promise<number> {
  const thresholds = thresholdsOf(parsed);
  const before = parsed.given.every((name) => PLAIN.test(name)) ? await prefilter(parsed) : null;
  if (before?.clean) {
    const { summary, notices, counts } = before.clean;
    // A commit without texts prints nothing.
    const isNothing = before.selection?.changed.length === 0;
    printNotices(notices, parsed);
    const text = (): string => `${paintedEnd(endLine(summary, thresholds), terminalFor(parsed))}\n`;
    if (!isNothing) emit([{ format: 'text', file: null }], text);
    if (parsed.flag('stats')) printStats(counts, 0);
    return 0;
  }
  const { runCheck } = await import('./check-run.ts');
  return await runCheck(parsed, before);
}

const MAX_FILES = 500;

/** Searches for the words of all rules without loading a rule, where neither a config nor a baseline matters. */
async function prefilter(parsed: Parsed) {
  const cwd = process.cwd();
  if ((!parsed.flag('no-config') && findConfig(cwd) !== null) || existsSync(join(cwd, DEFAULT_BASELINE))) return null;
  const scope = { cwd, config: { ignores: [], overrides: [] }, root: cwd, own: new Set<string>() };
  const choice = await fileChoice(parsed);
  const staged = parsed.flag('staged') ? await import('../../node/git/selection.ts') : null;
  const selection = staged?.stagedFiles(scope, choice) ?? null;
  const list = selection?.list ?? listFiles(scope, choice);
  // A finding has a place in a file with something new.
  const searched = selection ? { ...list, files: selection.changed } : list;
  const isLarge = searched.files.length > MAX_FILES;
  const sizeOf = isLarge && !selection ? searchBeside(list, STANDARD_WORDS) : undefined;
  // A clone may have a config.
  const placeOf = repositoryPlaces(cwd);
  if (list.files.some(({ path }) => placeOf(path).isInClone)) return null;
  // Among many files there is a word: the rules are loaded in any case.
  if (isLarge) return { list, selection, sizeOf, placeOf, clean: null };
  const counts = withProgress(parsed, (progress) =>
    scanFiles(searched, STANDARD_WORDS, { progress, read: selection?.read }, () => undefined),
  );
  if (counts.withWord > 0) return { list, selection, placeOf, clean: null };
  const { files, skipped } = counts;
  skipped.ignored = list.ignored.length;
  // What a report says if no file contains anything for a rule.
  const summary = { files, skipped, strings: {}, findings: countFindings([]) };
  return { list, selection, clean: { summary, notices: [...list.notices, ...counts.notices], counts } };
}
