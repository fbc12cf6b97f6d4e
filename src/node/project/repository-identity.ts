import type { RepositoryIdentity } from '../../lint/report.ts';
import { decodeWhole } from '../../parse/percent.ts';
import { UserError } from '../errors.ts';
import { repositoryOf, displayArgument } from '../fs/paths.ts';
import { runGit } from '../git/run-git.ts';

/**
 * The repository from `--repository`, otherwise from the variables of the CI service, otherwise from the remote
 * `origin`. A CI job may scan a clone of another repository, so its variables count only if the commit or the remote is
 * the job's own. Throws a `UserError` for a `--repository` that is not a name.
 */
export function repositoryIdentity(
  root: string,
  given: { readonly repository?: string | undefined },
  env: NodeJS.ProcessEnv,
): RepositoryIdentity {
  const named = given.repository === undefined ? null : namedRepository(given.repository);
  const hasGit = repositoryOf(root) !== null || env.GIT_DIR !== undefined;
  const [head = null, branch = null, remote = null] = hasGit
    ? [
        gitLine(root, ['rev-parse', '--quiet', '--verify', 'HEAD']),
        gitLine(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
        gitLine(root, ['config', '--get', 'remote.origin.url']),
      ]
    : [];
  const origin = remote === null ? null : repositoryName(remote);
  const job = ciJob(env);
  const isOwn =
    job !== null &&
    (named === null || isSame(named, job.repository)) &&
    (head === null || head === job.revision || (origin !== null && isSame(origin, job.repository)));
  const repository = named ?? (isOwn ? job.repository : origin);
  return {
    repository,
    revision: head ?? (isOwn ? job.revision : null),
    ref: branch ?? (isOwn ? job.ref : null),
    uri: repository === null ? null : uriOf(repository, [given.repository, isOwn ? job.uri : null, remote]),
  };
}

/** The first of the addresses that is one of the repository. */
function uriOf(repository: string, addresses: readonly (string | null | undefined)[]): string | null {
  const shown = addresses.map((address) => (address ? webAddress(address) : null));
  return shown.find((one) => one !== null && isSame(repositoryName(one) ?? '', repository)) ?? null;
}

function gitLine(root: string, args: readonly string[]): string | null {
  const answer = runGit(root, args);
  const line = 'failed' in answer ? '' : answer.output.toString('utf8').trim();
  return line === '' ? null : line;
}

function namedRepository(text: string): string {
  const name = repositoryName(text) ?? plainName(text.split('/'));
  if (name !== null) return name;
  throw new UserError(`--repository ${displayArgument(text)} is not a repository`, 'Write its name: acme/billing.');
}

/** A remote may contain the folder of the installation: `https://host/git/acme/billing`. */
function isSame(a: string, b: string): boolean {
  const [long, short] = [a.toLowerCase(), b.toLowerCase()].sort((one, other) => other.length - one.length);
  return long === short || long!.endsWith(`/${short}`);
}

interface CiService {
  /** A variable that only this service sets, if other services set the others too. */
  readonly marker?: string;
  readonly repository: string;
  /** Address of the repository or the service. Undefined if `repository` is an address. */
  readonly uri?: string;
  readonly revision: string;
  /** The first one that is set counts. */
  readonly refs: readonly string[];
}

/** Variables as the services document them (November 2026). Gitea and Forgejo set GitHub's. */
const CI_SERVICES: readonly CiService[] = [
  {
    repository: 'GITHUB_REPOSITORY',
    uri: 'GITHUB_SERVER_URL',
    revision: 'GITHUB_SHA',
    refs: ['GITHUB_REF_NAME', 'GITHUB_REF'],
  },
  {
    repository: 'CI_PROJECT_PATH',
    uri: 'CI_PROJECT_URL',
    revision: 'CI_COMMIT_SHA',
    refs: ['CI_COMMIT_REF_NAME'],
  },
  {
    repository: 'BITBUCKET_REPO_FULL_NAME',
    uri: 'BITBUCKET_GIT_HTTP_ORIGIN',
    revision: 'BITBUCKET_COMMIT',
    refs: ['BITBUCKET_BRANCH', 'BITBUCKET_TAG'],
  },
  { repository: 'BUILD_REPOSITORY_URI', revision: 'BUILD_SOURCEVERSION', refs: ['BUILD_SOURCEBRANCH'] },
  { repository: 'CIRCLE_REPOSITORY_URL', revision: 'CIRCLE_SHA1', refs: ['CIRCLE_BRANCH', 'CIRCLE_TAG'] },
  { repository: 'BUILDKITE_REPO', revision: 'BUILDKITE_COMMIT', refs: ['BUILDKITE_TAG', 'BUILDKITE_BRANCH'] },
  { repository: 'TRAVIS_REPO_SLUG', revision: 'TRAVIS_COMMIT', refs: ['TRAVIS_TAG', 'TRAVIS_BRANCH'] },
  {
    repository: 'SEMAPHORE_GIT_REPO_SLUG',
    revision: 'SEMAPHORE_GIT_SHA',
    refs: ['SEMAPHORE_GIT_TAG_NAME', 'SEMAPHORE_GIT_BRANCH'],
  },
  {
    repository: 'APPVEYOR_REPO_NAME',
    revision: 'APPVEYOR_REPO_COMMIT',
    refs: ['APPVEYOR_REPO_TAG_NAME', 'APPVEYOR_REPO_BRANCH'],
  },
  { repository: 'DRONE_REPO', revision: 'DRONE_COMMIT_SHA', refs: ['DRONE_TAG', 'DRONE_BRANCH'] },
  // Woodpecker.
  { repository: 'CI_REPO', revision: 'CI_COMMIT_SHA', refs: ['CI_COMMIT_TAG', 'CI_COMMIT_BRANCH'] },
  { marker: 'JENKINS_URL', repository: 'GIT_URL', revision: 'GIT_COMMIT', refs: ['BRANCH_NAME', 'GIT_BRANCH'] },
];

const REVISION = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u;

interface CiJob extends RepositoryIdentity {
  readonly repository: string;
}

function ciJob(env: NodeJS.ProcessEnv): CiJob | null {
  for (const { marker, repository, uri, revision, refs } of CI_SERVICES) {
    const text = env[repository];
    if (!text || (marker !== undefined && !env[marker])) continue;
    const name = repositoryName(text) ?? plainName(text.split('/'));
    if (name === null) continue;
    const commit = env[revision] ?? '';
    const ref = refs.map((one) => env[one]).find((value) => value !== undefined && value !== '') ?? '';
    return {
      repository: name,
      revision: REVISION.test(commit) ? commit : null,
      // Jenkins names the remote too.
      uri:
        uri === undefined
          ? text
          : repository === 'GITHUB_REPOSITORY'
            ? `${env[uri] ?? ''}/${text}`
            : (env[uri] ?? null),
      ref: ref.replace(/^(?:refs\/(?:heads|tags|remotes\/origin)\/|origin\/)/u, '') || null,
    };
  }
  return null;
}

const ADDRESS = /^(?!file:)([a-z][a-z0-9+.-]*):\/\/(?:[^/]*@)?(([^/@:]*|\[[0-9a-f:]*\])(?::\d*)?)\/+([^?#]*)/iu;
/** At least two letters, because a single one is a Windows drive. */
const SCP_FORM = /^(?:[^/@:\\]*@)?([^/@:\\]{2,}|\[[0-9a-f:]*\]):(?!\/\/)([^?#\\]*)$/iu;

/**
 * The name in the address of a remote, without user, password and token. `null` for a local path, which is private.
 */
function repositoryName(address: string): string | null {
  const { host, path } = addressParts(address) ?? {};
  if (host === undefined || path === undefined) return null;
  const parts = pathParts(path);
  return plainName(azureParts(host.toLowerCase(), parts) ?? (parts[0] === 'scm' ? parts.slice(1) : parts));
}

function pathParts(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((part, at) => (at === parts.length - 1 ? part.replace(/\.git$/u, '') : part));
}

/** An address without user, token, query and `.git`. An SSH address stays one. */
function webAddress(address: string): string | null {
  const parts = repositoryName(address) === null ? null : addressParts(address);
  return parts && encodeURI(`${parts.scheme}://${parts.authority}/${pathParts(parts.path).map(decodeWhole).join('/')}`);
}

function addressParts(address: string): { scheme: string; authority: string; host: string; path: string } | null {
  const [, scheme, authority, host, path] = ADDRESS.exec(address) ?? [];
  if (scheme !== undefined) return { scheme: scheme.toLowerCase(), authority: authority!, host: host!, path: path! };
  const [, server, rest] = SCP_FORM.exec(address) ?? [];
  return server === undefined
    ? null
    : { scheme: 'ssh', authority: server, host: server, path: rest!.replace(/^\/+/u, '') };
}

/** Azure Repos has four spellings of `organization/project/repository`. */
function azureParts(host: string, parts: readonly string[]): readonly string[] | null {
  const [, organization] = /^([\w-]+)\.visualstudio\.com$/u.exec(host) ?? [];
  if (organization === undefined && !/^(?:ssh\.)?dev\.azure\.com$/u.test(host)) return null;
  if (parts[0] === 'v3') return parts.slice(1);
  const own = parts.filter((part) => part !== 'DefaultCollection');
  const [owner, project, repository] = [...(organization === undefined ? [] : [organization]), ...own].filter(
    (part) => part !== '_git',
  );
  // The first repository of a project has the project's name, which the address contains only once.
  return owner === undefined || project === undefined ? null : [owner, project, repository ?? project];
}

/** Maximum length, with nested groups. */
const MAX_NAME_LENGTH = 300;

/** The parts of a name. Other text may be a credential. */
function plainName(parts: readonly string[]): string | null {
  const name = parts.map(decodeWhole).join('/');
  const isPlain =
    parts.length > 0 && name.length <= MAX_NAME_LENGTH && name.split('/').every((part) => PART.test(part));
  return isPlain ? name : null;
}

const PART = /^(?!\.{1,2}$)[\p{L}\p{N}_.~+-](?:[\p{L}\p{N}_.~+ -]*[\p{L}\p{N}_.~+-])?$/u;
