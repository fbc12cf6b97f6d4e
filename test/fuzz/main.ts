import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { loadTarget, targetNames } from './bundle.ts';
import { fuzz } from './engine.ts';
import type { Fault } from './engine.ts';
import { corpusOf, faultsOf, keepCorpus, keepFaults } from './kept.ts';
import { mostTelling } from './most-telling.ts';
import { inputIn, inputTo, sharedInput } from './shared-input.ts';

interface Job {
  readonly name: string;
  readonly minutes: number;
  readonly seed: number;
  readonly shared: SharedArrayBuffer;
}

interface Done {
  readonly inputs: number;
  readonly taken: number;
  readonly branches: number;
  readonly faults: readonly Fault[];
  /** The inputs worth keeping. */
  readonly best: readonly string[];
}

/** An input that takes longer than this is a fault: all others take milliseconds. */
const LONGEST_SECONDS = 60;

async function work({ name, minutes, seed, shared }: Job): Promise<Done> {
  const target = await loadTarget(name);
  const end = Date.now() + minutes * 60_000;
  const known = [...corpusOf(name), ...faultsOf(name)];
  const found = fuzz(target, {
    seed,
    corpus: known,
    goOn: () => Date.now() < end,
    before: (input) => inputTo(shared, input),
  });
  const best = mostTelling(target, found.corpus);
  return { inputs: found.inputs, taken: found.taken, branches: target.branches.length, faults: found.faults, best };
}

/** Runs a target in a thread of its own, which can be ended when an input does not end. */
function inThread(job: Job): Promise<Done> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: job });
    let last = inputIn(job.shared);
    let since = Date.now();
    const clock = setInterval(() => {
      const now = inputIn(job.shared);
      if (now.number !== last.number) [last, since] = [now, Date.now()];
      if (now.number === 0 || Date.now() - since < LONGEST_SECONDS * 1000) return;
      clearInterval(clock);
      const faults = [{ input: now.text, why: `takes more than ${LONGEST_SECONDS} seconds` }];
      void worker.terminate();
      resolve({ inputs: now.number, taken: 0, branches: 0, faults, best: [] });
    }, 1000);
    worker.once('message', (done: Done) => {
      clearInterval(clock);
      resolve(done);
    });
    worker.once('error', (error) => {
      clearInterval(clock);
      reject(error);
    });
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      target: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
      save: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  for (const name of values.target ?? targetNames()) {
    const done = await inThread({ name, minutes, seed: Number(values.seed), shared: sharedInput() });
    const { inputs, taken, branches, faults, best } = done;
    console.log(`${name}: ${inputs} inputs, ${minutes} min, ${taken} of ${branches} branches, ${faults.length} faults`);
    for (const { input, why } of faults)
      console.log(`  ${JSON.stringify(input)}\n    ${why.replaceAll('\n', '\n    ')}`);
    keepFaults(name, faults);
    if (values.save) keepCorpus(name, best);
    if (faults.length > 0) process.exitCode = 1;
  }
}

if (isMainThread) await main();
else parentPort!.postMessage(await work(workerData as Job));
