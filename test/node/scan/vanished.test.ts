import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../rules/index.ts';
import { check, projectFiles, type CheckResult } from '../../../src/node/check.ts';
import { openProject } from '../../../src/node/project/project.ts';
import { withFiles } from '../../support/cli.ts';
import { repositoryAt } from '../../support/repository.ts';

const URI = 'U=mongodb+srv://gable.k4j5h.mongodb.net/g\n';

/** Checks a folder in which something happens after its files are listed. */
function checked(cwd: string, between: () => void): CheckResult {
  const project = openProject({ cwd, rules: RULES, today: '2026-11-20' });
  const list = projectFiles(project, { paths: [] });
  between();
  return check(project, list);
}

describe('a file that is removed between listing and reading', () => {
  const files = { 'a.env': URI, 'b.env': URI, 'sub/deep/c.env': URI };
  const git = (cwd: string): void => {
    const repository = repositoryAt(cwd);
    repository.git('init', '--quiet');
    repository.git('add', '--all');
  };

  it.each([
    ['a folder', 'a.env', () => undefined],
    ['a repository', 'a.env', git],
    ['a repository, with its folder', 'sub', git],
  ] as const)('of %s is named, and keeps plans undecided', (_, gone, prepare) => {
    withFiles(files, (cwd) => {
      prepare(cwd);
      const { report, counts } = checked(cwd, () => rmSync(join(cwd, gone), { recursive: true }));
      const file = gone === 'sub' ? 'sub/deep/c.env' : gone;
      const message = 'not read: it was removed during the run';
      expect(report.notices).toEqual([{ code: 'unreadable-file', file, message }]);
      expect(counts.unread).toMatchObject([{ file, reason: message, isLarge: false }]);
    });
  });

  it('is not one that was removed before', () => {
    withFiles(files, (cwd) => {
      git(cwd);
      rmSync(join(cwd, 'a.env'));
      rmSync(join(cwd, 'sub'), { recursive: true });
      utimesSync(cwd, 1, 1);
      const { report, counts } = checked(cwd, () => undefined);
      expect([report.notices, counts.unread]).toEqual([[], []]);
    });
  });
});
