import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatBaseline, parseBaseline } from '../../../src/lint/baseline.ts';
import { connlint, withFiles } from '../../support/cli.ts';

const PORT = 'mongodb+srv://orchard.f8g9h.mongodb.net:27017/o';
const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';
const FILE = '.connlint-baseline';

interface Told {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly suppressed: { readonly by: string } | null;
}
function told(cwd: string, args: readonly string[] = []): string[] {
  const { stdout } = connlint(['check', '--format', 'json', ...args], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: Told[] };
  return findings.map(
    ({ rule, file, line, suppressed }) => `${rule} ${file}:${line}${suppressed ? ` ${suppressed.by}` : ''}`,
  );
}
const baseline = (cwd: string, ...args: string[]) => connlint(['baseline', ...args], { cwd });
const read = (cwd: string, path = FILE) => readFileSync(join(cwd, path), 'utf8');
const write = (cwd: string, path: string, text: string) => writeFileSync(join(cwd, path), text);

describe('connlint baseline', () => {
  it('accepts what there is: a sorted line each, no line number, no date, no credential', () => {
    const files = {
      'z.env': `U=mongodb+srv://app:Wint3r-Kiln@orchard.f8g9h.mongodb.net:27017/o\n`,
      'a dir/b.env': `U=${LEGACY}\n`,
    };
    withFiles(files, (cwd) => {
      expect(baseline(cwd, 'create')).toMatchObject({ code: 0, stdout: `${FILE}: 3 findings accepted\n` });
      const lines = read(cwd).trimEnd().split('\n');
      expect(lines[0]).toMatch(/^# connlint baseline v1\b/);
      expect([...lines].sort()).toEqual(lines);
      const bare = lines.slice(1).map((line) => line.replace(/^connlint\/v1:[0-9a-f]{16} /, ''));
      expect(bare.sort()).toEqual([
        'credentials-in-text z.env mongodb+srv://***:***@orchard.f8g9h.mongodb.net:27017/o',
        `legacy-host "a dir/b.env" ${LEGACY}`,
        'uri-refused z.env mongodb+srv://***:***@orchard.f8g9h.mongodb.net:27017/o',
      ]);
      expect(connlint([], { cwd })).toMatchObject({ code: 0 });
      const before = read(cwd);
      expect(baseline(cwd, 'create')).toMatchObject({ code: 2, stdout: '' });
      expect(read(cwd)).toBe(before);
    });
  });

  it('still accepts a finding that moved, and one whose password changed', () => {
    withFiles({ 'a.env': `U=mongodb+srv://app:Wint3r-Kiln@orchard.f8g9h.mongodb.net:27017/o\n` }, (cwd) => {
      baseline(cwd, 'create');
      write(cwd, 'a.env', `# moved\n\nU=mongodb+srv://app:Autumn-Kiln@orchard.f8g9h.mongodb.net:27017/o\n`);
      expect(told(cwd)).toEqual(['credentials-in-text a.env:3 baseline', 'uri-refused a.env:3 baseline']);
      expect(baseline(cwd, 'check').code).toBe(0);
    });
  });

  it('sees a new finding on an accepted line, and one more of the same', () => {
    withFiles({ 'a.env': `U=${LEGACY}\n` }, (cwd) => {
      baseline(cwd, 'create');
      write(cwd, 'a.env', `U=${LEGACY} ${PORT}\nV=${LEGACY}\n`);
      expect(told(cwd)).toEqual(['legacy-host a.env:1 baseline', 'uri-refused a.env:1', 'legacy-host a.env:2']);
      expect(connlint([], { cwd }).code).toBe(1);
    });
  });

  it('reports entries that are gone at their line, and prunes them', () => {
    withFiles({ 'a.env': `U=${PORT}\n`, 'b.env': `U=${PORT}\n`, 'c.env': `U=${PORT}\n` }, (cwd) => {
      baseline(cwd, 'create');
      const lines = read(cwd).split('\n');
      const lineOf = (file: string) => lines.findIndex((line) => line.includes(` ${file} `)) + 1;
      write(cwd, 'a.env', 'U=x\n');
      const stale = `acceptance ${FILE}:${lineOf('a.env')}`;
      expect(told(cwd)).toEqual([stale, 'uri-refused b.env:1 baseline', 'uri-refused c.env:1 baseline']);
      expect(told(cwd, ['b.env'])).toEqual(['uri-refused b.env:1 baseline']);
      expect(told(cwd, ['a.env'])).toEqual([stale]);
      expect(told(cwd, ['--rule', 'legacy-host'])).toEqual([]);
      expect(connlint([], { cwd }).code).toBe(0);
      expect(baseline(cwd, 'check', 'b.env').code).toBe(0);
      const checked = baseline(cwd, 'check');
      expect(checked.code).toBe(1);
      expect(checked.stdout).toContain('- uri-refused a.env');
      const updated = baseline(cwd, 'update');
      expect(updated.code).toBe(0);
      expect(updated.stdout).toContain(`${FILE}: 1 gone; 2 findings accepted`);
      expect(baseline(cwd, 'check').code).toBe(0);
      expect(told(cwd)).toEqual(['uri-refused b.env:1 baseline', 'uri-refused c.env:1 baseline']);
    });
  });

  it('counts both sides of a merge, and tidies up', () => {
    withFiles({ 'a.env': `U=${PORT}\n`, 'b.env': `U=${LEGACY}\n`, 'c.env': `U=${PORT}\n` }, (cwd) => {
      baseline(cwd, 'create');
      const clean = read(cwd);
      const [head, ...lines] = clean.trimEnd().split('\n');
      const gone = 'connlint/v2:00000000000000aa uri-refused c.env text';
      const merged = [
        head,
        '<<<<<<< ours',
        lines[0],
        lines[1],
        '||||||| base',
        gone,
        '=======',
        lines[1],
        lines[2],
        '>>>>>>> theirs',
        '',
      ];
      write(cwd, FILE, merged.join('\r\n'));
      const run = connlint(['check', '--format', 'json'], { cwd });
      expect(run.code).toBe(0);
      expect(run.stderr).toContain('contains merge markers');
      expect(told(cwd).every((line) => line.endsWith(' baseline'))).toBe(true);
      expect(baseline(cwd, 'check').code).toBe(1);
      expect(baseline(cwd, 'update').code).toBe(0);
      expect(read(cwd)).toBe(clean);
    });
  });

  it('is the same from every folder of the project', () => {
    withFiles(
      { 'connlint.config.json': '{"baseline": "ci/accepted"}', 'src/a.env': `U=${PORT}\n`, 'ci/x': '' },
      (cwd) => {
        expect(baseline(join(cwd, 'src'), 'create').code).toBe(0);
        expect(read(cwd, 'ci/accepted')).toContain(' src/a.env ');
        expect(told(cwd)).toEqual(['uri-refused src/a.env:1 baseline']);
        expect(told(join(cwd, 'src'))).toEqual(['uri-refused a.env:1 baseline']);
      },
    );
  });

  it('can be another file, or none', () => {
    withFiles({ 'a.env': `U=${PORT}\n` }, (cwd) => {
      mkdirSync(join(cwd, 'ci'));
      expect(baseline(cwd, 'create', '--baseline', 'ci/b').code).toBe(0);
      expect(told(cwd)).toEqual(['uri-refused a.env:1']);
      expect(told(cwd, ['--baseline', 'ci/b'])).toEqual(['uri-refused a.env:1 baseline']);
      expect(connlint(['--baseline', 'ci/none'], { cwd })).toMatchObject({ code: 2, stdout: '' });
      baseline(cwd, 'create');
      expect(told(cwd, ['--no-baseline']).filter((line) => line.startsWith('uri-refused'))).toEqual([
        'uri-refused a.env:1',
      ]);
    });
  });

  it('leaves alone what it was not asked about', () => {
    withFiles({ 'a/x.env': `U=${PORT}\n`, 'b/x.env': `U=${PORT}\n` }, (cwd) => {
      baseline(cwd, 'create');
      write(cwd, 'a/x.env', 'U=x\n');
      write(cwd, 'b/x.env', 'U=x\n');
      baseline(cwd, 'update', 'a');
      expect(read(cwd)).not.toContain('a/x.env');
      expect(read(cwd)).toContain('b/x.env');
    });
  });

  it('names the line that it did not write, without repeating it', () => {
    withFiles({ 'a.env': 'x\n', [FILE]: `# mine\n\nU=mongodb://app:Wint3r-Kiln@h/\n` }, (cwd) => {
      const { code, stderr } = connlint([], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(`${FILE}:3:`);
      expect(stderr).not.toContain('Wint3r-Kiln');
    });
  });

  it('knows its own words', () => {
    withFiles({ 'a.env': 'x\n' }, (cwd) => {
      expect(baseline(cwd).code).toBe(2);
      expect(baseline(cwd, 'crate').stderr).toContain('Did you mean create?');
      expect(baseline(cwd, 'update').stderr).toContain('baseline create');
      expect(baseline(cwd, '--help').stdout).toContain('create | update | check');
    });
  });
});

describe('the file', () => {
  it('comes back as it was written, odd names and texts too', () => {
    const entries = ['a b', 'tab\there', 'quo"te\\', 'ünï', 'new\nline', '"'].map((file, i) => ({
      id: `connlint/v2:${String(i).padStart(16, '0')}`,
      rule: 'uri-refused',
      file,
      text: i === 0 ? '' : `text of ${file}`,
    }));
    const text = formatBaseline([...entries, ...entries]);
    expect(text.split('\n')).toHaveLength(entries.length + 2);
    const parsed = parseBaseline(text);
    if ('message' in parsed) throw new Error(parsed.message);
    expect(parsed.entries.map(({ id, file }) => [id, file])).toEqual(entries.map(({ id, file }) => [id, file]));
    expect(formatBaseline(parsed.entries)).toBe(text);
  });

  it('keeps a long text as it was cut, control characters and all', () => {
    const text = formatBaseline([
      { id: 'connlint/v2:0123456789abcdef', rule: 'uri-refused', file: 'a', text: `\t${'x'.repeat(198)}\u0007` },
    ]);
    const parsed = parseBaseline(text);
    if ('message' in parsed) throw new Error(parsed.message);
    expect(formatBaseline(parsed.entries)).toBe(text);
  });

  it.each([
    ['of a later version', '# connlint baseline v2: …\n', 1],
    ['with an id of a later version', '# connlint baseline v1\nconnlint/v2:0 uri-refused a b\n', 2],
    ['with a name that does not end', 'connlint/v2:0000000000000000 uri-refused "a b\n', 1],
    ['without a file', 'connlint/v2:0000000000000000 uri-refused\n', 1],
  ])('is refused %s', (_, text, line) => {
    expect(parseBaseline(text)).toMatchObject({ line });
  });
});
