import { isDeployed } from '../config/roles.ts';
import type { FileRole } from '../config/roles.ts';

/** A glob of files that have one role. */
export interface SeenRole {
  readonly glob: string;
  readonly role: FileRole;
  readonly count: number;
}

/** Maximum depth of a glob. Deeper ones do not help. */
const MAX_DEPTH = 4;

/**
 * The folders in which rules are lowered or off: the topmost ones whose files with strings have the same role. Deployed files
 * need no entry.
 * @param files each file with strings, and vendored files
 */
export function seenRoles(files: ReadonlyMap<string, FileRole>): SeenRole[] {
  const seen = seenBelow('', [...files], 0).filter(({ role }) => !isDeployed(role));
  return seen.sort((a, b) => b.count - a.count || (a.glob < b.glob ? -1 : 1));
}

type Entry = readonly [path: string, role: FileRole];

function seenBelow(folder: string, entries: readonly Entry[], depth: number): SeenRole[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const rest = entry[0].slice(folder.length);
    const slash = rest.indexOf('/');
    const name = folder + rest.slice(0, slash + 1) + (slash < 0 ? rest : '');
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups].flatMap(([name, own]): SeenRole[] => {
    const role = own[0]![1];
    if (own.every((one) => one[1] === role)) {
      return [{ glob: name.endsWith('/') ? `${name}**` : name, role, count: own.length }];
    }
    return depth < MAX_DEPTH ? seenBelow(name, own, depth + 1) : [];
  });
}
