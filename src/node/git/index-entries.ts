import { lstatSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { storeOf } from '../fs/bounds.ts';
import { runGit } from './run-git.ts';
import type { GitFailure } from './run-git.ts';

/** A file of the index that differs, or may differ, from the work tree. */
export interface TouchedFile {
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
export function touchedFiles(top: string): TouchedFile[] | GitFailure {
  const answer = runGit(top, ['ls-files', '-z', '-t', '--stage', '--debug']);
  if ('failed' in answer) return answer;
  const indexTime = timeOfIndex(top);
  const touched = new Map<string, TouchedFile>();
  for (const { path, state, ...entry } of parsed(answer.output.toString())) {
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
function* parsed(output: string): Iterable<Entry> {
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
