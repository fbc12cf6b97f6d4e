import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { lintText } from '../../../src/index.ts';
import { htmlReport } from '../../../src/report/html/report.ts';
import { connlint, withFiles } from '../../support/cli.ts';
import { reported, reportsOf, reportWith } from '../../support/reports.ts';

const HOST = 'reader-k2j4h.mongodb.net';
const FILES = {
  'src/a.env': `A=mongodb+srv://${HOST}:27017/x\nB=mongodb+srv://orders-pri.ab123.mongodb.net/x\n`,
  'src/b.env': `# connlint-disable-next-line legacy-host -- moved in spring\nC=mongodb+srv://${HOST}/x\n`,
};

/** Texts of elements as a browser shows them. */
const plain = (page: string): string =>
  page
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the page of a run', () => {
  it('contains every finding with place, message, why and what to do', () => {
    const { report } = reported(FILES);
    const { findings } = JSON.parse(report.json) as {
      findings: {
        id: string;
        file: string;
        line: number;
        column: number;
        message: string;
        why: string;
        todo: string;
        suppressed: unknown;
      }[];
    };
    const text = plain(report.html);
    const live = findings.filter(({ suppressed }) => suppressed === null);
    expect(live.length).toBeGreaterThan(1);
    for (const { id, file, line, column, message, why, todo } of live) {
      for (const part of [`${file}:${line}:${column}`, message, why, todo])
        expect(text).toContain(part.replaceAll('`', ''));
      expect(report.html).toContain(`id="f-${id.split(':')[1]!}"`);
    }
    expect(text).toContain('1 suppressed');
    // The string is listed, its accepted finding is not.
    expect(report.html).not.toContain(
      `id="f-${findings.find(({ suppressed }) => suppressed !== null)!.id.split(':')[1]!}"`,
    );
  });

  it('counts the findings of clusters with one name by project', () => {
    const files = {
      'a.env': 'A=mongodb+srv://orders.ab123.mongodb.net:27017/x\nB=mongodb+srv://orders.cd456.mongodb.net/x\n',
    };
    const { html } = reported(files).report;
    const rows = [...html.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => plain(row).replace(/\s+/g, ' '));
    expect(rows.filter((row) => row.includes('ab123'))).toEqual([expect.stringMatching(/10-\s*$/)]);
    expect(rows.filter((row) => row.includes('cd456'))).toEqual([expect.stringMatching(/00-\s*$/)]);
  });

  it('lists the strings as fixes leave them', () => {
    withFiles(FILES, (cwd) => {
      const { stdout } = connlint(['--fix', '--format', 'html'], { cwd });
      const strings = plain(stdout.slice(stdout.indexOf('id="strings-title"')));
      expect(strings).toContain(`mongodb+srv://${HOST}/x`);
      expect(strings).not.toContain(':27017');
    });
  });

  it('shows accepted findings with their reason where they are asked for', () => {
    const { report } = reported(FILES, ['--report-suppressed']);
    expect(plain(report.html)).toContain('suppressed by comment: moved in spring');
    expect(plain(report.html)).toContain('src/b.env:2:17');
  });

  it('draws the strings of each cluster by kind, with the numbers as text', () => {
    const uris = ['orders.ab123', 'orders-pri.ab123', 'Orders.ab123', 'orders.zz999'];
    const files = { 'a.env': uris.map((host, i) => `U${i}=mongodb+srv://${host}.mongodb.net/x\n`).join('') };
    const [, rows = ''] = /<table class="plot">(.*?)<\/table>/s.exec(reported(files).report.html) ?? [];
    const told = rows
      .split('<tr>')
      .slice(2)
      .map((row) => plain(row).trim());
    expect(told).toEqual(['orders ab1232 standard1 private00-', 'orders zz9991 standard00-']);
    expect(rows).toContain('aria-hidden="true"');
  });

  it('links finding, string and step of a plan with each other', () => {
    const plan = JSON.stringify({ plan: [{ change: 'leave-legacy-hostnames' }] });
    const { html } = reported({ 'a.env': `A=mongodb+srv://${HOST}/x\n`, 'connlint.config.json': plan }).report;
    const row = (id: string): string => new RegExp(`<(?:tr|li)[^>]* id="${id}".*`).exec(html)![0];
    const string = row('s-1');
    const [, finding = ''] = /href="#(f-[0-9a-f]+)">/.exec(string)!;
    expect(row(finding)).toContain('href="#s-1"');
    const [, step = '', title] = /href="#(p1-\d)">([^<]*)</.exec(row(finding))!;
    expect(title).toMatch(/^leave-legacy-hostnames, step \d$/);
    expect(html.slice(html.indexOf(`<li id="${step}">`)).split('<pre')[0]).toContain(`href="#${finding}"`);
  });

  it('shows the line of a finding with a mark over what is meant, and the new text', () => {
    const { html } = reported({ 'a.env': `PORTED=mongodb+srv://orders.ab123.mongodb.net:27017/x\n` }).report;
    const [, frame = ''] = /<summary>.*?<pre>(.*?)<\/pre>/.exec(html)!;
    expect(plain(frame)).toBe('1 | PORTED=mongodb+srv://orders.ab123.mongodb.net:27017/x');
    expect(frame.replaceAll('<wbr>', '')).toContain('<mark class="error">:27017</mark>');
    expect(plain(/<ins>(.*?)<\/ins>/.exec(html)![1]!)).toBe('mongodb+srv://orders.ab123.mongodb.net/x');
  });

  it('asks no server for anything, and lets run only its own script and style', () => {
    const page = reported(FILES).report.html;
    expect(page).not.toMatch(/(?:src|href|action)\s*=\s*"(?!#|data:,")/);
    expect(page).not.toMatch(/@import|url\(|fetch\(|XMLHttpRequest|\son\w+\s*=|\sstyle\s*=/);
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    for (const tag of ['script', 'style']) {
      const blocks = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))];
      const hash = createHash('sha256').update(blocks[0]![1]!).digest('base64');
      expect(blocks).toHaveLength(1);
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
    }
    expect(policy).toMatch(/^default-src 'none'/);
  });

  it('takes nothing of a repository for markup, and shows what would be unseen', () => {
    const page = reported({
      '<img src=x onerror=alert(1)>.env': `A=mongodb+srv://${HOST}/</script><script>alert(1)</script>\n`,
      '"onmouseover="alert(1).env': `A=mongodb+srv://${HOST}/x\n`,
      "a'b&amp;\u202egnp.env": `A=mongodb+srv://${HOST}/x\u200b\n`,
    }).report.html.replaceAll('<wbr>', '');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;.env');
    expect(page).toContain('&quot;onmouseover=&quot;alert(1).env');
    expect(page).toContain('a&#39;b&amp;amp;\\u{202e}gnp.env');
    expect(page).not.toMatch(/[\u202e\u200b]/);
  });

  it('says that nothing was found, and how to declare a change', () => {
    const text = plain(reported({ 'a.txt': 'x' }).report.html);
    expect(text).toContain('no findings');
    expect(text).toContain('The config declares no planned change');
    expect(text).toContain('connlint help plan');
  });

  it('has the verdict and the name of the package in its title, and clusters above the findings', () => {
    const { html } = reported({ ...FILES, 'package.json': '{ "name": "harbor" }' }).report;
    expect(html).toMatch(/<title>harbor: \d+ errors? - connlint<\/title>/);
    expect(plain(/<h1>(.*?)<\/h1>/s.exec(html)![1]!)).toMatch(/^FAILED harbor: \d+ errors?$/);
    const config = JSON.stringify({ projects: [{ name: 'quay' }] });
    const named = reported({ ...FILES, 'package.json': '{ "name": "harbor" }', 'connlint.config.json': config }).report;
    expect(named.html).toMatch(/<title>quay: /);
    expect(html.indexOf('class="plot"')).toBeLessThan(html.indexOf('id="findings"'));
    const [, clusters = ''] = /<table class="plot">(.*?)<\/table>/s.exec(html) ?? [];
    expect(plain(clusters)).toMatch(/ClusterStrings by kindErrorsWarningsChanges/);
  });

  it('breaks names behind separators only', () => {
    const { html } = reported({ 'my-service/a-b.env': FILES['src/a.env'] }).report;
    expect(html).toContain('<span class="w">my-service/<wbr>a-b.<wbr>env:<wbr>1:<wbr>');
  });

  it('names missing facts, notices and files that were left out', () => {
    const text = plain(
      reported({
        'odd.txt': Uint8Array.from([0xff, 0xfe, 0x41]),
        'a.bin': Uint8Array.from([0, 1]),
        'a.env': 'A=mongodb+srv://orders-pl-0-lb.k2j4h.mongodb.net/x\n',
      }).report.html,
    );
    expect(text).toMatch(/\d+ strings?: no cluster record/);
    expect(text).toContain('odd.txt: not read: UTF-16');
    expect(text).toMatch(/Skipped files: 1 binary, 1 unreadable/);
  });

  it('links to the commit that a runner of GitHub reads', () => {
    const env = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'owner/shop',
      GITHUB_SHA: '0'.repeat(40),
    };
    withFiles({ 'sub/a "1".env': `A=mongodb+srv://${HOST}/x\n` }, (root) => {
      execFileSync('git', ['init', '--quiet'], { cwd: root });
      expect(reportsOf(`${root}/sub`, [], env).report.html).toContain(
        `<a href="https://github.com/owner/shop/blob/${'0'.repeat(40)}/sub/a%20%221%22.env#L1"`,
      );
    });
  });
});

