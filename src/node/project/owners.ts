import { join } from 'node:path';
import { CODEOWNERS_PATHS, parseCodeowners } from '../../owners/codeowners.ts';
import type { OwnersOf } from '../../owners/codeowners.ts';
import { readText } from '../fs/read-file.ts';

/** Who owns the files of a repository, by a file of it. */
export interface RepositoryOwners {
  /** The file, from the root of the repository. */
  readonly source: string;
  /** Asked for paths from that root. */
  readonly ownersOf: OwnersOf;
}

/** `null` where no file says. */
export function repositoryOwners(root: string): RepositoryOwners | null {
  for (const source of CODEOWNERS_PATHS) {
    const read = readText(join(root, source), { named: true });
    if ('text' in read) return { source, ownersOf: parseCodeowners(read.text) };
  }
  return null;
}
