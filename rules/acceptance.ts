import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'acceptance',
  reasons: {
    unused: {
      messages: {
        unused: 'This suppression ({rules}) suppresses nothing.',
        partly: 'These rules of the suppression report nothing here: {rules}.',
        entry: 'This suppression ({rules}) suppresses nothing.',
        nearest: 'Unknown rule in this comment. Did you mean "{nearest}"?',
        unknown: 'Unknown rule in this comment. Write `--` before the reason.',
        misspelt: 'This comment is not a valid suppression and does nothing. Valid: {names}.',
        orphan: 'This comment ends a block that is not open.',
      },
    },
    expired: {
      messages: {
        expired: 'This suppression ({rules}) expired after {until}.',
        noDate: 'This suppression ({rules}) has an invalid last day. Write until=YYYY-MM-DD.',
      },
    },
    'no-reason': {
      messages: {
        comment: 'This suppression ({rules}) has no reason and suppresses nothing. Add `-- <reason>`.',
        entry: 'This suppression ({rules}) has no reason and suppresses nothing. Add the key "reason".',
      },
    },
    stale: {
      messages: {
        stale: 'The baseline accepts a finding of {rule} in {file} that no longer exists.',
      },
    },
  },
});
