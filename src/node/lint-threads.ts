import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { PlainSource } from '../lint/file-result.ts';
import type { ProjectOptions } from './project/project.ts';
import type { Foreseen } from './scan/worker-pool.ts';

/** How files are to be linted, as plain data. */
export interface LintOrder {
  readonly project: Omit<ProjectOptions, 'rules'>;
  readonly words: readonly string[];
  /** Of the list. */
  readonly roots: readonly string[];
  /** In bytes. */
  readonly maxBytes: number | undefined;
}

/** What a thread that has searched gets when there may be something to lint. */
export interface LintHelp {
  readonly order: LintOrder;
  /** For `LintedFiles` as JSON: parsing it takes less time than copying objects. */
  readonly port: MessagePort;
  /** A `HelpState`. */
  readonly state: SharedArrayBuffer;
}

/** One number each. */
export interface HelpState {
  /** How often somebody should look. */
  readonly messages: Int32Array;
  /** Files from the end on that a thread has looked at. */
  readonly back: Int32Array;
  /** Threads that have not finished. */
  readonly working: Int32Array;
}

export function helpState(state: SharedArrayBuffer): HelpState {
  const numberAt = (offset: number): Int32Array => new Int32Array(state, offset, 1);
  return { messages: numberAt(0), back: numberAt(4), working: numberAt(8) };
}

/** Says that a thread gives no more help. */
export function endHelp({ state }: LintHelp): void {
  const { messages, working } = helpState(state);
  Atomics.sub(working, 0, 1);
  Atomics.add(messages, 0, 1);
  Atomics.notify(messages, 0);
}

/** What became of one file in another thread. */
export interface LintedFile {
  readonly index: number;
  /** In bytes; `null` for a file that is nothing to lint: what is to be said of it is said where the list is. */
  readonly size: number | null;
  /** `null` when nothing is to be kept of it. */
  readonly linted: PlainSource | null;
}

/** One message of a thread. */
export interface LintedFiles {
  /** Texts that got a number since the last message. */
  readonly words: readonly string[];
  readonly files: readonly LintedFile[];
}

/** What came from a thread, with all the texts that it has given numbers. */
export interface ReceivedFile extends LintedFile {
  readonly words: readonly string[];
}

export interface Helpers {
  /** True when this thread is to lint the file. */
  mine(index: number): boolean;
  /** What others have done since the last call. */
  done(): ReceivedFile[];
  /** Waits for others; the files that they took and did not give back. */
  lost(take: (file: ReceivedFile) => void): number[];
}

/** Nobody helps: every file is this thread's. */
export const ALONE: Helpers = { mine: () => true, done: () => [], lost: () => [] };

/** How long nothing may come from a thread before its files are linted here, in milliseconds. */
const PATIENCE = 20_000;

/** Lets the threads that searched a list lint from its end, while this one goes on from its front. */
export function lintHelpers(foreseen: Foreseen, order: LintOrder): Helpers {
  const { workers } = foreseen;
  if (workers.length === 0) return ALONE;
  const state = new SharedArrayBuffer(12);
  const { messages, working } = helpState(state);
  // Before any of them can have finished.
  Atomics.store(working, 0, workers.length);
  const ports = workers.map((worker) => {
    const { port1, port2 } = new MessageChannel();
    const help: LintHelp = { order, port: port2, state };
    worker.postMessage(help, [port2]);
    port1.unref();
    const words: string[] = [];
    return { port: port1, words };
  });
  const theirs = new Set<number>();
  const received = new Set<number>();
  const done = (): ReceivedFile[] => {
    const files: ReceivedFile[] = [];
    for (const { port, words } of ports) {
      for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) {
        const news = JSON.parse(got.message as string) as LintedFiles;
        words.push(...news.words);
        for (const file of news.files) {
          const index = foreseen.listed(file.index);
          if (index >= 0) files.push({ ...file, index, words });
        }
      }
    }
    for (const { index } of files) {
      received.add(index);
      theirs.delete(index);
    }
    return files;
  };
  return {
    mine(index) {
      const isMine = foreseen.claim(index);
      if (!isMine && !received.has(index)) theirs.add(index);
      return isMine;
    },
    done,
    lost(take) {
      for (let isWorking = true; isWorking && theirs.size > 0;) {
        const before = Atomics.load(messages, 0);
        const isLast = Atomics.load(working, 0) === 0;
        const files = done();
        for (const file of files) take(file);
        isWorking = files.length > 0 || (!isLast && Atomics.wait(messages, 0, before, PATIENCE) !== 'timed-out');
      }
      for (const { port } of ports) port.close();
      return [...theirs];
    },
  };
}
