import { anchorWords } from '../find/hits.ts';
import type { Notice } from '../lint/finding.ts';
import { recordsOf, type StringRecord } from '../lint/string-record.ts';
import { lineIndex, type Source } from '../text/source.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { FileRole } from '../config/roles.ts';
import { fileRole } from '../lint/file-role.ts';
import { fileSettings } from '../lint/settings.ts';
import { stringsIn, type StringFacts } from '../lint/recorded.ts';
import type { FileList, FileEntry } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { decodeGiven, scanCounts, scanFiles, type ScanCounts, type ScanOptions } from './scan/scan-files.ts';
import { contentsOf, selectFiles, type Selection, type SelectOptions } from './git/staged.ts';
import { stringChanges, type StringChange } from '../lint/string-changes.ts';
import { isGenerated } from './fs/read-file.ts';
import { readBlobs } from './git/blobs.ts';
import { changesSince, mergeBase, renamesSince, workTreeTop, type GitChange } from './git/changes.ts';

/**
 * The records of one text, in order.
 * @param roleOf returns the role of the text's file
 */
export function listSource(
  source: Source,
  known: StringFacts,
  roleOf: (text: string) => FileRole = (text) => fileRole(source.path, text),
): StringRecord[] {
  const strings = stringsIn(source, known);
  if (strings.length === 0) return [];
  const lines = lineIndex(source.text);
  return recordsOf(source.path, roleOf(source.text), strings, lines);
}

export interface StringList {
  readonly records: readonly StringRecord[];
  readonly notices: readonly Notice[];
  readonly counts: ScanCounts;
}

interface ListingOptions extends ScanOptions {
  /** Selects records by their lines. */
  readonly placesIn?: Selection['placesIn'] | undefined;
}

/** The environments that the config assigns to files. Paths are relative to the working directory. */
export function environmentsOf(project: Project): (file: string) => string | null {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  return (file) => settingsOf(file).context.environment;
}

/** The records of all files, sorted by file and offset. */
export function listProject(project: Project, list: FileList, options: ListingOptions = {}): StringList {
  const records: StringRecord[] = [];
  const counts = scanCounts();
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const words = anchorWords(project.settings.profile);
  scanFiles(list, words, counts, options, (source) => {
    const { strings, roleOf } = settingsOf(source.path);
    for (const record of listSource(source, strings, roleOf)) records.push(record);
  });
  const counting = options.placesIn?.([...new Set(records.map(({ file }) => file))]);
  return {
    records: counting ? records.filter(counting.counts) : records,
    notices: [...list.notices, ...counts.notices, ...(counting?.notices ?? [])],
    counts,
  };
}

const OPTION = '--against';

/** The records of the bytes of standard input, as if they were the file of that name. */
export function listBytes(project: Project, path: string, bytes: Buffer): StringList {
  const counts = scanCounts();
  const { roleOf, strings } = fileSettings(project.settings, project.fromConfig)(path);
  const records = decodeGiven(path, bytes, counts).flatMap((source) =>
    listSource(source, strings, roleOf),
  );
  return { records, notices: counts.notices, counts };
}

interface Against {
  readonly base: string;
  readonly changes: readonly StringChange[];
  readonly notices: readonly Notice[];
}

/**
 * The difference between the strings of the work tree and those of the merge base: the changes of a pull request into
 * `ref`. Reads only files that differ, the old ones from Git's store, and checks nothing out. Config and paths apply to
 * both sides. Throws a `UserError` for an unknown commit.
 */
export function listAgainst(
  project: Project,
  ref: string,
  options: SelectOptions & Pick<ScanOptions, 'maxBytes'>,
): Against {
  const top = workTreeTop(project.cwd, OPTION);
  const base = mergeBase(top, ref, OPTION);
  const changes = changesSince(top, base, options.noIgnore, OPTION);
  const { list, known } = selectFiles(project, top, changes, options);
  const statusOf = (entry: FileEntry): GitChange['status'] => known.get(entry)!.status;
  const old = list.files.filter((entry) => statusOf(entry) !== 'A' && !isGenerated(entry.path));
  const young = list.files.filter((entry) => statusOf(entry) !== 'D');
  const blobs = readBlobs(
    top,
    old.map((entry) => known.get(entry)!.oldId),
  );
  const { maxBytes } = options;
  const contents = new Map(old.map((entry, i) => [entry, contentsOf(blobs[i]!, 'in that commit')]));
  const before = listProject(
    project,
    { ...list, files: old, notices: [] },
    { read: (entry) => contents.get(entry)!, maxBytes },
  );
  const after = listProject(project, { ...list, files: young }, { maxBytes });
  const pathOf = new Map([...known].map(([entry, change]) => [change.path, entry.path]));
  const renamed = [...renamesSince(top, base, OPTION)].flatMap(([to, from]): [string, string][] => {
    const [young, old] = [pathOf.get(to), pathOf.get(from)];
    return young === undefined || old === undefined ? [] : [[young, old]];
  });
  const withStatus = (status: GitChange['status']): Set<string> =>
    new Set(list.files.filter((entry) => statusOf(entry) === status).map(({ path }) => path));
  return {
    base,
    changes: stringChanges({
      before: before.records,
      after: after.records,
      renamed: new Map(renamed),
      gone: withStatus('D'),
      fresh: withStatus('A'),
    }),
    notices: [...before.notices, ...after.notices],
  };
}
