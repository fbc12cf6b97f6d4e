import type { Recipe } from './recipe.ts';

const job = (version: string): string => `connlint:
  stage: test
  image: node:22
  script:
    - npx --yes connlint@${version} check --format text --format gitlab=gl-code-quality-report.json --format junit=connlint-junit.xml
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: connlint-junit.xml
`;

export const GITLAB: Recipe = {
  name: 'gitlab',
  title: 'GitLab CI/CD',
  path: '.gitlab-ci.yml',
  language: 'yaml',
  text: job,
  part: job,
  next: 'A merge request shows new findings in its code-quality widget once the main branch has a report too.',
};
