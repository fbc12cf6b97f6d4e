import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureFolder } from '../support/cli.ts';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The packed package with each supported Node: the lowest version, and the newest of each line.
const VERSIONS = { 20: '20.19.0', 22: '22', 24: '24' } as const;
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';
const PROGRAM = 'node_modules/connlint/hooks/connlint.cjs';
const CHECK = [PROGRAM, '--no-config', '--format', 'json', '--today', '2026-11-20'].concat(
  ['monorepo', 'spring', 'plan-azure-2019/project'].map(fixtureFolder),
);

let pack: ReturnType<typeof packed>;
let project: Installed;
let here: ReturnType<Installed['run']>;
beforeAll(() => {
  pack = packed();
  // The package `node` finds the machine's binary in an install script. This names it directly.
  const binary = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const versions = Object.entries(VERSIONS).map(([line, version]) => `node${line}@npm:${binary}@${version}`);
  project = installed([pack.tarball, 'eslint@10', ...versions]);
  project.write({
    '.env': `A=${URI}\n`,
    'esm.config.js': `import connlint from 'connlint/eslint';\nexport default [...connlint.configs.recommended];\n`,
    'common.config.cjs': `module.exports = [...require('connlint/eslint').configs.recommended];\n`,
  });
  here = project.run(process.execPath, ...CHECK);
  expect((JSON.parse(here.stdout) as { findings: unknown[] }).findings.length).toBeGreaterThan(0);
});
afterAll(() => {
  project.remove();
  rmSync(pack.folder, { recursive: true, force: true });
});

const node = (line: string, ...args: string[]): ReturnType<Installed['run']> =>
  project.run(join(project.root, 'node_modules', `node${line}`, 'bin/node'), ...args);

describe.each(Object.keys(VERSIONS))('under Node %s', (line) => {
  it('the program says what it says under the version of this test, and fixes', () => {
    expect(node(line, '--version').stdout).toMatch(new RegExp(`^v${line}\\.`));
    expect(node(line, ...CHECK)).toEqual(here);
    project.write({ 'fix.env': `A=${URI}\n` });
    expect(node(line, PROGRAM, '--no-config', '--fix', 'fix.env').stderr).not.toMatch(/Warning/);
    expect(readFileSync(join(project.root, 'fix.env'), 'utf8')).toBe(`A=${URI.replace(':27017', '')}\n`);
  });

  it.each(['esm.config.js', 'common.config.cjs'])('the plugin lints with %s', (config) => {
    const run = node(line, 'node_modules/eslint/bin/eslint.js', '-c', config, '-f', 'json', '.env');
    expect(run.stderr).toBe('');
    const [{ messages }] = JSON.parse(run.stdout) as [{ messages: { ruleId: string }[] }];
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(['connlint/legacy-host', 'connlint/uri-refused']);
  });
});
