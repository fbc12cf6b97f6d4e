/** How many items at the front of a sorted list lie before something, by binary search. */
export function countBefore<T>(sorted: ArrayLike<T>, isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
