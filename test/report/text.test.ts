import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { conciseReport, textReport, type TextOptions } from '../../src/report/text.ts';
import { terminalOf } from '../../src/report/terminal.ts';
import { reportWith } from '../support/reports.ts';

const plain = (text: string): string => text;
const PLAIN = { red: plain, yellow: plain, blue: plain, cyan: plain, green: plain, dim: plain, bold: plain };

const [PORT] = lintText('databaseUrl: "mongodb+srv://app:s3cretPass@orders.ab123.mongodb.net:27017/o?w=majority"\n', {
  path: 'deploy/values.yaml',
}).findings.filter(({ rule }) => rule === 'uri-refused') as unknown as [Finding];

function findings(count: number): Finding[] {
  return Array.from({ length: count }, (_, at) => ({
    ...PORT,
    id: `connlint/v1:${String(at).padStart(16, '0')}`,
    file: `deploy/service-${at}.yaml`,
    severity: at % 10 === 3 ? ('warning' as const) : ('error' as const),
  }));
}

function text(all: readonly Finding[], columns: number | null = null, options: Partial<TextOptions> = {}): string {
  return [...textReport(reportWith(all), { terminal: terminalOf(PLAIN, columns), ...options })].join('');
}

describe('textReport', () => {
  it('says that a run without findings passed', () => {
    expect(text([])).toBe('Passed: no findings in 0 strings, 1 file.\n');
  });

  it('shows one finding with its frame and without a table', () => {
    expect(text(findings(1), 120)).toMatchInlineSnapshot(`
      "error[uri-refused]: An SRV string cannot contain a port.
       --> deploy/service-0.yaml:1:68
        |
      1 | databaseUrl: "mongodb+srv://***:***@orders.ab123.mongodb.net:27017/o?w=majority"
        |                                                             ^^^^^^
        = fix: mongodb+srv://***:***@orders.ab123.mongodb.net/o?w=majority
        = help: Remove the port.

      1 error in 1 string, 1 file
      1 of 1 finding can be fixed: connlint --fix
      Why, and what to do: connlint explain <rule>
      Failed: 1 error (--fail-on error).
      "
    `);
  });

  it('cuts the line of a frame to the terminal, around what is meant', () => {
    const lines = text(findings(1), 60).split('\n');
    const frame = lines.filter((line) => /^[ 1] \|/.test(line));
    expect(frame.every((line) => line.length <= 60)).toBe(true);
    const [, code = '', mark = ''] = frame;
    expect(code).toContain('…');
    expect(code.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe(':27017');
  });

  it.each([80, 120])('lists 70 findings a line each, errors first, with counts by rule (%i columns)', (columns) => {
    const lines = text(findings(70), columns).trimEnd().split('\n');
    const levels = lines.flatMap((line) => /^deploy\S+: (error|warning): /.exec(line)?.[1] ?? []);
    expect(levels).toHaveLength(70);
    expect(levels.indexOf('warning')).toBe(63);
    expect(lines.slice(70)).toEqual([
      '',
      '63 errors, 7 warnings in 70 strings, 70 files',
      '  63 errors   uri-refused  63 fixes',
      '  7 warnings  uri-refused  7 fixes',
      '70 of 70 findings can be fixed: connlint --fix',
      'Why, and what to do: connlint explain <rule>',
      'Failed: 63 errors (--fail-on error).',
    ]);
  });

  it('prints the first 1,000 of 5,000, and counts all', () => {
    const lines = text(findings(5000)).split('\n');
    expect(lines.filter((line) => line.startsWith('deploy/'))).toHaveLength(1000);
    expect(lines).toContain('4,000 more: --limit 0, or --format html=report.html');
    expect(lines).toContain('4,500 errors, 500 warnings in 5,000 strings, 5,000 files');
    expect(text(findings(5000), null, { limit: 0 }).match(/^deploy\//gm)).toHaveLength(5000);
    expect(text(findings(5000), null, { limit: 7 })).toContain('4,993 more: ');
  });

  it('reports equal findings of one file as one, with their places', () => {
    const twice = [2, 3, 4, 5, 6].map((line) => ({ ...PORT, line, offset: line * 100 }));
    expect(text(twice)).toContain(' --> deploy/values.yaml:2:68, and at 3:68, 4:68, 5:68 and 1 more\n');
    expect(text(twice)).toContain('5 errors in 5 strings');
  });

  it('shares a frame between findings about the same characters', () => {
    const other = { ...PORT, rule: 'other-rule', message: 'Something else.' };
    expect(text([PORT, other])).toMatch(/^error\[uri-refused\].*\nerror\[other-rule\].*\n --> [^]*\|$/m);
    expect(text([PORT, other]).match(/ --> /g)).toHaveLength(1);
  });

  it('prints errors only with --quiet, and counts all', () => {
    const quiet = text(findings(20), null, { errorsOnly: true });
    expect(quiet).not.toContain('warning[');
    expect(quiet).toContain('18 errors, 2 warnings in ');
  });

  it('groups by rule and by cluster', () => {
    expect(text(findings(3), null, { groupBy: 'rule' })).toMatch(
      /^uri-refused: 3 findings\n {2}Remove the port\.\ndeploy/,
    );
    expect(text(findings(3), null, { groupBy: 'cluster' })).toMatch(/^orders: 3 findings\ndeploy/);
    expect(text(findings(3), null, { groupBy: 'rule' })).not.toContain('\n\n\n');
  });

  it('adds reasons and ids in full, and ids alone where they are asked for', () => {
    expect(text(findings(1), null, { full: true })).toMatch(/= note: [^]*= id: connlint\/v1:0{16}/);
    expect(text(findings(1), null, { showIds: true })).toMatch(/= id: connlint\/v1:0{16}/);
    expect(text(findings(1))).not.toContain('= id:');
  });

  it('names what was not checked, with what to add', () => {
    const places = Array.from({ length: 15 }, (_, at) => ({ file: 'a.env', line: at + 1, column: 5 }));
    const unknown = [{ rule: 'host-not-in-record', missing: 'cluster record', places }] as const;
    const shown = [...textReport(reportWith([], { unknown }), { terminal: terminalOf(PLAIN, null) })].join('');
    expect(shown).toContain('Not checked\n  15 strings: no cluster record. Run `connlint pull`, or');
    expect(shown).toContain('    a.env:3:5 host-not-in-record\n    and 12 more (--verbose)\n');
  });

  it.each([
    [{ failOn: 'warning' as const }, 'Failed: 9 errors, 1 warning (--fail-on warning).'],
    [{ failOn: 'never' as const }, 'Passed: findings do not fail this run (--fail-on never).'],
    [{ failOn: 'never' as const, maxWarnings: 0 }, 'Failed: 1 warning (--max-warnings 0).'],
  ])('ends with what decided: %j', (options, line) => {
    expect(text(findings(10), null, options)).toMatch(new RegExp(`\\n${line.replace(/[().]/g, '\\$&')}\\n$`));
  });

  it('shows no credential', () => {
    expect(text([PORT], 140, { full: true })).not.toContain('s3cretPass');
  });
});

describe('conciseReport', () => {
  it('prints a line per finding as compilers do, and marks those that --fix fixes', () => {
    const lines = [...conciseReport(reportWith(findings(4)), terminalOf(PLAIN, null))].join('').trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines)
      expect(line).toMatch(/^deploy\/service-\d\.yaml:1:68: (error|warning): .+ \[uri-refused\] \[\*\]$/);
    expect(lines.at(-1)).toContain('warning: ');
  });
});
