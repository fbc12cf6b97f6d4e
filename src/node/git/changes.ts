import { existsSync, realpathSync, lstatSync, statSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { repositoryOf, storeOf, displayArgument } from '../fs/paths.ts';
import { runGit, type GitAnswer, type GitFailure } from './run-git.ts';

/** A file that differs between two states of a repository. */
export interface GitChange {
  /** Relative to the top of the work tree, with `/`. Contains U+FFFD if the name is not valid UTF-8. */
  readonly path: string;
  /** Object id of the new contents if Git has them, all zeros for a file in the work tree only. */
  readonly id: string;
  /** Object id of the old contents, all zeros for a new file. */
  readonly oldId: string;
  readonly status: 'A' | 'M' | 'D';
}

/** The folder to which Git's paths are relative. Throws a `UserError` outside of a work tree. */
export function workTreeTop(cwd: string, option: string): string {
  const real = realpathSync.native(cwd);
  const known = process.env.GIT_WORK_TREE === undefined ? repositoryOf(real) : null;
  if (known !== null) return known;
  const answer = runGit(real, ['rev-parse', '--show-toplevel']);
  if ('failed' in answer) throw noRepository(answer, option);
  return resolve(real, answer.output.toString().replace(/\n$/, ''));
}

function noRepository({ failed, stderr: said }: GitFailure, option: string): UserError {
  if (/lazy fetching disabled|could not fetch|unable to read tree|missing (?:tree|blob)/i.test(said)) {
    return new UserError(`${option}: this clone lacks required history`, FETCH_ALL);
  }
  const outside = /not a git repository|must be run in a work tree/.test(said);
  return new UserError(
    `${option} needs ${outside ? 'the working tree of a Git repository' : 'git'}${outside ? '' : `: ${failed}`}`,
    outside ? 'Run it inside a repository, or pass files: connlint check <path…>' : said.trim() || null,
  );
}

const FETCH_ALL =
  'A partial clone leaves them to be fetched, which connlint does not do. Fetch them: git fetch --refetch --filter=blob:none origin';

const RAW = ['--raw', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff', '--ignore-submodules=all'];
/** The empty tree in both hash formats. It need not be stored in a repository. */
const EMPTY_TREES = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
];

/** The changes in the index since the last commit. Throws a `UserError`. */
export function stagedChanges(top: string): GitChange[] {
  // Without the last option, a file that is only intended to be added looks like an empty one.
  const args = ['diff-index', '--cached', ...RAW, '--diff-filter=ACMRT', '--ita-invisible-in-index'];
  let answer = runGit(top, [...args, 'HEAD', '--']);
  for (const tree of EMPTY_TREES) {
    if (!('failed' in answer) || !/bad revision|ambiguous argument/.test(answer.stderr)) break;
    answer = runGit(top, [...args, tree, '--']);
  }
  if ('failed' in answer) throw noRepository(answer, '--staged');
  return parsed(answer.output);
}

/** The changes in the work tree since a commit: tracked files, and untracked files that are not ignored. */
export function changesSince(top: string, commit: string, noIgnore: boolean, option = '--since'): GitChange[] {
  // Git compares only the index. To read files of the work tree, it would run the programs in filters.
  const staged = runGit(top, ['diff-index', '--cached', ...RAW, '--diff-filter=ADMTU', commit, '--']);
  if ('failed' in staged) throw noRepository(staged, option);
  const touched = touchedFiles(top);
  if ('failed' in touched) throw noRepository(touched, option);
  const ignoring = noIgnore ? [] : ['--exclude-standard'];
  const untracked = runGit(top, ['ls-files', '-z', '--others', ...ignoring]);
  if ('failed' in untracked) throw noRepository(untracked, option);
  const names = untracked.output
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !path.endsWith('/'));
  return [
    ...withTouched(parsed(staged.output), touched),
    ...names.map((path) => ({ path, id: ZEROS, oldId: ZEROS, status: 'A' as const })),
  ];
}

