import { setFlagsFromString } from 'node:v8';

/**
 * How long a function runs before the engine looks whether to optimize it, eight times what is usual: the flag, by release of V8.
 * Other releases may have none of the flags here, and what they do not know they tell on standard error.
 */
const PATIENCE: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=1000000',
  12: '--invocation-count-for-turbofan=24000',
  13: '--invocation-count-for-turbofan=24000',
};
/** How many bytes of code of other functions an optimized function takes in: a ninth of what is usual. */
const MOST_INLINED = 100;

const release = process.versions.v8.split('.')[0]!;
const patience = PATIENCE[release];

/** Instructions that this release of V8 knows and the next ones know without being told: a search of bytes takes half the time with them. */
const INSTRUCTIONS: Readonly<Record<string, string>> = { 11: '--experimental-wasm-relaxed-simd' };

/**
 * A run is over in seconds and most of its code is run for a moment only: left to itself the engine spends more time on
 * optimizing it than it takes, once for each thread. Holds for all threads of the program, so for one that owns its process.
 */
export function optimizeLess(): void {
  if (patience === undefined) return;
  setFlagsFromString(patience);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MOST_INLINED}`);
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
