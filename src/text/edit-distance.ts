/** Longer words are not misspellings, and comparing them is slow. */
const MAX_LENGTH = 100;

/** The closest name in any case, the first of several. Edits: letters added, dropped, changed, two swapped. */
export function closestName(word: string, names: readonly string[], limit: number) {
  const wanted = word.toLowerCase();
  let best: { readonly name: string; readonly distance: number; readonly isUnique: boolean } | undefined;
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase(), best?.distance ?? limit);
    if (best?.distance === distance) best = { ...best, isUnique: false };
    else if (distance < (best?.distance ?? limit + 1)) best = { name, distance, isUnique: true };
  }
  return best ?? null;
}

/**
 * The candidate that is most likely meant by `word`, or `null`. A candidate matches with at most two typing errors,
 * within a third of its length, or if one is the beginning of the other.
 */
export function nearestName(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return null;
  const limit = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1);
  const closest = closestName(wanted, candidates, limit);
  if (closest) return closest.name;
  const related = candidates.filter((candidate) => {
    const known = candidate.toLowerCase();
    return (wanted.length > 1 && known.startsWith(wanted)) || (known.length > 2 && wanted.startsWith(known));
  });
  const away = (candidate: string) => Math.abs(candidate.length - wanted.length);
  return related.sort((a, b) => away(a) - away(b))[0] ?? null;
}

/** The number of edits, at most `limit + 1`. Two swapped neighbours are one edit (optimal string alignment). */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(changed, previous[column]! + 1, current[column - 1]! + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      current.push(cost);
    }
    // A swap reaches back two rows, so both must be past the limit.
    if (Math.min(...previous, ...current) > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(previous[b.length]!, limit + 1);
}
