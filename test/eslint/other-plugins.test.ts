import json from '@eslint/json';
import markdown from '@eslint/markdown';
import type { ESLint, Linter } from 'eslint';
import yml from 'eslint-plugin-yml';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { check, projectFiles } from '../../src/node/check.ts';
import { openProject } from '../../src/node/project/project.ts';
import { eslint, BASE, REPORT_ALL, workspace } from '../support/eslint-run.ts';

// Languages of other plugins: connlint's rules run in them, on unknown trees and numberings.
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';

type Case = readonly [file: string, text: string];

const inLanguage =
  (name: string, plugin: ESLint.Plugin, language: string) =>
  (files: string): Linter.Config[] => [...BASE, { files: [files], plugins: { [name]: plugin }, language }];

const HOSTS: readonly (readonly [title: string, config: Linter.Config[], Case[]])[] = [
  [
    'json/json',
    inLanguage('json', json, 'json/json')('**/*.json'),
    [
      ['first.json', `{"u": "${URI}", "😀": 1, "v": "${URI}"}`],
      ['lines.json', `\n{\r\n  "u": [\r\n    "${URI}"]}\r\n`],
      ['bom.json', `\uFEFF{"u": "${URI}"}`],
      ['escaped.json', `{"u": "mongodb+srv:\\/\\/gable\\u002dk4j5h.mongodb.net\\/g"}`],
    ],
  ],
  [
    'json/jsonc',
    inLanguage('json', json, 'json/jsonc')('**/*.jsonc'),
    [['comment.jsonc', `// ${URI}\n{"u": "${URI}"} // connlint-disable-line -- here only\n`]],
  ],
  ['json/json5', inLanguage('json', json, 'json/json5')('**/*.json5'), [['quotes.json5', `{u: '${URI}'}\n`]]],
  [
    'markdown/gfm',
    inLanguage('markdown', markdown, 'markdown/gfm')('**/*.md'),
    [
      ['prose.md', `# Title\n\nUse ${URI} or \`${URI}\`.\n\n- [a](${URI})\n`],
      ['fence.md', `\`\`\`js\nconst u = 'mongodb+srv://' + 'gable-k4j5h.mongodb.net:27017';\n\`\`\``],
    ],
  ],
  [
    'yml/yaml',
    [...BASE, ...yml.configs.base],
    [
      ['map.yaml', `# ${URI}\na:\n  - "${URI}"\n  - ${URI}\n`],
      ['block.yaml', `a: |\n  first\n  u=${URI}\n`],
      ['bom.yaml', `\uFEFFa: ${URI}`],
    ],
  ],
];

describe.each(HOSTS)('in the language %s', (_, config, cases) => {
  it.each(cases)('%s shows what the command line finds', async (file, text) => {
    using folder = workspace({ [file]: text });
    const project = openProject({ cwd: folder.root, config: false, rules: RULES });
    const { report } = check(project, projectFiles(project, { paths: [file] }));
    const open = report.findings.filter(({ suppressed }) => suppressed === null);
    const places = open.map(({ rule, message, line, column, endLine, endColumn, fix }) => {
      const [edit] = fix?.edits ?? [];
      return [rule, message, line, column, endLine, endColumn, edit && [edit.offset, edit.endOffset, edit.text]];
    });
    const [result] = (await eslint(folder.root, [file], [...config, REPORT_ALL])).values();
    const shown = result!.messages.map(({ ruleId, message, line, column, endLine, endColumn, fix }) => {
      const rule = String(ruleId).replace('connlint/', '');
      return [rule, message, line, column, endLine, endColumn, fix && [...fix.range, fix.text]];
    });
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(places);
  });
});
