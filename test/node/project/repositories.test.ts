import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repositoryIdentity } from '../../../src/node/project/repositories.ts';
import { repositoryAt } from '../../support/repository.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A commit on `main`, with a remote. */
function cloneOf(remote: string): { root: string; revision: string } {
  const { root, git, write } = repositoryAt(newFolder());
  git('init', '--quiet');
  write('a.txt', 'a\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  git('remote', 'add', 'origin', remote);
  return { root, revision: git('rev-parse', 'HEAD') };
}

describe('repositoryIdentity', () => {
  it.each<[remote: string, name: string | null, uri: string | null]>([
    ['https://github.com/acme/billing.git', 'acme/billing', 'https://github.com/acme/billing'],
    ['https://x-access-token:ghs_s3cretpw9@github.com/acme/billing', 'acme/billing', 'https://github.com/acme/billing'],
    ['https://github.com/acme/billing?token=s3cretpw9#s3cretpw9', 'acme/billing', 'https://github.com/acme/billing'],
    ['git@github.com:acme/billing.git', 'acme/billing', 'ssh://github.com/acme/billing'],
    ['ssh://git@github.com:22/acme/billing.git', 'acme/billing', 'ssh://github.com:22/acme/billing'],
    [
      'git@gitlab.example.com:acme/payments/billing.git',
      'acme/payments/billing',
      'ssh://gitlab.example.com/acme/payments/billing',
    ],
    ['https://user:s3cret/pw9@github.com/acme/billing', null, null],
    ['/srv/git/acme/billing.git', null, null],
    ['file:///srv/git/acme/billing.git', null, null],
    ['C:/git/acme/billing', null, null],
    ['../billing.git', null, null],
  ])('reads the remote %s', (remote, repository, uri) => {
    const { root, revision } = cloneOf(remote);
    expect(repositoryIdentity(root)).toEqual({ repository, revision, uri });
  });

  it('knows nothing of a tree without git', () => {
    expect(repositoryIdentity(newFolder())).toEqual({ repository: null, revision: null, uri: null });
  });
});
