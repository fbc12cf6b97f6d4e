import { setFlagsFromString } from 'node:v8';

/** How long a function runs before the engine looks whether to optimize it: the flag and what is usual, by release of V8. */
interface Patience {
  readonly flag: string;
  readonly usual: number;
}

/** Other releases may have none of the flags here, and what they do not know they tell on standard error. */
const PATIENCE: Readonly<Record<string, Patience>> = {
  11: { flag: '--interrupt-budget', usual: 132 * 1024 },
  12: { flag: '--invocation-count-for-turbofan', usual: 3_000 },
  13: { flag: '--invocation-count-for-turbofan', usual: 3_000 },
};
/** How many times as long as usual a function runs first. */
const TIMES = 8;
/** How many bytes of code of other functions an optimized function takes in: a ninth of what is usual. */
const MOST_INLINED = 100;
const USUALLY_INLINED = 920;

const release = process.versions.v8.split('.')[0]!;
const patience = PATIENCE[release];

/** Instructions that this release of V8 knows and the next ones know without being told: a search of bytes takes half the time with them. */
const INSTRUCTIONS: Readonly<Record<string, string>> = { 11: '--experimental-wasm-relaxed-simd' };

/**
 * A run is over in seconds and most of its code is run for a moment only: left to itself the engine spends more time on
 * optimizing it than it takes, once for each thread. Holds for all threads of the program, so for one that owns its process.
 */
export function optimizeLess(): void {
  optimize(TIMES, MOST_INLINED);
}

/** Undoes it for a while: for a few functions that will run for long. */
export function optimizeAsUsual(): void {
  optimize(1, USUALLY_INLINED);
}

function optimize(times: number, inlined: number): void {
  if (patience === undefined) return;
  setFlagsFromString(`${patience.flag}=${times * patience.usual}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${inlined}`);
}

/** Has WebAssembly know all the instructions that it may, in all threads. */
export function allowInstructions(): void {
  const flag = INSTRUCTIONS[release];
  if (flag !== undefined) setFlagsFromString(flag);
}

/**
 * How far the heap of a thread may grow beyond what it held last, in percent. Left to itself it grows fourfold where little is
 * kept of much, and every thread has one.
 */
const HEAP_GROWTH = 30;

/** For a run that may find very much. */
export function boundHeap(): void {
  if (patience === undefined) return;
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  // What is thrown away at once may have as much room as it has by now.
  setFlagsFromString('--semi-space-growth-factor=1');
}
