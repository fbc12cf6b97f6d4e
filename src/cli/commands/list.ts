import { EXIT_CODES_DONE } from '../options.ts';
import { againstJson, againstJsonl, againstText, listJson, listJsonl } from '../../report/list/list.ts';
import { ledgerReport } from '../../report/json.ts';
import { listText } from '../../report/list/text.ts';
import type { Terminal } from '../../report/terminal.ts';
import { againstCsv, listCsv } from '../../report/list/csv.ts';
import { againstHtml, listHtml } from '../../report/list/html.ts';
import { againstMarkdown, listMarkdown } from '../../report/list/markdown.ts';
import type { AgainstView, ListView } from '../../report/list/list.ts';
import { projectFiles, treeName } from '../../node/check.ts';
import { listAgainst, environmentsOf, listBytes, listProject } from '../../node/list.ts';
import type { StringList } from '../../node/list.ts';
import type { Ledger } from '../../fleet/ledger.ts';
import { UserError } from '../../node/errors.ts';
import type { Project } from '../../node/project/project.ts';
import { emit, withProgress, printNotices, printStats } from '../output.ts';
import {
  chooseFormats,
  fileChoice,
  maxFileSize,
  namedPaths,
  stdinPath,
  terminalFor,
  type FormatChoice,
} from '../arguments.ts';
import { projectFromOptions, ledgerOf, partOf, selectionOf, shardChoice, type Listing } from '../project-options.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import {
  COMMON,
  FILES,
  parseOptions,
  REPOSITORY,
  SELECTION,
  SELECTION_NOTES,
  SHARD,
  STATS,
  STDIN,
} from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { RULES } from '../../../rules/index.ts';

const SHOWN_FORMATS = ['text', 'json', 'jsonl', 'markdown', 'csv', 'html'] as const;
const LIST_FORMATS = [...SHOWN_FORMATS, 'ledger'] as const;
export const formats = LIST_FORMATS;

type ListFormat = (typeof SHOWN_FORMATS)[number];

const LIST: Readonly<Record<ListFormat, (view: ListView, terminal: Terminal) => string>> = {
  text: ({ records, files }, terminal) => listText(records, terminal, files),
  json: ({ records }) => listJson(records),
  jsonl: ({ records }) => listJsonl(records),
  markdown: listMarkdown,
  csv: listCsv,
  html: listHtml,
};

const AGAINST: Readonly<Record<ListFormat, (view: AgainstView, terminal: Terminal) => string>> = {
  text: (view, { paint }) => againstText(view, paint),
  json: againstJson,
  jsonl: againstJsonl,
  markdown: againstMarkdown,
  csv: againstCsv,
  html: againstHtml,
};

export const options: OptionTable = {
  against: {
    value: 'ref',
    help: 'Print how the strings differ from those at the merge base with <ref>.',
    group: 'Files',
  },
  ...SELECTION,
  since: { ...SELECTION.since!, help: 'List only strings on lines changed since the merge base with <ref>.' },
  shard: { ...SHARD.shard!, help: 'List the strings of part i of n of the files.' },
  ...FILES,
  ...STDIN,
  ...REPOSITORY,
  ...STATS,
  ...COMMON,
};
export const exitCodes = EXIT_CODES_DONE;
export const notes =
  '--against compares the working tree with the merge base, as a pull request does: strings added, dropped, or ' +
  'changed (another host or kind under the same key). Moved files are followed. The config of the working tree ' +
  'applies to both sides.\n\n' +
  SELECTION_NOTES;

export function run(args: readonly string[]): number | Promise<number> {
  const parsed = parseOptions(args, options, 'list');
  const formats = chooseFormats(parsed.values('format'), LIST_FORMATS, 'text');
  const project = projectFromOptions(parsed, RULES);
  const against = parsed.value('against');
  if (against !== undefined) return runAgainst(project, parsed, against);
  const selection = selectionOf(project, parsed);
  const list = stdinPath(parsed) === undefined ? (selection?.list ?? projectFiles(project, fileChoice(parsed))) : null;
  const listing = { selection, list, shard: shardChoice(parsed) };
  if (formats.every(({ format }) => format !== 'ledger')) return report(project, parsed, formats, listing, null);
  return ledgerOf(project, parsed, listing, null).then((ledger) => report(project, parsed, formats, listing, ledger));
}

function report(
  project: Project,
  parsed: Parsed,
  formats: readonly FormatChoice<(typeof LIST_FORMATS)[number]>[],
  listing: Listing,
  ledger: Ledger | null,
): number {
  const { records, notices, counts } = listedIn(project, parsed, listing);
  const view = {
    records,
    files: counts?.files ?? null,
    name: titleName(project, formats),
    environmentOf: environmentsOf(project),
  };
  printNotices([...project.notices, ...notices], parsed);
  emit(formats, (format, file) =>
    format === 'ledger' ? ledgerReport({ ledger: () => ledger }) : LIST[format](view, terminalFor(parsed, file)),
  );
  if (parsed.flag('stats') && counts) printStats(counts, records.length);
  return 0;
}

/** Only pages have titles. */
function titleName(project: Project, formats: readonly { readonly format: string }[]): string | null {
  return formats.some(({ format }) => format === 'html') ? treeName(project) : null;
}

function listedIn(
  project: Project,
  parsed: Parsed,
  { selection, list, shard }: Listing,
): Omit<StringList, 'counts'> & { readonly counts: StringList['counts'] | null } {
  const stdin = stdinPath(parsed);
  if (stdin !== undefined) {
    return { ...listBytes(project, stdin, readStdin()), counts: null };
  }
  return withProgress(parsed, (progress) =>
    listProject(project, partOf(project, list!, shard), {
      progress,
      maxBytes: maxFileSize(parsed),
      read: selection?.read,
      placesIn: selection?.placesIn,
    }),
  );
}

function runAgainst(project: Project, parsed: Parsed, ref: string): number {
  const formats = chooseFormats(parsed.values('format'), SHOWN_FORMATS, 'text');
  const other = ['staged', 'since', 'shard', 'stdin-filename'].find(
    (name) => parsed.flag(name) || parsed.value(name) !== undefined,
  );
  if (other !== undefined)
    throw new UserError(
      `--against and --${other} cannot be combined`,
      '--against compares the working tree with the merge base.',
    );
  if (parsed.toggle('ignore') === false) {
    throw new UserError('--against and --no-ignore cannot be combined', 'Git has no older version of ignored files.');
  }
  const { paths, fromList } = namedPaths(parsed);
  const { base, changes, notices } = listAgainst(project, ref, {
    paths: paths.length === 0 && !fromList ? ['.'] : paths,
    noIgnore: false,
    maxBytes: maxFileSize(parsed),
  });
  const view = { ref, base, changes, name: titleName(project, formats), environmentOf: environmentsOf(project) };
  printNotices([...project.notices, ...notices], parsed);
  emit(formats, (format, file) => AGAINST[format](view, terminalFor(parsed, file)));
  return 0;
}
