import { environmentOf, rolesIn } from '../lint/file-role.ts';
import { stringRecord, type StringRecord } from '../lint/string-record.ts';
import { lineIndex, once } from '../text/source.ts';
import { stringsIn } from '../lint/recorded.ts';
import type { FileList } from './fs/list-files.ts';
import { repositoriesOf } from './project/repositories.ts';
import { wordsIn, type Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';
import type { ListRecord } from '../report/list-csv.ts';
import type { Selection } from './git/selection.ts';

/** The records of all files, sorted by file and offset; with `placesIn` those of some lines. */
export function listProject(
  project: Project,
  list: FileList,
  options: ScanOptions & { readonly placesIn?: Selection['placesIn'] | undefined },
) {
  const records: StringRecord[] = [];
  const counts = scanFiles(list, wordsIn(project, list), options, (source) => {
    const { strings: known, roleOf } = project.settingsOf(source.path);
    const roleAt = once(() => rolesIn(source, roleOf(source.text)));
    const lines = lineIndex(source.text);
    for (const string of stringsIn(source, known))
      records.push(stringRecord(source.path, roleAt()(string.range), string, lines));
  });
  const counting = options.placesIn?.([...new Set(records.map(({ file }) => file))]);
  const notices = [...list.notices, ...counts.notices];
  return { records: counting ? records.filter(counting) : records, notices, counts };
}

/** Adds what is known of the repository of each string. The path of a clone below the working directory starts in it. */
export function withRepositories(project: Project, records: readonly StringRecord[]): ListRecord[] {
  return records.map(({ file, ...record }) => {
    const { identity, path, owners, isClone } = repositoriesOf(project)(file);
    const { repository, revision } = identity();
    const place = isClone ? path : file;
    return {
      repository,
      revision,
      file: place,
      ...record,
      environment: environmentOf(place, project.settingsOf(file).context.environment),
      owners: owners ?? [],
    };
  });
}
