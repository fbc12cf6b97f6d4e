import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';

const WRONG = 'mongodb+srv://orchard.f8g9h.mongodb.net:27017/o';
const RIGHT = 'mongodb+srv://orchard.f8g9h.mongodb.net/o';
const SECRET = 'Wint3r-Kiln-88';
const WITH_SECRET = `mongodb+srv://app:${SECRET}@vineyard.f8g9h.mongodb.net/v`;
const NO_CI = { CI: '' };

function git(cwd: string, args: readonly string[]): { code: number | null; stderr: string } {
  const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return { code: status, stderr };
}

interface Applied {
  readonly patch: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  readonly applies: string;
  readonly after: Readonly<Record<string, Buffer>>;
}

/** Writes a patch by a dry run, applies it with git, and shows the files. */
function applied(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { flags?: readonly string[]; folder?: string; args?: readonly string[] } = {},
): Applied {
  return withFiles(files, (root) => {
    git(root, ['init', '-q']);
    const cwd = join(root, options.folder ?? '.');
    const { code, stderr } = connlint(
      ['check', '--fix-dry-run', '--format', 'patch=../fix.patch', ...(options.args ?? [])],
      {
        cwd,
        env: NO_CI,
      },
    );
    const patch = readFileSync(join(cwd, '../fix.patch'));
    for (const [path, content] of Object.entries(files)) {
      expect(readFileSync(join(root, path)), 'a dry run changes nothing').toEqual(Buffer.from(content));
    }
    const { stderr: applies } = git(cwd, ['apply', ...(options.flags ?? []), '../fix.patch']);
    const after = Object.fromEntries(Object.keys(files).map((path) => [path, readFileSync(join(root, path))]));
    return { patch, stderr, code, applies, after };
  });
}

describe('the patch of --fix-dry-run', () => {
  it('is taken by git apply, whatever the files are called and how they end', () => {
    const names = ['a.env', 'with space.env', 'bräu"haus\\.env', 'tab\there.env', 'deep/er/b.env'];
    const files = Object.fromEntries(names.map((name) => [`r/${name}`, `x=1\r\nU=${WRONG}\r\ny=2\r\nV=${WRONG}`]));
    const { applies, after, code } = applied(files, { folder: 'r' });
    expect(applies).toBe('');
    expect(code).toBe(1);
    for (const name of names) expect(after[`r/${name}`]!.toString()).toBe(`x=1\r\nU=${RIGHT}\r\ny=2\r\nV=${RIGHT}`);
  });

  it('keeps bytes that are not UTF-8, and the byte order mark', () => {
    const latin = Buffer.concat([Buffer.from('n=caf'), Buffer.from([0xe9]), Buffer.from(`\nU=${WRONG}\n`)]);
    const marked = Buffer.from(`\uFEFFU=${WRONG}\nrest\n`);
    const { applies, after } = applied({ 'r/latin.env': latin, 'r/marked.env': marked }, { folder: 'r' });
    expect(applies).toBe('');
    expect(after['r/latin.env']!.toString('latin1')).toBe(`n=café\nU=${RIGHT}\n`);
    expect(after['r/marked.env']!.toString()).toBe(`\uFEFFU=${RIGHT}\nrest\n`);
  });

  it('removes a line that is left over, alone in its file too', () => {
    const comment = '# connlint-disable-next-line uri-refused -- left over\n';
    const { applies, after } = applied(
      { 'r/a.rb': `x = 1\n${comment}URI = '${RIGHT}'\n`, 'r/b.rb': `${comment}x\n`, 'r/c.rb': `x\n${comment.trim()}` },
      { folder: 'r' },
    );
    expect(applies).toBe('');
    expect(after['r/a.rb']!.toString()).toBe(`x = 1\nURI = '${RIGHT}'\n`);
    expect(after['r/b.rb']!.toString()).toBe('x\n');
    expect(after['r/c.rb']!.toString()).toBe('x\n');
  });

  it('shows no credential around a change', () => {
    const far = Array.from({ length: 9 }, (_, i) => `n${i} = ${i}\n`).join('');
    const { patch, applies, after } = applied(
      {
        'r/a.py': `A = '${WITH_SECRET}'\nb = 1\nU = '${WRONG}'\nc = 1\nd = 1\nE = '${WITH_SECRET}'\n${far}V = '${WRONG}'\n`,
      },
      { folder: 'r' },
    );
    expect(patch.toString()).not.toContain(SECRET);
    expect(patch.toString()).toContain(RIGHT);
    expect(applies).toBe('');
    expect(after['r/a.py']!.toString()).toContain(`U = '${RIGHT}'\nc = 1\n`);
  });

  it('says how to apply it where a credential follows a change directly', () => {
    const files = { 'r/a.env': `w=1\nx=1\nU=${WRONG}\nS=${WITH_SECRET}\nV=${WRONG}\n` };
    const plain = applied(files, { folder: 'r' });
    expect(plain.patch.toString()).not.toContain(SECRET);
    expect(plain.stderr).toContain('git apply --unidiff-zero');
    const { applies, after } = applied(files, { folder: 'r', flags: ['--unidiff-zero'] });
    expect(applies).toBe('');
    expect(after['r/a.env']!.toString()).toBe(`w=1\nx=1\nU=${RIGHT}\nS=${WITH_SECRET}\nV=${RIGHT}\n`);
  });

  it('leaves UTF-16 files to --fix, and says so', () => {
    const text = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`U=${WRONG}\n`, 'utf16le')]);
    const { patch, stderr } = applied({ 'r/a.env': text }, { folder: 'r' });
    expect(patch).toHaveLength(0);
    expect(stderr).toContain('a.env: not in the patch');
  });

  it('is printed to standard output, and to that alone', () => {
    withFiles({ 'a.env': `U=${WRONG}\n` }, (cwd) => {
      const { stdout, code } = connlint(['--fix-dry-run'], { cwd, env: NO_CI });
      expect(stdout).toBe(`--- a/a.env\n+++ b/a.env\n@@ -1 +1 @@\n-U=${WRONG}\n+U=${RIGHT}\n`);
      expect(code).toBe(1);
      const text = connlint(['--stdin-filename', 'x.env', '--fix-dry-run'], { cwd, input: `U=${WRONG}\n`, env: NO_CI });
      expect(text.stdout).toContain(`--- a/x.env\n+++ b/x.env\n@@ -1 +1 @@\n`);
    });
  });
});

