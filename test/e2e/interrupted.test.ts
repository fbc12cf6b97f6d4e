import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { connlint } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

const FILES = 40;
const OLD = `URI=mongodb+SRV://app@cluster0.ab123.mongodb.net/x\n${'# a line that stays\n'.repeat(2_000)}`;
const NEW = OLD.replace('+SRV', '+srv');
const tree = Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`f${index}.env`, OLD]));

/** Starts `--fix` and kills it as soon as this many files are new, or at once. */
async function killed(cwd: string, after: number): Promise<void> {
  const run = spawn(process.execPath, [PROGRAM, 'check', '--no-config', '--fix', '--fail-on', 'never'], {
    cwd,
    stdio: 'ignore',
  });
  const ended = new Promise((done) => run.on('exit', done));
  while (run.exitCode === null && changed(cwd) < after) await wait(1);
  run.kill('SIGKILL');
  await ended;
}

const texts = (cwd: string): string[] => Object.keys(tree).map((name) => readFileSync(join(cwd, name), 'utf8'));

const changed = (cwd: string): number => texts(cwd).filter((text) => text === NEW).length;

describe('a run of --fix that is killed', () => {
  it.each([0, 1, 2, 5, 13, 30, FILES])('leaves each file as it was or as it was to be', async (after) => {
    const cwd = mkdtempSync(join(tmpdir(), 'connlint-killed-'));
    try {
      for (const [name, text] of Object.entries(tree)) writeFileSync(join(cwd, name), text);
      await killed(cwd, after);
      for (const text of texts(cwd)) expect(text === OLD || text === NEW).toBe(true);
      // The next run completes the rest, whatever files the first left behind.
      expect(connlint(['check', '--no-config', '--fix', '--fail-on', 'never'], { cwd }).code).toBe(0);
      expect(changed(cwd)).toBe(FILES);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
