import { runCommandLine } from './run.ts';

/** Ends with the run. */
export const done: Promise<void> = runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
