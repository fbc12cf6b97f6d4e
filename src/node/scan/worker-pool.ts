import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { FileEntry } from '../fs/list-files.ts';
import { readText } from '../fs/read-file.ts';
import { QUICK, quickSearch, searchFile, sharedScan, type SearchResult } from './search-file.ts';

/** Below this many files, a thread takes longer to start than it saves. */
const MIN_FILES_PER_THREAD = 3_000;
const MAX_THREADS = 7;
/** How often results are polled while other threads finish, in milliseconds. */
const POLL_EVERY = 2;
/** How long a thread may take for one batch before its files are also read here, in milliseconds. */
const PATIENCE = 10_000;

/** The program that a thread runs: the command line itself, which then does nothing else. `null`: no threads. */
let program: string | null = null;

/**
 * Allows threads. Only for programs that are their own main module, because a library would start its user's program
 * again.
 */
export function allowThreads(script: string): void {
  program = script;
}

/** Results for files before their turn. */
export interface ThreadResults {
  readonly threads: number;
  /** Size in bytes of a file without words, `binary`, or `null` for a file to read. */
  of(index: number): number | 'binary' | null;
}

/**
 * Searches the files of a long list with all cores. Other threads start at once. This thread helps whenever a file
 * without a result is requested, and is free otherwise. Results come in any order, so they are stored by file. `null`
 * for a list that this thread searches alone.
 */
export function searchInThreads(
  entries: readonly FileEntry[],
  words: readonly string[],
  maxBytes: number | undefined,
  progress?: (done: number, total: number) => void,
): ThreadResults | null {
  const wanted = Math.min(MAX_THREADS, Math.floor(entries.length / MIN_FILES_PER_THREAD));
  if (program === null || wanted === 0 || entries.some(({ named }) => named)) return null;
  const count = Math.min(wanted, cores() - 1);
  if (count === 0) return null;
  return startThreads(jobOf(pathsToOpen(entries), words, maxBytes), count, progress);
}

function startThreads(
  job: SearchJob,
  threads: number,
  progress?: (done: number, total: number) => void,
): ThreadResults {
  const started = Array.from({ length: threads }, () => start(program!, job)).filter((isStarted) => isStarted);
  const takeBatch = batches(job);
  const answers = new Uint8Array(job.answers);
  const next = new Int32Array(job.next);
  const sizes = new Uint32Array(job.sizes);
  let isOver = false;
  let again = 0;
  return {
    threads: started.length,
    of(index) {
      while (answers[index] === ANSWER.open && !isOver) {
        const taken = takeBatch();
        if (taken >= 0) progress?.(taken, answers.length);
        // A thread that was stopped from outside never answers. Its files are read here.
        else isOver = !waitFor(index, answers, next);
      }
      const answer = answers[index];
      if (answer === ANSWER.again && ++again >= BATCH && again * 2 > index) {
        // Most files have a word, so that searching them first only reads them twice.
        isOver = true;
        Atomics.store(next, 0, answers.length);
      }
      if (answer === ANSWER.binary) return 'binary';
      return answer === ANSWER.nothing ? sizes[index]! : null;
    },
  };
}

function jobOf(paths: readonly string[], words: readonly string[], maxBytes: number | undefined): SearchJob {
  const bytesFor = (size: number): SharedArrayBuffer => new SharedArrayBuffer(size);
  const { length } = paths;
  return { words, maxBytes, paths, answers: bytesFor(length), sizes: bytesFor(4 * length), next: bytesFor(4) };
}

/** As short as possible, because the system resolves every folder of a path again for every file. */
function pathsToOpen(entries: readonly FileEntry[]): string[] {
  const isNear = [entries[0]!, entries.at(-1)!].every(({ path, absolute }) => resolve(path) === absolute);
  return entries.map(({ path, absolute }) => (isNear ? path : absolute));
}

/** Maximum young generation of a thread in MB. The default takes four times as much. */
const YOUNG_SIZE = 12;

