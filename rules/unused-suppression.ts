import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'unused-suppression',
  since: '0.1.0',
  scope: 'tool',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A suppression that accepts nothing.',
    why: 'It would hide the next finding of its rule in this place, and nobody would notice.',
    todo:
      'Remove it, or correct the rule that it names. A suppression counts as unused only when its rule ran there and lacked no ' +
      'fact; an entry of the config only when the whole project was checked.',
    sources: ['connlint itself'],
  },
  messages: {
    unused: 'This suppression ({rules}) suppresses nothing.',
    partly: 'Of the rules that this comment names, some report nothing here: {rules}.',
    entry: 'This suppression ({rules}) suppresses nothing.',
    nearest: 'This comment names a rule that does not exist; did you mean "{nearest}"?',
    unknown: 'This comment names a rule that does not exist. `--` begins the reason.',
    misspelt: 'This comment does nothing: no suppression is written like this. There are {names}.',
    orphan: 'This comment ends nothing: no such block is open here.',
  },
  examples: {
    invalid: [
      {
        title: 'left over from a string that is right now',
        files: {
          'a.rb':
            "x = 1\n⟦# connlint-disable-next-line legacy-host -- until the move⟧\nURI = 'mongodb+srv://orchard.f8g9h.mongodb.net/o'\n",
        },
      },
      {
        title: 'one of two rules has nothing to accept',
        files: {
          'a.go':
            'const u = "mongodb+srv://gable-k4j5h.mongodb.net/g" ⟦// connlint-disable-line legacy-host, srv-port -- later⟧\n',
        },
        fixed: '// connlint-disable-line legacy-host -- later',
      },
      {
        title: 'a rule that is spelled otherwise',
        files: { 'a.py': '⟦# connlint-disable-next-line legacy-hosts -- until the move⟧\nx = 1\n' },
        suggested: '# connlint-disable-next-line legacy-host -- until the move',
      },
      {
        title: 'a block in which nothing is found',
        files: {
          'a.yaml':
            '⟦# connlint-disable legacy-host -- the old fleet⟧\na: mongodb+srv://gable.k4j5h.mongodb.net/g\n# connlint-enable legacy-host\n',
        },
      },
      {
        title: 'a comment that is misspelt',
        files: { 'a.sql': '⟦-- connlint-disable-nextline legacy-host -- later⟧\nSELECT 1;\n' },
      },
    ],
    valid: [
      {
        title: 'it accepts a finding',
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
        title: 'words in a string are no comment',
        files: { 'a.js': 'const help = "# connlint-disable-line legacy-host -- reason";\n' },
      },
    ],
  },
});
