import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintFiles } from '../../src/index.ts';
import type { Report } from '../../src/index.ts';
import { jsonReport } from '../../src/report/json.ts';
import { allowThreads, searchInThreads } from '../../src/node/scan/worker-pool.ts';
import { runProgram } from '../support/run-program.ts';

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

describe('a long list of files with something in many of them', () => {
  const tree = mkdtempSync(join(tmpdir(), 'connlint-lint-threads-'));
  afterAll(() => rmSync(tree, { recursive: true, force: true }));
  const git = (...args: string[]): unknown => spawnSync('git', args, { cwd: tree });

  beforeAll(() => {
    const lines = (index: number): string[] => [
      `URI=mongodb+srv://app:pass${index}@gable-pri.k4j5h.mongodb.net:27017/shop${index}`,
      `NODES=mongodb://gable-shard-00-0${index % 3}.k4j5h.mongodb.net:27017/?replicaSet=r${index % 5}`,
      '# connlint-disable-next-line uri-refused -- here for reasons',
      `OTHER=mongodb+srv://bridge${index % 9}.k4j5h.mongodb.net:27017/`,
      '# connlint-disable-next-line legacy-host -- for nothing',
      'PORT=1',
    ];
    for (let index = 0; index < 3_600; index++) {
      const end = index % 4 === 0 ? '\r\n' : '\n';
      const text = index % 700 === 1 ? 'mongodb://x\0y' : index % 6 === 0 ? lines(index).join(end) : 'PORT=1\n';
      writeFileSync(join(tree, `service-${String(index * 7919).padStart(9, '0')}-${'x'.repeat(40)}.env`), text);
    }
    git('init', '--quiet');
    git('add', '.');
  });

  it.each(['check .', 'check', 'check --no-config', 'check --today 2026-01-02'])(
    'is searched by all cores and linted as if by one: %s',
    (command) => {
      const { stdout, stderr } = runProgram([...command.split(' '), '--format', 'json', '--stats'], { cwd: tree });
      expect(stderr.includes('threads')).toBe(availableParallelism() > 1);
      // A library starts no threads.
      const report = lintFiles([], { cwd: tree, ...(command.includes('today') ? { today: '2026-01-02' } : {}) });
      expect(report.findings.length).toBeGreaterThan(1_200);
      expect(JSON.parse(stdout)).toEqual(JSON.parse([...jsonReport({ report })].join('')));
    },
  );

  it('is reported without the files that are gone, and with those that cannot be read', () => {
    const before = runProgram(['--format', 'json'], { cwd: tree });
    const files = readdirSync(tree)
      .filter((name) => name.endsWith('.env'))
      .sort();
    rmSync(join(tree, files[3]!));
    rmSync(join(tree, files.at(-3)!));
    const after = runProgram(['--format', 'json'], { cwd: tree });
    expect(after.stderr).toMatch(/^Failed: [\d,]+ errors \(--fail-on error\)\.\n$/);
    const counts = ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as Report).summary;
    expect(counts(after).files).toBe(counts(before).files - 2);
    expect(counts(after).skipped).toEqual(counts(before).skipped);
  });
});

describe.each([
  { names: 'ordinary', unusual: [] },
  // The temporary file of a killed run does not belong to the project, even if it was added. Git sorts names beyond
  // ASCII differently.
  { names: 'unusual', unusual: ['a.connlint.tmp', '\u{1F600}.env', '\uFF5E.env'] },
])('a long list of which git tracks only a part, with $names names', ({ unusual }) => {
  const tree = mkdtempSync(join(tmpdir(), 'connlint-tracked-'));
  afterAll(() => rmSync(tree, { recursive: true, force: true }));
  const git = (...args: string[]): unknown => spawnSync('git', args, { cwd: tree });

  const pathOf = (name: string, index: number): string =>
    join(tree, `${String(index * 7919).padStart(9, '0')}-${name}-${'y'.repeat(60)}`);
  const write = (name: string, index: number): void => {
    const line = index % 9 === 2 ? `U=mongodb+srv://h${index}-k4j5h.mongodb.net:27017/d\n` : 'PORT=1\n';
    writeFileSync(pathOf(name, index), line);
  };
  /** @returns the number of findings */
  const both = (cwd = tree, ...paths: string[]): number => {
    const { stdout, stderr } = runProgram(['check', ...paths, '--format', 'json', '--stats'], { cwd });
    expect(stderr.includes('threads')).toBe(availableParallelism() > 1);
    const report = lintFiles(paths, { cwd });
    expect(report.findings.length).toBeGreaterThan(500);
    expect(JSON.parse(stdout)).toEqual(JSON.parse([...jsonReport({ report })].join('')));
    return report.findings.length;
  };

  beforeAll(() => {
    for (let index = 0; index < 3_100; index++) write('tracked.env', index);
    for (const [index, name] of ['é.env', ...unusual].entries()) write(name, 11 + 9 * index);
    chmodSync(pathOf('tracked.env', 2), 0o755);
    mkdirSync(join(tree, 'sub'));
    writeFileSync(join(tree, 'sub', 'b.env'), 'U=mongodb+srv://sub-k4j5h.mongodb.net:27017/d\n');
    spawnSync('git', ['init', '--quiet'], { cwd: join(tree, 'sub') });
    symlinkSync('sub/b.env', join(tree, 'c.env'));
    git('init', '--quiet');
    git('add', '.');
  });

  it('is searched as a whole, few untracked files or many', () => {
    const first = both();
    expect(both(join(tree, 'sub'), '..')).toBe(first);
    for (let index = 0; index < 12; index++) write('new.env', index);
    expect(both()).toBeGreaterThan(first);
    for (let index = 0; index < 3_050; index++) write('newer.env', index);
    rmSync(pathOf('tracked.env', 11));
    both();
  });
});

describe('a long list of files', () => {
  it('is searched by all cores, with the result of one', () => {
    const whole = runProgram(['list', '--format', 'jsonl', '--stats'], { cwd: root });
    const expected = Array.from({ length: FILES }, (_, index) => index)
      .filter((index) => index % 500 === 3)
      .map(nameOf)
      .sort();
    const files = whole.stdout
      .split('\n')
      .flatMap((line) => (line ? [(JSON.parse(line) as { file: string }).file] : []));
    expect(files).toEqual(expected);
    expect(whole.stderr).toContain(`${(FILES - 7).toLocaleString('en')} files`);
    expect(whole.stderr).toContain('7 binary');
    expect(whole.stderr.includes('threads')).toBe(availableParallelism() > 1);
    const parts = [0, 1, 2, 3, 4, 5, 6].map((folder) =>
      runProgram(['list', '--format', 'jsonl', `folder${folder}`], { cwd: root }),
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
    const threads = searchInThreads(entries, ['mongodb'], undefined, () => undefined)!;
    expect(entries.filter((_, index) => threads.of(index) === null)).toHaveLength(13);
    expect(entries.filter((_, index) => threads.of(index) === 'binary')).toHaveLength(7);
    expect(threads.of(0)).toBe('nothing\n'.length);
  });
});
