// One process that runs commands of the built program one after the other, because starting Node and loading the program
// take longer than most commands. The caller waits for each, so a thread passes them on: caller ⇄ thread ⇄ process.
import { Buffer } from 'node:buffer';
import { fork } from 'node:child_process';
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { clearTimeout, setTimeout } from 'node:timers';
import { isMainThread, workerData } from 'node:worker_threads';

/** A test that waits for a command cannot end by its own time limit. */
const LIMIT = 90_000;

/** In the thread: passes requests on, and wakes the caller when the answer arrives. */
function passOn({ port, signal }) {
  let child = null;
  let timer;
  const answer = (run) => {
    clearTimeout(timer);
    port.postMessage(run);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  };
  const start = () => {
    const started = fork(fileURLToPath(import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    started.on('message', answer);
    started.on('exit', (code) => {
      if (child === started) child = null;
      answer({ code, stdout: '', stderr: 'the process of the commands ended' });
    });
    return started;
  };
  port.on('message', (request) => {
    const own = (child ??= start());
    timer = setTimeout(() => own.kill('SIGKILL'), LIMIT);
    own.send(request);
  });
}

/** In the process: runs commands as they come. */
function serve() {
  const require = createRequire(import.meta.url);
  const program = require.resolve('../../dist/hooks/connlint.cjs');
  /** The entry runs the command line when it is loaded. What it loads stays. */
  const run = async (args) => {
    process.argv.splice(2, Infinity, ...args);
    delete require.cache[program];
    await require(program).done;
    const code = process.exitCode;
    process.exitCode = undefined;
    return code;
  };
  process.on('message', ({ args, cwd, env }) => {
    void captured(cwd, env, () => run(args)).then((result) => process.send(result));
  });
  process.on('disconnect', () => process.exit());
}

async function captured(cwd, env, run) {
  const outer = { cwd: process.cwd(), env: process.env, writeSync: fs.writeSync };
  const written = { 1: [], 2: [] };
  fs.writeSync = (fd, bytes, from = 0, ...rest) => {
    if (!(fd in written)) return outer.writeSync(fd, bytes, from, ...rest);
    written[fd].push(Buffer.from(bytes.subarray(from)));
    return bytes.length - from;
  };
  syncBuiltinESMExports();
  process.env = env;
  process.chdir(cwd);
  try {
    const code = await run();
    const textOf = (fd) => Buffer.concat(written[fd]).toString('utf8');
    return { code, stdout: textOf(1), stderr: textOf(2) };
  } finally {
    fs.writeSync = outer.writeSync;
    syncBuiltinESMExports();
    process.env = outer.env;
    process.chdir(outer.cwd);
  }
}

if (isMainThread) serve();
else passOn(workerData);
