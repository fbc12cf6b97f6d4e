import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { editOf, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'option-unknown',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['fault'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An option that is neither in the specification nor in an official driver, or the old name of one.',
    why: 'Most drivers ignore an unknown option, so it has no effect. The Node driver refuses the string.',
    todo: 'Correct the name. Add options of other drivers or tools to `known`, an option of this rule.',
    sources: [
      'MongoDB specifications, URI options (2026-08-13)',
      'Option lists of the Node, Python, Java, .NET, C and Go drivers (2026-08)',
    ],
  },
  options: {
    known: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Additional valid option names. Case does not matter.',
    },
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'one letter is missing',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?⟦retryWries⟧=true\n' },
        fixed: 'retryWrites',
      },
      {
        title: 'two letters off: only a suggestion',
        files: { '.env': 'URI=mongodb://localhost/books?⟦maxPolSiz⟧=5\n' },
        suggested: 'maxPoolSize',
      },
      { title: 'no similar name', files: { 'a.js': "const a = 'mongodb://localhost/books?⟦colour⟧=red';\n" } },
      {
        title: 'a short name with two other letters',
        files: { '.env': 'URI=mongodb://localhost/books?⟦minSize⟧=1\n' },
      },
      { title: 'with a unit', files: { '.env': 'URI=mongodb://localhost/books?⟦keepAliveMS⟧=1\n' } },
    ],
    valid: [
      { title: 'different letter case', files: { '.env': 'URI=mongodb://localhost/books?RETRYWRITES=true\n' } },
      {
        title: 'an option of one driver',
        files: { '.env': 'URI=mongodb://localhost/books?uuidRepresentation=standard\n' },
      },
      {
        title: 'named in the config',
        files: { '.env': 'URI=mongodb://localhost/books?Connection_Limit=5\n' },
        config: { rules: { 'option-unknown': ['warning', { known: ['connection_limit'] }] } },
      },
      { title: 'another kind of driver', files: { '.env': 'URI=jdbc:mongodb://localhost/books?fetchSize=5\n' } },
      {
        title: 'words in place of options',
        files: { 'help.txt': 'mongodb://host:port/db?option1=value1&option2=value2\n' },
      },
    ],
  },
  check(string, { options }, { source }) {
    // JDBC drivers have their own options.
    if (/jdbc:$/i.test(source.text.slice(Math.max(0, string.range.offset - 5), string.range.offset))) return [];
    const known = Array.isArray(options.known) ? options.known.map((name) => String(name).toLowerCase()) : [];
    return issuesFor('option-unknown', string, source)
      .filter((issue) => !known.includes(string.literal.value.slice(issue.offset, issue.endOffset).toLowerCase()))
      .map((issue) => issueProblem(string, issue, rename(string, issue)));
  },
});

/** The nearest name, as a fix only if no other name is as close. */
function rename(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  const made = issue.suggestion && makeFix(`Write ${issue.suggestion}`, editOf(string, issue, issue.suggestion));
  if (!made) return {};
  return issue.unique ? { fix: made } : { suggestions: [made] };
}