describe('a changed line that contains a credential', () => {
  const line = `U=mongodb+srv://app:${SECRET}@orchard.f8g9h.mongodb.net:27017/o\n`;
  const files = { 'a.env': `${line}x=1\nV=${WRONG}\n` };
  const run = (args: readonly string[], env: Record<string, string>) =>
    withFiles(files, (cwd) => connlint(args, { cwd, env }));

  it('is shown where nobody reads along, for it must apply', () => {
    expect(run(['--fix-dry-run'], NO_CI).stdout).toContain(`-U=mongodb+srv://app:${SECRET}@`);
  });

  it('is refused in CI, and allowed by --show-secrets', () => {
    const refused = run(['--fix-dry-run'], { CI: 'true' });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--show-secrets');
    expect(refused.stderr).not.toContain(SECRET);
    expect(run(['--fix-dry-run', '--show-secrets'], { CI: 'true' }).stdout).toContain(SECRET);
  });

  it('is left out of a patch that is only a format of the report', () => {
    const { code, stdout, stderr } = run(['--format', 'patch'], { CI: 'true' });
    expect(code).toBe(1);
    expect(stdout).toContain(`+V=${RIGHT}`);
    expect(stdout + stderr).not.toContain(SECRET);
    expect(stderr).toContain('--show-secrets');
  });

  it('does not hinder a report', () => {
    const { code, stdout } = run(['--fix-dry-run', '--format', 'json'], { CI: 'true' });
    expect(code).toBe(1);
    expect(stdout).not.toContain(SECRET);
    expect(JSON.parse(stdout)).toHaveProperty('findings');
  });
});

describe('GNU patch', () => {
  it('takes it too', () => {
    withFiles({ 'a b.env': `x=1\nU=${WRONG}\ny=2\n` }, (cwd) => {
      const { stdout } = connlint(['--fix-dry-run'], { cwd, env: NO_CI });
      writeFileSync(join(cwd, 'p'), stdout);
      const { status, error } = spawnSync('patch', ['-p1', '-s', '-i', 'p'], { cwd });
      if (error) return;
      expect(status).toBe(0);
      expect(readFileSync(join(cwd, 'a b.env'), 'utf8')).toBe(`x=1\nU=${RIGHT}\ny=2\n`);
    });
  });
});
