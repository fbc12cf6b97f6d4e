import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint, Linter } from 'eslint';
import * as espree from 'espree';
import { describe, expect, it } from 'vitest';
import connlint from '../../src/eslint/index.ts';
import { BASE, eslint, RECOMMENDED, workspace } from '../support/eslint-run.ts';
import type { Workspace } from '../support/eslint-run.ts';

const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';
const PORT = 'mongodb+srv://gable.k4j5h.mongodb.net:27017/g';

describe('files that git ignores', () => {
  const git = ({ root }: Workspace, ...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  };
  const found = async ({ root }: Workspace, files: readonly string[]): Promise<string[]> =>
    [...(await eslint(root, files, RECOMMENDED))]
      .filter(([, { messages }]) => messages.length > 0)
      .map(([file]) => file);

  it('are not judged, unless they are tracked', async () => {
    using folder = workspace({
      '.gitignore': '.env*\nbuild/\n*.local\n!keep.local\n',
      'sub/.gitignore': '!.env.shared\n/own.env\n',
    });
    const names = [
      '.env',
      'build/a.env',
      'sub/.env.shared',
      'sub/own.env',
      'sub/deep/own.env',
      'a.local',
      'keep.local',
    ];
    folder.write(Object.fromEntries([...names, '.env.tracked', 'excluded.env'].map((name) => [name, LEGACY])));
    const all = [...names, '.env.tracked', 'excluded.env'];
    expect(await found(folder, all)).toHaveLength(all.length);
    git(folder, 'init', '--quiet');
    writeFileSync(join(folder.root, '.git/info/exclude'), 'excluded.env\n');
    git(folder, 'add', '--force', '.env.tracked');
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: folder.root,
    });
    const judged = listed
      .toString()
      .trim()
      .split('\n')
      .filter((name) => all.includes(name));
    expect(judged.sort()).toEqual(['.env.tracked', 'keep.local', 'sub/.env.shared', 'sub/deep/own.env']);
    expect((await found(folder, all)).sort()).toEqual(judged);
  });

  it('are known in a working tree beside the main one', async () => {
    using folder = workspace({ 'main/.gitignore': '.env\n' });
    const main: Workspace = { ...folder, root: join(folder.root, 'main') };
    git(main, 'init', '--quiet');
    git(main, 'add', '.');
    git(main, 'commit', '--quiet', '-m', 'first');
    git(main, 'worktree', 'add', '--quiet', '../beside');
    folder.write({ 'beside/.env': LEGACY, 'beside/a.env': LEGACY });
    expect(await found({ ...folder, root: join(folder.root, 'beside') }, ['.env', 'a.env'])).toEqual(['a.env']);
  });
});

describe('bytes that are not UTF-8', () => {
  it('stay as they are: such a file is judged and not written', async () => {
    using folder = workspace({});
    const bytes = Buffer.concat([Buffer.from('# Gr\xfc\xdfe\n', 'latin1'), Buffer.from(`uri=${PORT}\n`)]);
    writeFileSync(join(folder.root, 'a.properties'), bytes);
    const results = await eslint(folder.root, ['a.properties'], RECOMMENDED, { fix: true });
    expect(results.get('a.properties')!.messages.map(({ ruleId }) => ruleId)).toEqual(['connlint/srv-port']);
    await ESLint.outputFixes([...results.values()]);
    expect(readFileSync(join(folder.root, 'a.properties'))).toEqual(bytes);
  });
});

describe('a processor that hands over a file and its blocks', () => {
  it('does not make findings twice', async () => {
    const processor: Linter.Processor = {
      preprocess: (text) => [text, { text: /<script>(.*?)<\/script>/s.exec(text)![1]!, filename: '0.js' }],
      postprocess: (messages) => messages.flat(),
      supportsAutofix: true,
    };
    const config = [...BASE, { files: ['**/*.txt'], processor }, { files: ['**/*.js'] }];
    using folder = workspace({ 'a.txt': `<script>f('${LEGACY}')</script>\n` });
    for (let lint = 0; lint < 2; lint++) {
      const results = await eslint(folder.root, ['a.txt'], config);
      expect(results.get('a.txt')!.messages.map(({ ruleId }) => ruleId)).toEqual(['connlint/legacy-host']);
    }
  });
});

describe('a parser whose tree is a graph', () => {
  const back = (field: string, from: 'init' | 'left' = 'init'): Linter.Parser => ({
    parse: (text, options) => {
      const ast = espree.parse(text, { ...(options as object), range: true, loc: true, tokens: true, comment: true });
      const declaration = (ast as unknown as { body: { declarations: { init: Record<string, unknown> }[] }[] })
        .body[0]!;
      const { init } = declaration.declarations[0]!;
      const node = from === 'init' ? init : (init['left'] as Record<string, unknown>);
      node[field] = field === 'parent' ? init : declaration;
      return ast;
    },
  });
  it.each([
    ['parent', back('parent')],
    ['up', back('up')],
    ['above', back('above', 'left')],
    ['arguments', back('arguments')],
  ])('does not hang (%s)', (_, parser) => {
    const rules = { 'connlint/legacy-host': 'error', 'connlint/srv-port': 'error' } as const;
    const text = `const a = 'mongodb+srv://' + 'gable-k4j5h.mongodb.net:27017/g';`;
    const config = [{ files: ['**/*.js'], languageOptions: { parser }, plugins: { connlint }, rules }];
    const messages = new Linter().verify(text, config, 'a.js');
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(['connlint/legacy-host', 'connlint/srv-port']);
  });
});

describe("ESLint's cache", () => {
  it.each([
    ['the config', 'connlint.config.json', '{ "inventory": "facts/a.json", "rules": { "legacy-host": "off" } }'],
    ['a fact file', 'facts/a.json', '[ ]'],
    ['the baseline', '.connlint-baseline', ''],
  ])('is not used when %s changed', (_, file, text) => {
    using folder = workspace({
      'connlint.config.json': '{ "inventory": "facts/a.json" }',
      'facts/a.json': '[]',
    });
    const cwd = process.cwd();
    const settings = (): unknown => connlint.configs.base.map((part) => part.settings);
    try {
      process.chdir(folder.root);
      const before = settings();
      expect(settings()).toEqual(before);
      folder.write({ [file]: text === '' ? '# connlint baseline\n' : text });
      expect(settings()).not.toEqual(before);
    } finally {
      process.chdir(cwd);
    }
  });
});