describe('planned changes in the page', () => {
  const plan = [{ change: 'leave-legacy-hostnames' }, { change: 'shard', cluster: 'orders' }];
  const files = {
    'connlint.config.json': JSON.stringify({ plan, rules: { 'legacy-host': 'error' } }),
    'a.env': `A=mongodb+srv://${HOST}/x\n`,
  };

  it('have the verdicts of the plan command, and what blocks them', () => {
    withFiles(files, (cwd) => {
      const { changes } = JSON.parse(connlint(['plan', '--format', 'json', '.'], { cwd }).stdout) as {
        changes: { verdict: string; missing: string[]; strings: { id: string }[] }[];
      };
      const page = connlint(['check', '--format', 'html', '.'], { cwd }).stdout;
      const cards = page.split('<section class="card">').slice(1);
      expect(changes.map(({ verdict }) => verdict)).toEqual(['blocked', 'undecided']);
      expect(cards.map((card) => /class="badge (\w+)"/.exec(card)?.[1])).toEqual(['blocked', 'undecided']);
      expect(plain(cards[0]!)).toMatch(/legacy-host 1 a\.env:1:17/);
      expect(cards[0]).toContain(`href="#f-${changes[0]!.strings[0]!.id.split(':')[1]!}"`);
      expect(plain(cards[1]!)).toContain(changes[1]!.missing[0]);
    });
  });

  it('are not judged for a part of the project', () => {
    withFiles(files, (cwd) => {
      const run = connlint(['check', '--format', 'html', '--stdin-filename', 'b.env'], { cwd, input: files['a.env'] });
      expect(plain(run.stdout)).toContain('This run checked a part of the project');
    });
  });
});

