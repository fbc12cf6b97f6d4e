import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listedFiles, type ListOptions } from '../../support/listed-files.ts';
import { withFiles } from '../../support/cli.ts';
import { repositoryAt } from '../../support/repository.ts';

const FILES = {
  'connlint.config.json': '{}',
  'a/connlint.config.json': '{}',
  'a/b/connlint.config.jsonc': '{}',
  'test/fixtures/c/connlint.config.json': '{}',
  'd/connlint.config.js': '',
};

it.each([true, false])('a config below the one that is used is reported, with git or without: %s', (isRepository) => {
  withFiles(FILES, (cwd) => {
    if (isRepository) {
      const { git } = repositoryAt(cwd);
      git('init', '--quiet');
      git('add', 'a/connlint.config.json');
    }
    const told = (options: ListOptions = {}): (string | null)[] =>
      listedFiles(cwd, options)
        .notices.filter(({ code }) => code === 'unused-config')
        .map(({ file }) => file);
    expect(told()).toEqual(['a/b/connlint.config.jsonc', 'a/connlint.config.json']);
    expect(told({ configFile: join(cwd, 'a/connlint.config.json') })).toEqual(['a/b/connlint.config.jsonc']);
    expect(told({ paths: ['a/connlint.config.json'] })).toEqual([]);
  });
});
