/** One of several equal parts of a run. */
export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/** The most parts that a run can have; more would be a slip of the pen. */
const MOST = 10_000;

/** Reads `2/8`; `null` for anything else. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count || count > MOST) return null;
  return { index, count };
}

/**
 * The part that a file belongs to, 1-based. Depends on nothing but its path, so that every machine cuts alike and files that
 * come and go move no others.
 * @param path from the root of the repository, with `/`
 */
export function shardOf(path: string, count: number): number {
  // FNV-1a over code units, then the last steps of MurmurHash3: its low bits alone would follow those of the last letter.
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) % count) + 1;
}
