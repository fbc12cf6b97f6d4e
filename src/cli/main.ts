#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { endHelp } from '../node/lint-threads.ts';
import type { LintHelp } from '../node/lint-threads.ts';
import { isWorthHelp, SIFT_JOB, work, allowThreads } from '../node/scan/worker-pool.ts';
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

/** Searches the files of the first message; a second one asks for help with what was found. */
function serve(port: MessagePort): void {
  port.once('message', (job: SiftJob) => {
    port.once('message', (help: LintHelp) => {
      if (isWorthHelp(job)) void import('./worker.ts').then(({ helpToLint }) => helpToLint(job, help));
      else endHelp(help);
    });
    work(job);
  });
}

// Threads run this file too.
const task = isMainThread ? null : (workerData as { readonly awaits?: string } | null)?.awaits;
if (task === SIFT_JOB && parentPort) serve(parentPort);
else main();
