import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'srv-multiple-hosts',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['srv-port', 'direct-connection-many-hosts'],
  docs: {
    what: 'Several hosts in an SRV string.',
    why: 'An SRV string contains the name of one DNS record, which lists the hosts. Drivers refuse several names before they query DNS.',
    todo: 'Keep the name of the SRV record, or use the direct scheme for a list of node hosts.',
    sources: ['MongoDB specifications, initial DNS seedlist discovery (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'two clusters in one string',
        files: { 'a.rb': "URI = 'mongodb+srv://⟦quay.k2j4h.mongodb.net,pier.k2j4h.mongodb.net⟧/books'\n" },
      },
      {
        title: 'a host outside the service',
        files: { '.env': 'URI=mongodb+srv://⟦db1.corp.example,db2.corp.example⟧/books\n' },
      },
    ],
    valid: [
      {
        title: 'commas elsewhere',
        files: {
          '.env':
            'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?compressors=zstd,snappy&readPreferenceTags=dc:ny,rack:1\n',
        },
      },
      {
        title: 'a list with the direct scheme',
        files: { '.env': 'URI=mongodb://n1.corp.example,n2.corp.example/books?replicaSet=rs0\n' },
      },
      { title: 'the rest is omitted', files: { 'a.md': 'As in `mongodb+srv://quay.k2j4h.mongodb.net,...` here.\n' } },
    ],
  },
  check(string, _context, { source }) {
    return issuesFor('srv-multiple-hosts', string, source).map((issue) => issueProblem(string, issue));
  },
});
