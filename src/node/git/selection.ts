import { diffArrays } from 'diff';
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Finding } from '../../lint/finding.ts';
import { countFindings, type Report } from '../../lint/report.ts';
import { UserError } from '../errors.ts';
import { isLeftOver } from '../../report/own-files.ts';
import { eachOnce, listFiles, type FileChoice, type FileEntry, type FileList } from '../fs/list-files.ts';
import { oncePerKey } from '../../text/source.ts';
import { displayArgument, isWithin, leavesTree, relativePath, repositoryOf } from '../fs/paths.ts';
import { isOwnFile, namedPath, pathFilter, type FileScope } from '../fs/patterns.ts';
import { decodeBytes, isGenerated, readText, type FileBytes, type SkippedFile } from '../fs/read-file.ts';
import { runGit, type GitFailure } from './run-git.ts';

/** What of a tree is new. All its strings are read, because a new one may contradict an old one. */
export interface Selection {
  readonly list: FileList;
  readonly changed: readonly FileEntry[];
  /** Reads a file whose contents differ from the disk; `null` for others. */
  readonly read?: (entry: FileEntry) => FileBytes | null;
  /** Whether places in these files are new, by line. */
  readonly placesIn: (files: readonly string[]) => (place: Pick<Finding, 'file' | 'line' | 'endLine'>) => boolean;
}

/** Only the findings of which one place is new: a line of their own, or a related one. */
export function narrowed(report: Report, placesIn: Selection['placesIn']): Report {
  const places = [
    ...report.findings.flatMap((finding) => [finding, ...finding.related]),
    ...report.unknown.flatMap((unknown) => unknown.places),
  ];
  const counts = placesIn([...new Set(places.map(({ file }) => file))].sort());
  const line = ({ file, line }: { file: string; line: number }): boolean => counts({ file, line, endLine: line });
  const findings = report.findings.filter((finding) => counts(finding) || finding.related.some(line));
  const withPlaces = report.unknown.map((one) => ({ ...one, places: one.places.filter(line) }));
  const unknown = withPlaces.filter((one) => one.places.length > 0);
  const off = report.off.filter(counts);
  return { ...report, findings, off, unknown, summary: { ...report.summary, findings: countFindings(findings, off) } };
}

/** Standard input in the place of a file. */
export function givenFile({ cwd }: FileScope, path: string, bytes: Buffer): Selection {
  const entry = { path, absolute: resolve(cwd, path), named: true };
  const list = { files: [entry], ignored: [], notices: [], folders: [], roots: [], isVendored: () => false };
  return { list, changed: [entry], read: () => ({ bytes }), placesIn: () => () => true };
}

/** The contents of the index, whatever the work tree contains, and by lines what the commit changes. */
export function stagedFiles(scope: FileScope, choice: FileChoice): Selection {
  const top = workTreeTop(scope.cwd, '--staged');
  const staged = stagedBlobs(top);
  const real = realpathSync.native(scope.cwd);
  const entries = staged.map(({ path, ...ids }) => {
    const absolute = resolve(scope.cwd, relativePath(real, join(top, path)));
    return { path: relativePath(scope.cwd, absolute), absolute, named: false, ...ids };
  });
  const own = entries.filter(wanted(scope, choice));
  const filter = pathFilter(scope, choice.noIgnore ?? false);
  const changed = own.filter(
    (entry) =>
      !isOwnFile(scope, entry) &&
      !isLeftOver(entry.absolute) &&
      filter.passes(relativePath(scope.root, entry.absolute)),
  );
  // A generated file is skipped by its name.
  const readable = changed.filter(({ path }) => !isGenerated(path));
  const blobs = readBlobs(top, [...readable.map(({ id }) => id), ...readable.map(({ old }) => old)]);
  const list = wholeList(scope, choice);
  const contents = new Map(readable.map(({ absolute }, at) => [absolute, blobs[at]!]));
  const before = new Map(readable.map(({ absolute }, at) => [absolute, blobs[at + readable.length]!]));
  // A finding about the project is placed in its config or a fact file.
  const files = new Set(own.map(({ absolute }) => absolute));
  const linesOf = oncePerKey((file: string) =>
    files.has(file) ? newLines(decoded(contents.get(file)), before.get(file)) : undefined,
  );
  return {
    // Changed files may exist in the index only.
    list: { ...list, files: eachOnce([...changed, ...list.files]) },
    changed,
    read: ({ absolute }) => contents.get(absolute) ?? null,
    placesIn: () => onLines(scope.cwd, linesOf),
  };
}

