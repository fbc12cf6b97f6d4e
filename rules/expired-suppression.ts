import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'expired-suppression',
  since: '0.1.0',
  scope: 'tool',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A suppression whose last day is over.',
    why: 'It accepts nothing any more: what it hid is reported again.',
    todo: 'Repair what it accepted, or give it a new last day with a reason that still holds.',
    sources: ['connlint itself'],
  },
  messages: {
    expired: 'This suppression ({rules}) held until {until}.',
    noDate: 'This suppression ({rules}) holds until no day of the calendar: write until=YYYY-MM-DD.',
  },
  examples: {
    invalid: [
      {
        title: 'the day is over',
        files: {
          'a.tf':
            'uri = "mongodb+srv://gable-k4j5h.mongodb.net/g" ⟦# connlint-disable-line legacy-host until=2026-03-31 -- appliance⟧\n',
        },
      },
      {
        title: 'no day of the calendar',
        files: {
          'a.ts':
            '⟦/* connlint-disable-next-line legacy-host until=soon -- appliance */⟧\nconst u = "mongodb+srv://gable-k4j5h.mongodb.net/g";\n',
        },
      },
    ],
    valid: [
      {
        title: 'it holds through its last day',
        files: {
          'a.tf':
            'uri = "mongodb+srv://gable-k4j5h.mongodb.net/g" # connlint-disable-line legacy-host until=2026-11-20 -- appliance\n',
        },
      },
    ],
  },
});
