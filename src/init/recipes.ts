/** The program that such a file runs: the npm package, or a copy of the program in the repository. */
export interface Program {
  readonly version: string;
  /** Path of the copy from the root of the repository, with `/`. `null` for the package. */
  readonly copy: string | null;
}

const command = ({ version, copy }: Program): string =>
  copy === null ? `npx --yes connlint@${version}` : `node ${copy}`;

/** A file that runs connlint in a CI system or in a Git hook. */
export interface Recipe {
  /** Name for `connlint init`. */
  readonly name: string;
  readonly title: string;
  /** Path of the file from the root of the repository, with `/`. */
  readonly path: string;
  /** Other possible names of the file. */
  readonly otherPaths?: readonly string[];
  /** Language of the file, for code blocks. */
  readonly language: 'yaml' | 'groovy' | 'sh';
  /** The whole file. With `ledger`, the ledger of the run is kept as an artifact. */
  readonly text: (program: Program, ledger?: boolean) => string;
  /** The part to add if the file already exists. */
  readonly part: (program: Program, ledger?: boolean) => string;
  /** Remaining manual steps, in one or two sentences of plain text. */
  readonly next: (program: Program) => string;
}

/** Actions pinned to the commit of the named release, because tags can be moved. */
export const ACTIONS = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  uploadArtifact: 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
  downloadArtifact: 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  uploadSarif: 'github/codeql-action/upload-sarif@54f647b7e1bb85c95cddabcd46b0c578ec92bc1a # v4.36.3',
} as const;

const HEAD = `name: connlint
on:
  push:
    branches: [main]
  pull_request:

permissions: {}

jobs:
`;

const PERMISSIONS = `    permissions:
      # For the report of a private repository.
      actions: read
      contents: read
      security-events: write
`;

const SETUP = `      - uses: ${ACTIONS.checkout}
        with:
          persist-credentials: false
      - uses: ${ACTIONS.setupNode}
        with:
          node-version: 22
`;

/** The last lines of the step `connlint`, after those that set its exit code. */
const SUMMARY = `          if [ -f "$RUNNER_TEMP/connlint.md" ]; then cat "$RUNNER_TEMP/connlint.md" >> "$GITHUB_STEP_SUMMARY"; fi
          echo "exit-code=$code" >> "$GITHUB_OUTPUT"
`;

/** The steps after the step `connlint`, which provides its exit code, SARIF file and summary. */
const GITHUB_UPLOAD = `      # Without a report nothing is uploaded: an empty one would close every alert. Needs code scanning; the gate is below.
      - name: Upload the report
        if: steps.connlint.outputs.exit-code == '0' || steps.connlint.outputs.exit-code == '1'
        continue-on-error: true
        uses: ${ACTIONS.uploadSarif}
        with:
          sarif_file: \${{ runner.temp }}/connlint.sarif
          category: connlint
      - name: Gate
        run: exit "$CODE"
        env:
          CODE: \${{ steps.connlint.outputs.exit-code }}
`;

/** The ledger of the file, or of the part that `name` ends with. */
const ledgerStep = (path: string, name = ''): string => `      - name: Keep the ledger
        if: always()
        uses: ${ACTIONS.uploadArtifact}
        with:
          name: connlint-ledger${name}
          path: \${{ runner.temp }}/${path}
          if-no-files-found: ignore
`;

const text = (
  program: Program,
  ledger = false,
): string => `# Checks database connection strings: annotations, a summary, and alerts of code scanning.
${HEAD}  connlint:
    runs-on: ubuntu-latest
${PERMISSIONS}    steps:
${SETUP}      - name: Check connection strings
        id: connlint
        run: |
          code=0
          ${command(program)} check --format github --format sarif="$RUNNER_TEMP/connlint.sarif" \\
            --format markdown="$RUNNER_TEMP/connlint.md"${ledger ? ' --format ledger="$RUNNER_TEMP/connlint.ledger.jsonl"' : ''} || code=$?
${SUMMARY}${ledger ? ledgerStep('connlint.ledger.jsonl') : ''}${GITHUB_UPLOAD}`;

