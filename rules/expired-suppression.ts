import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'expired-suppression',
  since: '0.1.0',
  scope: 'tool',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A suppression whose last day has passed.',
    why: 'It no longer suppresses anything. Its findings are reported again.',
    todo: 'Fix the finding, or set a new last day with a reason that is still valid.',
    sources: ['connlint itself'],
  },
  messages: {
    expired: 'This suppression ({rules}) expired after {until}.',
    noDate: 'This suppression ({rules}) has an invalid last day. Write until=YYYY-MM-DD.',
  },
  examples: {
    invalid: [
      {
        title: 'the day has passed',
        files: {
          'a.tf':
            'uri = "mongodb+srv://gable-k4j5h.mongodb.net/g" ⟦# connlint-disable-line legacy-host until=2026-03-31 -- appliance⟧\n',
        },
      },
      {
        title: 'a date that does not exist',
        files: {
          'a.ts':
            '⟦/* connlint-disable-next-line legacy-host until=soon -- appliance */⟧\nconst u = "mongodb+srv://gable-k4j5h.mongodb.net/g";\n',
        },
      },
    ],
    valid: [
      {
        title: 'valid on its last day',
        files: {
          'a.tf':
            'uri = "mongodb+srv://gable-k4j5h.mongodb.net/g" # connlint-disable-line legacy-host until=2026-11-20 -- appliance\n',
        },
      },
    ],
  },
});
