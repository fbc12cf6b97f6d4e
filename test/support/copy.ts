import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The bundle of the current sources from `npm run build`. The committed bundle may be older. */
export const BUILT_BUNDLE = join(REPOSITORY, 'dist/hooks');

/**
 * Copies the files of this repository that Git knows, as they are on disk, into a folder, with the bundle of the
 * current sources.
 */
export function copyRepository(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  for (const path of listed.split('\0').filter((name) => name !== '' && !/^(?:test|fixtures|hooks)\//.test(name)))
    cpSync(join(REPOSITORY, path), join(folder, path), { recursive: true });
  cpSync(BUILT_BUNDLE, join(folder, 'hooks'), { recursive: true });
}
