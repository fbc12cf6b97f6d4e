import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { reported, reportsOf } from '../support/reports.ts';

const HOST = 'reader-k2j4h.mongodb.net';

/** Cells of all table rows, as GitHub's Markdown splits them: at pipes without a backslash. */
function rows(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!(?:^|[^\\])(?:\\\\)*\\)\|/)
      .map((cell) => cell.trim()),
  );
}

describe('the summary of a job', () => {
  it('counts by rule and by file and lists findings, errors first', () => {
    const files = { 'a.env': `A=mongodb+srv://${HOST}/x\n`, 'b.env': `B=mongodb+srv://${HOST}:27017/x\n` };
    const page = reported(files).report.markdown;
    expect(page).toMatch(/^## connlint: 1 error, 2 warnings\n\n2 connection strings in 2 files\n/);
    expect(rows(page)).toContainEqual(['`legacy-host`', '2', 'warning']);
    expect(rows(page)).toContainEqual(['`b.env`', '2']);
    const findings = rows(page).filter((cells) => cells.length === 4);
    expect(findings.slice(2).map(([severity, place]) => [severity, place])).toEqual([
      ['error', '`b.env:1:41`'],
      ['warning', '`a.env:1:17`'],
      ['warning', '`b.env:1:17`'],
    ]);
  });

  it('says that all is well', () => {
    expect(reported({ 'a.txt': 'x' }).report.markdown).toBe(
      '## connlint: no findings\n\n0 connection strings in 1 file\n',
    );
  });

  it('shows names as they are, whatever marks they contain', () => {
    const names = [
      'a|b.env',
      'tick`s.env',
      '<img src=x>.env',
      '[x](http:).env',
      'back\\|slash.env',
      '*_#!~.env',
      'n\nl.env',
    ];
    const files = Object.fromEntries(names.map((name) => [name, `A=mongodb+srv://${HOST}/x\n`]));
    const page = reported(files).report.markdown;
    const places = rows(page)
      .filter((cells) => cells.length === 4)
      .slice(2)
      .map(([, place]) => place!);
    const read = places.map((cell) =>
      cell.startsWith('`') ? cell.slice(1, -1) : cell.replace(/\\([!-/:-@[-`{-~])/g, '$1'),
    );
    expect(read.sort()).toEqual(names.map((name) => `${name.replace('\n', '\\u{a}')}:1:17`).sort());
    for (const cell of places.filter((place) => place.startsWith('`'))) expect(cell.slice(1, -1)).not.toMatch(/[`|\\]/);
    // Outside of code, every character that could start markup is escaped.
    for (const cell of places.filter((place) => !place.startsWith('`')))
      expect(cell.replace(/\\[^]/g, '')).not.toMatch(/[`<>[\]*_|\\]/);
  });

  it('links to the commit that a runner of GitHub reads', () => {
    const env = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'owner/shop',
      GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
    };
    withFiles({ 'sub/a (1).env': `\nA=mongodb+srv://${HOST}/x\n` }, (root) => {
      execFileSync('git', ['init', '--quiet'], { cwd: root });
      const page = (extra: Record<string, string>): string =>
        reportsOf(`${root}/sub`, [], { ...env, ...extra }).report.markdown;
      expect(page({})).toContain(
        `[\`a (1).env:2:17\`](https://github.com/owner/shop/blob/${env.GITHUB_SHA}/sub/a%20%281%29.env#L2)`,
      );
      expect(page({ GITHUB_REPOSITORY: 'owner/shop) [x](http://elsewhere' })).not.toContain('http');
    });
  });

  it('stays below the size that GitHub drops, and says what was cut', () => {
    const lines = Array.from({ length: 6_000 }, (_, i) => `U${i}=mongodb+srv://c${i}-k2j4h.mongodb.net:27017/x\n`);
    const page = reported({ [`${'long-'.repeat(20)}name.txt`]: lines.join('') }).report.markdown;
    expect(Buffer.byteLength(page)).toBeLessThan(1 << 20);
    const findings = rows(page).filter((cells) => cells.length === 4);
    const told = findings.length - 2;
    expect(findings.slice(2, 6_002).every(([severity]) => severity === 'error')).toBe(true);
    expect(page).toContain(`**${(12_000 - told).toLocaleString('en')} findings left out**`);
  });

  it('reports files that were not read and facts that are missing', () => {
    const page = reported({
      'odd.txt': Uint8Array.from([0xff, 0xfe, 0x41]),
      'a.env': 'A=mongodb+srv://orders-pl-0-lb.k2j4h.mongodb.net/x\n',
    }).report.markdown;
    expect(page).toMatch(/### Notices\n\n- `odd\.txt`: not read: UTF-16/);
    expect(page).toMatch(/### Not checked\n\n- \d+ places?: no cluster record\. Run `connlint pull`/);
  });
});

describe('a file whose only news is a missing fact', () => {
  it('is in the report, though it has no string and no finding', () => {
    const call = 'URI=$(atlas clusters connectionStrings describe quay --type privateEndpoint)\n';
    withFiles({ 'uri.sh': call }, (cwd) => {
      const { stdout, code } = connlint(['check'], { cwd });
      expect(stdout).toContain('Not checked\n  1 string: the cluster type is not known.');
      expect(code).toBe(0);
    });
  });
});