/** Whether all files are meant. An empty list of files does not mean all of them. */
const meansAll = ({ paths, filterNamed = false }: FileChoice): boolean => paths.length === 0 && !filterNamed;

/** Whether the command line names a file. */
function wanted({ cwd }: FileScope, choice: FileChoice): (entry: FileEntry) => boolean {
  const named = (meansAll(choice) ? ['.'] : choice.paths).map((argument) => namedPath(argument, cwd));
  return ({ absolute }) =>
    named.some(
      (one) => isWithin(absolute, one.absolute) && (one.matches?.(relativePath(one.absolute, absolute)) ?? true),
    );
}

/** All files of the working directory. */
function wholeList(scope: FileScope, { noIgnore = false }: FileChoice): FileList {
  const list = listFiles(scope, { paths: [], noIgnore });
  return { ...list, notices: list.notices.filter(({ code }) => code !== 'nothing-to-scan') };
}

/** The empty tree in both hash formats. It need not be stored in a repository. */
const EMPTY_TREES = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
];
/** Symbolic links and nested repositories are not texts. */
const FILE_MODE = '100';

/** What `diff-index` says of the index and the first of these commits that exists, in parts that end with NUL. */
function indexChanges(top: string, option: string, form: readonly string[], commits: readonly string[]): string[] {
  const args = ['diff-index', '--cached', '-z', '--no-ext-diff', '--ignore-submodules=all', ...form];
  const [commit = '', ...others] = commits;
  const answer = runGit(top, [...args, commit, '--']);
  if (!('failed' in answer)) return answer.output.toString().split('\0');
  if (others.length > 0 && /bad revision|ambiguous argument/.test(answer.stderr))
    return indexChanges(top, option, form, others);
  throw gitError(`${option} needs git`, answer);
}

/** Files of the index that differ from the last commit, with the ids of their contents, and before. Throws a `UserError`. */
function stagedBlobs(top: string) {
  // Without the last option, a file that is only intended to be added looks like an empty one.
  const form = ['--raw', '--no-renames', '--no-abbrev', '--diff-filter=ACMRT', '--ita-invisible-in-index'];
  // Records are `:<mode> <mode> <id> <id> <status>`, NUL, path, NUL.
  const parts = indexChanges(top, '--staged', form, ['HEAD', ...EMPTY_TREES]);
  const staged: { readonly path: string; readonly id: string; readonly old: string }[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', old = '', id = ''] = parts[at]!.split(' ');
    const path = parts[at + 1]!;
    if (mode.startsWith(FILE_MODE) && !leavesTree(path)) staged.push({ path, id, old });
  }
  return staged;
}

/** What the work tree adds to the merge base, by lines. Throws a `UserError` for an unknown commit. */
export function filesSince(scope: FileScope, ref: string, choice: FileChoice): Selection {
  const top = workTreeTop(scope.cwd, '--since');
  const base = mergeBase(top, ref);
  const list = wholeList(scope, choice);
  const asked = meansAll(choice) ? null : new Set(listFiles(scope, choice).files.map(({ absolute }) => absolute));
  const real = realpathSync.native(scope.cwd);
  return {
    list,
    changed: asked ? list.files.filter(({ absolute }) => asked.has(absolute)) : list.files,
    placesIn: (all) => {
      // Files of a nested repository are as its own history says.
      const isOwn = (path: string): boolean =>
        (asked?.has(path) ?? true) && repositoryOf(dirname(path)) === repositoryOf(scope.cwd);
      const places = all.filter((file) => isOwn(resolve(scope.cwd, file)));
      const renames = places.length === 0 ? new Map<string, string>() : renamesSince(top, base);
      const paths = places.map((file) => relativePath(top, resolve(real, file)));
      const names = paths.map((path) => `${base}:${renames.get(path) ?? path}`);
      const old = readBlobs(top, names);
      const absolute = places.map((file) => resolve(scope.cwd, file));
      const lines = new Map(absolute.map((file, at) => [file, newLines(readText(file), old[at])]));
      return onLines(scope.cwd, (file) => lines.get(file));
    },
  };
}

type NewLines = ReadonlySet<number> | 'all';

/** Whether a place has a new line of its file, by absolute path. */
const onLines = (cwd: string, linesOf: (file: string) => NewLines | undefined): ReturnType<Selection['placesIn']> =>
  function isNew({ file, line, endLine }) {
    const own = linesOf(resolve(cwd, file));
    if (own === undefined || own === 'all') return own === 'all';
    for (let at = line; at <= endLine; at++) if (own.has(at)) return true;
    return false;
  };

