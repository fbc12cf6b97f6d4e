import { fileSettings } from '../../lint/settings.ts';
import { againstJson, againstJsonl, againstText, listJson, listJsonl, listText } from '../../report/list/list.ts';
import { againstCsv, listCsv } from '../../report/list/csv.ts';
import { againstHtml, listHtml } from '../../report/list/html.ts';
import { againstMarkdown, listMarkdown } from '../../report/list/markdown.ts';
import type { AgainstView, ListView } from '../../report/list/list.ts';
import type { Colors } from '../output.ts';
import { projectFiles } from '../../node/check.ts';
import { listAgainst, environmentsOf, listProject, listSource } from '../../node/list.ts';
import { UserError } from '../../node/errors.ts';
import type { Project } from '../../node/project/project.ts';
import { emit, colorsFor, progressLine, sayNotices, sayStats } from '../output.ts';
import { chooseFormats, fileChoice, maxFileSize, namedPaths, stdinPath, projectFromOptions } from '../arguments.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import { COMMON, FILES, parseOptions, SELECTION, SELECTION_NOTES, SHARD } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { partOf, selectionOf, shardChoice } from '../selection.ts';
import { RULES } from '../../../rules/index.ts';

const LIST = {
  text: ({ records }: ListView, colors: Colors) => listText(records, colors),
  json: ({ records }: ListView) => listJson(records),
  jsonl: ({ records }: ListView) => listJsonl(records),
  markdown: listMarkdown,
  csv: listCsv,
  html: listHtml,
} as const;

export type ListFormat = keyof typeof LIST;

export const LIST_FORMATS = Object.keys(LIST) as readonly ListFormat[];

const AGAINST: Readonly<Record<ListFormat, (view: AgainstView, colors: Colors) => string>> = {
  text: againstText,
  json: againstJson,
  jsonl: againstJsonl,
  markdown: againstMarkdown,
  csv: againstCsv,
  html: againstHtml,
};

export function renderList(format: ListFormat, view: ListView, colors: Colors): string {
  return LIST[format](view, colors);
}

export function renderAgainst(format: ListFormat, view: AgainstView, colors: Colors): string {
  return AGAINST[format](view, colors);
}

export const options: OptionTable = {
  against: {
    value: 'ref',
    help: 'Show instead how the strings differ from those at the commit where this branch began from that one.',
  },
  ...SELECTION,
  ...SHARD,
  ...FILES,
  ...COMMON,
};
export const notes =
  `Formats: ${LIST_FORMATS.join(', ')}.\n\n` +
  '--against compares the work tree with the commit that this branch has in common with <ref>, as a pull request does:\n' +
  'strings that are added, dropped, or changed (another host or kind under the same key). Moved files are followed; the\n' +
  'config of the work tree holds for both sides.\n\n' +
  SELECTION_NOTES;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'list');
  const formats = chooseFormats(parsed.values('format'), LIST_FORMATS, 'text');
  const project = projectFromOptions(parsed, RULES);
  const against = parsed.value('against');
  if (against !== undefined) return runAgainst(project, parsed, against, formats);
  const started = performance.now();
  const progress = progressLine(parsed.flag('quiet'));
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
  const colors = colorsFor(parsed, process.stdout);
  const view = { records: listed.records, environmentOf: environmentsOf(project) };
  emit(formats, (format) => renderList(format, view, colors));
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
  const colors = colorsFor(parsed, process.stdout);
  const view = { ref, base, changes, environmentOf: environmentsOf(project) };
  emit(formats, (format) => renderAgainst(format, view, colors));
  sayNotices([...project.notices, ...notices], parsed);
  return 0;
}
