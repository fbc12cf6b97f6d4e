import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { fixFiles } from '../../src/node/fix-files.ts';
import { openProject } from '../../src/node/project/project.ts';
import { connlint, withFiles } from '../support/cli.ts';

const WRONG = 'mongodb+srv://orchard.f8g9h.mongodb.net:27017/o';
const RIGHT = 'mongodb+srv://orchard.f8g9h.mongodb.net/o';

function fix(cwd: string, { rules = RULES, between }: { rules?: readonly Rule[]; between?: () => void } = {}) {
  const project = openProject({ cwd, rules, today: '2026-11-20' });
  const checked = check(project, listFiles(project, { paths: [] }), { forFixes: true });
  between?.();
  return fixFiles(project, checked);
}

describe('--fix', () => {
  it('reports what remains, and a second run changes nothing', () => {
    withFiles({ 'a.env': `U=${WRONG}\nV=mongodb+srv://gable-k4j5h.mongodb.net/g\n` }, (cwd) => {
      const first = connlint(['--fix', '--format', 'json'], { cwd });
      expect(first.code).toBe(0);
      expect(first.stderr).toContain('fixed 1 finding in 1 file');
      const { findings } = JSON.parse(first.stdout) as { findings: { rule: string }[] };
      expect(findings.map(({ rule }) => rule)).toEqual(['legacy-host']);
      const { mtimeMs } = statSync(join(cwd, 'a.env'));
      expect(connlint(['--fix', '--format', 'json'], { cwd })).toEqual({
        code: 0,
        stdout: first.stdout,
        stderr: 'Passed: no errors (--fail-on error).\n',
      });
      expect(statSync(join(cwd, 'a.env')).mtimeMs).toBe(mtimeMs);
    });
  });

  it('keeps encoding, byte order mark, line ends and mode, and follows links', () => {
    const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const latin = (text: string) => Buffer.concat([Buffer.from([0xe9, 0x0a]), Buffer.from(text)]);
    const files = {
      'marked.env': Buffer.from(`\uFEFFU=${WRONG}\r\nx=ü\r\n`),
      'wide.env': utf16(`U=${WRONG}\r\n`),
      'latin.env': latin(`U=${WRONG}\r`),
      'run.sh': `U=${WRONG}`,
    };
    withFiles(files, (cwd) => {
      chmodSync(join(cwd, 'run.sh'), 0o775);
      symlinkSync('run.sh', join(cwd, 'link.sh'));
      expect(connlint(['--fix'], { cwd }).code).toBe(0);
      expect(connlint(['--fix', 'link.sh'], { cwd }).code).toBe(0);
      const read = (name: string) => readFileSync(join(cwd, name));
      expect(read('marked.env')).toEqual(Buffer.from(`\uFEFFU=${RIGHT}\r\nx=ü\r\n`));
      expect(read('wide.env')).toEqual(utf16(`U=${RIGHT}\r\n`));
      expect(read('latin.env')).toEqual(latin(`U=${RIGHT}\r`));
      expect(read('run.sh').toString()).toBe(`U=${RIGHT}`);
      expect(statSync(join(cwd, 'run.sh')).mode & 0o777).toBe(0o775);
      expect(lstatSync(join(cwd, 'link.sh')).isSymbolicLink()).toBe(true);
      expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });
  });

  it('fixes a file once that it meets under two names', () => {
    withFiles({ 'a.env': `U=${WRONG}\n` }, (cwd) => {
      symlinkSync('a.env', join(cwd, 'b.env'));
      expect(connlint(['--fix', 'a.env', 'b.env'], { cwd })).toMatchObject({ code: 0 });
      expect(readFileSync(join(cwd, 'a.env'), 'utf8')).toBe(`U=${RIGHT}\n`);
    });
  });

  it('leaves a file alone that changed since it was read, and one that may not be written', () => {
    withFiles({ 'a.env': `U=${WRONG}\n`, 'b.env': `U=${WRONG}\n`, 'c.env': `U=${WRONG}\n` }, (cwd) => {
      chmodSync(join(cwd, 'b.env'), 0o444);
      const mine = `U=${WRONG}\n# mine\n`;
      const { report, files } = fix(cwd, { between: () => writeFileSync(join(cwd, 'a.env'), mine) });
      expect(files).toBe(1);
      expect(report.notices.map(({ file, message }) => `${file} ${message}`)).toEqual([
        'a.env not fixed: it has changed since it was read',
        'b.env not fixed: it is read-only',
      ]);
      expect(readFileSync(join(cwd, 'a.env'), 'utf8')).toBe(mine);
      expect(readFileSync(join(cwd, 'b.env'), 'utf8')).toBe(`U=${WRONG}\n`);
      expect(report.findings.map(({ file, fix: offered }) => [file, offered !== null])).toEqual([
        ['a.env', true],
        ['b.env', true],
      ]);
      expect(report.summary.findings.error).toBe(2);
    });
  });

  it.each([
    ['gone', /it has changed/, () => undefined],
    ['a folder', /it has changed/, (path) => mkdirSync(path, { recursive: true })],
    ['a pipe', /it has changed/, (path) => execFileSync('mkfifo', [path])],
    [
      'a link to a file outside',
      /it (?:is a link|lies)/,
      (path, out) => {
        symlinkSync(join(out, 'a.env'), path);
      },
    ],
    [
      'a link to itself',
      /it (?:is a link|lies)/,
      (path) => {
        symlinkSync('a.env', path);
      },
    ],
    [
      'in a folder that is a link out',
      /it (?:is a link|lies)/,
      (path, out) => {
        rmSync(dirname(path), { recursive: true });
        symlinkSync(out, dirname(path));
      },
    ],
  ] as readonly [string, RegExp, (path: string, out: string) => unknown][])(
    'leaves alone what has become %s since it was read',
    (_, why, change) => {
      const files = { 'in/sub/a.env': `U=${WRONG}\n`, 'in/b.env': `U=${WRONG}\n`, 'out/a.env': `U=${WRONG}\n` };
      withFiles(files, (top) => {
        const cwd = join(top, 'in');
        const between = (): void => {
          rmSync(join(cwd, 'sub/a.env'));
          change(join(cwd, 'sub/a.env'), join(top, 'out'));
        };
        const { report } = fix(cwd, { between });
        expect(report.notices).toEqual([{ code: 'not-fixed', file: 'sub/a.env', message: expect.stringMatching(why) }]);
        expect(report.findings.map(({ file }) => file)).toEqual(['sub/a.env']);
        expect(readFileSync(join(cwd, 'b.env'), 'utf8')).toBe(`U=${RIGHT}\n`);
        expect(readFileSync(join(top, 'out/a.env'), 'utf8')).toBe(`U=${WRONG}\n`);
        expect(readdirSync(join(top, 'out'))).toEqual(['a.env']);
      });
    },
  );

  it('goes on where a named folder is gone before it is read', () => {
    withFiles({ 'sub/a.env': `U=${WRONG}\n`, 'b.env': `U=${WRONG}\n` }, (cwd) => {
      const project = openProject({ cwd, rules: RULES, today: '2026-11-20' });
      const files = listFiles(project, { paths: ['sub', 'b.env'] });
      rmSync(join(cwd, 'sub'), { recursive: true });
      const checked = check(project, files, { forFixes: true });
      expect(fixFiles(project, checked).files).toBe(1);
      expect(readFileSync(join(cwd, 'b.env'), 'utf8')).toBe(`U=${RIGHT}\n`);
    });
  });

  it('fixes nothing that somebody accepted', () => {
    const text = `# connlint-disable-next-line uri-refused -- the proxy wants it\nU=${WRONG}\n`;
    withFiles({ 'a.env': text, 'b.env': `U=${WRONG}\n` }, (cwd) => {
      expect(connlint(['--update-baseline', 'b.env'], { cwd }).code).toBe(0);
      expect(connlint(['--fix'], { cwd })).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(join(cwd, 'a.env'), 'utf8')).toBe(text);
      expect(readFileSync(join(cwd, 'b.env'), 'utf8')).toBe(`U=${WRONG}\n`);
    });
  });

  it('takes a suppression away that is left over, with its line', () => {
    const files = {
      'a.rb': `x = 1\n# connlint-disable-next-line uri-refused -- left over\nURI = '${RIGHT}'\n`,
      'b.yaml': `# connlint-disable legacy-host -- old\na: ${RIGHT}\n`,
      'c.go': `var u = "${RIGHT}" // connlint-disable-line uri-refused -- left over\n`,
    };
    withFiles(files, (cwd) => {
      connlint(['--fix'], { cwd });
      const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
      expect(read('a.rb')).toBe(`x = 1\nURI = '${RIGHT}'\n`);
      expect(read('b.yaml')).toBe(`a: ${RIGHT}\n`);
      expect(read('c.go')).toBe(`var u = "${RIGHT}"\n`);
    });
  });

  it('is refused where it makes no sense', () => {
    withFiles({ 'a.env': `U=${WRONG}\n` }, (cwd) => {
      const refused = (args: readonly string[]) => connlint(args, { cwd, input: `U=${WRONG}\n` });
      expect(refused(['--fix', '--stdin-filename', 'a.env'])).toMatchObject({ code: 2, stdout: '' });
      expect(refused(['--fix', '--fix-dry-run'])).toMatchObject({ code: 2, stdout: '' });
      expect(readFileSync(join(cwd, 'a.env'), 'utf8')).toBe(`U=${WRONG}\n`);
    });
  });
});

