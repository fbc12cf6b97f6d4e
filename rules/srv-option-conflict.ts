import type { FoundString } from '../src/classify/found-string.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { optionNamed, withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule, type Fix } from '../src/lint/rule.ts';
import { makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'srv-option-conflict',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['direct-connection-many-hosts'],
  docs: {
    what: 'An option that the scheme does not allow: `directConnection=true` with SRV, `srvMaxHosts` or `srvServiceName` without SRV, `srvMaxHosts` with `replicaSet`.',
    why: 'Drivers refuse the string before they connect.',
    todo: 'Remove the option, or use the other scheme.',
    sources: ['MongoDB specifications, URI options and initial DNS seedlist discovery (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'directConnection with SRV',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?⟦directConnection=true⟧\n' },
      },
      {
        title: 'srvMaxHosts without SRV',
        files: { 'a.js': "const a = 'mongodb://n1.corp.example/?w=1&⟦srvMaxHosts=2⟧';\n" },
      },
      {
        title: 'srvMaxHosts with replicaSet: one of the two',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?replicaSet=rs0&⟦srvMaxHosts=2⟧\n' },
      },
    ],
    valid: [
      {
        title: 'values that enable nothing',
        files: {
          '.env':
            'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?directConnection=false&srvMaxHosts=0&replicaSet=rs0\n',
        },
      },
      {
        title: 'options of SRV',
        files: { '.env': 'URI=mongodb+srv://db.corp.example/?srvMaxHosts=2&srvServiceName=docs\n' },
      },
      { title: 'one host', files: { '.env': 'URI=mongodb://localhost:27017/?directConnection=true\n' } },
    ],
  },
  check(string, _context, { source }) {
    const replicaSet = optionNamed(string, 'replicaSet');
    return issuesFor('srv-option-conflict', string, source).map((issue) => {
      const remove = makeFix('Remove the option', withoutOption(string, issue));
      // In an SRV string each option is valid alone, so it is unknown which one is meant.
      const eitherGoes = string.uri?.scheme === 'srv' && /^srvmaxhosts/i.test(nameAt(string, issue.offset));
      if (!eitherGoes) return issueProblem(string, issue, { fix: remove });
      const other = replicaSet && makeFix('Remove replicaSet', withoutOption(string, replicaSet));
      const suggestions = [other, remove].filter((one): one is Fix => one !== undefined);
      return issueProblem(string, issue, { suggestions });
    });
  },
});

function nameAt({ uri }: FoundString, offset: number): string {
  return uri?.options.find((option) => option.offset === offset)?.name ?? '';
}
