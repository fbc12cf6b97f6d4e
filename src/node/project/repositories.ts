import { join } from 'node:path';
import type { RepositoryIdentity } from '../../lint/report.ts';
import { grouped, once, oncePer, oncePerKey } from '../../text/source.ts';
import { repositoryOf, repositoryPlaces } from '../fs/paths.ts';
import { matcherOf } from '../fs/patterns.ts';
import { textOrNull } from '../fs/read-file.ts';
import { runGit } from '../git/run-git.ts';

/** The repository of each file, by its path from `cwd`. `owners` is `null` where no file says who owns what. */
export const repositoriesOf = oncePer(({ cwd }: { readonly cwd: string }) => {
  const placeOf = repositoryPlaces(cwd);
  const repositoryAt = oncePerKey((root: string) => {
    const text = CODEOWNERS_PATHS.map((source) => textOrNull(join(root, source))).find((one) => one !== null);
    // `null` where no file says.
    const ownersOf = text === undefined ? null : parseCodeowners(text);
    return { identity: once(() => repositoryIdentity(root)), ownersOf };
  });
  return (file: string) => {
    const { root, isInClone, pathInside } = placeOf(file);
    const path = pathInside();
    const { identity, ownersOf } = repositoryAt(root);
    return { root, identity, path, owners: ownersOf?.(path) ?? null, isClone: isInClone };
  };
});

export const identityOf = (project: { readonly cwd: string }) => repositoriesOf(project)('.').identity();

/** Adds the name of its repository to what has a place in a clone. */
export function withRepository<P extends { readonly file: string }>(place: P, project: { readonly cwd: string }) {
  const { isClone, identity } = repositoriesOf(project)(place.file);
  const repository = isClone ? identity().repository : null;
  return repository === null ? place : { ...place, repository };
}

/** By its remote `origin`. Only plain names and addresses are kept, because an address may contain a token. */
export function repositoryIdentity(root: string): RepositoryIdentity {
  if (repositoryOf(root) === null) return { repository: null, revision: null, uri: null };
  const origin = addressParts(gitLine(root, ['config', '--get', 'remote.origin.url']) ?? '');
  return {
    repository: origin?.name ?? null,
    revision: gitLine(root, ['rev-parse', '--quiet', '--verify', 'HEAD']),
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

/** Possible paths of the file. The first that exists counts (documentation of GitHub and GitLab, 2026-08). */
const CODEOWNERS_PATHS = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/** `[Name]`, `^[Optional][2] @default` of GitLab. */
const SECTION = /^\^?\[([^\]]{1,200})\](?:\[\d{1,3}\])?(.{0,2000})$/;
/** A longer file is not a CODEOWNERS file. */
const MAX_LINES = 20_000;

/**
 * The owners of a file by its path from the root of the repository, as CODEOWNERS says. The last match of each section
 * decides; without owners, it has those of its section.
 */
export function parseCodeowners(text: string): (path: string) => readonly string[] {
  let [section, defaults]: [string, readonly string[]] = ['', []];
  const rules = text.split(/\r?\n/, MAX_LINES).flatMap((line) => {
    const content = line.trim();
    const [head, name = '', others = ''] = SECTION.exec(content) ?? [];
    if (head !== undefined) [section, defaults] = [name.toLowerCase(), namesOf(others)];
    const [, written = '', rest = ''] = /^(?!#)((?:\\.|[^\s\\]){1,1000})(.*)$/.exec(content) ?? [];
    const matches = head === undefined ? patternOf(written) : null;
    const owners = namesOf(rest);
    return matches ? [{ section, matches, owners: owners.length > 0 ? owners : defaults }] : [];
  });
  const sections = [...grouped(rules, (rule) => rule.section).values()];
  return (path) => [...new Set(sections.flatMap((own) => own.findLast(({ matches }) => matches(path))?.owners ?? []))];
}

const OWNER = /^(?:@{1,2}[\w./-]{1,200}|[\w.+-]{1,100}@[\w.-]{1,200})$/;

function namesOf(text: string): string[] {
  const words = text.split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return words.slice(0, comment < 0 ? words.length : comment).filter((word) => OWNER.test(word));
}

/** A pattern as in `.gitignore`, but without `!` and character ranges. `null` if it cannot match. */
function patternOf(written: string): ((path: string) => boolean) | null {
  const plain = written.replace(/\\(.)/g, '$1');
  // Globs have characters that are literal here.
  return plain === '' || plain.startsWith('!') ? null : matcherOf(plain.replace(/[[\]{}\\]/g, '\\$&'));
}
