/** Longer words are no slips of the pen, and comparing them would cost. */
const MAX_LENGTH = 100;

/**
 * The candidate that a person most likely meant by `word`, or `null`: at most two slips (a letter added, dropped, changed,
 * or two swapped) or a third of the length away, or one the beginning of the other. Case does not count.
 */
export function distanceNearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return null;
  const limit = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1);
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = slips(wanted, candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best ?? nearestByPrefix(wanted, candidates);
}

function nearestByPrefix(wanted: string, candidates: readonly string[]): string | null {
  const related = candidates.filter((candidate) => {
    const known = candidate.toLowerCase();
    return (wanted.length > 1 && known.startsWith(wanted)) || (known.length > 2 && wanted.startsWith(known));
  });
  const away = (candidate: string) => Math.abs(candidate.length - wanted.length);
  return related.sort((a, b) => away(a) - away(b))[0] ?? null;
}

/** Optimal string alignment: Levenshtein's distance that counts two swapped neighbours as one slip. */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

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
