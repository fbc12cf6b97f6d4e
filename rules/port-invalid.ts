import { issuesFor, joinedProblem } from '../src/rule-helpers/grammar-issues.ts';
import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'port-invalid',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['wrong-port-for-class', 'endpoint-direct-ports', 'db-name-invalid'],
  docs: {
    what: 'A port that is not a number from 1 to 65535, or a missing or invalid host.',
    why: 'Drivers refuse the string, or look up a host that does not exist.',
    todo: 'Write the port as a number, put IPv6 addresses in brackets, and write a host before each port.',
    severities: { warning: 'for an empty port or an empty entry of the list, which some drivers accept' },
    sources: ['MongoDB specifications, connection string, host information (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      { title: 'not a number', files: { 'a.js': "const a = 'mongodb://localhost:⟦mongo⟧/books';\n" } },
      {
        title: 'out of range',
        files: { '.env': 'URI=mongodb://quay-shard-00-00.k2j4h.mongodb.net:⟦99999⟧/?tls=true\n' },
      },
      { title: 'zero', files: { '.env': 'URI=mongodb://localhost:⟦0⟧/books\n' } },
      {
        title: 'no host, which some drivers accept',
        files: { 'a.py': 'URI = "mongodb://n1.corp.example⟦,⟧,n2.corp.example/books"\n' },
        severity: 'warning',
      },
    ],
    valid: [
      { title: 'IPv6', files: { '.env': 'A=mongodb://[::1]:27017/books\nB=mongodb://[fe80::7]/books\n' } },
      { title: 'a word for a port', files: { 'help.md': 'The form is `mongodb://host:port/database`.\n' } },
      { title: 'a variable', files: { 'a.js': 'const a = `mongodb://localhost:${port}/books`;\n' } },
      {
        title: 'the beginning of a string',
        files: { 'a.md': 'Whatever begins with `mongodb://localhost:` is local.\n' },
      },
    ],
  },
  check(string, _context, { source }) {
    return joinedProblem(string, issuesFor('port-invalid', string, source));
  },
});