describe('the page of very many findings', () => {
  const { findings } = lintText(`A=mongodb+srv://${HOST}:27017/x\n`, { path: 'a.env' });
  const pageOf = (count: number): string =>
    htmlReport({
      report: reportWith(
        Array.from({ length: count }, (_, i) => ({
          ...findings[i % findings.length]!,
          id: `connlint/v1:${i}`,
          file: `packages/service-${i}/config/production.env`,
        })),
      ),
      rules: [],
      withSuppressed: false,
      fromRoot: (file) => file,
      placesOf: () => null,
      treeUrl: null,
      plan: () => [],
    });
  const rowsIn = (page: string): number => page.match(/<tr role="row" id=/g)!.length;

  it('counts one as one', () => {
    expect(pageOf(1)).toContain('>1 finding</p>');
    expect(pageOf(2)).toContain('>2 findings</p>');
  });

  it('contains 30,000 of them', () => {
    const page = pageOf(30_000);
    expect(rowsIn(page)).toBe(30_000);
    expect(page).not.toContain('left out');
  });

  it('leaves out the least severe of more than a browser opens, and says how many', () => {
    const page = pageOf(80_000);
    expect(plain(page)).toContain(`${(80_000 - rowsIn(page)).toLocaleString('en')} findings left out`);
    const levels = [...page.matchAll(/data-severity="(\w+)"/g)].map(([, level]) => level);
    expect(levels.slice(0, 40_000).every((level) => level === 'error')).toBe(true);
  });
});
