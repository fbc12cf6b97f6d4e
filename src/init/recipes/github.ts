import { ACTIONS } from './recipe.ts';
import type { Recipe } from './recipe.ts';

/** The steps after the step `connlint`, which provides its exit code, SARIF file and summary. */
export const GITHUB_UPLOAD = `      # Without a report nothing is uploaded: an empty one would close every alert. Needs code scanning; the gate is below.
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
  version: string,
  ledger = false,
): string => `# Checks database connection strings: annotations, a summary, and alerts of code scanning.
name: connlint
on:
  push:
    branches: [main]
  pull_request:

permissions: {}

jobs:
  connlint:
    runs-on: ubuntu-latest
    permissions:
      # For the report of a private repository.
      actions: read
      contents: read
      security-events: write
    steps:
      - uses: ${ACTIONS.checkout}
        with:
          persist-credentials: false
      - uses: ${ACTIONS.setupNode}
        with:
          node-version: 22
      - name: Check connection strings
        id: connlint
        run: |
          code=0
          npx --yes connlint@${version} check --format github --format sarif="$RUNNER_TEMP/connlint.sarif" \\
            --format markdown="$RUNNER_TEMP/connlint.md"${ledger ? ' --format ledger="$RUNNER_TEMP/connlint.ledger.jsonl"' : ''} || code=$?
          if [ -f "$RUNNER_TEMP/connlint.md" ]; then cat "$RUNNER_TEMP/connlint.md" >> "$GITHUB_STEP_SUMMARY"; fi
          echo "exit-code=$code" >> "$GITHUB_OUTPUT"
${ledger ? ledgerStep('connlint.ledger.jsonl') : ''}${GITHUB_UPLOAD}`;

export const GITHUB: Recipe = {
  name: 'github',
  title: 'GitHub Actions',
  path: '.github/workflows/connlint.yml',
  language: 'yaml',
  text,
  part: text,
  next: 'Set the name of your main branch under `branches`.',
};

const SETUP = `      - uses: ${ACTIONS.checkout}
        with:
          persist-credentials: false
      - uses: ${ACTIONS.setupNode}
        with:
          node-version: 22
`;

const shardsText = (
  version: string,
  ledger = false,
): string => `# Checks database connection strings on four machines and joins what they found: one report, as of a single run.
name: connlint
on:
  push:
    branches: [main]
  pull_request:

permissions: {}

jobs:
  shard:
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
          npx --yes connlint@${version} check --shard "$SHARD/4" --format blob="$RUNNER_TEMP/shards/$SHARD.json" --fail-on never${ledger ? ' \\\n            --format ledger="$RUNNER_TEMP/ledger/$SHARD.jsonl"' : ''}
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
    permissions:
      # For the report of a private repository.
      actions: read
      contents: read
      security-events: write
    steps:
${SETUP}      - uses: ${ACTIONS.downloadArtifact}
        with:
          pattern: connlint-shard-*
          path: \${{ runner.temp }}/shards
          merge-multiple: true
      - name: Join the parts
        id: connlint
        run: |
          code=0
          npx --yes connlint@${version} merge "$RUNNER_TEMP/shards" --format github --format sarif="$RUNNER_TEMP/connlint.sarif" \\
            --format markdown="$RUNNER_TEMP/connlint.md" || code=$?
          if [ -f "$RUNNER_TEMP/connlint.md" ]; then cat "$RUNNER_TEMP/connlint.md" >> "$GITHUB_STEP_SUMMARY"; fi
          echo "exit-code=$code" >> "$GITHUB_OUTPUT"
${GITHUB_UPLOAD}`;

export const GITHUB_SHARDS: Recipe = {
  name: 'github-shards',
  title: 'GitHub Actions, on several machines',
  path: '.github/workflows/connlint.yml',
  language: 'yaml',
  text: shardsText,
  part: text,
  next: 'Set the name of your main branch under `branches`.',
};
