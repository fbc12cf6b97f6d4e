import type { Recipe } from './recipe.ts';

const preCommit = (version: string): string => `repos:
  - repo: local
    hooks:
      - id: connlint
        name: connlint
        entry: connlint
        language: node
        additional_dependencies: ['connlint@${version}']
        types: [text]
        # No file name is taken for an option after this.
        args: ['--']
        require_serial: true
`;

export const PRE_COMMIT: Recipe = {
  name: 'pre-commit',
  title: 'pre-commit',
  path: '.pre-commit-config.yaml',
  language: 'yaml',
  text: preCommit,
  part: preCommit,
  next: 'Run `pre-commit install`.',
};

const lefthook = (): string => `pre-commit:
  commands:
    connlint:
      run: node_modules/.bin/connlint --staged
`;

export const LEFTHOOK: Recipe = {
  name: 'lefthook',
  title: 'lefthook',
  path: 'lefthook.yml',
  otherPaths: [
    'lefthook.yaml',
    '.lefthook.yml',
    '.lefthook.yaml',
    '.config/lefthook.yml',
    '.config/lefthook.yaml',
    'lefthook.toml',
    'lefthook.json',
    'lefthook.jsonc',
  ],
  language: 'yaml',
  text: lefthook,
  part: lefthook,
  next: 'Run `npm install --save-dev lefthook connlint`, then `npx lefthook install`.',
};

const husky = (): string => 'connlint --staged\n';

export const HUSKY: Recipe = {
  name: 'husky',
  title: 'husky',
  path: '.husky/pre-commit',
  language: 'sh',
  text: husky,
  part: husky,
  next: 'Run `npm install --save-dev husky connlint`, then `npx husky`; `"prepare": "husky"` among the scripts of package.json does it for everybody else.',
};
