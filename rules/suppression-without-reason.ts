import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'suppression-without-reason',
  since: '0.1.0',
  scope: 'tool',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A suppression without a reason.',
    why: 'It suppresses nothing. Without a reason, nobody can decide later whether it is still needed.',
    todo: 'Write the reason after two hyphens: `connlint-disable-next-line <rule> -- reason`. In the config, add the key "reason".',
    sources: ['connlint itself'],
  },
  messages: {
    comment: 'This suppression ({rules}) has no reason and suppresses nothing. Add `-- <reason>`.',
    entry: 'This suppression ({rules}) has no reason and suppresses nothing. Add the key "reason".',
  },
  examples: {
    invalid: [
      {
        title: 'no reason',
        files: {
          'a.java':
            '⟦// connlint-disable-next-line legacy-host⟧\nString u = "mongodb+srv://gable-k4j5h.mongodb.net/g";\n',
        },
      },
      {
        title: 'nothing after the hyphens',
        files: {
          'a.html':
            '⟦<!-- connlint-disable legacy-host -- -->⟧\n<p>mongodb+srv://gable-k4j5h.mongodb.net/g</p>\n<!-- connlint-enable -->\n',
        },
      },
    ],
    valid: [
      {
        title: 'with a reason',
        files: {
          'a.java':
            '// connlint-disable-next-line legacy-host -- the appliance cannot be changed\nString u = "mongodb+srv://gable-k4j5h.mongodb.net/g";\n',
        },
      },
      {
        title: 'the end of a block needs no reason',
        files: {
          'a.yaml':
            '# connlint-disable legacy-host -- the old fleet\na: mongodb+srv://gable-k4j5h.mongodb.net/g\n# connlint-enable legacy-host\n',
        },
      },
    ],
  },
});
