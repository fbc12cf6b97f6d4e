import { listFiles } from '../../node/fs/list-files.ts';
import { listProject, withRepositories } from '../../node/list.ts';
import { once } from '../../text/source.ts';
import { listCsv } from '../../report/list-csv.ts';
import { listText } from '../../report/list-text.ts';
import { chooseFormats, fileChoice, maxFileSize, terminalFor } from '../arguments.ts';
import { FORMATS } from '../commands.ts';
import { eachOf, jsonText, LIST } from '../../report/json.ts';
import type { Parsed } from '../options.ts';
import { emit, printNotices, printStats, withProgress } from '../output.ts';
import { projectFromOptions, selectionOf } from '../project-options.ts';

export async function run(parsed: Parsed): Promise<number> {
  const formats = chooseFormats(parsed, FORMATS.list);
  const project = projectFromOptions(parsed);
  const selection = await selectionOf(project, parsed);
  const list = selection
    ? { ...selection.list, files: selection.changed }
    : listFiles(project, await fileChoice(parsed));
  const { read, placesIn } = selection ?? {};
  const { records, notices, counts } = withProgress(parsed, (progress) =>
    listProject(project, list, { progress, maxBytes: maxFileSize(parsed), read }, placesIn),
  );
  printNotices([...project.settings.facts.notices, ...notices], parsed);
  const all = once(() => withRepositories(project, records));
  emit(formats, (format, file) => {
    if (format === 'text') return listText(records, terminalFor(parsed, file), counts.files);
    const listed = all();
    if (format === 'csv') return listCsv(listed);
    if (format === 'json') return jsonText(LIST, listed);
    return eachOf(listed, (record) => `${JSON.stringify(record)}\n`);
  });
  if (parsed.flag('stats')) printStats(counts, records.length);
  return 0;
}