/** Files of the index that a commit has under another name, by new name. */
function renamesSince(top: string, commit: string): ReadonlyMap<string, string> {
  // Records are `R<similarity>`, NUL, old path, NUL, new path, NUL.
  const parts = indexChanges(top, '--since', ['--name-status', '-M', '--diff-filter=R'], [commit]);
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(parts[at + 2]!, parts[at + 1]!);
  return renames;
}

const decoded = (blob: FileBytes | undefined) => (blob && 'bytes' in blob ? decodeBytes(blob.bytes) : null);

function newLines(now: ReturnType<typeof decodeBytes> | null, blob: FileBytes | undefined): NewLines {
  const old = decoded(blob);
  return old && now && 'text' in old && 'text' in now ? changedLines(old.text, now.text) : 'all';
}

/** With more added and removed lines than this, a file counts as new, because comparing would take too long. */
const MAX_CHANGED_LINES = 2_000;
const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** The lines (1-based) of a text that an older one does not have, or has in another order. Line ends do not count. */
export function changedLines(before: string, after: string): ReadonlySet<number> {
  const lines = splitLines(after);
  const changes = diffArrays(splitLines(before), lines, { maxEditLength: MAX_CHANGED_LINES });
  const changed = new Set<number>();
  let line = 0;
  for (const { added, removed, count } of changes ?? [{ added: true, removed: false, count: lines.length }]) {
    if (added) for (let at = 1; at <= count; at++) changed.add(line + at);
    if (!removed) line += count;
  }
  return changed;
}

/** The folder to which Git's paths are relative. Throws a `UserError` outside of a work tree. */
function workTreeTop(cwd: string, option: string): string {
  const top = repositoryOf(realpathSync.native(cwd));
  if (top !== null) return top;
  throw new UserError(`${option} needs the working tree of a Git repository`, 'Run it in a repository, or pass files.');
}

/** What Git says, and what to do where a partial clone lacks an object: nothing is fetched. */
function gitError(message: string, { failed, stderr }: GitFailure): UserError {
  const said = stderr.trim();
  const hint = `${said}\nIf this clone is partial, fetch the rest: git fetch --refetch origin`;
  return new UserError(`${message}: ${failed}`, said === '' ? null : hint);
}

const FETCH =
  'Name a branch, tag or commit with a common history, and fetch what this clone lacks: git fetch origin main,\n' +
  'or git fetch --unshallow in a shallow clone (`fetch-depth: 0` of a checkout).';

/** The merge base: the last common commit with `ref`. Throws a `UserError`. */
function mergeBase(top: string, ref: string): string {
  const answer = ref === '' || ref.startsWith('-') ? null : runGit(top, ['merge-base', ref, 'HEAD']);
  if (answer && !('failed' in answer)) return answer.output.toString().trim();
  if (answer?.failed.startsWith('git ended') === false) throw gitError('--since needs git', answer);
  throw new UserError(`--since ${displayArgument(ref)}: no common commit with HEAD`, FETCH);
}

const MISSING: SkippedFile = { skipped: 'unreadable', reason: 'git does not have the contents that are staged' };
const LINE_FEED = 10;

/** Reads blobs by their names (`<id>`, `<commit>:<path>`), in this order. Throws a `UserError` if Git fails. */
export function readBlobs(folder: string, names: readonly string[]): FileBytes[] {
  if (names.length === 0) return [];
  // Git reads one name per line, so one with a line feed cannot be asked for.
  const input = names.map((name) => `${name.includes('\n') ? '' : name}\n`).join('');
  const answer = runGit(folder, ['cat-file', '--batch', '--buffer'], { input });
  if ('failed' in answer) throw gitError('git could not read the contents of files', answer);
  return parsed(answer.output, names.length);
}

/** Each answer is `<id> <type> <size>`, a line feed, the contents and a line feed; or `<name> missing`. */
function parsed(output: Buffer, count: number): FileBytes[] {
  const blobs: FileBytes[] = [];
  for (let at = 0; blobs.length < count;) {
    const end = output.indexOf(LINE_FEED, at);
    if (end < 0) throw new UserError('git ended before it had read the contents of all files');
    const [, type, size] = /^[\da-f]{40,64} (\w+) (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    const start = end + 1;
    at = size === undefined ? start : start + Number(size) + 1;
    blobs.push(type === 'blob' ? { bytes: output.subarray(start, at - 1) } : MISSING);
  }
  return blobs;
}
