import type { Loaded } from './bundle.ts';
import { growthFault } from './growth.ts';
import { mutated } from './mutate.ts';
import { random } from './random.ts';
import type { Random } from './random.ts';
import { smaller } from './smaller.ts';

export interface Fault {
  readonly input: string;
  /** The message, and where it comes from. */
  readonly why: string;
}

export interface FuzzOptions {
  readonly seed: number;
  /** False ends the search; asked before each input. */
  readonly goOn: (inputs: number) => boolean;
  /** Told before each input, so that one that never ends is known. */
  readonly before?: (input: string) => void;
  /** Inputs besides the target's own seeds. */
  readonly corpus?: readonly string[];
}

export interface Fuzzed {
  readonly inputs: number;
  /** How many branches some input took. */
  readonly taken: number;
  /** Inputs that took a branch first, or another number of times. */
  readonly corpus: readonly string[];
  /** Each kind of fault once, with a short input. */
  readonly faults: readonly Fault[];
}

/** Looks for inputs that make the target throw: keeps those that reach new branches, and changes them further. */
export function fuzz(target: Loaded, { seed, goOn, before, corpus = [] }: FuzzOptions): Fuzzed {
  const draw = random(seed);
  const seen = new Uint8Array(target.branches.length);
  const kept: string[] = [];
  const faults = new Map<string, Fault>();
  let inputs = 0;
  const offer = (input: string): void => {
    inputs++;
    before?.(input);
    const thrown = faultOf(target, input);
    if (thrown !== null) tell(input, thrown, faultOf);
    else if (isNew(target.branches, seen)) {
      kept.push(input);
      // It takes far longer than the input itself.
      const grown = draw.oneIn(GROWTH_SHARE) ? growthFault(target, input) : null;
      if (grown !== null) tell(input, grown, growthFault);
    }
  };
  const tell = (input: string, why: string, ask: (target: Loaded, input: string) => string | null): void => {
    const key = keyOf(why);
    if (faults.has(key)) return;
    const short = smaller(input, ask === growthFault ? FEW_TRIES : MANY_TRIES, (one) => {
      before?.(one);
      const now = ask(target, one);
      return now !== null && keyOf(now) === key;
    });
    faults.set(key, { input: short, why: ask(target, short) ?? why });
  };
  for (const input of [...target.seeds(), ...corpus]) offer(input);
  while (goOn(inputs)) {
    const from = kept.length === 0 ? '' : kept[chosen(draw, kept.length)]!;
    offer(mutated(from, { random: draw, others: kept.length === 0 ? [''] : kept, words: target.words }));
  }
  const taken = seen.reduce((sum, bits) => sum + Number(bits > 0), 0);
  return { inputs, taken, corpus: kept, faults: [...faults.values()] };
}

const GROWTH_SHARE = 8;
/** How often a fault is asked for while its input is shortened. */
const MANY_TRIES = 2_000;
const FEW_TRIES = 30;

/** Newer inputs come nearer to what was not reached yet. */
function chosen(draw: Random, count: number): number {
  return draw.oneIn(2) ? draw.below(count) : count - 1 - draw.below(Math.min(count, 40));
}

/** What a target throws for an input; `null` when it does as it should. */
export function faultOf(target: Loaded, input: string, run = target.run): string | null {
  target.branches.fill(0);
  try {
    run(input);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Faults with the same first words from the same place are one. */
function keyOf(why: string): string {
  const [message = '', place = ''] = why.split('\n').filter((line) => line.trim() !== '');
  return `${message.replace(/\d+/g, '0').slice(0, 40)} ${place.replace(/\?\d+/, '')}`;
}

/** Marks what was taken, by rough numbers of times; true when something is new. */
function isNew(branches: Uint32Array, seen: Uint8Array): boolean {
  let found = false;
  for (let at = 0; at < branches.length; at++) {
    const times = branches[at]!;
    if (times === 0) continue;
    const bit = 1 << (times < 4 ? times - 1 : times < 8 ? 3 : times < 16 ? 4 : times < 32 ? 5 : times < 128 ? 6 : 7);
    if (seen[at]! & bit) continue;
    seen[at]! |= bit;
    found = true;
  }
  return found;
}
