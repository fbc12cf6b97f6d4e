import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';

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
});
