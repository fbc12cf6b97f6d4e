import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { runProgram } from './run-program.ts';
import type { Run, RunOptions } from './run-program.ts';

/** How a command is sent to the process that runs commands, and how its result is returned. */
interface Line {
  readonly port: MessageChannel['port1'];
  readonly signal: Int32Array;
}

let line: Line | null = null;

/**
 * Runs a command in a process that is reused for the next one. Commands that need standard input or Node options run in
 * their own process, and so do all tests in `test/e2e`, which test the process itself.
 */
export function runCommand(args: readonly string[], options: RunOptions): Run {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...options.env };
  if (options.input !== undefined || env['NODE_OPTIONS'] !== process.env['NODE_OPTIONS'])
    return runProgram(args, options);
  const { port, signal } = (line ??= open());
  Atomics.store(signal, 0, 0);
  port.postMessage({ args, cwd: options.cwd, env });
  Atomics.wait(signal, 0, 0);
  return (receiveMessageOnPort(port) as { message: Run }).message;
}

function open(): Line {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('warm-program.mjs', import.meta.url), {
    workerData: { port: port2, signal },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { port: port1, signal };
}
