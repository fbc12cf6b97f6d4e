/** A part of a run, for `--stats`. */
export type Stage = 'config' | 'list' | 'search' | 'lint' | 'judge' | 'report';

const passed = new Map<Stage, number>();
let current: Stage | null = null;
let since = 0;

function enter(stage: Stage | null): void {
  const now = performance.now();
  if (current !== null) passed.set(current, (passed.get(current) ?? 0) + now - since);
  current = stage;
  since = now;
}

/** Runs a part of the program; its time counts for the innermost part only. */
export function inStage<T>(stage: Stage, run: () => T): T {
  const outer = current;
  enter(stage);
  try {
    return run();
  } finally {
    enter(outer);
  }
}

/** How long each part took so far, in milliseconds, in the order in which they began. */
export function stageTimes(): ReadonlyMap<Stage, number> {
  return passed;
}