/** Replaces entries of the index with those of the work tree. */
function withTouched(staged: readonly GitChange[], touched: readonly TouchedFile[]): GitChange[] {
  const changes = new Map(staged.map((change) => [change.path, change]));
  for (const { path, id, mode, isGone } of touched) {
    const change = changes.get(path);
    const oldId = change?.oldId ?? (mode.startsWith(FILE_MODE) ? id : ZEROS);
    const isNew = /^0+$/u.test(oldId);
    if (!isGone) changes.set(path, { path, id: ZEROS, oldId, status: isNew ? 'A' : 'M' });
    else if (isNew) changes.delete(path);
    else changes.set(path, { path, id: ZEROS, oldId, status: 'D' });
  }
  return [...changes.values()];
}

/**
 * Files of the index that a commit has under another name, by new name, if Git finds their contents similar. Throws a
 * `UserError`.
 */
export function renamesSince(top: string, commit: string, option: string): ReadonlyMap<string, string> {
  const args = ['diff-index', '--cached', '-z', '--name-status', '--no-ext-diff', '--ignore-submodules=all'];
  const ask = (likeness: string): GitAnswer | GitFailure =>
    runGit(top, [...args, likeness, '--diff-filter=R', commit, '--']);
  const first = ask('-M');
  // In a partial clone, contents to compare may be missing.
  const answer = 'failed' in first ? ask('-M100%') : first;
  if ('failed' in answer) throw noRepository(answer, option);
  // Records are `R<similarity>`, NUL, old path, NUL, new path, NUL.
  const parts = answer.output.toString().split('\0');
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(parts[at + 2]!, parts[at + 1]!);
  return renames;
}

const ZEROS = '0'.repeat(40);
/** Symbolic links and nested repositories are not texts. */
const FILE_MODE = '100';

/** Records are `:<mode> <mode> <id> <id> <status>`, NUL, path, NUL. */
function parsed(output: Buffer): GitChange[] {
  const parts = output.toString().split('\0');
  const changes: GitChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', mode = '', oldId = '', id = '', status = ''] = parts[at]!.slice(1).split(' ');
    const path = parts[at + 1]!;
    if (status === 'U') {
      // During an unfinished merge, the work tree has the contents.
      if (oldMode.startsWith(FILE_MODE)) changes.push({ path, id: ZEROS, oldId, status: 'M' });
    } else if (status === 'D') {
      if (oldMode.startsWith(FILE_MODE)) changes.push({ path, id, oldId, status });
    } else if (mode.startsWith(FILE_MODE)) {
      // A link or repository has no old lines.
      const wasFile = oldMode.startsWith(FILE_MODE);
      changes.push({ path, id, oldId: wasFile ? oldId : ZEROS, status: wasFile ? 'M' : 'A' });
    }
  }
  return changes;
}

/** The merge base: the last common commit with `ref`. Throws a `UserError`. */
export function mergeBase(top: string, ref: string, option = '--since'): string {
  const answer = ref === '' || ref.startsWith('-') ? null : runGit(top, ['merge-base', ref, 'HEAD']);
  if (answer && !('failed' in answer)) return answer.output.toString().trim();
  const shown = displayArgument(ref);
  if (answer?.stderr === '' && answer.failed !== NONE_FOUND) throw noRepository(answer, option);
  const isShallow = answer !== null && isShallowClone(top);
  if (answer?.stderr === '') {
    throw new UserError(
      `${option} ${shown}: no common commit with HEAD${isShallow ? ' in this shallow clone' : ''}`,
      isShallow ? DEEPEN : 'Use the branch from which this one was created.',
    );
  }
  if (answer && /not a git repository|dubious ownership/.test(answer.stderr)) throw noRepository(answer, option);
  const hint = fetchHint(ref) ?? 'Name a branch, tag or commit; for a branch of the remote, origin/main.';
  throw new UserError(`${option} ${shown}: unknown commit`, isShallow ? `${hint}\n${DEEPEN}` : hint);
}

/** The failure of `merge-base` where there is none. */
const NONE_FOUND = 'git ended with code 1';

/** For `origin/main` that was never fetched. */
function fetchHint(ref: string): string | null {
  const [, remote, branch] = /^(origin|upstream)\/([\w./-]{1,200})$/.exec(ref) ?? [];
  return remote === undefined ? null : `Fetch it: git fetch ${remote} ${branch}`;
}

const DEEPEN =
  'This clone is shallow: `git fetch --unshallow` fetches the history, and so does a checkout with `fetch-depth: 0`.';

