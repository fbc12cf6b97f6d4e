import { countBefore } from './sorted.ts';

/** A stretch of both texts, in lines counted from 0; the ends are outside. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly oldFrom: number;
  readonly oldTo: number;
}

/** Up to this many pairs of lines are compared one by one where no line is unlike all others. */
const MOST_PAIRS = 250_000;

/**
 * The lines (1-based) of a text that an older one does not have, or has in another order. Line ends do not count. Lines
 * that both have exactly once are the anchors (patience diff), so that time grows with the length of the texts and not
 * with the size of the change.
 */
export function changedLines(before: string, after: string): ReadonlySet<number> {
  const ids = new Map<string, number>();
  const old = idsOf(before, ids);
  const now = idsOf(after, ids);
  const changed = new Set<number>();
  const open: Stretch[] = [{ from: 0, to: now.length, oldFrom: 0, oldTo: old.length }];
  for (let next = open.pop(); next; next = open.pop()) {
    const stretch = withoutEqualEnds(old, now, next);
    const { from, to, oldFrom, oldTo } = stretch;
    if (from === to) continue;
    const anchors = oldFrom === oldTo ? [] : anchorsOf(old, now, stretch);
    if (anchors.length > 0) open.push(...between(stretch, anchors));
    else for (const line of unmatched(old, now, stretch)) changed.add(line + 1);
  }
  return changed;
}

function idsOf(text: string, ids: Map<string, number>): number[] {
  return text.split(/\r\n|\r|\n/).map((line) => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  });
}

function withoutEqualEnds(old: readonly number[], now: readonly number[], stretch: Stretch): Stretch {
  let { from, to, oldFrom, oldTo } = stretch;
  while (from < to && oldFrom < oldTo && now[from] === old[oldFrom]) {
    from++;
    oldFrom++;
  }
  while (from < to && oldFrom < oldTo && now[to - 1] === old[oldTo - 1]) {
    to--;
    oldTo--;
  }
  return { from, to, oldFrom, oldTo };
}

type Pair = readonly [line: number, oldLine: number];

/** The longest run of lines that each text has once and both have in this order. */
function anchorsOf(old: readonly number[], now: readonly number[], stretch: Stretch): Pair[] {
  const oldPlaces = placesOnce(old, stretch.oldFrom, stretch.oldTo);
  const pairs: Pair[] = [];
  for (const [id, line] of placesOnce(now, stretch.from, stretch.to)) {
    const oldLine = oldPlaces.get(id);
    if (oldLine !== undefined) pairs.push([line, oldLine]);
  }
  return longestRising(pairs);
}

/** Where the lines stand that occur once, in their order. */
function placesOnce(lines: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  const often = new Set<number>();
  for (let at = from; at < to; at++) {
    const id = lines[at]!;
    if (often.has(id)) continue;
    if (places.delete(id)) often.add(id);
    else places.set(id, at);
  }
  return places;
}

/** The longest subsequence in which the old lines rise; the pairs come in the order of the new ones. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [i, [, oldLine]] of pairs.entries()) {
    const low = countBefore(ends, (end) => pairs[end]![1] < oldLine);
    previous[i] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = i;
  }
  const run: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(pairs[at]!);
  return run.reverse();
}

function between({ from, to, oldFrom, oldTo }: Stretch, anchors: readonly Pair[]): Stretch[] {
  const stretches: Stretch[] = [];
  let [line, oldLine] = [from, oldFrom];
  for (const [next, oldNext] of [...anchors, [to, oldTo] as const]) {
    stretches.push({ from: line, to: next, oldFrom: oldLine, oldTo: oldNext });
    [line, oldLine] = [next + 1, oldNext + 1];
  }
  return stretches;
}

/** The new lines outside the longest common subsequence; all of them where that would take too long. */
function unmatched(old: readonly number[], now: readonly number[], stretch: Stretch): number[] {
  const { from, to, oldFrom, oldTo } = stretch;
  const [rows, columns] = [to - from, oldTo - oldFrom];
  const all = Array.from({ length: rows }, (_, i) => from + i);
  if (columns === 0 || rows * columns > MOST_PAIRS) return all;
  const lengths = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number): number => row * (columns + 1) + column;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const isSame = now[from + row] === old[oldFrom + column];
      lengths[at(row, column)] = isSame
        ? lengths[at(row + 1, column + 1)]! + 1
        : Math.max(lengths[at(row + 1, column)]!, lengths[at(row, column + 1)]!);
    }
  }
  let column = 0;
  return all.filter((line, row) => {
    while (column < columns && now[line] !== old[oldFrom + column]) {
      if (lengths[at(row, column + 1)]! < lengths[at(row + 1, column)]!) return true;
      column++;
    }
    if (column === columns) return true;
    column++;
    return false;
  });
}
