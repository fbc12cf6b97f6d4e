import { PathTable } from './path-table.ts';
import type { SharedPaths } from './path-table.ts';
import { GLANCE, glancer, sifter } from './sift.ts';
import type { SiftResult } from './sift.ts';
import { sharedScan } from './word-scan.ts';

/** What several threads know of a list of files. Everything in it is shared memory or a copy. */
export interface SiftJob {
  readonly words: readonly string[];
  /** In bytes. */
  readonly maxBytes: number | undefined;
  /** Absolute, or relative to the working directory of the process. */
  readonly paths: SharedPaths;
  /** One `ANSWER` for each file. */
  readonly answers: SharedArrayBuffer;
  /** Size of each file in bytes, 32 bits each, where nothing was found in it. */
  readonly sizes: SharedArrayBuffer;
  /** One byte for each file: 1 once somebody has taken it to lint it. */
  readonly claims: SharedArrayBuffer;
  /** The number of the next file that nobody has taken, 32 bits. */
  readonly next: SharedArrayBuffer;
}

/** What a thread is told at its start: that it gets a `SiftJob` as its only message. */
export const SIFT_JOB = 'sift-job';

/** `again` is for what takes more words than one: it is read again where they can be said. */
export const ANSWER = { open: 0, nothing: 1, binary: 2, again: 3 } as const;

/** How many files are taken at once. */
const BATCH = 128;

/** Takes files until there are none left. Several threads do this with one job at the same time. */
export function work(job: SiftJob): void {
  const takeBatch = batches(job);
  while (takeBatch() >= 0);
}

/** Takes the next files that nobody has taken and answers for them; the number of the first of them, -1 when none are left. */
export function batches(job: SiftJob): () => number {
  const paths = new PathTable(job.paths);
  const answers = new Uint8Array(job.answers);
  const sizes = new Uint32Array(job.sizes);
  const next = new Int32Array(job.next);
  const scan = sharedScan(job.words);
  const { sift } = sifter(scan);
  const glance = glancer(scan, job.maxBytes);
  const options = { named: false, maxBytes: job.maxBytes };
  const answerFor = (at: number): number => {
    const path = paths.at(at);
    const glanced = glance(path);
    if (glanced === GLANCE.binary) return ANSWER.binary;
    if (glanced === GLANCE.held) return ANSWER.again;
    if (glanced === GLANCE.unusual) {
      const sifted = sift(path, options);
      if ('found' in sifted && !sifted.found) sizes[at] = sifted.size;
      return answerOf(sifted);
    }
    sizes[at] = glanced;
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

/** Takes a file for whoever asks first. */
export function claimer({ claims }: SiftJob): (index: number) => boolean {
  const taken = new Uint8Array(claims);
  return (index) => Atomics.exchange(taken, index, 1) === 0;
}

/** With fewer files to lint than this, the others are done before another thread has loaded the rules. */
const WORTH_HELP = 500;

/** True when so many files are left to lint that another thread is of use. */
export function isWorthHelp({ answers, claims }: SiftJob): boolean {
  const taken = new Uint8Array(claims);
  const isLeft = (answer: number, index: number): boolean => answer === ANSWER.again && taken[index] === 0;
  return new Uint8Array(answers).reduce((sum, answer, i) => sum + Number(isLeft(answer, i)), 0) >= WORTH_HELP;
}

function answerOf(sifted: SiftResult): number {
  if ('skipped' in sifted) return sifted.skipped === 'binary' ? ANSWER.binary : ANSWER.again;
  return sifted.found || sifted.size > 0xffff_ffff ? ANSWER.again : ANSWER.nothing;
}
