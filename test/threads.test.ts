import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowThreads, foresee } from '../src/node/sift-threads.ts';
import { connlint } from './support/cli.ts';

const root = mkdtempSync(join(tmpdir(), 'connlint-threads-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES = 6_500;
const nameOf = (index: number): string => `folder${index % 7}/file${index}.txt`;

beforeAll(() => {
  for (let folder = 0; folder < 7; folder++) mkdirSync(join(root, `folder${folder}`));
  for (let index = 0; index < FILES; index++) {
    const text = index % 500 === 3 ? `mongodb://db${index}.example.com/\n` : index % 1_000 === 5 ? 'x\0y' : 'nothing\n';
    writeFileSync(join(root, nameOf(index)), text);
  }
});

describe('a long list of files', () => {
  it('is searched by all cores, with the result of one', () => {
    const whole = connlint(['list', '--format', 'jsonl', '--stats'], { cwd: root });
    const expected = Array.from({ length: FILES }, (_, index) => index)
      .filter((index) => index % 500 === 3)
      .map(nameOf)
      .sort();
    const files = whole.stdout
      .split('\n')
      .flatMap((line) => (line ? [(JSON.parse(line) as { file: string }).file] : []));
    expect(files).toEqual(expected);
    expect(whole.stderr).toContain(`${FILES - 7} files`);
    expect(whole.stderr).toContain('7 binary');
    expect(whole.stderr.includes('threads')).toBe(availableParallelism() > 1);
    const parts = [0, 1, 2, 3, 4, 5, 6].map((folder) =>
      connlint(['list', '--format', 'jsonl', `folder${folder}`], { cwd: root }),
    );
    expect(parts.map(({ stdout }) => stdout).join('')).toBe(whole.stdout);
  });

  it('is searched here when a thread does not start', () => {
    allowThreads(join(root, 'gone.js'));
    const entries = Array.from({ length: FILES }, (_, index) => ({
      path: nameOf(index),
      absolute: join(root, nameOf(index)),
      named: false,
    }));
    const foreseen = foresee(entries, ['mongodb'], undefined, () => undefined);
    expect(entries.filter((_, index) => foreseen.of(index) === null)).toHaveLength(13);
    expect(entries.filter((_, index) => foreseen.of(index) === 'binary')).toHaveLength(7);
    expect(foreseen.of(0)).toBe('nothing\n'.length);
  });
});
