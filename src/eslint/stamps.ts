import { statSync } from 'node:fs';

/** How files and folders looked when they were read. */
export type Stamps = ReadonlyMap<string, string>;

export function stampsOf(paths: readonly string[]): Stamps {
  return new Map(paths.map((path) => [path, stampOf(path)]));
}

/** True when each still looks as it did: the same time of change and size, or still missing. */
export function isUnchanged(stamps: Stamps): boolean {
  for (const [path, stamp] of stamps) {
    if (stampOf(path) !== stamp) return false;
  }
  return true;
}

function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs}:${stats.size}` : 'missing';
  } catch {
    return 'unreadable';
  }
}
