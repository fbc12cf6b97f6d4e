import type { Loaded } from './bundle.ts';
import { faultOf } from './engine.ts';

/** Lengths to compare, in code units: far beyond every window in which the program looks around. */
const SOME = 9_000;
const TIMES = 3;
/** Steps may grow this much more than the text. */
const SLACK = 1.5;
const FREE_STEPS = 100_000;

/**
 * What is wrong with how the work grows: an input that is written behind itself three times as often must not take much more
 * than three times as many steps. Steps are branches taken, so that no clock is needed.
 */
export function growthFault(target: Loaded, input: string): string | null {
  if (input === '') return null;
  // A first line may be the name of a file.
  const head = /^[^\n]*\n/.exec(input)?.[0] ?? '';
  const body = input.slice(head.length) || input;
  const often = Math.ceil(SOME / body.length);
  const some = steps(target, head + body.repeat(often));
  const many = some && steps(target, head + body.repeat(often * TIMES));
  if (!some || !many) return null;
  const [before, after] = [some, many].map((counts) => counts.reduce((sum, times) => sum + times, 0)) as [
    number,
    number,
  ];
  if (after <= FREE_STEPS + TIMES * SLACK * before) return null;
  const growth = many.map((times, at) => Math.max(0, times - TIMES * some[at]!));
  const where = target.places[growth.indexOf(growth.reduce((most, one) => Math.max(most, one), 0))];
  return `takes ${after} steps for an input ${often * TIMES} times, and ${before} steps for it ${often} times\n${where}`;
}

function steps(target: Loaded, input: string): Uint32Array | null {
  return faultOf(target, input, target.work) === null ? target.branches.slice() : null;
}
