import type { Shard } from '../core/shard.ts';
import { blobText } from '../node/blob.ts';
import { check, checkText, hasStrings, projectFiles } from '../node/check.ts';
import type { Checked } from '../node/check.ts';
import { UserError } from '../node/errors.ts';
import type { Asked } from '../node/git-files.ts';
import type { FileList } from '../node/list-files.ts';
import type { Project } from '../node/project.ts';
import type { QuickLook } from '../node/quick-look.ts';
import { narrowed } from '../node/selection.ts';
import type { Selection } from '../node/selection.ts';
import { fileChoice, readStdin, stdinPath } from './choices.ts';
import type { Parsed } from './options.ts';
import { partOf, selectionOf, shardChoice } from './selecting.ts';
import { progressLine } from './terminal.ts';

/** What a run looked at, and what came of it. */
export interface LookedAt {
  readonly checked: Checked;
  readonly selection: Selection | null;
  readonly shard: Shard | null;
  /** Before a shard took its part; `null` for standard input. */
  readonly list: FileList | null;
}

/** What was done before there was a project. */
export interface Ahead {
  /** What was seen of the same files. */
  readonly before?: QuickLook | null;
  readonly asked?: Asked | null;
}

export interface LookOptions extends Ahead {
  /** True when the texts are needed again, for fixes. */
  readonly keepTexts: boolean;
  /** True when the strings are needed as a whole, for a result to merge. */
  readonly keepStrings: boolean;
}

/** Checks what the options name. Throws a `UserError`. */
export function lookAt(
  project: Project,
  parsed: Parsed,
  { keepTexts, keepStrings, before = null, asked = null }: LookOptions,
): LookedAt {
  const shard = shardChoice(parsed);
  const selection = before?.selection ?? selectionOf(project, parsed);
  const stdin = stdinPath(parsed);
  if (stdin !== undefined) {
    return { checked: checkText(project, stdin, readStdin()), selection, shard, list: null };
  }
  const list = before?.list ?? selection?.list ?? projectFiles(project, { ...fileChoice(parsed), asked });
  const progress = progressLine(parsed.flag('quiet'));
  const checked = check(project, partOf(project, list, shard), {
    progress: progress.update,
    keepStrings,
    keepTexts: keepTexts || selection?.read !== undefined,
    read: selection?.read,
    ...(before?.known && { known: before.known }),
    ...(before && { foreseen: before.foreseen }),
    narrow: selection ? (report) => narrowed(report, selection.placesIn) : undefined,
    isPart: shard !== null,
  });
  progress.clear();
  return { checked, selection, shard, list };
}

const WHOLE: Shard = { index: 1, count: 1 };

/** What `connlint merge` takes. Without `--shard` it is the only part. Throws a `UserError`. */
export function blobOf(project: Project, { checked, selection, shard, list }: LookedAt): string {
  if (selection || !list) {
    throw new UserError(
      'a result to merge is about files as they are',
      'Leave --staged, --since and --stdin-filename out.',
    );
  }
  if (!hasStrings(checked)) throw new Error('the strings were not kept');
  return blobText(project, checked, { shard: shard ?? WHOLE, list, part: partOf(project, list, shard) });
}
