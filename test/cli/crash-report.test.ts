import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

describe('an internal error', () => {
  it.each([
    `Unexpected token 'm', "mongodb://app:CANARY-5ecret@h.example.com" is not valid`,
    'cannot read mongodb://app:CANARY-5ecret@h.example.com here',
    'user app:CANARY-5ecret of CANARY-5ecret@h',
    "reading '\nCANARY-5ecret\n' failed",
  ])('says where it happened and not what stood there: %j', (message) => {
    withFiles({ 'a.env': 'A=1\n' }, (cwd) => {
      const fault = join(cwd, 'fault.cjs');
      writeFileSync(
        fault,
        `process.cwd = function brokenFolder() { throw new TypeError(${JSON.stringify(message)}); };\n`,
      );
      const run = connlint(['a.env'], { cwd, env: { NODE_OPTIONS: `--require ${fault}` } });
      expect(run).toMatchObject({ code: 3, stdout: '' });
      expect(run.stderr).toMatch(/^connlint: internal error\. Please report this[^]*\nTypeError: /);
      expect(run.stderr).toContain('at process.brokenFolder');
      expect(run.stderr).not.toMatch(/CANARY|5ecret|app:/);
    });
  });

  it('is not a working directory that was removed', () => {
    withFiles({ 'gone/a.env': 'A=1\n' }, (folder) => {
      const line = `cd gone && rm -r ../gone && '${process.execPath}' '${PROGRAM}' list`;
      const run = spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });
      expect(run).toMatchObject({ status: 2, stdout: '' });
      expect(run.stderr).toContain('connlint: the working directory does not exist any longer\n');
    });
  });

  it('is not an output that is longer than a text can be', () => {
    withFiles({ 'a.env': 'A=1\n' }, (cwd) => {
      const fault = join(cwd, 'fault.cjs');
      writeFileSync(fault, `process.cwd = () => 'x'.repeat(2 ** 29).repeat(2 ** 20);\n`);
      const run = connlint(['a.env'], { cwd, env: { NODE_OPTIONS: `--require ${fault}` } });
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toMatch(/^connlint: the output is longer than a text can be\.\n/);
    });
  });
});
