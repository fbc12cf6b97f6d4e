/**
 * A shorter text of which the same can be said: pieces are left out as long as that works, halves first.
 * @param mostTries how often it is asked
 */
export function smaller(text: string, mostTries: number, holds: (text: string) => boolean): string {
  let best = text;
  let tries = 0;
  for (let size = best.length >> 1; size > 0; size >>= 1) {
    for (let from = 0; from < best.length && tries < mostTries; tries++) {
      const without = best.slice(0, from) + best.slice(from + size);
      if (holds(without)) best = without;
      else from += size;
    }
  }
  return best;
}
