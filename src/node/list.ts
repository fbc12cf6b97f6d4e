import { environmentOf, rolesIn } from '../lint/file-role.ts';
import { stringRecord, type StringRecord } from '../lint/string-record.ts';
import { isOfFile, valuesIn, type NamedRead } from '../lint/values/named-reads.ts';
import { agreed, endsOf } from '../lint/values/read-values.ts';
import { distinct, lineIndex, type Source } from '../text/source.ts';
import { isReported, type FoundString } from '../classify/found-string.ts';
import { hostField } from '../clients/client-settings.ts';
import { relativePath } from './fs/paths.ts';
import { stringsIn } from '../lint/recorded.ts';
import type { FileList } from './fs/list-files.ts';
import { repositoriesOf } from './project/repositories.ts';
import { wordsIn, type Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';
import { valueSearches } from './value-searches.ts';
import { byText } from '../lint/report.ts';
import type { ListRecord } from '../report/list-csv.ts';
import type { Selection } from './git/selection.ts';

/** Adds the files with values of secrets and variables, whose strings are values of reads like those of the tree. */
export function withValues({ cwd, valueFiles }: Project, list: FileList): FileList {
  if (valueFiles.length === 0) return list;
  const values = valueFiles.map((absolute) => ({ path: relativePath(cwd, absolute), absolute, named: true }));
  const isVendored = (absolute: string): boolean => !valueFiles.includes(absolute) && list.isVendored(absolute);
  return { ...list, files: [...list.files, ...values], isVendored };
}

/** The records of all files, sorted by file and offset; with `placesIn` those of some lines. */
export function listProject(project: Project, list: FileList, options: ScanOptions, placesIn?: Selection['placesIn']) {
  const records: StringRecord[] = [];
  const values: ReturnType<typeof valuesIn>[] = [];
  const reads: (NamedRead & { readonly at: number })[] = [];
  const dumps = new Set(project.valueFiles.map((absolute) => relativePath(project.cwd, absolute)));
  const searches = valueSearches({ project, list, options });
  const add = (source: Source, found: readonly FoundString[]): void => {
    const { path, text } = source;
    const settings = project.settingsOf(path);
    if (found.length === 0) return;
    const role = settings.roleOf(text);
    searches.note(path, found, role);
    const strings = found.filter(isReported);
    const { environment } = settings.context;
    const { root, path: inClone, isClone } = repositoriesOf(project)(path);
    const { place } = settings.strings;
    const file = { file: isClone ? inClone : path, role, environment, place, root, isGiven: dumps.has(path) };
    values.push(valuesIn(file, strings, () => source));
    if (file.isGiven) return;
    const roleAt = rolesIn(source, role);
    const lines = lineIndex(text);
    for (const string of strings) {
      const record = stringRecord(path, roleAt(string.range), withPort(string, source), lines);
      const { kind, via, role: own, context, cluster } = record;
      // A read of a program that neither the config nor a fact is about.
      if (kind === 'external' && via !== 'attribute' && own === 'product' && context === 'code' && cluster === null)
        reads.push({ name: string.name ?? '', string, file, at: records.length });
      records.push(record);
    }
  };
  const counts = scanFiles(withValues(project, list), wordsIn(project, list), options, (source) =>
    add(source, stringsIn(source, { ...project.settingsOf(source.path).strings, forValues: true })),
  );
  searches.search(add);
  const endsIn = endsOf(values.flat(), reads);
  for (const read of reads) {
    const { kind, family, cluster } = agreed(endsIn(read)) ?? read.string;
    records[read.at] = { ...records[read.at]!, kind, family, cluster };
  }
  const paths = new Set(list.files.map(({ path }) => path));
  const isGiven = (read: (typeof reads)[number]): boolean =>
    searches.isGiven(read.string, records[read.at]!.file) || isOfFile(read, (path) => paths.has(path));
  const given = new Set(reads.flatMap((read) => (isGiven(read) ? read.at : [])));
  const kept = records.filter((_, at) => !given.has(at)).sort((a, b) => byText(a.file, b.file) || a.offset - b.offset);
  // Two searches may find the same read.
  const shown = distinct(kept, ({ file, offset, endOffset }) => `${file} ${offset} ${endOffset}`);
  const counting = placesIn?.([...new Set(shown.map(({ file }) => file))]);
  const notices = [...list.notices, ...counts.notices];
  return { records: counting ? shown.filter(counting) : shown, notices, counts };
}

/** A host with the port of the setting beside it, or of the next argument. Rules judge what is written as one text. */
function withPort(string: FoundString, source: Source): FoundString {
  const [host, other] = string.hosts;
  if (string.via !== 'field' || !host || other || host.port !== null) return string;
  const behind = source.text.slice(string.range.endOffset, string.range.endOffset + 60);
  const argument = /^["'`]\s{0,20},\s{0,20}(\d{1,5})\s{0,20}[,)]/.exec(behind)?.[1];
  const port = Number(argument ?? hostField(string, source)?.port?.value);
  return port > 0 ? { ...string, hosts: [{ ...host, port }] } : string;
}

/** Adds what is known of the repository of each string. The path of a clone below the working directory starts in it. */
export const withRepositories = (project: Project, records: readonly StringRecord[]): ListRecord[] =>
  records.map(({ file, ...record }) => {
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
