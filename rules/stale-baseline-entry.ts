import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'stale-baseline-entry',
  since: '0.1.0',
  scope: 'tool',
  severity: 'info',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An accepted finding that no longer exists.',
    why: 'If the problem came back, the entry would accept it silently.',
    todo: 'Run `connlint baseline update` to remove the entry.',
    sources: ['connlint itself'],
  },
  messages: {
    stale: 'The baseline accepts a finding of {rule} in {file} that no longer exists.',
  },
  examples: {
    invalid: [
      {
        title: 'the string was fixed',
        files: {
          '.connlint-baseline':
            '⟦connlint/v1:5f2a90c1d3e4b687 legacy-host app.env mongodb+srv://gable-k4j5h.mongodb.net/g⟧\n',
          'app.env': 'URI=mongodb+srv://gable.k4j5h.mongodb.net/g\n',
        },
      },
    ],
    valid: [
      {
        title: 'its rule does not run: no such change is planned',
        files: {
          '.connlint-baseline':
            'connlint/v1:5f2a90c1d3e4b687 multi-region-optimized-string app.env mongodb+srv://till-pl-0-lb.p3q4r.mongodb.net/t\n',
          'app.env': 'URI=mongodb+srv://till-pl-0-lb.p3q4r.mongodb.net/t\n',
        },
      },
    ],
  },
});
