import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connlint } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

const WRONG = 'U=mongodb+srv://orchard.f8g9h.mongodb.net:27017/o\n';
const RIGHT = WRONG.replace(':27017', '');
const MORE = `${WRONG}V=mongodb+srv://gable-k4j5h.mongodb.net/g\n`;

let top: string;
/** The working directory. `top` is outside of it. */
let cwd: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'connlint-writers-'));
  cwd = join(top, 'project');
  mkdirSync(cwd);
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

const put = (path: string, text: string): void => writeFileSync(join(cwd, path), text);
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
const run = (...args: readonly string[]) => connlint(args, { cwd });

describe('without room for a file', () => {
  /** Runs the program with a file size limit, so that writing fails as on a full disk. */
  function withoutRoom(...args: readonly string[]) {
    const line = `ulimit -f 0; exec "$0" "$@"`;
    const done = spawnSync('bash', ['-c', line, process.execPath, PROGRAM, ...args], { cwd, encoding: 'utf8' });
    return { code: done.status, stdout: done.stdout, stderr: done.stderr };
  }

  it('--fix leaves the file, and says so', () => {
    put('a.env', WRONG);
    const { code, stdout, stderr } = withoutRoom('--fix');
    expect(code).toBe(1);
    expect(stdout).toContain('error[uri-refused/srv-port]');
    expect(stderr).toMatch(/a\.env: not fixed: cannot write .*file too large/);
    expect(read('a.env')).toBe(WRONG);
    expect(readdirSync(cwd)).toEqual(['a.env']);
  });

  it.each([
    ['a baseline', ['--update-baseline'], '.connlint-baseline'],
    ['init', ['init'], 'connlint.config.jsonc'],
    ['a report', ['--format', 'json=out.json'], 'out.json'],
  ])('%s writes nothing, with exit code 2', (_, args, file) => {
    put('a.env', WRONG);
    const { code, stderr } = withoutRoom(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(`cannot write ${file}: file too large`);
    expect(existsSync(join(cwd, file))).toBe(false);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('a baseline stays as it was', () => {
    put('a.env', WRONG);
    run('--update-baseline');
    const before = read('.connlint-baseline');
    put('a.env', MORE);
    expect(withoutRoom('--update-baseline').code).toBe(2);
    expect(read('.connlint-baseline')).toBe(before);
    expect(readdirSync(cwd).sort()).toEqual(['.connlint-baseline', 'a.env']);
  });
});

describe('a file that may not be written', () => {
  beforeEach(() => {
    put('a.env', WRONG);
  });

  it.each([
    ['.connlint-baseline', ['--update-baseline']],
    ['out.json', ['--format', 'json=out.json']],
  ])('%s stays as it is', (file, args) => {
    put(file, '');
    chmodSync(join(cwd, file), 0o444);
    expect(run(...args)).toMatchObject({
      code: 2,
      stderr: `connlint: cannot write ${file}: it is read-only\nNothing was written there. Make it writable, or name another file.\n`,
    });
    expect(read(file)).toBe('');
    expect(statSync(join(cwd, file)).mode & 0o777).toBe(0o444);
    expect(readdirSync(cwd).sort()).toEqual([file, 'a.env'].sort());
  });

  it('does not make the program say that it changed nothing else', () => {
    put('out.json', '');
    chmodSync(join(cwd, 'out.json'), 0o444);
    const { code, stderr } = run('--fix', '--format', 'sarif=out.sarif', '--format', 'json=out.json');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'connlint: fixed 1 finding in 1 file\nconnlint: wrote out.sarif\n' +
        'connlint: cannot write out.json: it is read-only\n' +
        'Nothing was written there. Make it writable, or name another file.\n',
    });
    expect(read('a.env')).toBe(RIGHT);
    expect(read('out.sarif')).toContain('"runs"');
  });

  it('keeps its mode otherwise', () => {
    put('.connlint-baseline', '');
    chmodSync(join(cwd, '.connlint-baseline'), 0o640);
    expect(run('--update-baseline').code).toBe(0);
    expect(statSync(join(cwd, '.connlint-baseline')).mode & 0o777).toBe(0o640);
  });
});

describe('a link', () => {
  beforeEach(() => {
    put('a.env', WRONG);
  });

  it('out of the project is not written through', () => {
    writeFileSync(join(top, 'other.env'), WRONG);
    writeFileSync(join(top, 'empty'), '');
    writeFileSync(join(top, 'settings'), '{}');
    symlinkSync('../other.env', join(cwd, 'link.env'));
    symlinkSync('../empty', join(cwd, '.connlint-baseline'));
    symlinkSync('../settings', join(cwd, 'connlint.config.jsonc'));

    const fixed = run('--fix', '--no-config', '--no-baseline', 'link.env');
    expect(fixed.code).toBe(1);
    expect(fixed.stderr).toContain('link.env: not fixed: it is a link out of this folder');
    expect(run('--update-baseline', '--no-config')).toMatchObject({
      code: 2,
      stderr:
        'connlint: .connlint-baseline is a link out of this folder\nNothing was written. Name a regular file inside.\n',
    });
    expect(run('init')).toMatchObject({ code: 2, stdout: '' });
    const outside = ['other.env', 'empty', 'settings'].map((name) => readFileSync(join(top, name), 'utf8'));
    expect(outside).toEqual([WRONG, '', '{}']);
  });

  it('out of the project by a folder is none either', () => {
    mkdirSync(join(top, 'elsewhere'));
    symlinkSync('../elsewhere', join(cwd, 'sub'));
    put('connlint.config.json', '{"baseline": "sub/accepted"}');
    expect(run('--update-baseline')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('link out of') as string,
    });
    expect(readdirSync(join(top, 'elsewhere'))).toEqual([]);
  });

  it('inside stays a link, and the file behind it changes', () => {
    put('accepted', '');
    symlinkSync('accepted', join(cwd, '.connlint-baseline'));
    expect(run('--update-baseline').code).toBe(0);
    expect(read('accepted')).toContain('uri-refused/srv-port a.env');
    expect(lstatSync(join(cwd, '.connlint-baseline')).isSymbolicLink()).toBe(true);
  });

  it('of the other kind keeps the old text: what is replaced is the name', () => {
    put('.connlint-baseline', '');
    linkSync(join(cwd, '.connlint-baseline'), join(top, 'kept'));
    expect(run('--update-baseline').code).toBe(0);
    expect(read('.connlint-baseline')).toContain('uri-refused/srv-port a.env');
    expect(readFileSync(join(top, 'kept'), 'utf8')).toBe('');
  });
});

