import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import * as baseline from '../../src/cli/commands/baseline.ts';
import * as classify from '../../src/cli/commands/classify.ts';
import * as config from '../../src/cli/commands/config.ts';
import * as explain from '../../src/cli/commands/explain.ts';
import * as init from '../../src/cli/commands/init.ts';
import * as inventoryCheck from '../../src/cli/commands/inventory/check.ts';
import * as inventoryShow from '../../src/cli/commands/inventory/show.ts';
import * as list from '../../src/cli/commands/list.ts';
import * as plan from '../../src/cli/commands/plan.ts';
import { runProgram } from './run-program.ts';
import type { Run, RunOptions } from './run-program.ts';

const COMMANDS: Readonly<Record<string, { run: (args: readonly string[]) => number | Promise<number> }>> = {
  baseline,
  classify,
  config,
  explain,
  init,
  'inventory check': inventoryCheck,
  'inventory show': inventoryShow,
  list,
  plan,
};

/**
 * Runs a command in this process, so that its coverage is measured: test/in-process.config.ts replaces the other file
 * with this one. Commands that need standard input, load a format first, print help or end with an error message of the
 * entry point run as usual.
 */
export function runCommand(args: readonly string[], options: RunOptions): Run {
  const { name, rest } = chosen(args);
  const command = COMMANDS[name];
  const isEntry = args.some((word) => /^(?:-h|--help|help|--version|-V)$/.test(word));
  if (!command || isEntry || options.input !== undefined) return runProgram(args, options);
  const run = inside(options, () => command.run(rest));
  return run ?? runProgram(args, options);
}

function chosen(args: readonly string[]): { name: string; rest: readonly string[] } {
  const [first = '', second = ''] = args;
  if (first === 'inventory') return { name: `${first} ${second}`, rest: args.slice(2) };
  return Object.hasOwn(COMMANDS, first) ? { name: first, rest: args.slice(1) } : { name: 'check', rest: args };
}

/** `null` when it throws, for what is then printed is the entry's part, and when it is not done at once. */
function inside({ cwd, env }: RunOptions, run: () => number | Promise<number>): Run | null {
  const outer = { cwd: process.cwd(), env: process.env, writeSync: fs.writeSync };
  const printed: Record<number, Buffer[]> = { 1: [], 2: [] };
  const writeSync = (fd: number, bytes: Buffer, ...rest: readonly number[]): number => {
    const stream = printed[fd];
    if (!stream) return outer.writeSync(fd, bytes, ...rest);
    stream.push(Buffer.from(bytes.subarray(rest[0] ?? 0)));
    return bytes.length - (rest[0] ?? 0);
  };
  process.chdir(cwd);
  process.env = { ...outer.env, NO_COLOR: '1', ...env };
  fs.writeSync = writeSync as typeof fs.writeSync;
  syncBuiltinESMExports();
  try {
    const code = run();
    if (typeof code !== 'number') return null;
    const text = (fd: number) => Buffer.concat(printed[fd]!).toString('utf8');
    return { code, stdout: text(1), stderr: text(2) };
  } catch {
    return null;
  } finally {
    fs.writeSync = outer.writeSync;
    syncBuiltinESMExports();
    process.env = outer.env;
    process.chdir(outer.cwd);
  }
}
