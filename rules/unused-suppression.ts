import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'unused-suppression',
  since: '0.1.0',
  scope: 'tool',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A suppression that suppresses nothing.',
    why: 'It would silently hide the next finding of its rule at this place.',
    todo:
      'Remove it, or correct its rule. A suppression counts as unused only if its rule ran and had all facts, and an entry ' +
      'of the config only if the whole project was checked.',
    sources: ['connlint itself'],
  },
  messages: {
    unused: 'This suppression ({rules}) suppresses nothing.',
    partly: 'These rules of the suppression report nothing here: {rules}.',
    entry: 'This suppression ({rules}) suppresses nothing.',
    nearest: 'Unknown rule in this comment. Did you mean "{nearest}"?',
    unknown: 'Unknown rule in this comment. Write `--` before the reason.',
    misspelt: 'This comment is not a valid suppression and does nothing. Valid: {names}.',
    orphan: 'This comment ends a block that is not open.',
  },
  examples: {
    invalid: [
      {
        title: 'left over after a string was fixed',
        files: {
          'a.rb':
            "x = 1\n⟦# connlint-disable-next-line legacy-host -- until the move⟧\nURI = 'mongodb+srv://orchard.f8g9h.mongodb.net/o'\n",
        },
      },
      {
        title: 'one of two rules reports nothing',
        files: {
          'a.go':
            'const u = "mongodb+srv://gable-k4j5h.mongodb.net/g" ⟦// connlint-disable-line legacy-host, srv-port -- later⟧\n',
        },
        fixed: '// connlint-disable-line legacy-host -- later',
      },
      {
        title: 'a misspelt rule',
        files: { 'a.py': '⟦# connlint-disable-next-line legacy-hosts -- until the move⟧\nx = 1\n' },
        suggested: '# connlint-disable-next-line legacy-host -- until the move',
      },
      {
        title: 'a block without findings',
        files: {
          'a.yaml':
            '⟦# connlint-disable legacy-host -- the old fleet⟧\na: mongodb+srv://gable.k4j5h.mongodb.net/g\n# connlint-enable legacy-host\n',
        },
      },
      {
        title: 'a misspelt comment',
        files: { 'a.sql': '⟦-- connlint-disable-nextline legacy-host -- later⟧\nSELECT 1;\n' },
      },
    ],
    valid: [
      {
        title: 'it suppresses a finding',
        files: {
          'a.rb':
            "# connlint-disable-next-line legacy-host -- until the move\nURI = 'mongodb+srv://orchard-f8g9h.mongodb.net/o'\n",
        },
      },
      {
        title: 'its rule did not run: no such change is planned',
        files: {
          'a.py':
            'U = "mongodb+srv://till-pl-0-lb.p3q4r.mongodb.net/t"  # connlint-disable-line multi-region-optimized-string -- asked for\n',
        },
      },
      {
        title: 'words in a string are not a comment',
        files: { 'a.js': 'const help = "# connlint-disable-line legacy-host -- reason";\n' },
      },
    ],
  },
});
