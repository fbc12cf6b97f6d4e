import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { checksSingleFiles } from '../../src/eslint/rule.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { openProject } from '../../src/node/project/project.ts';
import { FIXTURES, fixtureFolder } from '../support/cli.ts';
import { eslint } from '../support/eslint-run.ts';

const folders = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => (existsSync(join(FIXTURES, name, 'project')) ? [`${name}/project`, `${name}/after`] : [name]));

const OWN = new Set(RULES.filter(checksSingleFiles).map(({ id }) => id));

describe.each(folders)('the repository %s', (folder) => {
  const cwd = fixtureFolder(folder);
  let files: readonly string[] = [];
  let byCommandLine: unknown[] = [];

  beforeAll(() => {
    const project = openProject({ cwd, rules: RULES });
    const list = listFiles(project, { paths: [] });
    files = Array.from(list.files, ({ path }) => path);
    byCommandLine = check(project, list)
      .report.findings.filter(({ rule, file, suppressed }) => OWN.has(rule) && files.includes(file) && !suppressed)
      .map(({ rule, file, message, line, column, endLine, endColumn }) =>
        JSON.stringify([file, line, column, endLine, endColumn, rule, message]),
      )
      .sort();
  });

  it('shows in ESLint what the command line finds', async () => {
    expect(files.length).toBeGreaterThan(0);
    const results = await eslint(cwd, files, undefined, { ignore: false });
    const shown = [...results].flatMap(([file, { messages }]) =>
      messages.map(({ ruleId, message, line, column, endLine, endColumn }) =>
        JSON.stringify([file, line, column, endLine, endColumn, ruleId?.replace('connlint/', ''), message]),
      ),
    );
    expect(shown.sort()).toEqual(byCommandLine);
  });
});
