import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StringRecord } from '../../../src/lint/string-record.ts';
import { connlint, fixtureFolder, FIXTURES } from '../../support/cli.ts';

const REPOSITORIES = ['node-api', 'spring', 'django', 'helm-chart', 'terraform', 'monorepo', 'prometheus'];

/** One line per string, for review. */
function line(record: StringRecord): string {
  const place = `${record.file}:${record.line}:${record.column}-${record.endLine}:${record.endColumn}`;
  const ports = record.via === 'field' ? record.hosts.map(({ port }) => port) : [];
  const facts = [record.kind, record.form, record.provider, record.region, record.cluster, record.token, ...ports];
  return [place, facts.map((fact) => fact ?? '-').join(' '), record.key ?? '-', record.context, record.text].join(
    ' | ',
  );
}

/** Run with UPDATE_FIXTURES=1 to rewrite the lists, then review the diff. */
describe.each(REPOSITORIES)('%s', (name) => {
  const expected = join(FIXTURES, `${name}.list.txt`);
  const run = connlint(['list', '--no-config', '--no-ignore', '--format', 'jsonl', '.'], { cwd: fixtureFolder(name) });
  const records = run.stdout
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as StringRecord);

  it('lists what the repository contains', () => {
    const lines = `${records.map(line).join('\n')}\n`;
    if (process.env.UPDATE_FIXTURES) writeFileSync(expected, lines);
    expect(lines).toBe(readFileSync(expected, 'utf8'));
    expect(run).toMatchObject({ code: 0, stderr: '' });
  });

  it('places each string in the text', () => {
    for (const record of records) {
      const text = readFileSync(join(FIXTURES, name, record.file), 'utf8');
      const lines = text.slice(0, record.offset).split('\n');
      expect([lines.length, lines.at(-1)!.length + 1]).toEqual([record.line, record.column]);
      for (const host of record.hosts) {
        expect(host.offset).toBeGreaterThanOrEqual(record.offset);
        expect(host.endOffset).toBeLessThanOrEqual(record.endOffset);
      }
    }
  });
});
