/** Levenshtein distance when it is at most `limit`, else `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column++) {
      const swap = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      const cost = Math.min(swap, previous[column]! + 1, current[column - 1]! + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    previous = current;
  }
  return Math.min(previous[b.length]!, limit + 1);
}

export interface Nearest {
  readonly name: string;
  /** True when it is one edit away and nothing else is. */
  readonly unique: boolean;
}

/** The known name that is closest to a misspelt one, at most two edits away; short names allow fewer edits. */
export function nearestName(name: string, known: readonly string[]): Nearest | null {
  const limit = name.length <= 3 ? 0 : name.length <= 5 ? 1 : 2;
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  let best = limit + 1;
  let oneEditAway = 0;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    if (distance === 1) oneEditAway++;
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest === null ? null : { name: nearest, unique: best === 1 && oneEditAway === 1 };
}
