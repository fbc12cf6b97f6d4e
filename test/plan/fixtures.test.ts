import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/lint/finding.ts';
import { connlint, FIXTURES as FOLDER } from '../support/cli.ts';
import { applied } from '../support/run-example.ts';

/** The output of the built program for three projects before a change. After preparing the change, they pass. */
const FIXTURES = ['plan-azure-2019', 'plan-aws-sharded', 'plan-gcp-2020'] as const;

interface PlanJson {
  readonly changes: readonly {
    readonly change: string;
    readonly verdict: string;
    readonly strings: readonly Finding[];
  }[];
}

function plan(cwd: string, format: string): { code: number | null; stdout: string } {
  const { code, stdout, stderr } = connlint(['plan', '--today', '2026-11-20', '--format', format], { cwd });
  expect(stderr).toMatch(format === 'text' ? /^$/ : /^(?:Passed|Failed): [^\n]*\.\n$/);
  return { code, stdout };
}

/** Applies the fixes of the report, one per string. The rest is done by hand, as in `after`. */
function prepare(folder: string, after: string): void {
  const { changes } = JSON.parse(plan(folder, 'json').stdout) as PlanJson;
  const offers = new Map<string, Finding['suggestions'][number]>();
  for (const { file, line, fix, suggestions } of changes.flatMap(({ strings }) => strings)) {
    const repair = fix ?? suggestions[0];
    if (repair) offers.set(`${file}:${line}`, repair);
  }
  for (const [place, repair] of offers) {
    const path = join(folder, place.slice(0, place.lastIndexOf(':')));
    writeFileSync(path, applied(readFileSync(path, 'utf8'), repair));
  }
  if (existsSync(after)) cpSync(after, folder, { recursive: true });
}

describe.each(FIXTURES)('%s', (name) => {
  const fixture = join(FOLDER, name);
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'connlint-'));
    cpSync(join(fixture, 'project'), folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['text', 'txt'],
    ['markdown', 'md'],
    ['json', 'json'],
  ])('before: blocked, as %s', async (format, end) => {
    const { code, stdout } = plan(folder, format);
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot(join(fixture, `expected.${end}`));
  });

  it('after the strings are changed: ready', () => {
    prepare(folder, join(fixture, 'after'));
    const { code, stdout } = plan(folder, 'json');
    const verdicts = (JSON.parse(stdout) as PlanJson).changes.map(({ verdict }) => verdict);
    expect(verdicts.every((verdict) => verdict === 'ready')).toBe(true);
    expect(code).toBe(0);
  });
});
