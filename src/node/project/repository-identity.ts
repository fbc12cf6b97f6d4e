import { dirname, resolve } from 'node:path';
import type { RepositoryIdentity } from '../../lint/report.ts';
import { once, oncePer, oncePerKey } from '../../text/source.ts';
import { cloneRoots } from '../fs/clone-roots.ts';
import { boundOf, isOutside, relativePath, repositoryOf } from '../fs/paths.ts';
import { runGit } from '../git/run-git.ts';
import { repositoryOwners } from './repository-files.ts';

/** What is known of the repository of a file. */
export interface FileRepository {
  readonly identity: () => RepositoryIdentity;
  /** `null` where no file of the repository says who owns what. */
  readonly owners: readonly string[] | null;
  /** The path in its clone below the working directory, `null` for any other file. */
  readonly inClone: string | null;
}

/** The repository of each file of a project, asked with paths relative to the working directory. */
export const repositoriesOf = oncePer(({ cwd }: { readonly cwd: string }): ((path: string) => FileRepository) => {
  const cloneOf = cloneRoots(cwd);
  const own = boundOf(cwd);
  const outside = oncePerKey((folder: string) => repositoryOf(folder) ?? own);
  const repositoryAt = oncePerKey((root: string) => ({
    identity: once(() => repositoryIdentity(root)),
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
});

/** Adds the name of its repository to what has a place in a clone. */
export function withRepository<P extends { readonly file: string }>(
  place: P,
  project: { readonly cwd: string },
): P & { readonly repository?: string } {
  const { inClone, identity } = repositoriesOf(project)(place.file);
  const repository = inClone === null ? null : identity().repository;
  return repository === null ? place : { ...place, repository };
}

/** For formats that name no repository. */
export const NO_REPOSITORY: RepositoryIdentity = { repository: null, revision: null, ref: null, uri: null };

/**
 * The repository, for reports: its remote `origin`. Only plain names and addresses are kept, because an address may
 * contain a token.
 */
export function repositoryIdentity(root: string): RepositoryIdentity {
  if (repositoryOf(root) === null) return NO_REPOSITORY;
  const origin = addressParts(gitLine(root, ['config', '--get', 'remote.origin.url']) ?? '');
  return {
    repository: origin?.name ?? null,
    revision: gitLine(root, ['rev-parse', '--quiet', '--verify', 'HEAD']),
    ref: gitLine(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
    uri: origin?.uri ?? null,
  };
}

function gitLine(root: string, args: readonly string[]): string | null {
  const answer = runGit(root, args);
  return 'failed' in answer ? null : answer.output.toString('utf8').trim() || null;
}

/** `https://user:token@host/acme/billing.git`, `ssh://git@host/acme/billing`. */
const ADDRESS = /^(https?|ssh|git):\/\/(?:[^/@]*@)?([\w.-]+(?::\d+)?)\/+([^?#]+)/i;
/** `git@host:acme/billing.git`. One letter is a drive of Windows. */
const SCP_FORM = /^(?:[^/@:]*@)?([\w.-]{2,}):(?!\/)([^?#]+)$/;
/** Other text may be a credential. */
const NAME = /^[\p{L}\p{N}_.~+-]+(?:\/[\p{L}\p{N}_.~+-]+){1,9}$/u;

function addressParts(address: string): { name: string; uri: string } | null {
  const [, host, path] = SCP_FORM.exec(address) ?? [];
  const [, scheme = 'ssh', server = host, rest = path] = ADDRESS.exec(address) ?? [];
  const name = (rest ?? '').replace(/\/{1,9}$/, '').replace(/\.git$/, '');
  return server !== undefined && NAME.test(name) ? { name, uri: `${scheme.toLowerCase()}://${server}/${name}` } : null;
}
