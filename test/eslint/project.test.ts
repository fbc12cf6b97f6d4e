import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { describe, expect, it, vi } from 'vitest';
import { formatBaseline, updatedEntries } from '../../src/lint/baseline.ts';
import { RULES } from '../../rules/index.ts';
import connlint from '../../src/eslint/plugin.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { openProject } from '../../src/node/project/project.ts';
import { ANY_TEXT, eslint, BASE, REPORT_ALL, TYPESCRIPT, workspace } from '../support/eslint-run.ts';

const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';
const record = (name: string, token = 'k4j5h'): string =>
  JSON.stringify({ name, connectionStrings: { standardSrv: `mongodb+srv://${name}.${token}.mongodb.net` } });
const WITH_RECORD = JSON.stringify({ projects: [{ inventory: 'facts/*.json' }] });
const OFF = JSON.stringify({ rules: { 'legacy-host': 'off' } });

/** Rules by file, without the plugin's name. */
async function shown(root: string, files: readonly string[], config?: Linter.Config[]): Promise<string[]> {
  const results = await eslint(root, files, config, { ignore: false });
  return [...results].flatMap(([file, { messages }]) =>
    messages.map(({ ruleId }) => `${file} ${String(ruleId).replace('connlint/', '')}`),
  );
}

describe('the config of a file in ESLint', () => {
  it('is the nearest one above it', async () => {
    const files = { 'a.env': LEGACY, 'sub/b.env': LEGACY, 'sub/deep/c.env': LEGACY, 'own/d.env': LEGACY };
    using folder = workspace({ ...files, 'sub/connlint.config.json': OFF, 'own/connlint.config.json': '{}' });
    expect(await shown(folder.root, Object.keys(files))).toEqual(['a.env legacy-host', 'own/d.env legacy-host']);
  });

  it('switches rules off for files, and leaves files out', async () => {
    const config = {
      overrides: [{ files: 'old/**', rules: { 'legacy-host': 'off' } }],
      ignores: ['vendor/'],
    };
    const files = { 'old/a.env': LEGACY, 'new/a.env': LEGACY, 'vendor/a.env': LEGACY };
    using folder = workspace({ ...files, 'connlint.config.json': JSON.stringify(config) });
    expect(await shown(folder.root, Object.keys(files))).toEqual(['new/a.env legacy-host']);
  });

  it('leaves the level to ESLint', async () => {
    const config = JSON.stringify({ rules: { 'legacy-host': 'info' } });
    using folder = workspace({ 'a.env': LEGACY, 'connlint.config.json': config });
    const loud = [...BASE, ANY_TEXT, REPORT_ALL, { rules: { 'connlint/legacy-host': 'error' as const } }];
    const [result] = (await eslint(folder.root, ['a.env'], loud)).values();
    expect(result?.messages.map(({ severity }) => severity)).toEqual([2]);
  });

  it('is read again when it, a fact file or the folder changes', async () => {
    using folder = workspace({ 'a.env': LEGACY });
    const look = () => shown(folder.root, ['a.env']);
    const fixes = async () => (await eslint(folder.root, ['a.env'])).get('a.env')?.fixableWarningCount;
    expect(await look()).toEqual(['a.env legacy-host']);
    folder.write({ 'connlint.config.json': OFF });
    expect(await look()).toEqual([]);
    folder.write({ 'facts/a.json': record('other', 'z9y8x'), 'connlint.config.json': WITH_RECORD });
    expect(await look()).toEqual(['a.env legacy-host']);
    expect(await fixes()).toBe(0);
    folder.write({ 'facts/b.json': record('gable') });
    expect(await fixes()).toBe(1);
    folder.write({ 'facts/b.json': record('another', 'z9y8x') });
    expect(await fixes()).toBe(0);
    rmSync(join(folder.root, 'connlint.config.json'));
    folder.write({ 'package.json': JSON.stringify({ connlint: { rules: { 'legacy-host': 'off' } } }) });
    expect(await look()).toEqual([]);
  });

  it('is one message in the file when it cannot be used, whichever rules are on', async () => {
    using folder = workspace({ 'a.env': LEGACY, 'b.ts': `// ${LEGACY}\n`, 'connlint.config.json': '{ "rulse": {} }' });
    const results = await eslint(folder.root, ['a.env', 'b.ts']);
    for (const { messages } of results.values()) {
      expect(messages.map(({ ruleId }) => ruleId)).toEqual(['connlint/config']);
      expect(messages[0]?.message).toMatch(/^connlint: .*connlint\.config\.json:1:3: .*"rulse".*"rules"/);
    }
    folder.write({ 'connlint.config.json': '{}' });
    expect(await shown(folder.root, ['a.env'])).toEqual(['a.env legacy-host']);
  });

  it.each([
    [
      'a fact file that is missing',
      { 'connlint.config.json': '{"projects":[{"inventory":"none.json"}]}' },
      /none\.json/,
    ],
    ['a fact file that is no JSON', { 'connlint.config.json': WITH_RECORD, 'facts/a.json': '{' }, /a\.json/],
    ['a baseline of something else', { '.connlint-baseline': 'hello\n' }, /\.connlint-baseline:1/],
    ['two configs side by side', { 'connlint.config.json': '{}', 'connlint.config.jsonc': '{}' }, /second config/],
    ['a config that would be a program', { 'connlint.config.js': 'export default {}' }, /connlint\.config\.js/],
  ])('reports %s', async (_, files, message) => {
    using folder = workspace({ 'a.env': LEGACY, ...files });
    const { messages = [] } = (await eslint(folder.root, ['a.env'])).get('a.env') ?? {};
    expect(messages.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
  });

  it('is not linted itself, nor are fact files and the baseline', async () => {
    const files = { 'connlint.config.json': WITH_RECORD, 'facts/a.json': record('gable').replace('gable.', 'gable-') };
    using folder = workspace({ ...files, '.connlint-baseline': '' });
    expect(await shown(folder.root, [...Object.keys(files), '.connlint-baseline'])).toEqual([]);
  });
});

describe('the baseline in ESLint', () => {
  const FENCE = ['# Job', '', '```js', `connect('${LEGACY}');`, '```', ''].join('\n');

  /** Accepts all findings of the command line. */
  function accepted(root: string): string {
    const project = openProject({ cwd: root, rules: RULES });
    const { report } = check(project, listFiles(project, { paths: [] }));
    return formatBaseline(updatedEntries([], [], report.findings, [], project.fromConfig));
  }

  it('accepts what it accepts on the command line, from any folder', async () => {
    const files = { 'sub/a.env': `A=${LEGACY}\nB=${LEGACY}\n`, 'sub/b.ts': `export const u = '${LEGACY}';\n` };
    using folder = workspace({ ...files, 'connlint.config.json': '{}' });
    expect(await shown(folder.root, Object.keys(files))).toHaveLength(3);
    folder.write({ '.connlint-baseline': accepted(folder.root) });
    expect(await shown(folder.root, Object.keys(files))).toEqual([]);
    expect(await shown(join(folder.root, 'sub'), ['a.env', 'b.ts'])).toEqual([]);
    appendFileSync(join(folder.root, 'sub/a.env'), `C=${LEGACY}\n`);
    expect(await shown(folder.root, Object.keys(files))).toEqual(['sub/a.env legacy-host']);
  });

  it('knows a block that a processor took out of a file by the file', async () => {
    using folder = workspace({ 'doc.txt': FENCE, 'connlint.config.json': '{}' });
    const fences = {
      preprocess: (text: string) => [{ text: text.split('```')[1]!.replace(/^js/, ''), filename: '0.js' }],
      postprocess: (messages: Linter.LintMessage[][]) => messages.flat(),
    };
    const config = [{ files: ['**/*.txt'], processor: fences }, { files: ['**/*.js'] }, ...BASE];
    expect(await shown(folder.root, ['doc.txt'], config)).toEqual(['doc.txt legacy-host']);
    folder.write({ '.connlint-baseline': accepted(folder.root) });
    expect(await shown(folder.root, ['doc.txt'], config)).toEqual([]);
  });
});

describe('a file in an editor', () => {
  it('is judged without a comment about what only the whole project shows', async () => {
    const projectRule = RULES.find(({ checkProject }) => checkProject)!;
    const text = `# connlint-disable-next-line ${projectRule.id} -- it is known\nA=${LEGACY}\n`;
    using folder = workspace({ 'a.env': text });
    expect(await shown(folder.root, ['a.env'])).toEqual(['a.env legacy-host']);
  });

  it('may have no name', () => {
    const linter = new Linter();
    const messages = linter.verify(`connect('mongodb+srv://gable-' + 'k4j5h.mongodb.net');`, [
      { plugins: { connlint }, rules: { 'connlint/legacy-host': 'error' } },
    ]);
    expect(messages.map(({ ruleId, column }) => [ruleId, column])).toEqual([['connlint/legacy-host', 24]]);
  });

  it('is judged by the day of the lint', async () => {
    const text = `# connlint-disable-next-line legacy-host until=2031-05-01 -- moves in May\nA=${LEGACY}\n`;
    using folder = workspace({ 'a.env': text });
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-01T23:59:00Z') });
      expect(await shown(folder.root, ['a.env'])).toEqual([]);
      vi.setSystemTime(new Date('2031-05-02T00:01:00Z'));
      expect(await shown(folder.root, ['a.env'])).toEqual(['a.env acceptance', 'a.env legacy-host']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sees the driver that its manifest names now', async () => {
    const text = `export const u = 'mongodb+srv://shop-pl-0-lb.ab123.mongodb.net/x';\n`;
    const manifest = (range: string): string => JSON.stringify({ dependencies: { mongodb: range } });
    using folder = workspace({ 'a.ts': text, 'package.json': manifest('3.6.0') });
    try {
      vi.useFakeTimers({ toFake: ['Date'] });
      const look = () => shown(folder.root, ['a.ts'], [...BASE, TYPESCRIPT]);
      expect(await look()).toContain('a.ts driver-too-old');
      folder.write({ 'package.json': manifest('^6.5.0') });
      vi.advanceTimersByTime(10_000);
      expect(await look()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
