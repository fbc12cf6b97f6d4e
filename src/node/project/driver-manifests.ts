import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { manifestForm } from '../../drivers/manifests.ts';
import type { ManifestText, ManifestTree } from '../../drivers/resolve.ts';
import { boundOf } from '../fs/bounds.ts';
import { readText } from '../fs/read-file.ts';
import { isWithin, relativePath } from '../fs/paths.ts';

/** In bytes. Larger files are skipped, because a lock file of this size belongs to more than one module anyway. */
const MAX_MANIFEST = 30_000_000;

/**
 * The manifests of a working directory, up to the root of its repository. They are read when a rule needs them, even if
 * only some files are linted, because the driver of a module does not depend on the selection. Unreadable manifests are
 * skipped.
 */
export function manifestTree(cwd: string): ManifestTree {
  const root = boundOf(resolve(cwd));
  const inside = (folder: string): boolean => isWithin(folder, root);
  return {
    textsIn: (folder) => textsIn(cwd, resolve(cwd, folder)),
    above(folder) {
      const here = resolve(cwd, folder);
      const parent = dirname(here);
      if (here === root || !inside(parent)) return null;
      const shown = relativePath(cwd, parent);
      return shown === '.' ? '' : shown;
    },
  };
}

function textsIn(cwd: string, folder: string): ManifestText[] {
  const all = namesIn(folder);
  const names = all.filter((name) => manifestForm(name));
  // pip's requirements often have a folder of their own beside the program.
  const requirements = all.includes('requirements') ? namesIn(join(folder, 'requirements')) : [];
  const lists = requirements.filter((name) => /\.(?:txt|in)$/.test(name));
  return [...names, ...lists.map((name) => join('requirements', name))].flatMap((name): ManifestText[] => {
    const absolute = join(folder, name);
    const read = readText(absolute, { named: true, maxBytes: MAX_MANIFEST });
    return 'skipped' in read ? [] : [{ path: relativePath(cwd, absolute), text: read.text }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
