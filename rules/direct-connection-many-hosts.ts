import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule } from '../src/lint/rule.ts';
import { makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'direct-connection-many-hosts',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: '`directConnection=true` in a string with several hosts.',
    why: 'A direct connection has one host. Drivers refuse a list before they connect.',
    todo: 'Remove the option to reach the whole replica set, or keep only the host that you need.',
    sources: ['MongoDB specifications, URI options (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'two hosts',
        files: {
          'a.js': "const a = 'mongodb://n1.corp.example:27017,n2.corp.example:27017/?⟦directConnection=true⟧';\n",
        },
      },
    ],
    valid: [
      { title: 'one host', files: { 'a.js': "const a = 'mongodb://n1.corp.example:27017/?directConnection=true';\n" } },
      {
        title: 'the option is off',
        files: { 'a.js': "const a = 'mongodb://n1.corp.example,n2.corp.example/?directConnection=false';\n" },
      },
      {
        title: 'the number of hosts in the variable is unknown',
        files: { 'a.js': 'const a = `mongodb://${hosts}/?directConnection=true`;\n' },
      },
    ],
  },
  check(string, _context, { source }) {
    return issuesFor('direct-connection-many-hosts', string, source).map((issue) => {
      const remove = makeFix('Remove the option', withoutOption(string, issue));
      return issueProblem(string, issue, { suggestions: remove ? [remove] : [] });
    });
  },
});
