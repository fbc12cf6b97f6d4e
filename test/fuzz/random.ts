/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0 to `end`, without `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in `n` times. */
  oneIn(n: number): boolean;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % Math.max(1, end);
  };
  return { below, pick: (list) => list[below(list.length)]!, oneIn: (n) => below(n) === 0 };
}