function start(script: string, job: SearchJob): boolean {
  try {
    const worker = new Worker(script, {
      workerData: { searchJob: job },
      // Threads close the files that they open.
      trackUnmanagedFds: false,
      stdin: false,
      stdout: false,
      stderr: false,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_SIZE },
    });
    // What a thread does not do is done here, so its failure need not be reported.
    worker.on('error', () => undefined);
    worker.unref();
    return true;
  } catch {
    return false;
  }
}

/** Waits until a file has a result from another thread. False if there was none for a long time. */
function waitFor(index: number, answers: Uint8Array, next: Int32Array): boolean {
  let [idle, open] = [0, 0];
  while (answers[index] === ANSWER.open) {
    if (idle >= PATIENCE) return false;
    // This number no longer changes. The wait ends early only if a thread reports a finished batch.
    Atomics.wait(next, 0, Atomics.load(next, 0), POLL_EVERY);
    const left = answers.reduce((sum, answer) => (answer === ANSWER.open ? sum + 1 : sum), 0);
    idle = left === open ? idle + POLL_EVERY : 0;
    open = left;
  }
  return true;
}

/** Cores that this process may use. Containers have a share of the machine's cores, in microseconds per period. */
function cores(): number {
  const [quota, period] = cgroupLimit();
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(quota / period)));
}

function cgroupLimit(): [quota: number, period: number] {
  const read = readText('/sys/fs/cgroup/cpu.max');
  const [quota = 'max', period = ''] = 'text' in read ? read.text.split(/\s+/) : [];
  return quota === 'max' || !(Number(period) > 0) ? [Infinity, 1] : [Number(quota), Number(period)];
}

/** The shared data of several threads about a list of files. Everything in it is shared memory or a copy. */
interface SearchJob {
  readonly words: readonly string[];
  /** In bytes. */
  readonly maxBytes: number | undefined;
  /** Absolute, or relative to the working directory of the process. */
  readonly paths: readonly string[];
  /** One `ANSWER` per file. */
  readonly answers: SharedArrayBuffer;
  /** Size of each file without words in bytes, 32 bits each. */
  readonly sizes: SharedArrayBuffer;
  /** Index of the next file that no thread has taken, 32 bits. */
  readonly next: SharedArrayBuffer;
}

/** `again` is for a result that does not fit in a number. The main thread reads the file again and reports it. */
const ANSWER = { open: 0, nothing: 1, binary: 2, again: 3 } as const;

/** Number of files to take at once. */
const BATCH = 128;

/** Takes files until none remain, if this is a thread that was started for them. Several threads run the same job. */
export function worksAsThread(): boolean {
  const job = isMainThread ? undefined : (workerData as { readonly searchJob?: SearchJob } | null)?.searchJob;
  if (!job) return false;
  const takeBatch = batches(job);
  while (takeBatch() >= 0);
  return true;
}

/** Takes the next batch of files and stores their results. Returns the index of the first one, -1 if none remain. */
function batches(job: SearchJob): () => number {
  const answers = new Uint8Array(job.answers);
  const sizes = new Uint32Array(job.sizes);
  const next = new Int32Array(job.next);
  const scan = sharedScan(job.words);
  const quick = quickSearch(scan, job.maxBytes);
  const options = { named: false, maxBytes: job.maxBytes };
  const answerFor = (at: number): number => {
    const path = job.paths[at]!;
    const size = quick(path);
    if (size === QUICK.binary) return ANSWER.binary;
    if (size === QUICK.found) return ANSWER.again;
    if (size === QUICK.unusual) {
      const result = searchFile(scan, path, options);
      if ('found' in result && !result.found) sizes[at] = result.size;
      return answerOf(result);
    }
    sizes[at] = size;
    return ANSWER.nothing;
  };
  return () => {
    const from = Atomics.add(next, 0, BATCH);
    if (from >= answers.length) return -1;
    const to = Math.min(answers.length, from + BATCH);
    for (let at = from; at < to; at++) Atomics.store(answers, at, answerFor(at));
    Atomics.notify(next, 0);
    return from;
  };
}

function answerOf(result: SearchResult): number {
  if ('skipped' in result) return result.skipped === 'binary' ? ANSWER.binary : ANSWER.again;
  return result.found || result.size > 0xffff_ffff ? ANSWER.again : ANSWER.nothing;
}
