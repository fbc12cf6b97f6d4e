import { anchorWords } from '../core/find.ts';
import type { Notice } from '../core/finding.ts';
import { recordOf } from '../core/record.ts';
import type { StringRecord } from '../core/record.ts';
import { lineIndex } from '../core/source.ts';
import type { Source } from '../core/source.ts';
import type { ServiceProfile } from '../core/service.ts';
import { fileSettings } from '../lint/settings.ts';
import { findStrings } from '../readers/strings.ts';
import type { FileList } from './list-files.ts';
import type { Project } from './project.ts';
import { scanCounts, scanFiles } from './scan-files.ts';
import type { Selection } from './selection.ts';
import type { ScanCounts, ScanOptions } from './scan-files.ts';
import { parseScript } from './script-parser.ts';

/** The records of one text, in order. */
export function listSource(source: Source, profile: ServiceProfile): StringRecord[] {
  const strings = findStrings(source, profile, { ast: () => parseScript(source.text, source.path) });
  if (strings.length === 0) return [];
  const lines = lineIndex(source.text);
  return strings.map((string) => recordOf(source.path, string, lines));
}

export interface Listed {
  readonly records: readonly StringRecord[];
  readonly notices: readonly Notice[];
  readonly counts: ScanCounts;
}

export interface ListingOptions extends ScanOptions {
  /** Says which records count, by their lines. */
  readonly placesIn?: Selection['placesIn'] | undefined;
}

/** The environments that the config names for files; paths are relative to the working directory. */
export function environmentsOf(project: Project): (file: string) => string | null {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  return (file) => settingsOf(file).context.environment;
}

/** The records of all files, in file, then offset order. */
export function listProject(project: Project, list: FileList, options: ListingOptions = {}): Listed {
  const records: StringRecord[] = [];
  const counts = scanCounts();
  const words = anchorWords(project.settings.profile);
  scanFiles(list, words, counts, options, (source) => {
    for (const record of listSource(source, project.settings.profile)) records.push(record);
  });
  const notices = list.notices.map(({ code, file, message }) => ({ code, file: file ?? '', message }));
  const counting = options.placesIn?.([...new Set(records.map(({ file }) => file))]);
  return { records: counting ? records.filter(counting) : records, notices: [...notices, ...counts.notices], counts };
}
