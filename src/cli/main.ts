import { realpathSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { SIFT_JOB, work, allowThreads } from '../node/scan/worker-pool.ts';
import type { SiftJob } from '../node/scan/worker-pool.ts';
import { keepCompiled } from './compile-cache.ts';
import { runCommandLine } from './run.ts';

function main(): void {
  keepCompiled();
  const [, script = '', ...args] = process.argv;
  allowThreads(realpathSync(script));
  void runCommandLine(args).then((code) => {
    process.exitCode = code;
  });
}

// Threads run this file too. They search the files of their only message.
const task = isMainThread ? null : (workerData as { readonly awaits?: string } | null)?.awaits;
if (task === SIFT_JOB && parentPort) parentPort.once('message', (job: SiftJob) => work(job));
else main();
