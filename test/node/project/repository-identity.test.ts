import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repositoryIdentity } from '../../../src/node/project/repository-identity.ts';
import { repositoryAt } from '../../support/repository.ts';
import type { Repository } from '../../support/repository.ts';

const SHA = '1'.repeat(40);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A commit on `main`, with a remote. */
function cloneOf(remote: string): Repository {
  const repository = repositoryAt(newFolder());
  repository.git('init', '--quiet');
  repository.write('a.txt', 'a\n');
  repository.git('add', '.');
  repository.git('commit', '--quiet', '-m', 'first');
  repository.git('remote', 'add', 'origin', remote);
  return repository;
}

describe('repositoryIdentity', () => {
  it.each<[remote: string, name: string | null]>([
    ['https://github.com/acme/billing.git', 'acme/billing'],
    ['https://github.com/acme/billing/', 'acme/billing'],
    ['https://x-access-token:ghs_s3cretpw9@github.com/acme/billing', 'acme/billing'],
    ['https://github.com/acme/billing?token=s3cretpw9#s3cretpw9', 'acme/billing'],
    ['git@github.com:acme/billing.git', 'acme/billing'],
    ['github-work:acme/billing', 'acme/billing'],
    ['ssh://git@github.com:22/acme/billing.git', 'acme/billing'],
    ['ssh://git@[fd00::1]:7999/acme/billing.git', 'acme/billing'],
    ['git@gitlab.example.com:acme/payments/billing.git', 'acme/payments/billing'],
    ['https://git.example.com/scm/ACME/billing.git', 'ACME/billing'],
    ['https://acme@dev.azure.com/acme/My%20Shop/_git/billing', 'acme/My Shop/billing'],
    ['git@ssh.dev.azure.com:v3/acme/My%20Shop/billing', 'acme/My Shop/billing'],
    ['https://acme.visualstudio.com/DefaultCollection/shop/_git/billing', 'acme/shop/billing'],
    ['https://dev.azure.com/acme/_git/billing', 'acme/billing/billing'],
    ['https://user:s3cret/pw9@github.com/acme/billing', null],
    ['/srv/git/acme/billing.git', null],
    ['file:///srv/git/acme/billing.git', null],
    ['C:\\git\\acme\\billing', null],
    ['C:/git/acme/billing', null],
    ['../billing.git', null],
  ])('reads the remote %s', (remote, name) => {
    const { root, git } = cloneOf(remote);
    const revision = git('rev-parse', 'HEAD');
    expect(repositoryIdentity(root, {}, {})).toMatchObject({ repository: name, revision, ref: 'main' });
  });

  it.each<[service: string, env: NodeJS.ProcessEnv, name: string, ref: string | null]>([
    ['GitHub', { GITHUB_REPOSITORY: 'acme/billing', GITHUB_SHA: SHA, GITHUB_REF_NAME: 'v1' }, 'acme/billing', 'v1'],
    [
      'GitLab',
      { CI_PROJECT_PATH: 'acme/payments/billing', CI_COMMIT_SHA: SHA, CI_COMMIT_REF_NAME: 'feature/x' },
      'acme/payments/billing',
      'feature/x',
    ],
    [
      'Bitbucket',
      { BITBUCKET_REPO_FULL_NAME: 'acme/billing', BITBUCKET_COMMIT: SHA, BITBUCKET_BRANCH: 'main' },
      'acme/billing',
      'main',
    ],
    [
      'Azure Pipelines',
      {
        BUILD_REPOSITORY_URI: 'https://acme:s3cretpw9@dev.azure.com/acme/shop/_git/billing',
        BUILD_SOURCEVERSION: SHA,
        BUILD_SOURCEBRANCH: 'refs/heads/main',
      },
      'acme/shop/billing',
      'main',
    ],
    [
      'CircleCI',
      { CIRCLE_REPOSITORY_URL: 'git@github.com:acme/billing.git', CIRCLE_SHA1: SHA, CIRCLE_BRANCH: 'main' },
      'acme/billing',
      'main',
    ],
    [
      'Jenkins',
      {
        JENKINS_URL: 'https://jenkins.example.com/',
        GIT_URL: 'https://bot:s3cretpw9@github.com/acme/billing.git',
        GIT_COMMIT: SHA,
        GIT_BRANCH: 'origin/main',
      },
      'acme/billing',
      'main',
    ],
    [
      'Buildkite',
      {
        BUILDKITE_REPO: 'git@github.com:acme/billing.git',
        BUILDKITE_COMMIT: SHA,
        BUILDKITE_TAG: '',
        BUILDKITE_BRANCH: 'main',
      },
      'acme/billing',
      'main',
    ],
    ['Woodpecker', { CI_REPO: 'acme/billing', CI_COMMIT_SHA: SHA, CI_COMMIT_BRANCH: 'main' }, 'acme/billing', 'main'],
  ])('reads the variables of %s without Git', (_, env, repository, ref) => {
    expect(repositoryIdentity(newFolder(), {}, env)).toMatchObject({ repository, revision: SHA, ref });
  });

  const JOB = { GITHUB_REPOSITORY: 'acme/platform', GITHUB_SHA: SHA, GITHUB_REF_NAME: 'main' };

  it('prefers --repository to a CI variable, and the variable to the remote', () => {
    const { root, git } = cloneOf('https://github.com/acme/fork.git');
    const revision = git('rev-parse', 'HEAD');
    const job = { ...JOB, GITHUB_SHA: revision };
    git('checkout', '--quiet', '--detach');
    expect(repositoryIdentity(root, {}, job)).toMatchObject({
      repository: 'acme/platform',
      revision,
      ref: 'main',
    });
    const named = repositoryIdentity(root, { repository: 'acme/billing' }, job);
    expect(named).toMatchObject({ repository: 'acme/billing', revision, ref: null });
    const byAddress = { repository: 'git@github.com:acme/billing.git' };
    expect(repositoryIdentity(root, byAddress, {})).toMatchObject({ repository: 'acme/billing' });
  });

  it('leaves the variables of a job out where it reads the clone of another repository', () => {
    const other = cloneOf('https://github.com/acme/billing.git');
    expect(repositoryIdentity(other.root, {}, JOB)).toMatchObject({ repository: 'acme/billing', ref: 'main' });
    const local = cloneOf('/srv/git/billing.git');
    expect(repositoryIdentity(local.root, {}, JOB)).toMatchObject({ repository: null });
  });

  it.each<[remote: string, env: NodeJS.ProcessEnv, uri: string | null]>([
    [
      'https://bot:s3cretpw9@git.example.com:8443/acme/My%20Shop.git?a=b',
      {},
      'https://git.example.com:8443/acme/My%20Shop',
    ],
    ['git@github.com:acme/billing.git', {}, 'ssh://github.com/acme/billing'],
    ['/srv/git/acme/billing.git', {}, null],
    [
      'git@github.com:acme/billing.git',
      { GITHUB_REPOSITORY: 'acme/billing', GITHUB_SERVER_URL: 'https://github.com' },
      'https://github.com/acme/billing',
    ],
    [
      'https://gitlab-ci-token:s3cretpw9@gitlab.example.com/acme/billing.git',
      { CI_PROJECT_PATH: 'acme/billing', CI_PROJECT_URL: 'https://gitlab.example.com/acme/billing' },
      'https://gitlab.example.com/acme/billing',
    ],
    ['https://github.com/acme/billing', { GITHUB_REPOSITORY: 'acme/platform' }, 'https://github.com/acme/billing'],
  ])('has the address of %s without user and token', (remote, env, uri) => {
    const { root } = cloneOf(remote);
    expect(repositoryIdentity(root, {}, env).uri).toBe(uri);
    expect(repositoryIdentity(root, { repository: 'acme/other' }, env).uri).toBeNull();
  });

  it('knows nothing of a folder without git, and no commit before the first', () => {
    const nothing = { repository: null, revision: null, ref: null, uri: null };
    expect(repositoryIdentity(newFolder(), {}, {})).toEqual(nothing);
    const empty = repositoryAt(newFolder());
    empty.git('init', '--quiet');
    expect(repositoryIdentity(empty.root, {}, {})).toEqual({ ...nothing, ref: 'main' });
  });

  it('refuses a --repository that is not a name, without showing a credential', () => {
    const root = newFolder();
    for (const repository of ['', '..', 'https://user:s3cret/pw9@github.com/acme/billing', 'a\nb']) {
      const call = (): unknown => repositoryIdentity(root, { repository }, {});
      expect(call).toThrow(/--repository .* is not a repository$/);
      expect(call).not.toThrow('pw9');
    }
  });
});
