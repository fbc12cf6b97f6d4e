import type { Recipe } from './recipe.ts';

const stage = (version: string): string => `    stage('connlint') {
      steps {
        // The agent needs git and Node 20.19 or later.
        sh 'npx --yes connlint@${version} check --format text --format junit=connlint-junit.xml --format sarif=connlint.sarif'
      }
      post {
        always {
          junit testResults: 'connlint-junit.xml', allowEmptyResults: true
          archiveArtifacts artifacts: 'connlint.sarif', allowEmptyArchive: true
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
  text: (version) => `pipeline {
  agent any
  stages {
${stage(version)}  }
}
`,
  part: stage,
  next: 'Needs the plugins "Pipeline" and "JUnit".',
};
