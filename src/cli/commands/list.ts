import { listJson, listJsonl, listText } from '../../report/list.ts';
import { projectFiles } from '../../node/check.ts';
import { listProject, listSource } from '../../node/list.ts';
import { chooseFormats, emit } from '../formats.ts';
import { fileChoice, projectOf, readStdin, stdinPath } from '../inputs.ts';
import { COMMON, FILES, parseOptions, SELECTION, SHARD } from '../options.ts';
import type { OptionTable } from '../options.ts';
import { partOf, SELECTION_NOTES, selectionOf, shardChoice } from '../selecting.ts';
import { colorsFor, progressLine } from '../terminal.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { RULES } from '../../../rules/index.ts';

export const options: OptionTable = { ...SELECTION, ...SHARD, ...FILES, ...COMMON };
export const notes = SELECTION_NOTES;
const FORMATS = ['text', 'json', 'jsonl'] as const;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'list');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const project = projectOf(parsed, RULES);
  const started = performance.now();
  const progress = progressLine(parsed.flag('quiet'));
  const stdin = stdinPath(parsed);
  const shard = shardChoice(parsed);
  const selection = selectionOf(project, parsed);
  const listed =
    stdin === undefined
      ? listProject(project, partOf(project, selection?.list ?? projectFiles(project, fileChoice(parsed)), shard), {
          progress: progress.update,
          read: selection?.read,
          placesIn: selection?.placesIn,
        })
      : {
          records: listSource({ path: stdin, text: readStdin() }, project.settings.profile),
          notices: [],
          counts: null,
        };
  progress.clear();
  const colors = colorsFor(parsed, process.stdout);
  emit(formats, (format) => {
    if (format === 'json') return listJson(listed.records);
    return format === 'jsonl' ? listJsonl(listed.records) : listText(listed.records, colors);
  });
  sayNotices([...project.notices, ...listed.notices], parsed);
  if (parsed.flag('stats') && listed.counts) sayStats(listed.counts, listed.records.length, started);
  return 0;
}
