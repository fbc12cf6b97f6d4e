import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A name of the same length that Git accepts, so that its entry can be renamed in place. */
export const standIn = (path: string): string => `${'p'.repeat(path.length - 4)}.env`;

/** Renames an entry of the index to a path that Git refuses to add, and updates the checksum. */
export function forgeEntry(repository: string, path: string): void {
  const file = join(repository, '.git/index');
  const entries = readFileSync(file).subarray(0, -20);
  const at = entries.indexOf(`${standIn(path)}\0`);
  if (at < 0) throw new Error(`the index has no ${standIn(path)}`);
  entries.write(path, at, 'latin1');
  writeFileSync(file, Buffer.concat([entries, createHash('sha1').update(entries).digest()]));
}
