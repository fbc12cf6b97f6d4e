import { runCommandLine } from './run.ts';

void runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
