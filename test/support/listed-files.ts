import { resolve } from 'node:path';
import { DEFAULT_CONFIG, type Config } from '../../src/config/config.ts';
import { listFiles, type FileChoice, type FileList } from '../../src/node/fs/list-files.ts';

export interface ListOptions extends Partial<FileChoice>, Partial<Pick<Config, 'ignores' | 'overrides'>> {
  /** The folder if missing. */
  readonly cwd?: string;
  /** The working directory if missing. */
  readonly patternRoot?: string;
  readonly configFile?: string;
}

/** The files of a folder that is not part of a project. */
export function listedFiles(folder: string, options: ListOptions = {}): FileList {
  const {
    cwd = folder,
    paths = [],
    patternRoot = cwd,
    configFile,
    noIgnore = false,
    filterNamed = false,
    ...config
  } = options;
  const loaded = configFile === undefined ? null : { path: resolve(cwd, configFile) };
  const scope = { cwd, config: { ...DEFAULT_CONFIG, ...config }, root: patternRoot, own: new Set<string>(), loaded };
  return listFiles(scope, { paths, noIgnore, filterNamed });
}
