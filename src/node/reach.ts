import { resolve } from 'node:path';
import type { Unknown } from '../core/finding.ts';
import type { Reach } from '../lint/baselined.ts';
import { fileSettings } from '../lint/settings.ts';
import type { FileList } from './list-files.ts';
import type { Project } from './project.ts';
import { isWithin } from './shown-path.ts';

/** Which part of a project a run looked at. */
export interface Coverage {
  /** Absolute paths that were read. */
  readonly read: ReadonlySet<string>;
  /** Absolute paths that were to be read. */
  readonly listed: ReadonlySet<string>;
  /** Absolute folders of which every file was listed. */
  readonly folders: readonly string[];
}

/** The coverage of a list of files of which some may not have been read. */
export function coverageOf(list: FileList, unread: ReadonlySet<string>): Coverage {
  const listed = new Set(list.files.map(({ absolute }) => absolute));
  return { listed, read: new Set([...listed].filter((path) => !unread.has(path))), folders: list.folders };
}

/** Both absolute. */
export /** True when the run looked at every file of the project. */
function isWhole({ folders, read, listed }: Coverage, root: string): boolean {
  return read.size === listed.size && folders.some((folder) => isWithin(root, folder));
}

/** What a run can say about findings that it did not meet. */
export function reachOf(project: Project, coverage: Coverage, unknown: readonly Unknown[]): Reach {
  const { read, listed, folders } = coverage;
  const saw = (file: string): boolean => {
    const absolute = resolve(project.root, file);
    return read.has(absolute) || (!listed.has(absolute) && folders.some((folder) => isWithin(absolute, folder)));
  };
  return {
    saw,
    whole: isWhole(coverage, project.root),
    settingsOf: fileSettings(project.settings, (file) => file),
    unknown,
  };
}
