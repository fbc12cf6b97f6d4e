import type { Recipe } from './recipe.ts';

const steps = (version: string, ledger = false): string => `steps:
  - task: UseNode@1
    inputs:
      version: '22.x'
  - bash: |
      mkdir -p "$REPORTS"
      npx --yes connlint@${version} check --format text --format sarif="$REPORTS/connlint.sarif" --format junit="$REPORTS/connlint-junit.xml"${ledger ? ' --format ledger="$REPORTS/connlint.ledger.jsonl"' : ''}
    displayName: Check connection strings
    env:
      REPORTS: $(Build.ArtifactStagingDirectory)/connlint
  - task: PublishTestResults@2
    condition: succeededOrFailed()
    inputs:
      testResultsFormat: JUnit
      testResultsFiles: $(Build.ArtifactStagingDirectory)/connlint/connlint-junit.xml
      testRunTitle: connlint
  # The tab "Scans" shows SARIF files of an artifact by this name.
  - task: PublishBuildArtifacts@1
    condition: succeededOrFailed()
    inputs:
      pathToPublish: $(Build.ArtifactStagingDirectory)/connlint
      artifactName: CodeAnalysisLogs
`;

export const AZURE: Recipe = {
  name: 'azure',
  title: 'Azure Pipelines',
  path: 'azure-pipelines.yml',
  otherPaths: ['azure-pipelines.yaml', '.azure-pipelines.yml', '.azure/pipelines.yml'],
  language: 'yaml',
  text: (version, ledger) => `trigger:
  - main

pool:
  vmImage: ubuntu-latest

${steps(version, ledger)}`,
  part: steps,
  next: 'Set the name of your main branch under `trigger`.',
};

const BITBUCKET_LEDGER = ` --format ledger=connlint.ledger.jsonl
        artifacts:
          - connlint.ledger.jsonl`;

const definition = (version: string, ledger = false): string => `definitions:
  steps:
    - step: &connlint
        name: connlint
        image: node:22
        script:
          - mkdir -p test-results
          - npx --yes connlint@${version} check --format text --format junit=test-results/connlint.xml${ledger ? BITBUCKET_LEDGER : ''}
`;

export const BITBUCKET: Recipe = {
  name: 'bitbucket',
  title: 'Bitbucket Pipelines',
  path: 'bitbucket-pipelines.yml',
  language: 'yaml',
  text: (version, ledger) => `${definition(version, ledger)}
pipelines:
  default:
    - step: *connlint
  pull-requests:
    '**':
      - step: *connlint
`,
  part: (version, ledger) => `${definition(version, ledger)}# and among the steps of your pipelines:
#   - step: *connlint
`,
  next: 'Bitbucket finds the test results by the name of their folder.',
};

const LEDGER_OPTION = ' --format ledger=connlint.ledger.jsonl';

const job = (version: string, ledger = false): string => `connlint:
  stage: test
  image: node:22
  script:
    - npx --yes connlint@${version} check --format text --format gitlab=gl-code-quality-report.json --format junit=connlint-junit.xml${ledger ? LEDGER_OPTION : ''}
  artifacts:
    when: always
${ledger ? '    paths:\n      - connlint.ledger.jsonl\n' : ''}    reports:
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

const stage = (version: string, ledger = false): string => `    stage('connlint') {
      steps {
        // The agent needs git and Node 20.19 or later.
        sh 'npx --yes connlint@${version} check --format text --format junit=connlint-junit.xml --format sarif=connlint.sarif${ledger ? LEDGER_OPTION : ''}'
      }
      post {
        always {
          junit testResults: 'connlint-junit.xml', allowEmptyResults: true
          archiveArtifacts artifacts: 'connlint.sarif${ledger ? ', connlint.ledger.jsonl' : ''}', allowEmptyArchive: true
          // With the plugin "Warnings": recordIssues tools: [sarif(pattern: 'connlint.sarif')]
        }
      }
    }
`;

export const JENKINS: Recipe = {
  name: 'jenkins',
  title: 'Jenkins',
  path: 'Jenkinsfile',
  language: 'groovy',
  text: (version, ledger) => `pipeline {
  agent any
  stages {
${stage(version, ledger)}  }
}
`,
  part: stage,
  next: 'Needs the plugins "Pipeline" and "JUnit".',
};
