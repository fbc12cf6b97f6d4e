import type { UriOption } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { optionNamed, withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';
import { hostsAt, partAt, makeFix, serviceHosts } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'load-balanced-conflict',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { any: ['fault', 'optimized'], all: ['uri'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['srv-option-conflict', 'direct-connection-many-hosts'],
  docs: {
    what: 'A string for a load balancer (`loadBalanced=true`, or an optimized name with `-lb`) with an option that such a connection does not allow.',
    why: 'With a load balancer the driver has one address and no members. It refuses `replicaSet`, `directConnection=true`, `srvMaxHosts` above 0 and more than one host.',
    todo: 'Remove the option, or use a string that does not go through a load balancer.',
    sources: [
      'MongoDB specifications, load balancer support, URI validation (2026-08-13)',
      'MongoDB Atlas documentation, optimized connection strings (2026-08)',
    ],
  },
  messages: {
    issue: '{issue}',
    option: 'An optimized string uses a load balancer, which does not allow {option}.',
    hosts: 'An optimized string uses a load balancer, which does not allow several hosts.',
  },
  examples: {
    invalid: [
      {
        title: 'replicaSet in an optimized string',
        files: { '.env': 'URI=mongodb+srv://tally-pl-0-lb.k2j4h.mongodb.net/t?w=1&⟦replicaSet=rs0⟧\n' },
      },
      {
        title: 'with the option loadBalanced',
        files: { 'a.js': "const a = 'mongodb://lb.corp.example/?loadBalanced=true&⟦directConnection=true⟧';\n" },
      },
      {
        title: 'several hosts',
        files: { 'a.js': "const a = 'mongodb://⟦lb1.corp.example,lb2.corp.example⟧/?loadBalanced=true';\n" },
      },
    ],
    valid: [
      {
        title: 'values that enable nothing',
        files: {
          '.env': 'URI=mongodb+srv://tally-pl-0-lb.k2j4h.mongodb.net/t?srvMaxHosts=0&directConnection=false\n',
          'a.js': "const a = 'mongodb://n1.corp.example,n2.corp.example/?loadBalanced=false&replicaSet=rs0';\n",
        },
      },
      {
        title: 'a cluster whose name ends in lb',
        files: { '.env': 'URI=mongodb+srv://shop-lb.k2j4h.mongodb.net/t?replicaSet=rs0\n' },
      },
    ],
  },
  check(string, _context, { source }) {
    const issues = issuesFor('load-balanced-conflict', string, source);
    if (issues.length > 0) {
      return issues.map((issue) => issueProblem(string, issue, optionAt(string, issue) ? removed(string, issue) : {}));
    }
    const balanced = string.form === 'srv' ? serviceHosts(string, 'optimized') : [];
    if (balanced.length === 0 || !isWholeString(string, source)) return [];
    const problems: RuleProblem[] = conflicts(string).map((option) => ({
      message: 'option',
      data: { option: `${option.name}${option.name.toLowerCase() === 'replicaset' ? '' : `=${option.value}`}` },
      at: partAt(string, option),
      ...removed(string, option),
    }));
    const several = string.hosts.length > 1 ? [{ message: 'hosts', at: hostsAt(string, string.hosts) }] : [];
    return [...several, ...problems];
  },
});

function optionAt({ uri }: FoundString, { offset }: Range): UriOption | undefined {
  return uri?.options.find((option) => option.offset === offset);
}

function removed(string: FoundString, option: Range): Partial<RuleProblem> {
  return { fix: makeFix('Remove the option', withoutOption(string, option)) };
}

/** Options that the load balancer specification forbids, depending on their values. */
function conflicts(string: FoundString): UriOption[] {
  const forbidden: readonly [string, RegExp][] = [
    ['replicaSet', /./],
    ['directConnection', /^true$/],
    ['srvMaxHosts', /^0*[1-9]\d*$/],
  ];
  return forbidden.flatMap(([name, value]) => {
    const option = optionNamed(string, name);
    return option?.value && value.test(option.value) ? [option] : [];
  });
}
