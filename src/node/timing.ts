/** A stage of a run, for `--stats`. */
type Stage = 'config' | 'list' | 'search' | 'lint' | 'judge' | 'report';

const passed = new Map<Stage, number>();
let current: Stage | null = null;
let since = 0;
let started: number | null = null;

/** In milliseconds. Node loads `performance` only when it is used, which takes one. */
const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Ends the current stage and begins another, or none. */
export function enterStage(stage: Stage | null): void {
  const now = clock();
  started ??= now;
  if (current !== null) passed.set(current, (passed.get(current) ?? 0) + now - since);
  current = stage;
  since = now;
}

/** Time of each stage so far in milliseconds, in the order in which they ended. */
export function stageTimes(): ReadonlyMap<Stage, number> {
  enterStage(null);
  return passed;
}

/** Time since the first stage began, in milliseconds. */
export const totalTime = (): number => (started === null ? 0 : clock() - started);
