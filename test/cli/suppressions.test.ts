import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { runExample } from '../support/run-example.ts';
import { connlint, withFiles } from '../support/cli.ts';

const HOST = 'mongodb+srv://gable-k4j5h.mongodb.net/g';

function findings(files: Record<string, string>, config: unknown = {}): readonly Finding[] {
  return runExample({ title: '', files, config }, RULES).findings;
}
/** `rule line` for findings that count, `rule line (by)` for accepted ones. */
const told = (list: readonly Finding[]): string[] =>
  list.map(({ rule, line, suppressed }) => `${rule} ${line}${suppressed ? ` (${suppressed.by})` : ''}`);

describe('comments', () => {
  it('accept what is on their line, on the next, or in their block', () => {
    const text = [
      `a: ${HOST} # connlint-disable-line legacy-host -- r`,
      '# connlint-disable-next-line legacy-host -- r',
      `b: ${HOST}`,
      '# connlint-disable legacy-host -- r',
      `c: ${HOST}`,
      `d: ${HOST}`,
      '# connlint-enable legacy-host',
      `e: ${HOST}`,
    ].join('\n');
    expect(told(findings({ 'a.yaml': text }))).toEqual([
      'legacy-host 1 (comment)',
      'legacy-host 3 (comment)',
      'legacy-host 5 (comment)',
      'legacy-host 6 (comment)',
      'legacy-host 8',
    ]);
  });

  it('end one rule of a block for every rule', () => {
    const text = `# connlint-disable -- r\na: ${HOST}\n# connlint-enable legacy-host\nb: mongodb+srv://gable-k4j5h.mongodb.net:27017/g\n`;
    expect(told(findings({ 'a.yaml': text }))).toEqual([
      'legacy-host 2 (comment)',
      'legacy-host 4',
      'uri-refused 4 (comment)',
    ]);
  });

  it('say nothing when a fact is lacking that would decide', () => {
    const string = 'a: mongodb+srv://till-pl-0-lb.p3q4r.mongodb.net/t\n';
    const text = `# connlint-disable-next-line host-not-in-record -- asked for\n${string}`;
    const run = (yaml: string) => runExample({ title: '', files: { 'a.yaml': yaml } }, RULES);
    expect(run(string).unknown.map(({ rule }) => rule)).toContain('host-not-in-record');
    expect(run(text).unknown).toEqual([]);
    expect(told(run(text).findings)).not.toContain('acceptance 1');
  });

  it('that are over, unfounded or misspelt suppress nothing', () => {
    const line = (comment: string) => told(findings({ 'a.py': `# ${comment}\nU = "${HOST}"\n` }));
    expect(line('connlint-disable-next-line legacy-host until=2026-11-19 -- r')).toEqual([
      'acceptance 1',
      'legacy-host 2',
    ]);
    expect(line('connlint-disable-next-line legacy-host until=soon -- r')).toEqual(['acceptance 1', 'legacy-host 2']);
    expect(line('connlint-disable-next-line legacy-host')).toEqual(['acceptance 1', 'legacy-host 2']);
    expect(line('connlint-disable-nextline legacy-host -- r')).toEqual(['acceptance 1', 'legacy-host 2']);
    expect(line('connlint-disable-next-line legacyhost -- r')).toEqual(['acceptance 1', 'legacy-host 2']);
    expect(line('connlint-disable-next-line legacy-host until=2026-11-20 -- r')).toEqual(['legacy-host 2 (comment)']);
  });

  it('repeat no credential that somebody wrote into them', () => {
    const text = `# connlint-disable-next-line legacy-host -- as in mongodb://app:Wint3r-Kiln@gable-k4j5h.mongodb.net/x\nU = "${HOST}"\n# connlint-disable-next-line Wint3r-Kiln mongodb://app:Wint3r-Kiln@h/\n`;
    const list = findings({ 'a.py': text });
    expect(list.find(({ line }) => line === 2)?.suppressed?.reason).toBe('…');
    expect(JSON.stringify(list)).not.toContain('Wint3r-Kiln');
  });
});

describe('entries of the config', () => {
  const config = (entry: object) => JSON.stringify({ suppressions: [{ rule: 'legacy-host', ...entry }] }, null, 2);
  const run = (entry: object, args: readonly string[] = []) =>
    withFiles(
      { 'connlint.config.json': config(entry), 'db/app.json': `{"u": "${HOST}"}\n`, 'other.txt': 'x\n' },
      (cwd) => {
        const { stdout } = connlint([...args, '--format', 'json', '--today', '2026-11-20'], { cwd });
        const { findings: list } = JSON.parse(stdout) as { findings: Finding[] };
        return list.map(
          ({ rule, file, line, suppressed }) => `${rule} ${file}:${line}${suppressed ? ' accepted' : ''}`,
        );
      },
    );

  it('accept by file and host', () => {
    const accepted = ['legacy-host db/app.json:1 accepted'];
    expect(run({ files: ['db/*.json'], host: 'gable-k4j5h.mongodb.net', reason: 'r' })).toEqual(accepted);
    expect(run({ host: 'gable-*.mongodb.net', reason: 'r' })).toEqual(accepted);
  });

  it('do not take a part of a host for the host', () => {
    const open = ['acceptance connlint.config.json:4', 'legacy-host db/app.json:1'];
    expect(run({ host: 'k4j5h.mongodb.net', reason: 'r' })).toEqual(open);
  });

  it('that accept nothing are reported at their line, when the whole project was read', () => {
    const entry = { files: ['gone/**'], reason: 'r' };
    expect(run(entry)).toEqual(['acceptance connlint.config.json:4', 'legacy-host db/app.json:1']);
    expect(run(entry, ['.'])).toEqual(['acceptance connlint.config.json:4', 'legacy-host db/app.json:1']);
    expect(run(entry, ['db'])).toEqual(['legacy-host db/app.json:1']);
    expect(run(entry, ['--rule', 'legacy-host'])).toEqual(['legacy-host db/app.json:1']);
  });

  it('that are over or give no reason are reported and accept nothing', () => {
    expect(run({ until: '2026-03-31', reason: 'r' }, ['db'])).toEqual([
      'acceptance connlint.config.json:4',
      'legacy-host db/app.json:1',
    ]);
    expect(run({}, ['db'])).toEqual(['acceptance connlint.config.json:4', 'legacy-host db/app.json:1']);
  });
});
