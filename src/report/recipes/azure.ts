import type { Recipe } from './recipe.ts';

const steps = (version: string): string => `steps:
  - task: UseNode@1
    inputs:
      version: '22.x'
  - bash: |
      mkdir -p "$REPORTS"
      npx --yes connlint@${version} check --format text --format sarif="$REPORTS/connlint.sarif" --format junit="$REPORTS/connlint-junit.xml"
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
  text: (version) => `trigger:
  - main

pool:
  vmImage: ubuntu-latest

${steps(version)}`,
  part: steps,
  next: 'Set the name of your main branch under `trigger`.',
};
