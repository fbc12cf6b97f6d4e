import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { GITLAB, RDJSONL, sarifShape, SONAR } from '../support/consumer-shapes.ts';
import { FORMATS, reported, reportsOf } from '../support/reports.ts';
import { faults } from '../support/shape.ts';
import { parseXml } from '../support/xml.ts';

const HOST = 'reader-k2j4h.mongodb.net';
const SECRET = 'Lantern77Quay';
const USER = 'harbourmaster';

const URI = `mongodb+srv://${USER}:${SECRET}@${HOST}/x`;
const ENCODED = Buffer.from(URI).toString('base64');
/** A part that comes only from the user name, and one from the password. */
const ENCODED_PARTS = [USER, SECRET].map((part) => {
  const at = Math.ceil(URI.indexOf(part) / 3) * 4;
  return ENCODED.slice(at, at + 12);
});

/** A project with hostile names, encodings and credentials. */
const HOSTILE = {
  'src/a.ts': `const uri = "mongodb+srv://${USER}:${SECRET}@${HOST}:27017/x?tls=false";\n`,
  '[id]/#?%.env': `A=mongodb://${USER}:p@${SECRET}@${HOST}/x?authMechanism=NONE&proxyPassword=${SECRET}\n`,
  'new\nline\u0001.env': `A=mongodb+srv://${USER}:${SECRET}@${HOST}/x\r\n`,
  '-x.yml': `a: "mongodb+srv://${USER}:${SECRET}@${HOST}/x" # connlint-disable-line -- mongodb://${USER}:${SECRET}@h/\n`,
  'utf16.txt': Buffer.from(`\ufeffmongodb+srv://${USER}:${SECRET}@${HOST}/x\n`, 'utf16le'),
  'b64.yaml': `kind: Secret\ndata:\n  uri: ${ENCODED}\n`,
};

const json = (text: string): unknown => JSON.parse(text);

describe('reports for programs', () => {
  it('are understood by their consumers, whatever a repository contains', () => {
    const { report } = reported(HOSTILE, ['--report-suppressed']);
    expect(faults(json(report.sarif), sarifShape())).toEqual([]);
    expect(faults(json(report.gitlab), GITLAB)).toEqual([]);
    expect(faults(json(report.sonar), SONAR)).toEqual([]);
    for (const line of report.rdjsonl.split('\n').slice(0, -1)) expect(faults(json(line), RDJSONL)).toEqual([]);
    for (const format of ['junit', 'checkstyle'] as const) expect(() => parseXml(report[format])).not.toThrow();
    for (const line of report.github.split('\n').slice(0, -1)) expect(line).toMatch(/^::(?:error|warning|notice) /);
  });

  it('never contain a credential', () => {
    const { report, stderr, stdout } = reported(HOSTILE, ['--report-suppressed', '--format', 'text', '--verbose']);
    for (const text of [...Object.values(report), stderr, stdout]) {
      for (const secret of [SECRET, USER, ...ENCODED_PARTS]) expect(text).not.toContain(secret);
    }
    for (const name of ['%5Bid%5D/%23%3F%25.env', 'utf16.txt', 'b64.yaml']) expect(report.sarif).toContain(name);
  });

  it('are the same bytes for the same files in another folder, and name no folder', () => {
    const run = (): ReturnType<typeof reported> & { root: string } =>
      withFiles(HOSTILE, (root) => {
        execFileSync('git', ['init', '--quiet'], { cwd: root });
        return { ...reportsOf(root), root };
      });
    const [first, second] = [run(), run()];
    for (const format of FORMATS) {
      expect(first.report[format]).toBe(second.report[format]);
      expect(first.report[format]).not.toContain(first.root);
    }
    expect(first.root).not.toBe(second.root);
  });

  it('all come from one run, with the exit code that each would have alone', () => {
    withFiles({ 'a.env': `A=mongodb+srv://${HOST}:27017/x\n`, 'b/b.txt': 'x' }, (root) => {
      const alone = FORMATS.map((format) => connlint(['check', 'a.env', '--format', format], { cwd: root }));
      expect(alone.map(({ code }) => code)).toEqual(FORMATS.map(() => 1));
      expect(reportsOf(root, ['a.env', '--fail-on', 'never']).code).toBe(0);
      const several = ['--format', 'sarif=b/out.sarif', '--format', 'junit=b/out.xml', '--format', 'text'];
      const together = connlint(['check', 'a.env', ...several], { cwd: root });
      expect(together.code).toBe(1);
      expect(together.stdout).toContain('error[uri-refused]');
      expect(readFileSync(join(root, 'b/out.sarif'), 'utf8')).toBe(alone[FORMATS.indexOf('sarif')]!.stdout);
      expect(readFileSync(join(root, 'b/out.xml'), 'utf8')).toBe(alone[FORMATS.indexOf('junit')]!.stdout);
      expect(existsSync(join(root, 'b/out.txt'))).toBe(false);
    });
  });

  it('leave out what was accepted', () => {
    const { report, code } = reported({
      'a.env': `# connlint-disable-next-line uri-refused, legacy-host -- moved in spring\nA=mongodb+srv://${HOST}:27017/x\n`,
    });
    expect(code).toBe(0);
    for (const format of ['sarif', 'github', 'gitlab', 'junit', 'checkstyle', 'rdjsonl'] as const)
      expect(report[format]).not.toContain('a.env');
    expect((json(report.sonar) as { issues: unknown[] }).issues).toEqual([]);
    expect(report.markdown).toContain('no findings');
    expect(report.markdown).toContain('2 suppressed');
  });

  it('know the text of standard input', () => {
    withFiles({}, (root) => {
      const input = `# é\nA=mongodb+srv://ü@${HOST}/x\n`;
      const args = ['check', '--stdin-filename', 'conf/a.env', '--rule', 'legacy-host'];
      const { stdout } = connlint([...args, '--format', 'rdjsonl'], { cwd: root, input });
      expect((json(stdout) as { location: unknown }).location).toEqual({
        path: 'conf/a.env',
        range: { start: { line: 2, column: 20 }, end: { line: 2, column: 44 } },
      });
    });
  });
});
