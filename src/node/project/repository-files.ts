import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RepositoryTree, TreeFile } from '../../iac/attribute-clusters.ts';
import { boundOf, isWithin, relativePath, repositoryPlaces } from '../fs/paths.ts';
import { entryNames, readText } from '../fs/read-file.ts';
import { manifestForm } from '../../drivers/manifests.ts';
import type { ManifestTree } from '../../drivers/resolve.ts';
import { oncePerKey, type Source } from '../../text/source.ts';

type FolderNames = (folder: string) => readonly string[];

/** Of a file beside the one whose role is decided. */
const MAX_SIBLING_BYTES = 1_000_000;

/** The files around a file are read from disk when needed, so that a role does not depend on the selection. */
export function filesInTree(cwd: string, namesIn: FolderNames): (path: string) => TreeFile {
  const placeOf = repositoryPlaces(cwd);
  const treeOf = oncePerKey((root: string): RepositoryTree => ({
    namesIn: (folder) => namesIn(join(root, folder)),
    textOf(path) {
      const read = readText(join(root, path), MAX_SIBLING_BYTES);
      return 'skipped' in read ? '' : read.text;
    },
  }));
  return (file) => {
    const { root, path } = placeOf(file);
    return { path: path.replace(/^(?:\.\.\/)+/, ''), tree: treeOf(root) };
  };
}

/** In bytes. Larger files are skipped, because a lock file of this size belongs to more than one module anyway. */
const MAX_MANIFEST = 30_000_000;

/**
 * The manifests of a working directory, up to the root of its repository. They are read when a rule needs them, even if
 * only some files are linted, because the driver of a module does not depend on the selection. Unreadable manifests are
 * skipped.
 */
export function manifestTree(cwd: string, namesIn: FolderNames = oncePerKey(entryNames)): ManifestTree {
  const root = boundOf(resolve(cwd));
  return {
    textsIn: (folder) => textsIn(cwd, resolve(cwd, folder), namesIn),
    above(folder) {
      const here = resolve(cwd, folder);
      const parent = dirname(here);
      if (here === root || existsSync(join(here, '.git')) || !isWithin(parent, root)) return null;
      const shown = relativePath(cwd, parent);
      return shown === '.' ? '' : shown;
    },
  };
}

function textsIn(cwd: string, folder: string, namesIn: FolderNames): Source[] {
  const all = namesIn(folder);
  const names = all.filter((name) => manifestForm(name));
  // pip's requirements often have a folder of their own beside the program.
  const requirements = all.includes('requirements') ? namesIn(join(folder, 'requirements')) : [];
  const lists = requirements.filter((name) => /\.(?:txt|in)$/.test(name)).map((name) => join('requirements', name));
  const catalog = all.includes('gradle') ? [join('gradle', 'libs.versions.toml')] : [];
  return [...names, ...lists, ...catalog].flatMap((name): Source[] => {
    const absolute = join(folder, name);
    const read = readText(absolute, MAX_MANIFEST);
    return 'skipped' in read ? [] : [{ path: relativePath(cwd, absolute), text: read.text }];
  });
}
