import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../src/classify/host-shapes.ts';
import { terminalPage } from '../../../src/report/rule/terminal.ts';
import { connlint, withFiles } from '../../support/cli.ts';

const APP = { 'src/app.py': '# shop\nURI = "mongodb+srv://till:Qu1etH4rbor@reader-k2j4h.mongodb.net/books"\n' };

interface Reported {
  readonly findings: readonly { readonly id: string; readonly rule: string }[];
}

function idOf(cwd: string, rule: string): string {
  const report = JSON.parse(connlint(['check', '--format', 'json'], { cwd }).stdout) as Reported;
  return report.findings.find((finding) => finding.rule === rule)!.id;
}

function inApp<T>(use: (folder: string) => T, more: Readonly<Record<string, string>> = {}): T {
  return withFiles({ ...APP, ...more }, use);
}

describe('connlint explain <rule>', () => {
  it("prints the rule's page for a terminal", () => {
    const { code, stdout, stderr } = inApp((cwd) => connlint(['explain', 'uri-refused'], { cwd }));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^uri-refused: A port in an SRV string/);
    expect(stdout).toMatch(/\n {2}severity {2}error\n {2}fix {7}--fix\n {2}active {4}always\n/);
    expect(stdout).toMatch(/\nWhy {9}[^]*\nWhat to do {2}[^]*\nReported {4}[^]*\nUse {9}[^]*\nMore: --verbose/);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(stdout).not.toMatch(/^[|#]|```|⟦|\\</m);
  });

  it('says when a finding has another severity', () => {
    const { stdout } = inApp((cwd) => connlint(['explain', 'peering-only-legacy-host'], { cwd }));
    expect(stdout).toContain('\n  severity  error; warning if the provider is not known\n');
  });

  it('shows examples without the indentation of their files', () => {
    const { stdout } = inApp((cwd) => connlint(['explain', 'metrics-job'], { cwd }));
    expect(stdout).toMatch(/\nReported {4}- targets: \[.*\nUse {9}http_sd_configs:\n {14}- url: /);
  });

  it('fits on a screen for every rule', () => {
    inApp((cwd) => {
      const { stdout } = connlint(['explain', '--format', 'json'], { cwd });
      const { rules } = JSON.parse(stdout) as { rules: { id: string }[] };
      const some = rules.filter((_, at) => at % 12 === 0).map(({ id }) => id);
      for (const id of some)
        expect(connlint(['explain', id], { cwd }).stdout.trimEnd().split('\n').length, id).toBeLessThanOrEqual(24);
    });
  });

  it('prints the whole page with --verbose', () => {
    const { stdout } = inApp((cwd) => connlint(['explain', 'uri-refused', '--verbose'], { cwd }));
    expect(stdout).toMatch(/\nWHY\n\n[^]*\nWHAT TO DO\n\n[^]*\nReported\n\n[^]*\nNot reported\n\n[^]*\nSOURCES\n/);
    expect(stdout).toMatch(/\n {4}\S.*:\d+:\d+: error: /);
    expect(stdout).not.toMatch(/^[|#]|```|⟦|\\<|<\/?details>/m);
  });

  it('shows headings in bold where colours are wanted', () => {
    const { stdout } = inApp((cwd) => connlint(['explain', 'uri-refused', '--color'], { cwd }));
    expect(stdout.startsWith('\u001b[1msrv-port\u001b[22m: ')).toBe(true);
  });

  it('prints the page itself as Markdown, and the rule as data', () => {
    inApp((cwd) => {
      const markdown = connlint(['explain', 'uri-refused', '--format', 'markdown'], { cwd }).stdout;
      expect(markdown).toMatch(/^# uri-refused\n\n[\s\S]*\n## Why\n/);
      const { rule } = JSON.parse(connlint(['explain', 'uri-refused', '--format', 'json'], { cwd }).stdout) as {
        rule: Record<string, unknown>;
      };
      expect(rule).toMatchObject({ id: 'uri-refused', severity: 'error', changes: [] });
      expect(rule.docs).toMatchObject({ what: expect.stringContaining('SRV') as string });
    });
  });

  it('lists the rules when none is named', () => {
    const { code, stdout } = inApp((cwd) => connlint(['explain'], { cwd }));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^RULES|^Rules/);
    expect(stdout).toMatch(/\nlegacy-host +warning +A legacy hostname/);
  });

  it.each([
    [['legacy-hots'], /unknown rule or kind legacy-hots\. Did you mean legacy-host\?/],
    [['zzzzzzzz'], /unknown rule or kind zzzzzzzz\.\nRules and kinds: connlint explain/],
    [['mongodb://till:Qu1etH4rbor@h'], /unknown rule or kind \(an address, not shown\)/],
    [['uri-refused', 'legacy-host'], /explain takes one rule or kind/],
    [['connlint/v1:12'], /invalid finding id/],
    [['connlint/v1:0123456789abcdef'], /no finding has the id connlint\/v1:0123456789abcdef\n1 file was checked/],
  ])('refuses %j', (args, message) => {
    const { code, stdout, stderr } = inApp((cwd) => connlint(['explain', ...args], { cwd }));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('connlint explain <kind>', () => {
  it('prints what the kind is, who can connect, and its hosts', () => {
    const { code, stdout } = inApp((cwd) => connlint(['explain', 'private-endpoint'], { cwd }));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^private-endpoint: A string through a private endpoint: /);
    expect(stdout).toMatch(/\n {2}access {3}Programs in the network of the private endpoint/);
    expect(stdout).toMatch(/\n {2}hosts {4}pl-0-us-east-1\.ab123\.mongodb\.net\n {11}pl-0\.ab123\.mongodb\.net\n/);
  });

  it.each(KINDS)('knows %s in every format, and lists it', (kind) => {
    inApp((cwd) => {
      const json = JSON.parse(connlint(['explain', kind, '-f', 'json'], { cwd }).stdout) as { kind: { what: string } };
      expect(json.kind).toMatchObject({ id: kind, what: expect.stringMatching(/^[A-Z].*\.$/) as string });
      expect(connlint(['explain', kind, '-f', 'markdown'], { cwd }).stdout).toContain(`# ${kind}\n`);
      expect(connlint(['explain', kind], { cwd }).stdout).toMatch(new RegExp(`^${kind}: [A-Z]`));
      expect(connlint(['explain'], { cwd }).stdout).toMatch(new RegExp(`\\n${kind} +[A-Z]`));
    });
  });
});

describe('connlint explain <finding id>', () => {
  it('reports the place, the message, what is offered, and the rule', () => {
    inApp((cwd) => {
      const id = idOf(cwd, 'legacy-host');
      const { code, stdout } = connlint(['explain', id], { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^warning\[legacy-host\]: Legacy hostname[^]*\n --> src\/app\.py:2:\d+\n/);
      expect(stdout).toContain(`= id: ${id}\n`);
      expect(stdout).toContain('mongodb+srv://***:***@reader-k2j4h.mongodb.net/books');
      expect(stdout).toMatch(/= suggestion: reader\.k2j4h\.mongodb\.net\n/);
      expect(stdout).toMatch(/\nlegacy-host: A legacy hostname[^]*\nWhy {9}[^]*\nWhat to do {2}/);
    });
  });

  it('takes the id without its beginning, and looks below a path when one follows', () => {
    inApp((cwd) => {
      const id = idOf(cwd, 'legacy-host');
      const bare = id.slice('connlint/v1:'.length);
      expect(connlint(['explain', bare, 'src'], { cwd }).stdout).toContain(`= id: ${id}\n`);
      expect(connlint(['explain', id, 'nowhere'], { cwd }).code).toBe(2);
    });
  });

  it('says why a finding counts for nothing', () => {
    const config = { suppressions: [{ rule: 'legacy-host', reason: 'moves in May', until: '2999-05-31' }] };
    inApp(
      (cwd) => {
        const { stdout } = connlint(['explain', idOf(cwd, 'legacy-host')], { cwd });
        expect(stdout).toContain('\nSuppressed by config, until 2999-05-31: moves in May\n');
      },
      { 'connlint.config.json': JSON.stringify(config) },
    );
  });

  it('never shows a credential', () => {
    inApp((cwd) => {
      const report = JSON.parse(connlint(['check', '--format', 'json'], { cwd }).stdout) as Reported;
      expect(report.findings.length).toBeGreaterThan(0);
      for (const { id } of report.findings) {
        for (const format of ['text', 'markdown', 'json'])
          expect(connlint(['explain', id, '--format', format], { cwd }).stdout).not.toContain('Qu1etH4rbor');
      }
    });
  });
});

describe('a page in a terminal', () => {
  const plain = (text: string): string => text;
  const paint = { red: plain, yellow: plain, blue: plain, cyan: plain, green: plain, dim: plain, bold: plain };

  it('breaks prose between words, and leaves code as it is', () => {
    const page = 'one two three four\n\n- item with words\n\n```text\na long line of code that stays\n```\n';
    expect(terminalPage(page, paint, 10)).toBe(
      'one two\nthree four\n\n- item\n  with\n  words\n\n    a long line of code that stays\n',
    );
  });

  it('undoes what Markdown needs, and only that', () => {
    expect(terminalPage('a \\<b> \\*c\\* `\\*d|` [e](e.md) ``f`g``\n', paint, Infinity)).toBe(
      'a <b> *c* \\*d| e f`g\n',
    );
  });

  it('shows one row as a list and several as columns', () => {
    expect(terminalPage('| A | Long |\n| --- | --- |\n| `x` | y\\|z |\n', paint, Infinity)).toBe(
      'A     x\nLong  y|z\n',
    );
    expect(terminalPage('| A | B |\n| --- | --- |\n| `xyz` | 1 |\n| y | 2 |\n', paint, Infinity)).toBe(
      'A    B\nxyz  1\ny    2\n',
    );
  });

  it('breaks the last column of a table at the width of the terminal', () => {
    const words = 'one two three four five six seven';
    expect(terminalPage(`| A | B |\n| --- | --- |\n| x | ${words} |\n| y | 2 |\n`, paint, Infinity, 25)).toBe(
      'A  B\nx  one two three four\n   five six seven\ny  2\n',
    );
    expect(terminalPage(`| Long | B |\n| --- | --- |\n| ${words} | 2 |\n`, paint, Infinity, 30)).toBe(
      'Long  one two three four five\n      six seven\nB     2\n',
    );
  });

  it('takes a fence without an end for text', () => {
    expect(terminalPage('```\nx\n', paint, Infinity)).toContain('x');
  });
});
