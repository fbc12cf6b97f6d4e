import type { Recipe } from './recipe.ts';

const definition = (version: string): string => `definitions:
  steps:
    - step: &connlint
        name: connlint
        image: node:22
        script:
          - mkdir -p test-results
          - npx --yes connlint@${version} check --format text --format junit=test-results/connlint.xml
`;

export const BITBUCKET: Recipe = {
  name: 'bitbucket',
  title: 'Bitbucket Pipelines',
  path: 'bitbucket-pipelines.yml',
  language: 'yaml',
  text: (version) => `${definition(version)}
pipelines:
  default:
    - step: *connlint
  pull-requests:
    '**':
      - step: *connlint
`,
  part: (version) => `${definition(version)}# and among the steps of your pipelines:
#   - step: *connlint
`,
  next: 'Bitbucket finds the test results by the name of their folder.',
};
