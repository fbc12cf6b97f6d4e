import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoProjects, WAYS, withApi } from '../support/api.ts';
import { PROGRAM } from '../support/run-program.ts';

const WRONG = 'U=mongodb+srv://orchard.f8g9h.mongodb.net:27017/o\n';
const RIGHT = WRONG.replace(':27017', '');
const MORE = `${WRONG}V=mongodb+srv://gable-k4j5h.mongodb.net/g\n`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'connlint-together-'));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const put = (path: string, text: string): void => writeFileSync(join(cwd, path), text);
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');

describe('two runs at once', () => {
  const FILES = 30;
  const names = Array.from({ length: FILES }, (_, index) => `f${index}.env`);

  /** Starts the program several times in parallel. Returns the exit codes. */
  function together(count: number, args: readonly string[], env = {}): Promise<(number | null)[]> {
    const runs = Array.from({ length: count }, () =>
      spawn(process.execPath, [PROGRAM, ...args], { cwd, stdio: 'ignore', env: { ...process.env, ...env } }),
    );
    return Promise.all(runs.map((child) => new Promise<number | null>((done) => child.on('exit', done))));
  }

  it('of --fix fix each file once', async () => {
    for (const name of names) put(name, `${'# a line that stays\n'.repeat(500)}${WRONG}`);
    await together(3, ['--fix', '--fail-on', 'never']);
    for (const name of names) expect(read(name)).toBe(`${'# a line that stays\n'.repeat(500)}${RIGHT}`);
    expect(readdirSync(cwd).sort()).toEqual([...names].sort());
  });

  it.each([
    ['a baseline', ['--update-baseline'], '.connlint-baseline'],
    ['init', ['init'], 'connlint.config.jsonc'],
    ['a report', ['--format', 'sarif=out.sarif', '--fail-on', 'never'], 'out.sarif'],
  ])('of %s leave what one leaves', async (_, args, file) => {
    for (const name of names) put(name, MORE);
    expect(await together(1, args)).toEqual([0]);
    const alone = read(file);
    rmSync(join(cwd, file));
    const codes = await together(3, args);
    expect(codes).toContain(0);
    expect(codes.filter((code) => code !== 0 && code !== 2)).toEqual([]);
    expect(read(file)).toBe(alone);
    expect(readdirSync(cwd).sort()).toEqual([...names, file].sort());
  });

  it('of pull leave what one leaves', async () => {
    const { aws } = demoProjects();
    await withApi({}, async ({ base }) => {
      const args = ['pull', '--out', 'facts.json', '--base-url', base, '--project', aws.id, '--today', '2026-11-20'];
      await together(1, args, WAYS['API key']);
      const alone = read('facts.json');
      rmSync(join(cwd, 'facts.json'));
      expect(await together(3, args, WAYS['API key'])).toEqual([0, 0, 0]);
      expect(read('facts.json')).toBe(alone);
      expect(readdirSync(cwd)).toEqual(['facts.json']);
    });
  });
});
