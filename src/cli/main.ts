import { realpathSync } from 'node:fs';
import { allowThreads, worksAsThread } from '../node/scan/worker-pool.ts';
import { runCommandLine } from './run.ts';

// Threads run this file too.
if (!worksAsThread()) {
  const [, script = '', ...args] = process.argv;
  allowThreads(realpathSync(script));
  void runCommandLine(args).then((code) => {
    process.exitCode = code;
  });
}
