import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Clone } from '../../lint/settings.ts';
import type { RepositoryIdentity } from '../../lint/report.ts';
import { once, oncePerKey } from '../../text/source.ts';
import { cloneRoots } from '../fs/clone-roots.ts';
import { boundOf, isOutside, relativePath, repositoryOf } from '../fs/paths.ts';
import type { LoadedConfig } from './config-file.ts';
import { repositoryOwners } from './repository-files.ts';
import { repositoryIdentity } from './repository-identity.ts';

/** A clone with its own config. */
export interface ConfiguredClone extends Clone {
  readonly loaded: LoadedConfig;
  /** Absolute: the config's folder. */
  readonly root: string;
  /** Absolute paths that are never linted: its config, fact files and baseline. */
  readonly own: ReadonlySet<string>;
}

/**
 * The config for the files of a clone. What is planned, and what is known of clusters, is a question to the folder in
 * which connlint runs.
 * @param place of the clone, relative to the working directory
 */
export function cloneConfig(own: Config, folder: Config, place: string): Config {
  const { plan, projects, maxFactAge, baseline } = folder;
  const external = Object.entries(own.external).map(([name, entry]) => [
    name.includes('#') ? `${place}/${name}` : name,
    entry,
  ]);
  return {
    ...own,
    plan,
    projects,
    maxFactAge,
    ...(baseline !== undefined && { baseline }),
    external: Object.fromEntries(external) as Config['external'],
  };
}

/** What is known of the repository of a file. */
export interface FileRepository {
  readonly identity: () => RepositoryIdentity;
  /** `null` where no file of the repository says who owns what. */
  readonly owners: readonly string[] | null;
  /** The path in its clone below the working directory, `null` for any other file. */
  readonly inClone: string | null;
}

/** Asked with paths relative to `cwd`. */
export function fileRepositories(cwd: string): (path: string) => FileRepository {
  const cloneOf = cloneRoots(cwd);
  const own = boundOf(cwd);
  const outside = oncePerKey((folder: string) => repositoryOf(folder) ?? own);
  const repositoryAt = oncePerKey((root: string) => ({
    identity: once(() => repositoryIdentity(root, process.env)),
    ownersOf: repositoryOwners(root)?.ownersOf ?? null,
  }));
  return (path) => {
    const clone = cloneOf(path);
    const absolute = resolve(cwd, path);
    const root = clone ?? (isOutside(path) ? outside(dirname(absolute)) : own);
    const { identity, ownersOf } = repositoryAt(root);
    const inRepository = relativePath(root, absolute);
    return { identity, owners: ownersOf?.(inRepository) ?? null, inClone: clone && inRepository };
  };
}

/** Adds the name of its repository to what has a place in a clone. */
export function withRepository<P extends { readonly file: string }>(
  place: P,
  repositoryOf: (path: string) => FileRepository,
): P & { readonly repository?: string } {
  const { inClone, identity } = repositoryOf(place.file);
  const repository = inClone === null ? null : identity().repository;
  return repository === null ? place : { ...place, repository };
}
