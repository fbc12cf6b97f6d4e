import type { FoundString } from './found.ts';
import type { Kind } from './host-shapes.ts';
import { HOLE } from './literal.ts';

/** How many strings of one kind lead to one cluster. */
export interface InventoryCount {
  /** In lower case, as names are compared; `null` where the string does not name its cluster. */
  readonly cluster: string | null;
  readonly token: string | null;
  readonly kind: Kind;
  readonly count: number;
}

/** Counts strings by cluster, token and kind; sorted, strings without a cluster last. Linear. */
export function inventoryOf(files: readonly { readonly strings: readonly FoundString[] }[]): InventoryCount[] {
  const counts = new Map<string, { cluster: string | null; token: string | null; kind: Kind; count: number }>();
  for (const { strings } of files) {
    for (const { cluster, token, kind } of strings) {
      const [name, owner] = [known(cluster), known(token)];
      const key = [name ?? '', owner ?? '', kind].join('\0');
      const same = counts.get(key);
      if (same) same.count++;
      else counts.set(key, { cluster: name, token: owner, kind, count: 1 });
    }
  }
  const keys = [...counts.keys()].sort(
    (a, b) => Number(a.startsWith('\0')) - Number(b.startsWith('\0')) || (a < b ? -1 : 1),
  );
  return keys.map((key) => counts.get(key)!);
}

/** A name of which a piece is unknown could be any. */
function known(name: string | null): string | null {
  return name === null || name.includes(HOLE) ? null : name.toLowerCase();
}
