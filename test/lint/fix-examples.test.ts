import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { EXAMPLES, type Example } from '../support/rule-pages.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { fixesOf, fixFiles } from '../../src/node/fix-files.ts';
import { openProject } from '../../src/node/project/project.ts';
import { unmarked } from '../support/run-example.ts';
import { withFiles } from '../support/cli.ts';

function onDisk<T>(example: Example, use: (cwd: string, paths: readonly string[]) => T): T {
  const { files } = unmarked(example.files);
  const facts = Object.fromEntries(
    Object.entries(example.facts ?? {}).map(([path, value]) => [path, JSON.stringify(value)]),
  );
  const given = (example.config ?? {}) as { projects?: readonly object[] };
  const config = { ...given, projects: [{ ...given.projects?.[0], inventory: Object.keys(facts) }] };
  return withFiles({ ...files, ...facts, 'connlint.config.json': JSON.stringify(config) }, (cwd) =>
    use(cwd, Object.keys(files)),
  );
}

function run(cwd: string) {
  const project = openProject({ cwd, rules: RULES, today: '2026-11-20' });
  const checked = check(project, listFiles(project, { paths: [] }), { forFixes: true });
  return { project, checked };
}

describe('fixes of the examples', () => {
  it.each(EXAMPLES.map((example) => [`${example.rule}: ${example.title}`, example.rule, example] as const))(
    '%s',
    (_, rule, example) => {
      onDisk(example, (cwd, paths) => {
        const { project, checked } = run(cwd);
        const { report, count } = fixFiles(project, checked);
        expect(report.notices.filter(({ code }) => code !== 'generated-file')).toEqual([]);
        const bytes = paths.map((path) => readFileSync(join(cwd, path), 'utf8'));
        const again = run(cwd);
        expect(fixesOf(again.checked)).toEqual([]);
        expect(again.checked.report.summary.findings).toEqual(report.summary.findings);
        expect(paths.map((path) => readFileSync(join(cwd, path), 'utf8'))).toEqual(bytes);
        if (example.fixed === undefined) return;
        const before = checked.report.findings.filter((finding) => finding.rule === rule && finding.fix);
        const left = report.findings.filter((finding) => finding.rule === rule && finding.suggestions.length > 0);
        expect(count, 'a proven fix is applied').toBeGreaterThan(0);
        expect(left.length, 'what it fixes is gone').toBeLessThan(before.length);
      });
    },
  );
});
