import type { Loaded } from './bundle.ts';
import { faultOf } from './engine.ts';

/** What a target's file may hold, in code units: enough for what is hard to reach. */
const MOST_UNITS = 4_000;

/** The shortest inputs that take branches which neither the seeds nor shorter inputs take. */
export function mostTelling(target: Loaded, corpus: readonly string[]): string[] {
  const seen = new Uint8Array(target.branches.length);
  const adds = (input: string): boolean => {
    if (faultOf(target, input) !== null) return false;
    let found = false;
    for (const [at, times] of target.branches.entries()) {
      if (times > 0 && seen[at] === 0) {
        seen[at] = 1;
        found = true;
      }
    }
    return found;
  };
  for (const seed of target.seeds()) adds(seed);
  let units = 0;
  return [...corpus]
    .sort((a, b) => a.length - b.length)
    .filter((input) => {
      if (units + input.length > MOST_UNITS || !adds(input)) return false;
      units += input.length;
      return true;
    });
}
