import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFiles } from '../support/cli.ts';
import type { Run } from '../support/run-program.ts';

const script = join(import.meta.dirname, '../../tools/build.mjs');
let out: string;

const bundle = (...args: string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [script, '--out', out, ...args]);

beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'connlint-bundle-'));
  expect(bundle()).toMatchObject({ status: 0 });
});

afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

/** Runs the bundle like a hook: the file itself, without Node on the command line. */
function bundled(args: readonly string[], cwd: string): Run {
  const run = spawnSync(join(out, 'connlint.cjs'), args, { cwd, encoding: 'utf8', input: '' });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

const isOfNode = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

describe('the bundle', () => {
  it('is an executable file, the API, the plugin, the schema and licences', () => {
    const names = readdirSync(out);
    expect(names).toEqual(
      expect.arrayContaining(['LICENSES.txt', 'connlint.cjs', 'eslint.cjs', 'index.cjs', 'schema.json']),
    );
    expect(names.filter((name) => name.endsWith('js'))).toHaveLength(7);
    expect(statSync(join(out, 'connlint.cjs')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(out, 'connlint.cjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const licences = readFileSync(join(out, 'LICENSES.txt'), 'utf8');
    for (const name of ['fast-glob', 'micromatch', 'picocolors'])
      expect(licences).toMatch(new RegExp(`^${name} \\d[\\d.]+ \\((MIT|ISC)\\)$`, 'm'));
  });

  it('asks for nothing that Node itself does not have', () => {
    const files = readdirSync(out).filter((name) => name.endsWith('.cjs'));
    const asked = files.flatMap((file) => {
      const text = readFileSync(join(out, file), 'utf8');
      return [...text.matchAll(/[^.\w]require\(["'`](?:\.\/)?([^"'`]+)["'`]\)/g)].map(([, name = '']) => name);
    });
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !files.includes(name) && !isOfNode(name))).toEqual([]);
  });

  it.each([
    ['files', ['a.ts', 'b.env']],
    ['a commit', ['--staged']],
  ])('does not load rules for %s with nothing in them', (_, chosen) => {
    withFiles({ 'a.ts': 'export const port = 5432;\n', 'b.env': 'PORT=5432\n' }, (cwd) => {
      execFileSync('git', ['init', '--quiet'], { cwd });
      execFileSync('git', ['add', 'a.ts', 'b.env'], { cwd });
      const trace = join(cwd, 'trace.cjs');
      const loaded = "Object.keys(require.cache).map((path) => require('path').basename(path))";
      writeFileSync(trace, `process.on('exit', () => console.log(${loaded}.join()));`);
      const args = ['-r', trace, join(out, 'connlint.cjs'), ...chosen];
      const run = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
      expect(run.stdout).toBe('Passed: no findings in 0 strings, 2 files.\ntrace.cjs,connlint.cjs,start.cjs\n');
    });
  });

  it('is not scanned where it is copied into a repository', () => {
    withFiles({ 'a.env': 'A=mongodb+srv://gable.k4j5h.mongodb.net/g\n' }, (cwd) => {
      cpSync(out, join(cwd, 'tools/connlint'), { recursive: true });
      const run = bundled(['list', '--format', 'json'], cwd);
      expect((JSON.parse(run.stdout) as { file: string }[]).map(({ file }) => file)).toEqual(['a.env']);
    });
  });

  it('gives the API and the plugin, and runs nothing when they are imported', () => {
    const script = `import { redact } from './index.cjs'; import plugin, { configs } from './eslint.cjs';
      import { createRequire } from 'node:module'; const required = createRequire(process.cwd() + '/')('./eslint.cjs');
      console.log(redact('mongodb://a:b@h.example.com/'), Object.keys(plugin).join(), required === plugin, configs === plugin.configs);`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: out, encoding: 'utf8' });
    expect([run.stdout, run.stderr]).toEqual([
      'mongodb://***@h.example.com/ meta,languages,rules,configs true true\n',
      '',
    ]);
  });

  it('has the same bytes at every build; a build that is stale is reported', () => {
    expect(bundle('--check')).toMatchObject({ status: 0 });
    appendFileSync(join(out, 'connlint.cjs'), '\n');
    writeFileSync(join(out, 'gone.cjs'), '');
    const check = bundle('--check');
    expect(check.status).toBe(1);
    expect(String(check.stderr)).toMatch(/stale: .*connlint\.cjs\nstale: .*gone\.cjs\nRun `npm run bundle`\.\n$/);
    expect(bundle().status).toBe(0);
    expect(readdirSync(out)).not.toContain('gone.cjs');
  });

  it('is committed as an executable file without line-end conversion', () => {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' });
    expect(git('ls-files', '-s', 'hooks/connlint.cjs')).toMatch(/^100755 /);
    expect(git('check-attr', 'text', 'diff', '--', 'hooks/connlint.cjs')).toMatch(/text: unset\n.*diff: unset/);
  });
});
