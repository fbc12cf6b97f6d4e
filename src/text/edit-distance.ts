/** The closest name in any case, the first of several. Edits: letters added, dropped, changed. */
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

/** The candidate that `word` most likely means, with at most two typing errors or within a third of its length. */
export function nearestName(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  const limit = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1);
  return closestName(wanted, candidates, limit)?.name ?? null;
}

/** The number of edits, at most `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(changed, previous[column]! + 1, current[column - 1]! + 1));
    }
    if (Math.min(...current) > limit) return limit + 1;
    previous = current;
  }
  return Math.min(previous[b.length]!, limit + 1);
}
