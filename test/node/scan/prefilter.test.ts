import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../rules/index.ts';
import { wordsToFind } from '../../../src/lint/checks.ts';
import { ATLAS } from '../../../src/classify/service.ts';
import { STANDARD_WORDS } from '../../../src/node/scan/search-file.ts';
import { connlint, withFiles } from '../../support/cli.ts';

const git = (cwd: string, ...args: string[]): unknown => spawnSync('git', args, { cwd });

/** The result of the whole program: with an option that has no effect, but disables the quick search. */
const WHOLE = ['--today', '2026-01-01'];

describe('a look for words alone, before rules are loaded', () => {
  it('looks for the words of all rules', () => {
    expect([...STANDARD_WORDS].sort()).toEqual([...wordsToFind(ATLAS, RULES)].sort());
  });

  // Each file with a word is decoded and read, which takes a hundred times as long.
  it.each([
    ["'use strict';\nmodule.exports = (request) => request.connection.string(request.url);\n"],
    ['{ "type": "module", "module": "dist/index.js", "scripts": { "test": "node --test" } }\n'],
    ['{ "compilerOptions": { "module": "nodenext", "moduleResolution": "nodenext" } }\n'],
    [
      'package shop\n\nimport "database/sql"\n\nfunc open(uri string) (*sql.DB, error) { return sql.Open("pgx", uri) }\n',
    ],
    ['resource "aws_instance" "web" {\n  private_ip = var.private_ip\n  tags       = { Name = "client" }\n}\n'],
    ['apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: 3\n  template:\n    spec:\n      containers: []\n'],
    ['class Order < ApplicationRecord\n  include Addressable\n  validates :user, :password, presence: true\nend\n'],
    ['Set the environment variable to the connection string of the cluster, then start the service.\n'],
  ])('finds no word in ordinary text: %s', (text) => {
    expect(STANDARD_WORDS.filter((word) => text.toLowerCase().includes(word))).toEqual([]);
  });

  const trees: Record<string, Record<string, string>> = {
    'no file with anything in it': { 'a.ts': 'const port = 5432;\n', 'b/c.env': 'PORT=1\n' },
    'a lock file, a binary one and one that is ignored': {
      'package-lock.json': '{ "mongodb": "mongodb://localhost" }\n',
      'a.bin': '\u0000mongodb://localhost:27017/x',
      '.gitignore': 'left/\n',
      'left/a.env': 'U=mongodb://localhost:1/x\n',
    },
    'a word that is no string': { 'a.ts': "import { MongoClient } from 'mongodb';\n" },
    'a string that is in order': { 'a.env': 'U=mongodb+srv://gable.k4j5h.mongodb.net/shop\n' },
    'a string with a finding': { 'a.env': 'PORT=1\n', 'z.env': 'U=mongodb+srv://gable.k4j5h.mongodb.net:27017/shop\n' },
    'a config': { 'connlint.config.json': '{ "rules": {} }\n', 'a.env': 'PORT=1\n' },
    'a baseline': { '.connlint-baseline': '# connlint baseline v1\n', 'a.env': 'PORT=1\n' },
    'a directive without a purpose': { 'a.env': '# connlint-disable-next-line uri-refused\nPORT=1\n' },
    'nothing at all': { '.gitignore': '*\n' },
  };
  it.each(Object.keys(trees))('says what the whole program says: %s', (name) => {
    withFiles(trees[name]!, (cwd) => {
      git(cwd, 'init', '--quiet');
      for (const more of [[], ['--no-config', '--verbose'], ['--no-ignore', '--fail-on', 'info', '--format', 'json']]) {
        const quick = connlint([...more], { cwd });
        expect(quick).toEqual(connlint([...more, ...WHOLE], { cwd }));
      }
    });
  });

  it.each(Object.keys(trees))('says the same of what is staged: %s', (name) => {
    withFiles({ ...trees[name]!, 'sub/x.ts': 'const port = 1;\n' }, (cwd) => {
      const same = (...args: string[]): void => {
        const run = (...more: string[]): object => connlint(['--staged', ...args, ...more], { cwd });
        expect(run()).toEqual(run(...WHOLE));
      };
      same();
      git(cwd, 'init', '--quiet');
      same('--verbose');
      git(cwd, 'add', '.');
      // The index counts.
      writeFileSync(join(cwd, 'a.env'), 'OTHER=1\n');
      for (const more of ['', '--no-config --format json', 'sub', 'sub/*.ts', 'missing', '--no-ignore .'])
        same(...more.split(' ').filter(Boolean));
    });
  });

  it('says the same errors', () => {
    withFiles({ 'a.env': 'PORT=1\n', '.connlintrc': '{}' }, (cwd) => {
      for (const args of [
        ['missing.env'],
        ['--format', 'wrong', 'missing.env'],
        ['--format=text', '--format=text'],
        ['.'],
        ['--fail-on', 'x'],
        ['--config', 'missing.json'],
        ['x*.env'],
      ]) {
        const quick = connlint(args, { cwd });
        expect(quick.code).toBe(2);
        expect(quick).toEqual(connlint([...args, ...WHOLE], { cwd }));
      }
    });
  });

  it('finds in many files, which two threads search, what is in them', () => {
    const plain = Array.from({ length: 4100 }, (_, at): [string, string] => [`a/${at}.txt`, 'port\n']);
    const uri = 'U=mongodb+srv://u:p@gable.k4j5h.mongodb.net/shop\n';
    const own = {
      'a.env': uri,
      'a/2050.env': uri,
      'z/a.bin': `\0${uri}`,
      'z/large.txt': 'x'.repeat(2e6),
      'z/z.env': uri,
    };
    withFiles({ ...Object.fromEntries(plain), ...own }, (cwd) => {
      const { stdout, stderr } = connlint(['list', '--format', 'csv', '--stats'], { cwd });
      expect(stdout.match(/[^,]+(?=,1,3,U,)/g)).toEqual(['a.env', 'a/2050.env', 'z/z.env']);
      expect(stderr).toContain(`4,104 files, ${4100 * 5 + 2e6 + uri.length * 3} bytes read`);
    });
  });

  it('counts for --stats what the whole program counts', () => {
    withFiles({ 'a.env': 'PORT=1\n', 'b.ts': 'const a = 1;\n' }, (cwd) => {
      const counted = ({ stderr }: { stderr: string }): string => stderr.replace(/ \d+ ms$/m, '');
      const quick = connlint(['--stats'], { cwd });
      expect(counted(quick)).toContain('2 files, 20 bytes read');
      expect(counted(quick)).toBe(counted(connlint(['--stats', ...WHOLE], { cwd })));
    });
  });
});
