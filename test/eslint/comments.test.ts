import json from '@eslint/json';
import markdown from '@eslint/markdown';
import type { ESLint, Linter } from 'eslint';
import yml from 'eslint-plugin-yml';
import { describe, expect, it } from 'vitest';
import { lintText } from '../support/lint-text.ts';
import { eslint, BASE, REPORT_ALL, workspace } from '../support/eslint-run.ts';

// Languages of other plugins, with comments for ESLint in the syntax of each.
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';
const OFF = 'eslint-disable-next-line connlint/legacy-host';

const inLanguage = (name: string, plugin: unknown, language: string, files: string): Linter.Config[] => [
  ...BASE,
  { files: [files], plugins: { [name]: plugin as ESLint.Plugin }, language },
];
const base = (config: unknown): Linter.Config[] => [...BASE, ...(config as Linter.Config[])];

/** Config, file, and a text with a comment that suppresses, one that suppresses nothing, and strings of all kinds. */
const LANGUAGES: readonly (readonly [title: string, config: Linter.Config[], file: string, text: string])[] = [
  [
    'jsonc',
    inLanguage('json', json, 'json/jsonc', '**/*.jsonc'),
    'a.jsonc',
    `{\n// ${OFF} -- why\n"u": "${URI}",\n// ${OFF}\n"v": 1,\n"w": "${URI}"}\n`,
  ],
  [
    'json5',
    inLanguage('json', json, 'json/json5', '**/*.json5'),
    'a.json5',
    `{\n/* ${OFF} */\nu: '${URI}',\n// ${OFF}\nv: 1,\nw: '${URI}'}\n`,
  ],
  [
    'Markdown',
    inLanguage('markdown', markdown, 'markdown/gfm', '**/*.md'),
    'a.md',
    `# T\n\n<!-- ${OFF} -->\nUse ${URI}\n\n<!-- ${OFF} -->\nand\n\n\`\`\`js\nf('${URI}');\n\`\`\`\n`,
  ],
  ['YAML', base(yml.configs.base), 'a.yaml', `# ${OFF} -- why\nu: ${URI}\n# ${OFF}\nv: 1\nw: |\n  x\n  ${URI}\n`],
];

describe.each(LANGUAGES)('%s', (_, config, file, text) => {
  const lint = async (options?: ESLint.Options): Promise<ESLint.LintResult> => {
    using folder = workspace({ [file]: text });
    // Prose has the role docs, which lowers its findings.
    return (await eslint(folder.root, [file], [...config, REPORT_ALL], options)).get(file)!;
  };
  const silenced = text.split('\n').findIndex((line) => line.includes(OFF)) + 2;

  it('shows what the command line finds, without what a comment silences', async () => {
    const found = lintText(file, text)
      .filter(({ rule, line }) => !(rule === 'legacy-host' && line === silenced))
      .map(({ rule, line, column, endLine, endColumn }) => [rule, line, column, endLine, endColumn]);
    const shown = (await lint()).messages
      .filter(({ ruleId }) => ruleId !== null)
      .map((one) => [one.ruleId!.replace('connlint/', ''), one.line, one.column, one.endLine, one.endColumn]);
    expect(new Set(shown.map(([rule]) => rule))).toEqual(new Set(['legacy-host', 'uri-refused']));
    expect(shown).toEqual(found);
  });

  it('reports a comment that silences nothing', async () => {
    const unused = (await lint()).messages.filter(({ ruleId }) => ruleId === null);
    expect(unused.map(({ message }) => message)).toEqual([expect.stringMatching(/^Unused eslint-disable directive/)]);
  });

  it('is fixed as the command line fixes it', async () => {
    const { output } = await lint({ fix: ({ ruleId }) => ruleId !== null });
    expect(output).toBe(text.replaceAll(':27017', ''));
  });
});
