import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connlint, FIXTURES, withFiles } from './support/cli.ts';

const script = join(import.meta.dirname, '../src/generate/bundle.mjs');
let out: string;

/** `npm run bundle` into a folder of its own: what is committed may be older than the sources. */
const bundle = (...args: string[]): ReturnType<typeof spawnSync> => spawnSync(process.execPath, [script, ...args]);

beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'connlint-bundle-'));
  expect(bundle('--out', out)).toMatchObject({ status: 0 });
});

afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

/** Runs the bundle as a hook does: the file itself, no Node on the command line. */
function bundled(args: readonly string[], cwd: string): { code: number | null; stdout: string; stderr: string } {
  const run = spawnSync(join(out, 'connlint.cjs'), args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    input: '',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

const repositories = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

describe('the bundle', () => {
  it('is one executable file and the licences of what is in it', () => {
    expect(readdirSync(out).sort()).toEqual(['LICENSES.txt', 'connlint.cjs']);
    expect(statSync(join(out, 'connlint.cjs')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(out, 'connlint.cjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const licences = readFileSync(join(out, 'LICENSES.txt'), 'utf8');
    for (const name of ['@babel/parser', 'yaml', 'jsonc-parser', 'ignore', 'fast-glob', 'micromatch', 'picocolors'])
      expect(licences).toMatch(new RegExp(`^${name} \\d[\\d.]+ \\((MIT|ISC)\\)$`, 'm'));
  });

  it('asks for nothing that Node itself does not have', () => {
    const text = readFileSync(join(out, 'connlint.cjs'), 'utf8');
    const asked = [...text.matchAll(/[^.\w]require\("([^"]+)"\)/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))).toEqual([]);
  });

  it.each(repositories)('says what the package says of %s', (name) => {
    const args = ['--format', 'json', '--today', '2026-01-01', name];
    expect(bundled(args, FIXTURES)).toEqual(connlint(args, { cwd: FIXTURES }));
  });

  it.each([['--version'], ['--help'], ['explain', 'legacy-host'], ['config', 'schema'], ['--wrong']])(
    'says what the package says: %s %s',
    (...args) => {
      expect(bundled(args, FIXTURES)).toEqual(connlint(args, { cwd: FIXTURES }));
    },
  );

  it('reads what it loads on first need: both kinds of config, fact files by a glob, ignore files, scripts', () => {
    const files = {
      '.gitignore': 'left-out.ts\n',
      'app/a.ts': 'const uri = `mongodb+srv://gable-k4j5h.mongodb.net/${name}`;\n',
      'app/left-out.ts': 'const uri = "mongodb+srv://gable-k4j5h.mongodb.net/g";\n',
      'facts/clusters.json': '[]\n',
      'a.jsonc': '{ /* c */ "include": ["app/**"], "inventory": "facts/*.json", "rules": { "legacy-host": "info" } }\n',
      'a.yaml': 'include: [app/**]\nrules:\n  legacy-host: info\n',
    };
    withFiles(files, (cwd) => {
      for (const config of ['a.jsonc', 'a.yaml']) {
        const args = ['--config', config, '--format', 'json', '--today', '2026-01-01'];
        const run = bundled(args, cwd);
        expect(run).toEqual(connlint(args, { cwd }));
        expect(run.stdout).toContain('"legacy-host"');
        expect(run.stdout).not.toContain('left-out');
      }
    });
  });

  it('has the same bytes at every build; a build that is stale is told', () => {
    expect(bundle('--check', '--out', out)).toMatchObject({ status: 0 });
    appendFileSync(join(out, 'connlint.cjs'), '\n');
    const check = bundle('--check', '--out', out);
    expect(check.status).toBe(1);
    expect(String(check.stderr)).toMatch(/stale: .*connlint\.cjs\nRun `npm run bundle`\.\n$/);
    expect(bundle('--out', out).status).toBe(0);
  });

  it('is committed as an executable file without line-end conversion', () => {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
    expect(git('ls-files', '-s', 'hooks/connlint.cjs')).toMatch(/^100755 /);
    expect(git('check-attr', 'text', 'diff', '--', 'hooks/connlint.cjs')).toMatch(/text: unset\n.*diff: unset/);
  });
});
