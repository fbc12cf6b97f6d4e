import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'acceptance',
  reasons: {
    unused: {
      messages: {
        unused: 'This suppression ({rules}) suppresses nothing.',
        nearest: 'Unknown rule in this comment. Did you mean "{nearest}"?',
        unknown: 'Unknown rule in this comment. Write `--` before the reason.',
        misspelt: 'This comment is not a valid suppression and does nothing. Valid: {names}.',
      },
    },
    expired: {
      messages: {
        expired: 'This suppression ({rules}) expired after {until}.',
        noDate: 'This suppression ({rules}) has an invalid last day. Write until=YYYY-MM-DD.',
      },
    },
    'no-reason': { messages: { reason: 'This suppression ({rules}) has no reason and suppresses nothing.' } },
    stale: { messages: { stale: 'The baseline accepts a finding of {rule} in {file} that no longer exists.' } },
  },
});