it('files outside are not written, also where the command line names them', () => {
  put('a.env', WRONG);
  writeFileSync(join(top, 'other.env'), WRONG);
  expect(run('--fix', '../other.env').stderr).toContain('other.env: not fixed: it lies outside of this folder');
  expect(readFileSync(join(top, 'other.env'), 'utf8')).toBe(WRONG);
  const refused = 'accepted lies outside of this folder';
  const { code, stderr } = run('--update-baseline', '--baseline', '../accepted');
  expect(code).toBe(2);
  expect(stderr).toContain(refused);
  expect(existsSync(join(top, 'accepted'))).toBe(false);
});

describe('a baseline that another program wrote', () => {
  it('with a byte order mark and other line ends is read as it is, and kept while nothing changes', () => {
    put('a.env', WRONG);
    run('--update-baseline');
    put('.connlint-baseline', `\uFEFF${read('.connlint-baseline').replaceAll('\n', '\r\n')}`);
    const before = read('.connlint-baseline');
    expect(run().code).toBe(0);
    expect(run('--update-baseline').code).toBe(0);
    expect(read('.connlint-baseline')).toBe(before);
  });

  it('in UTF-16 is read', () => {
    put('a.env', WRONG);
    run('--update-baseline');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(read('.connlint-baseline'), 'utf16le')]);
    writeFileSync(join(cwd, '.connlint-baseline'), wide);
    expect(run().code).toBe(0);
  });
});

it('what a killed run left beside a file is not read', () => {
  put('.a.env.0123456789ab.connlint.tmp', WRONG);
  put('a.env', RIGHT);
  const { code, stdout } = run('--format', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ findings: [], summary: { files: 1 } });
  spawnSync('git', ['init', '--quiet'], { cwd });
  spawnSync('git', ['add', '--all'], { cwd });
  expect(run('--staged')).toMatchObject({ code: 0 });
});
