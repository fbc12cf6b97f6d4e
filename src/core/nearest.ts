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
