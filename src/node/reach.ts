import { resolve } from 'node:path';
import type { Unknown } from '../core/finding.ts';
import type { Reach } from '../lint/baselined.ts';
import { fileSettings } from '../lint/settings.ts';
import type { FileList } from './list-files.ts';
import type { Project } from './project.ts';
import type { UnreadText } from './scan-files.ts';
import { isWithin } from './shown-path.ts';

/** Which part of a project a run looked at. */
export interface Coverage {
  /** Absolute paths that were to be read. A function: few runs need to know them all. */
  readonly listed: () => ReadonlySet<string>;
  /** Those of them that could not be read. */
  readonly unread: ReadonlySet<string>;
  /** Absolute folders of which every file was listed. */
  readonly folders: readonly string[];
}

/** The coverage of a list of files of which some may not have been read. */
export function coverageOf(list: FileList, unread: readonly UnreadText[]): Coverage {
  return {
    listed: () => new Set(Array.from(list.files, ({ absolute }) => absolute)),
    unread: new Set(unread.map(({ absolute }) => absolute)),
    folders: list.folders,
  };
}

/** True when the run looked at every file of the project below `root` (absolute). */
export function isWhole({ folders, unread }: Coverage, root: string): boolean {
  return unread.size === 0 && folders.some((folder) => isWithin(root, folder));
}

/** What a run can say about findings that it did not meet. */
export function reachOf(project: Project, coverage: Coverage, unknown: readonly Unknown[]): Reach {
  const { unread, folders } = coverage;
  const listed = coverage.listed();
  const saw = (file: string): boolean => {
    const absolute = resolve(project.root, file);
    return listed.has(absolute) ? !unread.has(absolute) : folders.some((folder) => isWithin(absolute, folder));
  };
  return {
    saw,
    whole: isWhole(coverage, project.root),
    settingsOf: fileSettings(project.settings, (file) => file),
    unknown,
  };
}
