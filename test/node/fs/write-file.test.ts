import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../support/cli.ts';
import { PROGRAM } from '../../support/run-program.ts';

const BAD = { 'a.env': 'URI=mongodb+srv://warehouse.p5d8f2.mongodb.net:27017/shop\n' };

/** Runs a shell command in which `connlint` is the program. */
function shell(line: string, cwd: string): { code: number | null; stdout: string; stderr: string } {
  const run = spawnSync('bash', ['-c', line.replaceAll('connlint', `'${process.execPath}' '${PROGRAM}'`)], {
    cwd,
    encoding: 'utf8',
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

describe('a report to something that is not a plain file', () => {
  it('goes through a named pipe, which stays one', () => {
    withFiles(BAD, (cwd) => {
      execFileSync('mkfifo', [join(cwd, 'pipe')]);
      const run = shell(
        'timeout 60 cat pipe > read & connlint --format json=pipe a.env; code=$?; wait; exit $code',
        cwd,
      );
      expect(run).toMatchObject({ code: 1 });
      expect(readFileSync(join(cwd, 'read'), 'utf8')).toContain('"rule": "uri-refused"');
      expect(lstatSync(join(cwd, 'pipe')).isFIFO()).toBe(true);
      expect(readdirSync(cwd).sort()).toEqual(['a.env', 'pipe', 'read']);
    });
  });

  it('goes through a link to one', () => {
    withFiles(BAD, (cwd) => {
      execFileSync('mkfifo', [join(cwd, 'pipe')]);
      symlinkSync('pipe', join(cwd, 'link'));
      shell('timeout 60 cat pipe > read & connlint --format json=link a.env; wait', cwd);
      expect(readFileSync(join(cwd, 'read'), 'utf8')).toContain('"rule": "uri-refused"');
      expect(lstatSync(join(cwd, 'link')).isSymbolicLink()).toBe(true);
      expect(lstatSync(join(cwd, 'pipe')).isFIFO()).toBe(true);
    });
  });

  it('goes into a pipe of the shell', () => {
    withFiles(BAD, (cwd) => {
      shell('connlint --format json=/dev/fd/3 --format text a.env 3>&1 >text | gzip > report.gz', cwd);
      const text = execFileSync('gzip', ['-dc', join(cwd, 'report.gz')], { encoding: 'utf8' });
      expect(text).toContain('"rule": "uri-refused"');
      expect(readFileSync(join(cwd, 'text'), 'utf8')).toContain('error[uri-refused/srv-port]');
    });
  });

  it('is made with its folder, by every writer', () => {
    withFiles({ ...BAD, 'connlint.config.json': '{"baseline":"lint/accepted"}' }, (cwd) => {
      const run = shell('connlint --update-baseline && connlint --format json=new/report/a.json', cwd);
      expect(run.code).toBe(0);
      expect(readdirSync(join(cwd, 'lint'))).toEqual(['accepted']);
      expect(readFileSync(join(cwd, 'new/report/a.json'), 'utf8')).toContain('"rule": "uri-refused"');
    });
  });

  it('is not below a file or a link to itself: that is said', () => {
    withFiles(BAD, (cwd) => {
      symlinkSync('loop', join(cwd, 'loop'));
      const below = shell('connlint --update-baseline --baseline a.env/below', cwd);
      expect(below).toMatchObject({ code: 2, stderr: expect.stringMatching(/a\.env\/below: no such folder\n/) });
      expect(shell('connlint --format json=loop/a a.env', cwd)).toMatchObject({
        code: 2,
        stderr: 'connlint: cannot write loop/a: a link, or links that lead in a circle\nNothing was written there.\n',
      });
    });
  });

  it('is not a folder: that is said, and nothing is left', () => {
    withFiles({ ...BAD, 'out/kept.txt': '' }, (cwd) => {
      const run = shell('connlint --format json=out a.env', cwd);
      expect(run).toMatchObject({
        code: 2,
        stderr: 'connlint: cannot write out: a folder\nNothing was written there.\n',
      });
      expect(readdirSync(cwd).sort()).toEqual(['a.env', 'out']);
    });
  });
});
