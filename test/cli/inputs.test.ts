import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';

const filesIn = (json: string): string[] =>
  (JSON.parse(json) as { findings: { file: string }[] }).findings.map(({ file }) => file);

describe('what is read', () => {
  it('comes from a list, with line ends of any system or with NULs; an empty list does not mean all files', () => {
    withFiles({ 'a.env': BAD, 'b c.env': BAD, 'd\ne.env': BAD, list: 'a.env\r\n\r\nb c.env' }, (cwd) => {
      const from = (...args: string[]): string[] => filesIn(connlint(['--format', 'json', ...args], { cwd }).stdout);
      expect(from('--files-from', 'list')).toEqual(['a.env', 'b c.env']);
      const nul = connlint(['--files-from', '-', '-0', '--format', 'json'], { cwd, input: 'd\ne.env\0a.env\0' });
      expect(filesIn(nul.stdout)).toEqual(['a.env', 'd\ne.env']);
      const empty = connlint(['--files-from', '-'], { cwd, input: '\n' });
      expect(empty).toMatchObject({ code: 0, stdout: 'Passed: no findings in 0 strings, 0 files.\n' });
      expect(connlint(['--files-from', '-'], { cwd, input: 'gone.env\n' }).code).toBe(2);
      expect(connlint(['-0', 'a.env'], { cwd }).stderr).toContain('--files-from');
    });
  });

  it('is standard input instead of one file, named from the working directory', () => {
    withFiles({ 'a.env': 'A=1\n' }, (cwd) => {
      for (const name of ['a.env', './a.env', join(cwd, 'a.env')]) {
        const run = connlint(['--stdin-filename', name, '--format', 'json'], { cwd, input: BAD });
        expect(filesIn(run.stdout)).toEqual(['a.env']);
        const list = connlint(['list', '--stdin-filename', name, '--format', 'jsonl'], { cwd, input: BAD });
        expect(JSON.parse(list.stdout)).toHaveProperty('file', 'a.env');
      }
    });
  });

  it('is every file up to a size; larger ones are counted and named', () => {
    withFiles({ 'a.env': BAD, 'b.env': BAD + '#'.repeat(1_000) }, (cwd) => {
      for (const size of ['1000', '1kb']) {
        const run = connlint(['--max-file-size', size, '--format', 'json'], { cwd });
        expect(filesIn(run.stdout)).toEqual(['a.env']);
        expect(JSON.parse(run.stdout)).toMatchObject({
          summary: { files: 1, skipped: { large: 1 } },
          notices: [{ code: 'large-file', file: 'b.env' }],
        });
      }
      expect(filesIn(connlint(['--max-file-size', '1MB', '--format', 'json'], { cwd }).stdout)).toHaveLength(2);
      const list = connlint(['list', '--max-file-size', '1000', '--format', 'jsonl'], { cwd });
      expect(list.stdout.trim().split('\n')).toHaveLength(1);
      expect(list.stderr).toContain('b.env: not read: 1050 bytes, the limit is 1000 bytes');
      const plan = connlint(
        ['plan', '--change', 'custom-dns', '--enabled', 'true', '--max-file-size', '1000', '--format', 'json'],
        { cwd },
      );
      expect(JSON.parse(plan.stdout)).toMatchObject({ changes: [{ verdict: 'undecided' }] });
      expect(plan.stdout).toContain('b.env: not read: 1050 bytes');
      for (const size of ['', 'ten', '-1', '1 MB', '10TB']) {
        expect(connlint(['--max-file-size', size], { cwd })).toMatchObject({ code: 2, stdout: '' });
      }
    });
  });

  it('is not both', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      for (const args of [['a.env'], ['--files-from', '-'], ['--staged'], ['--shard', '1/2']]) {
        const run = connlint(['--stdin-filename', 'x.env', ...args], { cwd, input: BAD });
        expect(run).toMatchObject({ code: 2, stdout: '' });
        expect(run.stderr).toContain('--stdin-filename cannot be combined');
      }
    });
  });
});
