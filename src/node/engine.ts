import { setFlagsFromString } from 'node:v8';

/** How many bytes of a function's code run before the engine looks whether to optimize it: eight times what is usual. */
const INTERRUPT_BUDGET = 1_000_000;
/** How many bytes of code of other functions an optimized function takes in: a ninth of what is usual. */
const MOST_INLINED = 100;

/**
 * A run is over in seconds and most of its code is run for a moment only: left to itself the engine spends more time on
 * optimizing it than it takes, once for each thread. Holds for all threads of the program, so for one that owns its process.
 */
export function optimizeLess(): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MOST_INLINED}`);
}

/**
 * How far the heap of a thread may grow beyond what it held last, in percent. Left to itself it grows fourfold where little is
 * kept of much, and every thread has one.
 */
const HEAP_GROWTH = 30;

/** For a run that may find very much. */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  // What is thrown away at once may have as much room as it has by now.
  setFlagsFromString('--semi-space-growth-factor=1');
}
