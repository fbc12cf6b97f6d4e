import { HOLE } from './literal.ts';

/** How many strings of one kind lead to one cluster. */
export interface InventoryCount {
  /** In lower case, as names are compared; `null` where the string does not name its cluster. */
  readonly cluster: string | null;
  readonly token: string | null;
  readonly kind: string;
  readonly count: number;
}

/** What is counted: a string as it was found, or as `list` tells of it. */
export type Counted = Omit<InventoryCount, 'count'>;

/** Counts strings by cluster, token and kind. Linear. */
export interface InventoryCounter {
  add(strings: readonly Counted[]): void;
  /** Sorted, strings without a cluster last. */
  counts(): InventoryCount[];
}

export function inventoryCounter(): InventoryCounter {
  const counts = new Map<string, { cluster: string | null; token: string | null; kind: string; count: number }>();
  return {
    add(strings) {
      for (const { cluster, token, kind } of strings) {
        const [name, owner] = [known(cluster), known(token)];
        const key = [name ?? '', owner ?? '', kind].join('\0');
        const same = counts.get(key);
        if (same) same.count++;
        else counts.set(key, { cluster: name, token: owner, kind, count: 1 });
      }
    },
    counts() {
      const keys = [...counts.keys()].sort(
        (a, b) => Number(a.startsWith('\0')) - Number(b.startsWith('\0')) || (a < b ? -1 : 1),
      );
      return keys.map((key) => counts.get(key)!);
    },
  };
}

export function inventoryOf(files: readonly { readonly strings: readonly Counted[] }[]): InventoryCount[] {
  const counter = inventoryCounter();
  for (const { strings } of files) counter.add(strings);
  return counter.counts();
}

/** A name of which a piece is unknown could be any. */
function known(name: string | null): string | null {
  return name === null || name.includes(HOLE) ? null : name.toLowerCase();
}
