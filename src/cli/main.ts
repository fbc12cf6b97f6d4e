import { realpathSync } from 'node:fs';
import { allowThreads, worksAsThread } from '../node/scan/worker-pool.ts';
import { runCommandLine } from './run.ts';

function main(): void {
  const [, script = '', ...args] = process.argv;
  allowThreads(realpathSync(script));
  void runCommandLine(args).then((code) => {
    process.exitCode = code;
  });
}

// Threads run this file too.
if (!worksAsThread()) main();