function isShallowClone(top: string): boolean {
  if (existsSync(join(top, '.git', 'shallow'))) return true;
  const answer = runGit(top, ['rev-parse', '--is-shallow-repository']);
  return !('failed' in answer) && answer.output.toString().trim() === 'true';
}

/** A file of the index that differs, or may differ, from the work tree. */
interface TouchedFile {
  /** Relative to the top of the work tree, with `/`. */
  readonly path: string;
  /** Object id in the index. */
  readonly id: string;
  /** As in a tree: `100644` for a file, `120000` for a link. */
  readonly mode: string;
  readonly isGone: boolean;
}

/**
 * Files of the index whose size or times differ from those that Git saw last. To compare contents, Git would run the
 * filters that the configuration names, which are programs. So Git returns only the times, and the caller compares the
 * contents.
 */
function touchedFiles(top: string): TouchedFile[] | GitFailure {
  const answer = runGit(top, ['ls-files', '-z', '-t', '--stage', '--debug']);
  if ('failed' in answer) return answer;
  const indexTime = timeOfIndex(top);
  const touched = new Map<string, TouchedFile>();
  for (const { path, state, ...entry } of entriesOf(answer.output.toString())) {
    const stats = statOf(join(top, path));
    if (stats === undefined) {
      // A sparse checkout leaves out files.
      if (entry.tag !== 'S') touched.set(path, { path, ...entry, isGone: true });
    } else if (stats.isFile() && !isAsSeen(stats, state, indexTime)) {
      touched.set(path, { path, ...entry, isGone: false });
    }
  }
  return [...touched.values()];
}

interface Entry {
  readonly path: string;
  readonly id: string;
  readonly mode: string;
  readonly tag: string;
  /** `null` if Git wrote it in an unexpected format. */
  readonly state: SeenState | null;
}

interface SeenState {
  /** In nanoseconds. */
  readonly changed: bigint;
  readonly modified: bigint;
  readonly size: bigint;
}

/** Records are `H 100644 <hash> 0<tab>path`, NUL, and lines with the times and the size. */
function* entriesOf(output: string): Iterable<Entry> {
  const parts = output.split('\0');
  for (let at = 0; at + 1 < parts.length; at++) {
    // The lines about a file end where the next record begins.
    const record = parts[at]!.slice(at === 0 ? 0 : endOfState(parts[at]!));
    const [, tag = '', mode = '', id = '', path = ''] = /^(\S) (\d+) ([\da-f]+) \d\t(.*)$/su.exec(record) ?? [];
    if (path !== '') yield { path, id, mode, tag, state: stateIn(parts[at + 1]!) };
  }
}

const STATE =
  /^ {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: \d+\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [\da-f]+\n/u;

function endOfState(text: string): number {
  return STATE.exec(text)?.[0].length ?? 0;
}

function stateIn(text: string): SeenState | null {
  const [, changed, changedRest, modified, modifiedRest, size] = STATE.exec(text) ?? [];
  if (size === undefined) return null;
  const time = (seconds = '0', rest = '0'): bigint => BigInt(seconds) * SECOND + BigInt(rest);
  return { changed: time(changed, changedRest), modified: time(modified, modifiedRest), size: BigInt(size) };
}

const SECOND = 1_000_000_000n;
/** Git stores 32 bits of each number. */
const BITS = 32;

function isAsSeen(stats: BigIntStats, state: SeenState | null, indexTime: bigint): boolean {
  if (BigInt.asUintN(BITS, stats.size) !== state?.size) return false;
  // A file with the same time as the index may have been written after it, within the resolution of the clock.
  if (stats.mtimeNs >= indexTime) return false;
  return sameTime(stats.mtimeNs, state.modified) && sameTime(stats.ctimeNs, state.changed);
}

/** Some builds of Git store only seconds. */
function sameTime(now: bigint, seen: bigint): boolean {
  return now === seen || (seen % SECOND === 0n && now / SECOND === seen / SECOND);
}

function timeOfIndex(top: string): bigint {
  const { GIT_INDEX_FILE } = process.env;
  const file = GIT_INDEX_FILE === undefined ? join(storeOf(top), 'index') : resolve(top, GIT_INDEX_FILE);
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder of the path is now a file.
    return undefined;
  }
}
