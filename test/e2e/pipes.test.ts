import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';
/** Reports about so many strings are longer than what a pipe takes at once. */
const MANY = { 'a.env': BAD.repeat(700) };

/** Runs a shell command in which `connlint` is the program. `code` is its own exit code. */
function shell(cwd: string, line: string): { code: number; stdout: string; stderr: string } {
  const script = `connlint() { '${process.execPath}' '${PROGRAM}' "$@"; echo $? > .git-code; }\nmkdir -p out\n${line}`;
  const run = spawnSync('sh', ['-c', script], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code: Number(readFileSync(join(cwd, '.git-code'), 'utf8')), stdout: run.stdout, stderr: run.stderr };
}

describe('output', () => {
  it('may be read in part: the other reports and the exit code are those of the whole', () => {
    withFiles(MANY, (cwd) => {
      const run = shell(cwd, 'connlint a.env --format concise --format json=out/report.json | head -n 2');
      expect(run.stdout.split('\n')).toHaveLength(3);
      expect(run).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^connlint: wrote out\/report\.json\n/) as string,
      });
      const report = JSON.parse(readFileSync(join(cwd, 'out/report.json'), 'utf8')) as { findings: unknown[] };
      expect(report.findings).toHaveLength(700);
      expect(shell(cwd, 'connlint a.env --format concise --fail-on never | true').code).toBe(0);
      expect(shell(cwd, 'connlint list a.env --format json | true')).toMatchObject({ code: 0, stderr: '' });
    });
  });

  it('may be closed: the exit code shows it', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      expect(shell(cwd, 'connlint a.env >&-')).toMatchObject({ code: 1, stderr: '' });
      expect(shell(cwd, 'connlint a.env 2>&-').code).toBe(1);
      expect(shell(cwd, 'connlint nowhere 2>&-').code).toBe(2);
      expect(shell(cwd, 'connlint a.env <&- >&- 2>&-').code).toBe(1);
    });
  });

  it('arrives whole at a slow reader', () => {
    withFiles(MANY, (cwd) => {
      const command = 'connlint a.env --format json --fail-on never';
      const run = shell(
        cwd,
        `${command} --format json=out/whole.json | (sleep 0.3; head -c 100000 >out/1; sleep 0.3; cat >out/2)`,
      );
      const passed = 'Passed: findings do not fail this run (--fail-on never).\n';
      expect(run).toMatchObject({ code: 0, stderr: `connlint: wrote out/whole.json\n${passed}` });
      const parts = Buffer.concat(['out/1', 'out/2'].map((name) => readFileSync(join(cwd, name))));
      expect(parts.length).toBeGreaterThan(500_000);
      expect(parts.equals(readFileSync(join(cwd, 'out/whole.json')))).toBe(true);
    });
  });

  it('that does not fit on the disk is an error, and keeps no other report back', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      const full = shell(cwd, 'connlint a.env --fail-on never >/dev/full');
      expect(full.code).toBe(2);
      expect(full.stderr).toBe(
        'connlint: cannot write to standard output: no space left on device\nThe report is not whole.\n',
      );
      const named = shell(cwd, 'connlint a.env --format json=/dev/full --format sarif=out/b.sarif --format text');
      expect(named.code).toBe(2);
      expect(named.stderr).toContain('cannot write /dev/full: no space left on device');
      expect(named.stdout).toContain('uri-refused');
      expect(JSON.parse(readFileSync(join(cwd, 'out/b.sarif'), 'utf8'))).toHaveProperty('runs');
      // Output other than results does not affect the exit code.
      expect(shell(cwd, 'connlint nowhere 2>/dev/full').code).toBe(2);
      expect(shell(cwd, 'connlint a.env --verbose 2>/dev/full').code).toBe(1);
    });
  });

  it('goes to a file as a whole or not at all', () => {
    withFiles({ 'a.env': BAD, 'there/x': 'old' }, (cwd) => {
      const run = shell(
        cwd,
        'connlint a.env --format json=there --format json=a.env/below --format json=deep/er/r.json',
      );
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/cannot write there: a folder\n[^]*cannot write a\.env\/below: no such folder\n/);
      expect(JSON.parse(readFileSync(join(cwd, 'deep/er/r.json'), 'utf8'))).toHaveProperty('findings');
      expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });
  });
});
