import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryOf, storeOf } from '../node/fs/bounds.ts';
import { isIgnored, withIgnoreFiles } from '../node/fs/ignore-files.ts';
import { relativePath } from '../node/fs/paths.ts';
import { readBytes } from '../node/fs/read-file.ts';

/**
 * True for a file that Git ignores, as on the command line: in a work tree, matched by an ignore file and not tracked.
 * Reads Git's files, because the plugin starts no program.
 * @param file absolute
 */
export function isIgnoredByGit(file: string): boolean {
  const root = repositoryOf(dirname(file));
  if (root === null) return false;
  const path = relativePath(root, file);
  const store = storeOf(root);
  return isNamed(root, store, path) && !isTracked(contentOf(join(store, 'index')), path);
}

/** True if an ignore file matches the path, or a folder above it, whose contents cannot be included again. */
function isNamed(root: string, store: string, path: string): boolean {
  const home = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  let rules = withIgnoreFiles([], join(home, 'git'), '', ['ignore']);
  rules = withIgnoreFiles(rules, join(store, 'info'), '', ['exclude']);
  let base = '';
  for (const name of path.split('/')) {
    rules = withIgnoreFiles(rules, join(root, base), base, ['.gitignore']);
    base += `${name}/`;
    if (base.length <= path.length && isIgnored(rules, base)) return true;
  }
  return isIgnored(rules, path);
}

/** In Git's index, flags and length of a name come right before it, or before two bytes of extended flags. */
function isTracked(index: Buffer, path: string): boolean {
  const name = Buffer.from(`${path}\0`);
  const length = Math.min(name.length - 1, LENGTH_BITS);
  const lengthAt = (at: number): number => (at < 0 ? -1 : index.readUInt16BE(at) & LENGTH_BITS);
  for (let at = index.indexOf(name); at >= 0; at = index.indexOf(name, at + 1)) {
    if (lengthAt(at - 2) === length || lengthAt(at - 4) === length) return true;
  }
  return false;
}

const LENGTH_BITS = 0xfff;

function contentOf(index: string): Buffer {
  const read = readBytes(index, { named: true, maxBytes: Infinity });
  return 'bytes' in read ? read.bytes : Buffer.alloc(0);
}
