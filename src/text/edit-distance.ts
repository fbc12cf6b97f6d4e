import { distance as editDistance } from 'fastest-levenshtein';

/** The closest name in any case, the first of several. Edits: letters added, dropped, changed. */
export function closestName(word: string, names: readonly string[], limit: number) {
  const wanted = word.toLowerCase();
  let best: { readonly name: string; readonly distance: number; readonly isUnique: boolean } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - word.length) > limit) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (best?.distance === distance) best = { ...best, isUnique: false };
    else if (distance < (best?.distance ?? limit + 1)) best = { name, distance, isUnique: true };
  }
  return best ?? null;
}

/** The candidate that `word` most likely means: at most two typing errors, or a third of its length but not over `most`. */
export function nearestName(word: string, candidates: readonly string[], most = Infinity): string | null {
  const limit = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1, most);
  return closestName(word, candidates, limit)?.name ?? null;
}
