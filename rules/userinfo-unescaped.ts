import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { issuesFor, joinedProblem } from '../src/rule-helpers/grammar-issues.ts';
import { defineRule, type Fix } from '../src/lint/rule.ts';
import { editOf } from '../src/rule-helpers/hosts.ts';
import { takesPercent } from '../src/rule-helpers/percent-sign.ts';
import { userinfoEdits } from '../src/parse/encode-userinfo.ts';

export default defineRule({
  id: 'userinfo-unescaped',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['port-invalid', 'db-name-invalid'],
  docs: {
    what: 'A user name or password with a character that must be percent-encoded, or an `@` without a user name before it.',
    why: 'An `@`, a second colon, a slash or a percent sign splits the string in the wrong place. Drivers refuse it, or treat a part of the password as the host. Other reserved characters work only with some drivers.',
    todo: 'Percent-encode user name and password (`@` is `%40`, `:` is `%3A`, `/` is `%2F`, `%` is `%25`), or encode them in the program that builds the string.',
    severities: { warning: 'for a reserved character that most drivers accept' },
    sources: ['MongoDB specifications, connection string, user info (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'an @ in the password',
        files: { 'app.py': 'URI = "mongodb+srv://reader:⟦pla@in7⟧@quay.k2j4h.mongodb.net/books"\n' },
        severity: 'error',
        fixed: 'pla%40in7',
      },
      {
        title: 'an invalid percent-encoding, also outside of Atlas',
        files: { 'a.js': "const uri = 'mongodb://reader:⟦50%off⟧@localhost:27017/books';\n" },
        fixed: '50%25off',
      },
      {
        title: 'another reserved character',
        files: { '.env': 'URI=mongodb+srv://reader:⟦plain#7⟧@quay.k2j4h.mongodb.net/books\n' },
        severity: 'warning',
        fixed: 'plain%237',
      },
      {
        title: 'before each host, so that encoding it would hide a host',
        files: { '.env': 'URI=mongodb://⟦reader:plain@db1:27017,reader:plain⟧@db2:27017/books\n' },
        severity: 'error',
      },
      {
        title: 'no user name',
        files: { '.env': 'URI=mongodb://⟦@⟧localhost/books\n' },
      },
    ],
    valid: [
      {
        title: 'encoded already',
        files: { 'app.py': 'URI = "mongodb+srv://reader:pla%40in7@quay.k2j4h.mongodb.net/books"\n' },
      },
      {
        title: 'placeholders',
        files: {
          'app.sh': 'mongosh "mongodb+srv://reader:${PASS}@quay.k2j4h.mongodb.net/books"\n',
          'README.md': 'Use mongodb+srv://<user>:<password>@quay.k2j4h.mongodb.net/books for that.\n',
        },
      },
      {
        title: 'the syntax of a string, not a string',
        files: { 'help.txt': 'mongodb://[username:password@]host1[:port1][,host2[:port2]][/[database][?options]]\n' },
      },
      {
        title: 'a shell comment after the string',
        files: { 'a.sh': 'export URI=mongodb://localhost/books # not reader:pla@in\n' },
      },
    ],
  },
  check(string, _context, { source }) {
    const issues = issuesFor('userinfo-unescaped', string, source);
    return joinedProblem(string, issues, { fix: takesPercent(string, source) ? encoding(string, issues) : undefined });
  },
});

/** One edit per wrong character. `undefined` if user info and hosts can be split in another way. */
function encoding(string: FoundString, issues: readonly UriIssue[]): Fix | undefined {
  const wanted = userinfoEdits(string.literal.value, { issues }) ?? [];
  const edits = wanted.map((edit) => editOf(string, edit, edit.text)).filter((edit) => edit !== undefined);
  if (edits.length === 0 || edits.length < wanted.length) return undefined;
  return { title: 'Percent-encode the reserved characters of the user info', edits };
}
