import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Notice } from '../../lint/finding.ts';
import { leavesTree } from '../fs/paths.ts';
import { runGit, type GitFailure } from './run-git.ts';

/**
 * Git's list of a folder. Paths are relative to it, with `/`, unsorted, possibly with duplicates. Deleted files are
 * included, because Git would have to check every file, and readers do so anyway.
 */
interface GitFiles {
  readonly files: string[];
  /** Tracked symbolic links, and untracked names that may be links. */
  readonly perhapsLinks: string[];
  /** Files that a sparse checkout leaves out. They are in none of the other lists. */
  readonly absent: string[];
  /** Submodules and other nested repositories. Git does not list their contents. */
  readonly repositories: string[];
  /** What is in none of the lists. */
  readonly notices: Notice[];
}

const LIST = ['ls-files', '-z', '-t', '--stage', '--cached', '--others', '--exclude-standard'];
const LINK = '120000';
const SUBMODULE = '160000';

/** Tracked files, and untracked files that are not ignored, in one Git call. */
export function gitFiles(folder: string): GitFiles | GitFailure {
  const result = runGit(folder, LIST);
  if ('failed' in result) return result;
  const { lines, lost } = linesOf(result.output);
  const list: GitFiles = { files: [], perhapsLinks: [], absent: [], repositories: [], notices: lost.map(lostName) };
  if (result.warnings.includes('warning: could not open directory'))
    list.notices.push({ code: 'unreadable', file: '', message: 'git could not open a folder; nothing in it was read' });
  for (const line of lines) {
    // `? path`, or `H 100644 <hash> 0<tab>path` with another letter for special states.
    const isOther = line.startsWith('?');
    const path = line.slice(isOther ? 2 : line.indexOf('\t') + 1);
    if (leavesTree(path)) list.notices.push(leadsOut(path));
    else if (isOther ? path.endsWith('/') : line.startsWith(SUBMODULE, 2))
      list.repositories.push(path.replace(/\/$/, ''));
    else if (line.startsWith('S') && !existsSync(join(folder, path))) list.absent.push(path);
    else if (isOther || line.startsWith(LINK, 2)) list.perhapsLinks.push(path);
    else list.files.push(path);
  }
  return list;
}

/** Records end with NUL. Two names may be decoded to the same text, so those that are not valid are taken out as bytes. */
function linesOf(output: Buffer): { lines: readonly string[]; lost: readonly string[] } {
  if (isUtf8(output)) return { lines: output.toString().split('\0').slice(0, -1), lost: [] };
  const lines: string[] = [];
  const lost: string[] = [];
  for (let at = 0, end = output.indexOf(0); end >= 0; at = end + 1, end = output.indexOf(0, at)) {
    const line = output.subarray(at, end);
    if (isUtf8(line)) lines.push(line.toString());
    else lost.push(line.toString().replace(/^(?:\? |[^\t]*\t)/, ''));
  }
  return { lines, lost };
}

export const lostName = (file: string): Notice => ({
  code: 'unreadable',
  file,
  message: 'the name of the file is not valid UTF-8; it was not read',
});

const leadsOut = (file: string): Notice => ({
  code: 'leads-out',
  file,
  message: 'not read: Git lists a path that leads out of the repository',
});

/** Whether Git ignores a whole folder. The root of a repository is never ignored. */
export const isIgnoredFolder = (folder: string): boolean => !existsSync(join(folder, '.git')) && isIgnoredByGit(folder);

/** Whether Git ignores a path, which need not exist. A tracked file is never ignored. */
export function isIgnoredByGit(path: string): boolean {
  const result = runGit(dirname(path), ['check-ignore', '-q', '--', `./${basename(path)}`]);
  return !('failed' in result);
}
