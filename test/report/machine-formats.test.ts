import { describe, expect, it } from 'vitest';
import { GITLAB, RDJSONL, SONAR } from '../support/consumer-shapes.ts';
import { reported } from '../support/reports.ts';
import { faults } from '../support/shape.ts';

const HOST = 'reader-k2j4h.mongodb.net';
const FILES = {
  'sub/b.env': `# connlint-disable-next-line legacy-host -- known\nA=mongodb+srv://${HOST}/x\n`,
  'sub/ü é.ts': `// é😀\nexport const é = "😀", uri = "mongodb+srv://${HOST}:27017/x";\n`,
};

interface Range {
  readonly start: { readonly line: number; readonly column?: number };
  readonly end: { readonly line: number; readonly column?: number };
}

interface Diagnostic {
  readonly message: string;
  readonly location: { readonly path: string; readonly range: Range };
  readonly code: { readonly value: string };
  readonly suggestions?: readonly { readonly range: Range; readonly text: string }[];
}

function diagnostics(report: string): Diagnostic[] {
  const all = report
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Diagnostic);
  expect(all.flatMap((one) => faults(one, RDJSONL))).toEqual([]);
  return all;
}

/** The part of a line in a range, for a program that counts bytes from 1. */
function bytesAt(file: string | Buffer, { start, end }: Range): string {
  const lines = Buffer.from(file).toString('latin1').split(/\r?\n/);
  return Buffer.from(lines[start.line - 1]!.slice(start.column! - 1, end.column! - 1), 'latin1').toString();
}

describe('the report for reviewdog', () => {
  it('counts columns in bytes of UTF-8', () => {
    const { report } = reported(FILES, [], 'sub');
    const all = diagnostics(report.rdjsonl);
    expect(all.map(({ code, location }) => [location.path, code.value])).toEqual([
      ['ü é.ts', 'legacy-host'],
      ['ü é.ts', 'uri-refused'],
    ]);
    expect(all.map(({ location }) => bytesAt(FILES['sub/ü é.ts'], location.range))).toEqual([HOST, ':27017']);
  });

  it('offers a fix of one edit, and none of several', () => {
    const list = 'mongodb://a-shard-00-00-k2j4h.mongodb.net:27017,a-shard-00-01-k2j4h.mongodb.net:27017/x?tls=true';
    const all = diagnostics(reported({ ...FILES, 'sub/list.env': `A=${list}\n` }).report.rdjsonl);
    const port = all.find(({ code }) => code.value === 'uri-refused');
    expect(port!.suggestions).toEqual([{ range: port!.location.range, text: '' }]);
    const hosts = all.find(({ code, location }) => code.value === 'legacy-host' && location.path === 'sub/list.env');
    expect(hosts!.suggestions).toBeUndefined();
  });

  it('counts the mark at the start of a file, which is a part of its first line', () => {
    const text = `\ufeffA=mongodb+srv://${HOST}/x\n`;
    const [only] = diagnostics(reported({ 'a.env': text }).report.rdjsonl);
    expect(bytesAt(text, only!.location.range)).toBe(HOST);
  });

  it('gives only the line where the file is in another encoding', () => {
    const text = Buffer.from(`# caf\xe9 mongodb+srv://${HOST}/x\n`, 'latin1');
    const [only] = diagnostics(reported({ 'a.env': text }).report.rdjsonl);
    expect(only!.location.range).toEqual({ start: { line: 1 }, end: { line: 1 } });
    expect(only!.suggestions).toBeUndefined();
  });

  it('has no line longer than reviewdog reads', () => {
    const long = Array.from({ length: 400 }, (_, i) => `mongodb+srv://c${i}-k2j4h.mongodb.net:27017/x`).join(' ');
    const { report } = reported({ 'a.txt': `${'x'.repeat(100_000)} ${long}\n` });
    const lines = report.rdjsonl.split('\n');
    expect(lines.length).toBeGreaterThan(800);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(64 * 1024);
  });
});

describe('the report for GitLab', () => {
  it('has what its parser requires, with paths from the root and our ids', () => {
    const { report } = reported(FILES, [], 'sub');
    const all = JSON.parse(report.gitlab) as { fingerprint: string; location: unknown; severity: string }[];
    expect(faults(all, GITLAB)).toEqual([]);
    expect(all.map(({ severity }) => severity)).toEqual(['minor', 'major']);
    expect(all.map(({ location }) => location)).toEqual([
      { path: 'sub/ü é.ts', lines: { begin: 2, end: 2 } },
      { path: 'sub/ü é.ts', lines: { begin: 2, end: 2 } },
    ]);
    const { findings } = JSON.parse(report.json) as { findings: { id: string; suppressed: unknown }[] };
    const live = findings.filter(({ suppressed }) => suppressed === null).map(({ id }) => id);
    expect(all.map(({ fingerprint }) => fingerprint)).toEqual(live);
  });

  it('is an empty list where nothing was found', () => {
    expect(JSON.parse(reported({ 'a.txt': 'x' }).report.gitlab)).toEqual([]);
  });
});

interface SonarReport {
  readonly rules: readonly { readonly id: string; readonly impacts: readonly { readonly severity: string }[] }[];
  readonly issues: readonly {
    readonly ruleId: string;
    readonly primaryLocation: {
      readonly filePath: string;
      readonly textRange: { startLine: number; endLine?: number; startColumn?: number; endColumn?: number };
    };
  }[];
}

describe('the report for SonarQube', () => {
  const parse = (report: string): SonarReport => {
    const value = JSON.parse(report) as SonarReport;
    expect(faults(value, SONAR)).toEqual([]);
    const ids = value.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { ruleId } of value.issues) expect(ids).toContain(ruleId);
    return value;
  };

  it('counts columns from 0 in UTF-16 code units', () => {
    const { issues } = parse(reported(FILES, [], 'sub').report.sonar);
    const line = FILES['sub/ü é.ts'].split('\n')[1]!;
    const covered = issues.map(({ primaryLocation: { textRange } }) =>
      line.slice(textRange.startColumn, textRange.endColumn),
    );
    expect(covered).toEqual([HOST, ':27017']);
  });

  it('gives no column that SonarQube may not find', () => {
    const text = Buffer.from(`# caf\xe9 mongodb+srv://${HOST}/x\n`, 'latin1');
    const { issues } = parse(reported({ 'a.env': text }).report.sonar);
    expect(issues.map(({ primaryLocation }) => primaryLocation.textRange)).toEqual([{ startLine: 1 }]);
  });

  it('gives a rule the impact of its worst finding', () => {
    const impact = (config: object): string | undefined =>
      parse(
        reported({ 'a.env': `A=mongodb+srv://${HOST}/x\n`, 'connlint.config.json': JSON.stringify(config) }).report
          .sonar,
      ).rules.find(({ id }) => id === 'legacy-host')?.impacts[0]?.severity;
    expect(impact({})).toBe('MEDIUM');
    expect(impact({ plan: [{ change: 'leave-legacy-hostnames' }] })).toBe('HIGH');
  });
});

describe('the report as JSON lines', () => {
  it('has the findings of the JSON report, one per line', () => {
    const { report } = reported(FILES);
    const lines = report.jsonl.split('\n');
    expect(lines.pop()).toBe('');
    const { findings } = JSON.parse(report.json) as { findings: unknown[] };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(findings);
    expect(findings.length).toBe(3);
  });
});
