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
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES, withFiles } from '../support/cli.ts';
import { REPOSITORY } from '../support/copy.ts';

const script = join(import.meta.dirname, '../../tools/bundle.mjs');
let out: string;

/** `npm run bundle` into its own folder, because the committed bundle may be older than the sources. */
const bundle = (...args: string[]): ReturnType<typeof spawnSync> => spawnSync(process.execPath, [script, ...args]);

beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'connlint-bundle-'));
  expect(bundle('--out', out)).toMatchObject({ status: 0 });
});

afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bundle like a hook: the file itself, without Node on the command line. */
const bundled = (args: readonly string[], cwd: string, env = {}): Outcome =>
  started(join(out, 'connlint.cjs'), args, cwd, env);

/** Runs the compiled program, file by file. */
const compiled = (args: readonly string[], cwd: string): Outcome =>
  started(process.execPath, [join(REPOSITORY, 'dist/src/cli/main.js'), ...args], cwd);

function started(program: string, args: readonly string[], cwd: string, env = {}): Outcome {
  const run = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    input: '',
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

const isOfNode = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

const repositories = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

describe('the bundle', () => {
  it('is one executable file, the API, the plugin, their parts, types, the schema and licences', () => {
    expect(readdirSync(out).sort()).toEqual([
      'LICENSES.txt',
      'connlint.cjs',
      'eslint.d.mts',
      'eslint.mjs',
      'index.d.mts',
      'index.mjs',
      'parts',
      'plugin.d.mts',
      'schema.json',
    ]);
    expect(statSync(join(out, 'connlint.cjs')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(out, 'connlint.cjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const licences = readFileSync(join(out, 'LICENSES.txt'), 'utf8');
    for (const name of ['yaml', 'jsonc-parser', 'ignore', 'fast-glob', 'micromatch', 'picocolors'])
      expect(licences).toMatch(new RegExp(`^${name} \\d[\\d.]+ \\((MIT|ISC)\\)$`, 'm'));
  });

  it('asks for nothing that Node itself does not have', () => {
    const files = ['connlint.cjs', ...readdirSync(join(out, 'parts')).map((name) => `parts/${name}`)];
    const asked = files.flatMap((file) => {
      const text = readFileSync(join(out, file), 'utf8').replaceAll('\\\n', '');
      return [...text.matchAll(/[^.\w]require\(["'`]([^"'`]+)["'`]\)/g)].map(([, name = '']) =>
        /^\.\.?\//.test(name) ? join(dirname(file), name) : name,
      );
    });
    const foreign = asked.filter((path) => !files.includes(path) && !isOfNode(path));
    expect(asked.length).toBeGreaterThan(50);
    expect(foreign).toEqual([]);
  });

  it.each(repositories)('prints what the compiled sources print of %s', (name) => {
    const args = ['--format', 'json', '--today', '2026-01-01', name];
    expect(bundled(args, FIXTURES)).toEqual(compiled(args, FIXTURES));
  });

  it.each([['--version'], ['--help'], ['explain', 'legacy-host'], ['config', 'schema'], ['--wrong']])(
    'prints what the compiled sources print: %s %s',
    (...args) => {
      expect(bundled(args, FIXTURES)).toEqual(compiled(args, FIXTURES));
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
        expect(run).toEqual(compiled(args, cwd));
        expect(run.stdout).toContain('"legacy-host"');
        expect(run.stdout).not.toContain('left-out');
      }
    });
  });

  it('loads neither rules nor parsers for files with nothing in them', () => {
    withFiles({ 'a.ts': 'export const port = 5432;\n', 'b.env': 'PORT=5432\n' }, (cwd) => {
      const trace = join(cwd, 'trace.cjs');
      const tell =
        "process.on('exit', () => console.log(Object.keys(require.cache).map((path) => path.split('/').pop()).join()));";
      writeFileSync(trace, tell);
      const run = spawnSync(process.execPath, ['-r', trace, join(out, 'connlint.cjs'), 'a.ts', 'b.env'], {
        cwd,
        encoding: 'utf8',
      });
      expect(run.stdout).toMatch(/^Passed: no findings in 0 strings, 2 files\.\n/);
      const loaded = run.stdout
        .trim()
        .split('\n')
        .at(-1)!
        .split(',')
        .filter((name) => name !== 'trace.cjs');
      expect(loaded.sort()).toEqual(['base.cjs', 'connlint.cjs', 'main.cjs', 'rolldown-runtime.cjs', 'start.cjs']);
      const texts = loaded.map((name) => readFileSync(join(out, name === 'connlint.cjs' ? '' : 'parts', name), 'utf8'));
      expect(texts.join('')).not.toContain('iac-optimized-attribute');
    });
  });

  it('keeps compiled code of its own, never in or from the repository that it reads', () => {
    withFiles({ 'a.env': 'A=mongodb+srv://gable-k4j5h.mongodb.net/g\n', 'home/.keep': '', 'app/b.env': '' }, (cwd) => {
      const home = join(cwd, 'home');
      const kept = (): string[] => readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter(isKept);
      const isKept = (path: string): boolean => path.endsWith('rules.cjs');
      const run = (folder: string, env: Record<string, string>): string =>
        bundled([join(cwd, 'a.env')], folder, { CI: '', XDG_CACHE_HOME: '', LOCALAPPDATA: home, ...env }).stdout;
      const first = run(cwd, { HOME: '' });
      expect(first).toContain('legacy-host');
      for (const HOME of ['.', 'home', home]) run(cwd, { HOME });
      run(home, { XDG_CACHE_HOME: 'x' });
      execFileSync('git', ['init', '-q', cwd]);
      run(join(cwd, 'app'), { HOME: home });
      expect(kept()).toEqual([]);
      rmSync(join(cwd, '.git'), { recursive: true });
      run(join(cwd, 'app'), { HOME: home });
      expect(kept()).toHaveLength(1);
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
    const script = `import { redact } from './index.mjs'; import plugin from './eslint.mjs';
      console.log(redact('mongodb://a:b@h.example.com/'), Object.keys(plugin).join());`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: out, encoding: 'utf8' });
    expect([run.stdout, run.stderr]).toEqual(['mongodb://***:***@h.example.com/ meta,languages,rules,configs\n', '']);
  });

  it('has the same bytes at every build; a build that is stale is reported', () => {
    expect(bundle('--check', '--out', out)).toMatchObject({ status: 0 });
    appendFileSync(join(out, 'connlint.cjs'), '\n');
    const check = bundle('--check', '--out', out);
    expect(check.status).toBe(1);
    expect(String(check.stderr)).toMatch(/stale: .*connlint\.cjs\nRun `npm run bundle`\.\n$/);
    writeFileSync(join(out, 'parts', 'gone.cjs'), '');
    expect(bundle('--check', '--out', out)).toMatchObject({ status: 1 });
    expect(bundle('--out', out).status).toBe(0);
    expect(readdirSync(join(out, 'parts'))).not.toContain('gone.cjs');
  });

  it('is committed as an executable file without line-end conversion', () => {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' });
    expect(git('ls-files', '-s', 'hooks/connlint.cjs')).toMatch(/^100755 /);
    expect(git('check-attr', 'text', '--', 'hooks/parts/yaml.cjs')).toMatch(/text: unset/);
    expect(git('check-attr', 'text', 'diff', '--', 'hooks/connlint.cjs')).toMatch(/text: unset\n.*diff: unset/);
  });
});