const GITHUB: Recipe = {
  name: 'github',
  title: 'GitHub Actions',
  path: '.github/workflows/connlint.yml',
  language: 'yaml',
  text,
  part: text,
  next: () => 'Set the name of your main branch under `branches`.',
};

const shardsText = (
  program: Program,
  ledger = false,
): string => `# Checks database connection strings on four machines and joins what they found: one report, as of a single run.
${HEAD}  shard:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    strategy:
      matrix:
        shard: [1, 2, 3, 4]
    steps:
${SETUP}      - name: Check a part of the files
        run: |
          mkdir "$RUNNER_TEMP/shards"
          ${command(program)} check --shard "$SHARD/4" --format blob="$RUNNER_TEMP/shards/$SHARD.json" --fail-on never${ledger ? ' \\\n            --format ledger="$RUNNER_TEMP/ledger/$SHARD.jsonl"' : ''}
        env:
          SHARD: \${{ matrix.shard }}
      - uses: ${ACTIONS.uploadArtifact}
        with:
          name: connlint-shard-\${{ matrix.shard }}
          path: \${{ runner.temp }}/shards
${ledger ? ledgerStep('ledger', '-${{ matrix.shard }}') : ''}
  connlint:
    needs: shard
    runs-on: ubuntu-latest
${PERMISSIONS}    steps:
${SETUP}      - uses: ${ACTIONS.downloadArtifact}
        with:
          pattern: connlint-shard-*
          path: \${{ runner.temp }}/shards
          merge-multiple: true
      - name: Join the parts
        id: connlint
        run: |
          code=0
          ${command(program)} merge "$RUNNER_TEMP/shards" --format github --format sarif="$RUNNER_TEMP/connlint.sarif" \\
            --format markdown="$RUNNER_TEMP/connlint.md" || code=$?
${SUMMARY}${GITHUB_UPLOAD}`;

const GITHUB_SHARDS: Recipe = {
  name: 'github-shards',
  title: 'GitHub Actions, on several machines',
  path: '.github/workflows/connlint.yml',
  language: 'yaml',
  text: shardsText,
  part: text,
  next: () => 'Set the name of your main branch under `branches`.',
};

const steps = (program: Program, ledger = false): string => `steps:
  - task: UseNode@1
    inputs:
      version: '22.x'
  - bash: |
      mkdir -p "$REPORTS"
      ${command(program)} check --format text --format sarif="$REPORTS/connlint.sarif" --format junit="$REPORTS/connlint-junit.xml"${ledger ? ' --format ledger="$REPORTS/connlint.ledger.jsonl"' : ''}
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

const AZURE: Recipe = {
  name: 'azure',
  title: 'Azure Pipelines',
  path: 'azure-pipelines.yml',
  otherPaths: ['azure-pipelines.yaml', '.azure-pipelines.yml', '.azure/pipelines.yml'],
  language: 'yaml',
  text: (program, ledger) => `trigger:
  - main

pool:
  vmImage: ubuntu-latest

${steps(program, ledger)}`,
  part: steps,
  next: () => 'Set the name of your main branch under `trigger`.',
};

const BITBUCKET_LEDGER = ` --format ledger=connlint.ledger.jsonl
        artifacts:
          - connlint.ledger.jsonl`;

const definition = (program: Program, ledger = false): string => `definitions:
  steps:
    - step: &connlint
        name: connlint
        image: node:22
        script:
          - mkdir -p test-results
          - ${command(program)} check --format text --format junit=test-results/connlint.xml${ledger ? BITBUCKET_LEDGER : ''}
`;

const BITBUCKET: Recipe = {
  name: 'bitbucket',
  title: 'Bitbucket Pipelines',
  path: 'bitbucket-pipelines.yml',
  language: 'yaml',
  text: (program, ledger) => `${definition(program, ledger)}
