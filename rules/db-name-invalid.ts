import { cutDatabase } from '../src/rule-helpers/options.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'db-name-invalid',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['uri'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A slash, backslash, space, double quote or dollar sign in the database name, literal or percent-encoded.',
    why: 'Database names cannot contain these characters. Drivers refuse the string, or the server refuses the first command.',
    todo: 'Use the database name as the server lists it.',
    severities: { warning: 'if the server is not known to be of Atlas' },
    sources: ['MongoDB specifications, connection string, database name (2026-08-13)'],
  },
  messages: {
    issue: '{issue}',
    space: 'A database name cannot contain a space.',
  },
  examples: {
    invalid: [
      { title: 'a space', files: { 'a.py': 'URI = "mongodb+srv://quay.k2j4h.mongodb.net/⟦my books⟧"\n' } },
      {
        title: 'a space before the options',
        files: { 'a.js': 'connect(`mongodb+srv://a:${p}@quay.k2j4h.mongodb.net/⟦ ⟧?retryWrites=true&w=majority`);\n' },
      },
      { title: 'encoded', files: { '.env': 'URI=mongodb://localhost/⟦my%20books⟧\n' } },
      { title: 'a second slash', files: { 'a.js': "const a = 'mongodb://localhost/⟦books/old⟧';\n" } },
    ],
    valid: [
      {
        title: 'a dollar sign outside of the database name',
        files: { '.env': 'URI=mongodb://localhost/books?authSource=%24external\n' },
      },
      { title: 'a variable', files: { 'a.js': 'const a = `mongodb://localhost/${name}`;\n' } },
      { title: 'a sentence that continues', files: { 'a.md': 'Connect to mongodb://localhost/books and look.\n' } },
      { title: 'the next argument of a command', files: { 'a.sh': 'mongosh "mongodb://localhost/books" report.js\n' } },
    ],
  },
  check(string, _context, { source }) {
    const problems = issuesFor('db-name-invalid', string, source).map((issue) => issueProblem(string, issue));
    const cut = problems.length === 0 ? cutDatabase(string, source) : null;
    return cut ? [{ message: 'space', at: cut }] : problems;
  },
});
