import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import connlint from '../../src/eslint/plugin.ts';
import { BASE, eslint, RECOMMENDED, workspace } from '../support/eslint-run.ts';

const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';
const PORT = 'mongodb+srv://gable.k4j5h.mongodb.net:27017/g';

describe('bytes that are not UTF-8', () => {
  it('stay as they are: such a file is judged and not written', async () => {
    using folder = workspace({});
    const bytes = Buffer.concat([Buffer.from('# Gr\xfc\xdfe\n', 'latin1'), Buffer.from(`uri=${PORT}\n`)]);
    writeFileSync(join(folder.root, 'a.properties'), bytes);
    const results = await eslint(folder.root, ['a.properties'], RECOMMENDED, { fix: true });
    expect(results.get('a.properties')!.messages.map(({ ruleId }) => ruleId)).toEqual(['connlint/uri-refused']);
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

describe("ESLint's cache", () => {
  it.each([
    ['the config', 'connlint.config.json', '{"rules":{"legacy-host":"off"},"projects":[{"inventory":"facts/a.json"}]}'],
    ['a fact file', 'facts/a.json', '[ ]'],
    ['the baseline', '.connlint-baseline', ''],
  ])('is not used when %s changed', (_, file, text) => {
    using folder = workspace({
      'connlint.config.json': '{"projects":[{"inventory":"facts/a.json"}]}',
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
