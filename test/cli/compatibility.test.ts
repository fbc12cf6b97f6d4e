import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import type { Report } from '../../src/lint/report.ts';
import { connlint, fixtureFolder, FIXTURES } from '../support/cli.ts';

// What scripts, baselines and dashboards depend on: ids, rules, ranges, codes and fields of every fixture's report.
// Existing entries stay until a major version. Additions must be accepted:
//   node tools/accept-reports.mjs
const ACCEPT = process.env.ACCEPT_REPORTS !== undefined;
const TODAY = '2026-11-20';

/** Its facts are pulled before it is checked. */
const WITHOUT_FACTS = 'demo';

const repositories = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== WITHOUT_FACTS)
  .flatMap(({ name }) => (existsSync(join(FIXTURES, name, 'project')) ? [`${name}/project`, `${name}/after`] : [name]))
  .filter((name) => readdirSync(join(FIXTURES, name)).length > 0);

/** Everything in a report that must stay the same, one line each, sorted. */
function promises({ findings, notices, unknown, ...rest }: Report): string[] {
  const lines = [
    ...findings.map(findingLine),
    ...notices.map(({ code, file }) => `notice ${code} ${file}`),
    ...unknown.map(({ rule, missing }) => `unknown ${rule}: ${missing}`),
    ...fields({ findings, notices, unknown, ...rest }).map((path) => `field ${path}`),
  ];
  return [...new Set(lines)].sort();
}

function findingLine(finding: Finding): string {
  const { id, rule, severity, file, line, column, endLine, endColumn, kind, cluster, fix, suggestions } = finding;
  const place = `${file}:${line}:${column}-${endLine}:${endColumn}`;
  const repairs = `${fix ? 'fix' : 'no fix'}, ${suggestions.length} suggested`;
  return `finding ${id} ${rule} ${severity} ${place} ${kind ?? '-'} ${cluster ?? '-'} (${repairs})`;
}

/** Paths of all keys, `[]` for list items. Counts by kind are variable keys. */
function fields(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => fields(entry, `${path}[]`));
  if (typeof value !== 'object' || value === null || path === '.summary.strings') return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...fields(inner, `${path}.${key}`)]);
}

/** Compares with the accepted entries. With ACCEPT_REPORTS, new entries are written; none is ever removed. */
function hold(name: string, now: readonly string[]): void {
  const file = join(FIXTURES, name);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
  if (ACCEPT) {
    const all = [...new Set([...before, ...now])].sort();
    writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  }
  const lost = before.filter((line) => !now.includes(line));
  expect(lost, 'gone or changed, which only a major version may do').toEqual([]);
  const added = ACCEPT ? [] : now.filter((line) => !before.includes(line));
  expect(added, 'new: read it, then `node tools/accept-reports.mjs`').toEqual([]);
}

describe('what a release promised', () => {
  it('is the ids of the rules', () => {
    hold('rules.report.json', RULES.map(({ id }) => id).sort());
  });

  it.each(repositories)('applies to the report of %s', (name) => {
    const args = ['check', '--format', 'json', '--fail-on', 'never', '--today', TODAY, '.'];
    const run = connlint(args, { cwd: fixtureFolder(name) });
    expect([run.code, run.stderr]).toEqual([0, expect.any(String)]);
    hold(`${name.replace('/', '-')}.report.json`, promises(JSON.parse(run.stdout) as Report));
  });
});
