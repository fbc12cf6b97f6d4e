import { resolve } from 'node:path';
import { isGenerated } from './generated-files.ts';
import { readBlobs } from './git-blobs.ts';
import { stagedChanges, workTreeTop } from './git-changes.ts';
import { contentsOf, selectFiles } from './selected-files.ts';
import type { FileScope, SelectOptions } from './selected-files.ts';
import type { Selection } from './selection.ts';

/**
 * What the next commit brings: the contents of the index, whatever the work tree holds by now. Two runs of git. Findings
 * count where they stand in one of these files, and in the config or a fact file when that is staged too.
 */
export function stagedFiles(scope: FileScope, options: SelectOptions): Selection {
  const top = workTreeTop(scope.cwd, '--staged');
  const changes = stagedChanges(top);
  const { list, known } = selectFiles(scope, top, changes, options);
  const readable = [...list.files].filter(({ path }) => !isGenerated(path));
  const blobs = readBlobs(
    top,
    readable.map((entry) => known.get(entry)!.id),
  );
  const contents = new Map(readable.map((entry, i) => [entry, blobs[i]!]));
  const staged = new Set(changes.map(({ path }) => resolve(top, path)));
  return {
    list,
    read: (entry) => {
      const blob = contents.get(entry);
      return blob ? contentsOf(blob, 'staged') : { skipped: 'generated', reason: 'a lock file or source map' };
    },
    placesIn: () => (place) => staged.has(resolve(scope.cwd, place.file)),
  };
}
