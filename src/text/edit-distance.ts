import { distance as editDistance } from 'fastest-levenshtein';

/** The closest name in any case, the first of several. Edits: letters added, dropped, changed. */
export function closestName(word: string, names: readonly string[], limit: number) {
  const wanted = word.toLowerCase();
  const distances = names.map((name) => editDistance(wanted, name.toLowerCase()));
  const distance = Math.min(...distances);
  const [name, other] = names.filter((_, at) => distances[at] === distance);
  return name !== undefined && distance <= limit ? { name, distance, isUnique: other === undefined } : null;
}

/** The candidate that `word` most likely means: at most two typing errors, or a third of its length but not over `most`. */
export function nearestName(word: string, candidates: readonly string[], most = Infinity): string | null {
  const limit = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1, most);
  return closestName(word, candidates, limit)?.name ?? null;
}
