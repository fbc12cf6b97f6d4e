import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { demoProjects, WAYS, withApi } from '../support/api.ts';
import { PROGRAM } from '../support/run-program.ts';

const KILL = pathToFileURL(fileURLToPath(new URL('../support/kill-at.mjs', import.meta.url))).href;
const WRONG = 'U=mongodb+srv://orchard.f8g9h.mongodb.net:27017/o\n';
const MORE = `${WRONG}V=mongodb+srv://gable-k4j5h.mongodb.net/g\n`;

type Files = Readonly<Record<string, string>>;

interface Writer {
  readonly title: string;
  readonly args: readonly string[];
  /** The files before the run, and those of a run before it. */
  readonly files: Files;
  readonly first?: readonly string[];
  /** Added after the first run. */
  readonly then?: Files;
  /** Minimum number of points at which it can be killed. Fewer would mean that the points are not reached. */
  readonly points: number;
}

const WRITERS: readonly Writer[] = [
  { title: '--fix', args: ['--fix', '--fail-on', 'never'], files: { 'a.env': WRONG, 'b.env': WRONG }, points: 14 },
  { title: 'a first baseline', args: ['--update-baseline'], files: { 'a.env': WRONG }, points: 4 },
  {
    title: 'a changed baseline',
    args: ['--update-baseline'],
    files: { 'a.env': WRONG },
    first: ['--update-baseline'],
    then: { 'a.env': MORE },
    points: 6,
  },
  { title: 'init', args: ['init'], files: { 'a.env': MORE }, points: 4 },
  {
    title: 'reports',
    args: ['--fail-on', 'never', '--format', 'json=out/a.json', '--format', 'sarif=out/a.sarif'],
    files: { 'a.env': MORE, 'out/a.json': '{}\n', 'connlint.config.json': '{"ignores": ["out/**"]}' },
    points: 10,
  },
];

/** Runs the program, which dies at the point with this number if it gets there. */
function runUntil(
  cwd: string,
  args: readonly string[],
  point: number,
  env: Files = {},
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['--import', KILL, PROGRAM, ...args], {
    cwd,
    env: { ...process.env, KILL_AT: String(point), ...env },
    stdio: 'ignore',
  });
  return new Promise((done) => child.on('exit', (_, signal) => done(signal)));
}

const NEVER = 1e9;
const AT_ONCE = 3;

function put(cwd: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/** All files below a folder except temporary ones, which a killed program cannot remove. */
function texts(cwd: string): Files {
  const names = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.connlint.tmp'))
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(names.sort().map((path) => [path.slice(cwd.length + 1), readFileSync(path, 'utf8')]));
}

/** Kills the run at each of its points, each time in a fresh folder with the same files. Returns their number. */
async function killedEverywhere(
  prepare: (cwd: string) => Promise<unknown>,
  run: (cwd: string, point: number) => Promise<NodeJS.Signals | null>,
): Promise<number> {
  let before: Files = {};
  const inFolder = async <T>(use: (cwd: string) => Promise<T>): Promise<T> => {
    const cwd = mkdtempSync(join(tmpdir(), 'connlint-killed-'));
    try {
      put(cwd, before);
      return await use(cwd);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  };
  const after = await inFolder(async (cwd) => {
    await prepare(cwd);
    before = texts(cwd);
    await run(cwd, NEVER);
    return texts(cwd);
  });
  expect(after).not.toEqual(before);
  const dies = (point: number): Promise<boolean> =>
    inFolder(async (cwd) => {
      const signal = await run(cwd, point);
      for (const [path, text] of Object.entries(texts(cwd)))
        expect([before[path], after[path]], `${path}, killed at ${point}`).toContain(text);
      for (const path of Object.keys(before)) expect(texts(cwd), `killed at ${point}`).toHaveProperty([path]);
      // Files that are left behind do not block the next run.
      if (signal !== null && point % 4 === 0) {
        await run(cwd, NEVER);
        expect(texts(cwd)).toMatchObject(pick(after, before));
      }
      return signal === 'SIGKILL';
    });
  for (let point = 0; ; point += AT_ONCE) {
    const deaths = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => dies(point + index)));
    const alive = deaths.indexOf(false);
    if (alive >= 0) return point + alive;
  }
}

/** The result of a second run, after any state of the first. No run refuses to overwrite these files. */
const pick = (after: Files, before: Files): Files =>
  Object.fromEntries(Object.entries(after).filter(([path]) => path in before));

describe('killed at any point, each file is as it was or as it was to be', () => {
  it.each(WRITERS)('$title', { timeout: 240_000 }, async ({ args, files, first, then, points }) => {
    const tried = await killedEverywhere(
      async (cwd) => {
        put(cwd, files);
        if (first) await runUntil(cwd, first, NEVER);
        if (then) put(cwd, then);
      },
      (cwd, point) => runUntil(cwd, args, point),
    );
    expect(tried).toBeGreaterThanOrEqual(points);
  });

  it('pull', { timeout: 240_000 }, async () => {
    const { aws } = demoProjects();
    await withApi({}, async ({ base }) => {
      const args = ['pull', '--out', 'facts.json', '--base-url', base, '--project', aws.id, '--today', '2026-11-20'];
      const tried = await killedEverywhere(
        async (cwd) => {
          await runUntil(cwd, [...args.slice(0, -1), '2026-11-19'], NEVER, WAYS['API key']);
        },
        (cwd, point) => runUntil(cwd, args, point, WAYS['API key']),
      );
      expect(tried).toBeGreaterThanOrEqual(6);
    });
  });
});
