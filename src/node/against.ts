import { stringChanges } from '../core/string-changes.ts';
import type { StringChange } from '../core/string-changes.ts';
import type { Notice } from '../core/finding.ts';
import { isGenerated } from './generated-files.ts';
import { readBlobs } from './git-blobs.ts';
import { changesSince, mergeBase, renamesSince, workTreeTop } from './git-changes.ts';
import type { GitChange } from './git-changes.ts';
import { listProject } from './list.ts';
import type { FileEntry } from './file-entries.ts';
import type { Project } from './project.ts';
import { contentsOf, selectFiles } from './selected-files.ts';
import type { SelectOptions } from './selected-files.ts';

const OPTION = '--against';

export interface Against {
  /** The commit that is compared with. */
  readonly base: string;
  readonly changes: readonly StringChange[];
  readonly notices: readonly Notice[];
}

/**
 * How the strings of the work tree differ from those of the commit in which this branch began: what a pull request into
 * `ref` brings. Only files that differ are read, the old ones from git's store; nothing is checked out. Config and paths hold
 * for both sides. Throws a `UserError` for a commit that git does not know.
 */
export function listAgainst(project: Project, ref: string, options: SelectOptions): Against {
  const top = workTreeTop(project.cwd, OPTION);
  const base = mergeBase(top, ref, OPTION);
  const changes = changesSince(top, base, options.noIgnore, OPTION);
  const { list, known } = selectFiles(project, top, changes, options);
  const statusOf = (entry: FileEntry): GitChange['status'] => known.get(entry)!.status;
  const old = [...list.files].filter((entry) => statusOf(entry) !== 'A' && !isGenerated(entry.path));
  const young = [...list.files].filter((entry) => statusOf(entry) !== 'D');
  const blobs = readBlobs(
    top,
    old.map((entry) => known.get(entry)!.oldId),
  );
  const contents = new Map(old.map((entry, i) => [entry, contentsOf(blobs[i]!, 'in that commit')]));
  const before = listProject(project, { ...list, files: old, notices: [] }, { read: (entry) => contents.get(entry)! });
  const after = listProject(project, { ...list, files: young });
  const pathOf = new Map([...known].map(([entry, change]) => [change.path, entry.path]));
  const renamed = [...renamesSince(top, base, OPTION)].flatMap(([to, from]): [string, string][] => {
    const [young, old] = [pathOf.get(to), pathOf.get(from)];
    return young === undefined || old === undefined ? [] : [[young, old]];
  });
  const withStatus = (status: GitChange['status']): Set<string> =>
    new Set([...list.files].filter((entry) => statusOf(entry) === status).map(({ path }) => path));
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
