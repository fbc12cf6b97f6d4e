/** How many items at the front of a sorted list lie before something, by binary search. */
export function countBefore<T>(sorted: ArrayLike<T>, isBefore: (item: T) => boolean): number {
  return countTrue(sorted.length, (index) => isBefore(sorted[index]!));
}

/** How many numbers from 0 on are such, where none behind the first that is not is, by binary search. */
export function countTrue(length: number, isSuch: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSuch(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
