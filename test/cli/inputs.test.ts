import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';

const filesIn = (json: string): string[] =>
  (JSON.parse(json) as { findings: { file: string }[] }).findings.map(({ file }) => file);

describe('what is read', () => {
  it('comes from a list, with line ends of any system or with NULs; an empty list does not mean all files', () => {
    withFiles({ 'a.env': BAD, 'b c.env': BAD, 'd\ne.env': BAD, list: 'a.env\r\n\r\nb c.env' }, (cwd) => {
      const from = (...args: string[]): string[] => filesIn(connlint(['--format', 'json', ...args], { cwd }).stdout);
      expect(from('--files-from', 'list')).toEqual(['a.env', 'b c.env']);
      const nul = connlint(['--files-from', '-', '--format', 'json'], { cwd, input: 'd\ne.env\0a.env\0' });
      expect(filesIn(nul.stdout)).toEqual(['a.env', 'd\ne.env']);
      const empty = connlint(['--files-from', '-'], { cwd, input: '\n' });
      expect(empty).toMatchObject({ code: 0, stdout: 'Passed: no findings in 0 strings, 0 files.\n' });
      expect(connlint(['--files-from', '-'], { cwd, input: 'gone.env\n' }).code).toBe(2);
      const { stderr } = spawnSync(`node "${PROGRAM}" --files-from - < .`, { cwd, encoding: 'utf8', shell: true });
      expect(stderr).toContain('standard input is a folder');
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

  it('decodes standard input like a file, and names what it cannot decode', () => {
    withFiles({}, (cwd) => {
      const bytes = Buffer.from(`\ufeff${BAD}`, 'utf16le');
      for (const input of [
        BAD,
        bytes,
        Buffer.from(bytes).swap16(),
        Buffer.concat([Buffer.from(BAD), Buffer.of(0xe9)]),
      ]) {
        const run = connlint(['--stdin-filename', 'a.env', '--format', 'json'], { cwd, input });
        expect(JSON.parse(run.stdout)).toMatchObject({ findings: [{ rule: 'uri-refused', offset: 41 }], notices: [] });
        const list = connlint(['list', '--stdin-filename', 'a.env', '--format', 'jsonl'], { cwd, input });
        expect(JSON.parse(list.stdout)).toMatchObject({ offset: 4, cluster: 'gable' });
      }
      expect(connlint(['classify', '-'], { cwd, input: bytes }).stdout).toContain('cluster gable');
      const input = Buffer.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0);
      const run = connlint(['--stdin-filename', 'a.env', '--format', 'json'], { cwd, input });
      expect(JSON.parse(run.stdout)).toMatchObject({
        notices: [{ file: 'a.env', message: 'not read: UTF-32 text' }],
        summary: { files: 0, skipped: { unreadable: 1 } },
      });
      const list = connlint(['list', '--stdin-filename', 'a.env'], { cwd, input: 'a\0b' });
      expect(list.stderr).toBe('connlint: a.env: not read: a binary file\n');
      const text = connlint(['classify', '-'], { cwd, input });
      expect(text).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read: UTF-32 text') });
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
        ['plan', '--change', 'custom-dns', '--set', 'enabled=true', '--max-file-size', '1000', '--format', 'json'],
        { cwd },
      );
      const { verdict, open } = (JSON.parse(plan.stdout) as { changes: { verdict: string; open: object[] }[] })
        .changes[0]!;
      expect(verdict).toBe('undecided');
      expect(open.at(-1)).toMatchObject({
        message: expect.stringContaining('not read: 1050 bytes') as string,
        places: [{ file: 'b.env' }],
      });
      for (const size of ['', 'ten', '-1', '1 MB', '10TB']) {
        expect(connlint(['--max-file-size', size], { cwd })).toMatchObject({ code: 2, stdout: '' });
      }
    });
  });

  it('is not both', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      for (const args of [['a.env'], ['--files-from', '-'], ['--staged']]) {
        const run = connlint(['--stdin-filename', 'x.env', ...args], { cwd, input: BAD });
        expect(run).toMatchObject({ code: 2, stdout: '' });
        expect(run.stderr).toMatch(/--stdin-filename and \S+ cannot be combined/);
      }
    });
  });
});
