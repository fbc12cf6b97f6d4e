import { fileSettings } from '../../lint/settings.ts';
import { againstJson, againstJsonl, againstText, listJson, listJsonl } from '../../report/list/list.ts';
import { listText } from '../../report/list/text.ts';
import type { Terminal } from '../../report/terminal.ts';
import { againstCsv, listCsv } from '../../report/list/csv.ts';
import { againstHtml, listHtml } from '../../report/list/html.ts';
import { againstMarkdown, listMarkdown } from '../../report/list/markdown.ts';
import type { AgainstView, ListView } from '../../report/list/list.ts';
import { projectFiles } from '../../node/check.ts';
import { listAgainst, environmentsOf, listProject, listSource } from '../../node/list.ts';
import { UserError } from '../../node/errors.ts';
import type { Project } from '../../node/project/project.ts';
import { emit, progressLine, sayNotices, sayStats } from '../output.ts';
import { chooseFormats, fileChoice, maxFileSize, namedPaths, stdinPath, projectFromOptions } from '../arguments.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import { COMMON, FILES, hidesNotices, parseOptions, SELECTION, SELECTION_NOTES, SHARD } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { stdoutTerminal } from '../text-options.ts';
import { partOf, selectionOf, shardChoice } from '../selection.ts';
import { RULES } from '../../../rules/index.ts';

const LIST = {
  text: ({ records, files }: ListView, terminal: Terminal) => listText(records, terminal, files),
  json: ({ records }: ListView) => listJson(records),
  jsonl: ({ records }: ListView) => listJsonl(records),
  markdown: listMarkdown,
  csv: listCsv,
  html: listHtml,
} as const;

export type ListFormat = keyof typeof LIST;

export const LIST_FORMATS = Object.keys(LIST) as readonly ListFormat[];

const AGAINST: Readonly<Record<ListFormat, (view: AgainstView, terminal: Terminal) => string>> = {
  text: (view, { paint }) => againstText(view, paint),
  json: againstJson,
  jsonl: againstJsonl,
  markdown: againstMarkdown,
  csv: againstCsv,
  html: againstHtml,
};

export function renderList(format: ListFormat, view: ListView, terminal: Terminal): string {
  return LIST[format](view, terminal);
}

export function renderAgainst(format: ListFormat, view: AgainstView, terminal: Terminal): string {
  return AGAINST[format](view, terminal);
}

export const options: OptionTable = {
  against: {
    value: 'ref',
    help: 'Print how the strings differ from those at the merge base with <ref>.',
    group: 'Files',
  },
  ...SELECTION,
  ...SHARD,
  ...FILES,
  ...COMMON,
};
export const notes =
  `Formats: ${LIST_FORMATS.join(', ')}.\n\n` +
  '--against compares the working tree with the merge base, as a pull request does: strings added, dropped, or\n' +
  'changed (another host or kind under the same key). Moved files are followed. The config of the working tree\n' +
  'applies to both sides.\n\n' +
  SELECTION_NOTES;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'list');
  const formats = chooseFormats(parsed.values('format'), LIST_FORMATS, 'text');
  const project = projectFromOptions(parsed, RULES);
  const against = parsed.value('against');
  if (against !== undefined) return runAgainst(project, parsed, against, formats);
  const started = performance.now();
  const progress = progressLine(hidesNotices(parsed));
  const stdin = stdinPath(parsed);
  const shard = shardChoice(parsed);
  const selection = selectionOf(project, parsed);
  const listed =
    stdin === undefined
      ? listProject(project, partOf(project, selection?.list ?? projectFiles(project, fileChoice(parsed)), shard), {
          progress: progress.update,
          maxBytes: maxFileSize(parsed),
          read: selection?.read,
          placesIn: selection?.placesIn,
        })
      : {
          records: listSource(
            { path: stdin, text: readStdin() },
            project.settings.profile,
            fileSettings(project.settings, project.fromConfig)(stdin).roleOf,
          ),
          notices: [],
          counts: null,
        };
  progress.clear();
  const terminal = stdoutTerminal(parsed);
  const view = { records: listed.records, files: listed.counts?.files ?? null, environmentOf: environmentsOf(project) };
  emit(formats, (format) => renderList(format, view, terminal));
  sayNotices([...project.notices, ...listed.notices], parsed);
  if (parsed.flag('stats') && listed.counts) sayStats(listed.counts, listed.records.length, started);
  return 0;
}

function runAgainst(
  project: Project,
  parsed: Parsed,
  ref: string,
  formats: ReturnType<typeof chooseFormats<ListFormat>>,
): number {
  const other = ['staged', 'since', 'shard', 'stdin-filename'].find(
    (name) => parsed.flag(name) || parsed.value(name) !== undefined,
  );
  if (other !== undefined) throw new UserError(`--against and --${other} exclude each other`);
  if (parsed.toggle('ignore') === false) {
    throw new UserError('--against and --no-ignore exclude each other', 'What git ignores has no older version in it.');
  }
  const { paths, fromList } = namedPaths(parsed);
  const { base, changes, notices } = listAgainst(project, ref, {
    paths: paths.length === 0 && !fromList ? ['.'] : paths,
    noIgnore: false,
    maxBytes: maxFileSize(parsed),
  });
  const terminal = stdoutTerminal(parsed);
  const view = { ref, base, changes, environmentOf: environmentsOf(project) };
  emit(formats, (format) => renderAgainst(format, view, terminal));
  sayNotices([...project.notices, ...notices], parsed);
  return 0;
}