/** Reports every path `from` and offers to write `to` instead. */
function replacing(id: string, from: string, to: string): Rule {
  return {
    id,
    trigger: { anchors: [from.replace(/\W/g, '')] },
    severity: 'warning',
    docs: { what: 'w', why: 'y', todo: 't' },
    messages: { m: 'm' },
    checkFile: ({ source }) =>
      [...source.text.matchAll(new RegExp(from, 'g'))].map(({ index, 0: word }) => {
        const at = { offset: index, endOffset: index + word.length };
        return { message: 'm', at, fix: { title: 'f', edits: [{ ...at, text: to }] } };
      }),
  };
}

describe('a fix beside another one', () => {
  const run = (text: string, ...rules: readonly Rule[]) =>
    withFiles({ 'a.txt': text }, (cwd) => {
      const { report, count } = fix(cwd, { rules });
      const left = report.findings.map(({ rule, fix: own, suggestions }) => [rule, own !== null, suggestions.length]);
      return { text: readFileSync(join(cwd, 'a.txt'), 'utf8'), count, left };
    });

  it('of one rule is applied with it', () => {
    expect(run('abab', replacing('pair', 'ab', 'c'))).toEqual({ text: 'cc', count: 2, left: [] });
  });
});

it('a hard link keeps the old text: what is replaced is the name', () => {
  withFiles({ 'a.env': `U=${WRONG}\n` }, (cwd) => {
    linkSync(join(cwd, 'a.env'), join(cwd, 'kept.bak'));
    expect(connlint(['--fix', 'a.env'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'kept.bak'), 'utf8')).toBe(`U=${WRONG}\n`);
  });
});
