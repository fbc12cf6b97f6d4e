/** A stage of a run, for `--stats`. */
export type Stage = 'config' | 'list' | 'search' | 'lint' | 'judge' | 'report';

const passed = new Map<Stage, number>();
let current: Stage | null = null;
let since = 0;
let started: number | null = null;

/** In milliseconds. Node loads `performance` only when it is used, which takes one. */
const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

function enter(stage: Stage | null): void {
  const now = clock();
  started ??= now;
  if (current !== null) passed.set(current, (passed.get(current) ?? 0) + now - since);
  current = stage;
  since = now;
}

/** Runs a stage. Its time counts only for the innermost stage. */
export function inStage<T>(stage: Stage, run: () => T): T {
  const outer = current;
  enter(stage);
  try {
    return run();
  } finally {
    enter(outer);
  }
}

/** Time of each stage so far in milliseconds, in the order in which they started. */
export function stageTimes(): ReadonlyMap<Stage, number> {
  return passed;
}

/** Time since the first stage began, in milliseconds. */
export const totalTime = (): number => (started === null ? 0 : clock() - started);