pipelines:
  default:
    - step: *connlint
  pull-requests:
    '**':
      - step: *connlint
`,
  part: (program, ledger) => `${definition(program, ledger)}# and among the steps of your pipelines:
#   - step: *connlint
`,
  next: () => 'Bitbucket finds the test results by the name of their folder.',
};

const LEDGER_OPTION = ' --format ledger=connlint.ledger.jsonl';

const job = (program: Program, ledger = false): string => `connlint:
  stage: test
  image: node:22
  script:
    - ${command(program)} check --format text --format gitlab=gl-code-quality-report.json --format junit=connlint-junit.xml${ledger ? LEDGER_OPTION : ''}
  artifacts:
    when: always
${ledger ? '    paths:\n      - connlint.ledger.jsonl\n' : ''}    reports:
      codequality: gl-code-quality-report.json
      junit: connlint-junit.xml
`;

const GITLAB: Recipe = {
  name: 'gitlab',
  title: 'GitLab CI/CD',
  path: '.gitlab-ci.yml',
  language: 'yaml',
  text: job,
  part: job,
  next: () => 'A merge request shows new findings in its code-quality widget once the main branch has a report too.',
};

const stage = (program: Program, ledger = false): string => `    stage('connlint') {
      steps {
        // The agent needs git and Node 20.19 or later.
        sh '${command(program)} check --format text --format junit=connlint-junit.xml --format sarif=connlint.sarif${ledger ? LEDGER_OPTION : ''}'
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

const JENKINS: Recipe = {
  name: 'jenkins',
  title: 'Jenkins',
  path: 'Jenkinsfile',
  language: 'groovy',
  text: (program, ledger) => `pipeline {
  agent any
  stages {
${stage(program, ledger)}  }
}
`,
  part: stage,
  next: () => 'Needs the plugins "Pipeline" and "JUnit".',
};

const preCommit = ({ version, copy }: Program): string => `repos:
  - repo: local
    hooks:
      - id: connlint
        name: connlint
${
  copy === null
    ? `        entry: connlint
        language: node
        additional_dependencies: ['connlint@${version}']
`
    : `        entry: node ${copy}
        language: system
`
}        types: [text]
        # No file name is taken for an option after this.
        args: ['--']
        require_serial: true
`;

const PRE_COMMIT: Recipe = {
  name: 'pre-commit',
  title: 'pre-commit',
  path: '.pre-commit-config.yaml',
  language: 'yaml',
  text: preCommit,
  part: preCommit,
  next: () => 'Run `pre-commit install`.',
};

/** The packages to install for a hook. */
const packages = (name: string, { copy }: Program): string => (copy === null ? `${name} connlint` : name);

const lefthook = ({ copy }: Program): string => `pre-commit:
  commands:
    connlint:
      run: ${copy === null ? 'node_modules/.bin/connlint' : `node ${copy}`} --staged
`;

const LEFTHOOK: Recipe = {
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
  next: (program) => `Run \`npm install --save-dev ${packages('lefthook', program)}\`, then \`npx lefthook install\`.`,
};

const husky = ({ copy }: Program): string => `${copy === null ? 'connlint' : `node ${copy}`} --staged\n`;

const HUSKY: Recipe = {
  name: 'husky',
  title: 'husky',
  path: '.husky/pre-commit',
  language: 'sh',
  text: husky,
  part: husky,
  next: (program) =>
    `Run \`npm install --save-dev ${packages('husky', program)}\`, then \`npx husky\`; \`"prepare": "husky"\` among the scripts of package.json does it for everybody else.`,
};

/** For `connlint init --ci`. */
export const CI_RECIPES: readonly Recipe[] = [GITHUB, GITHUB_SHARDS, GITLAB, AZURE, JENKINS, BITBUCKET];

/** For `connlint init --hook`. */
export const HOOK_RECIPES: readonly Recipe[] = [PRE_COMMIT, LEFTHOOK, HUSKY];
