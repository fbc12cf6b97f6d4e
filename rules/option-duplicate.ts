import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'option-duplicate',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A repeated option that does not accept multiple values.',
    why: 'Some drivers use the first value, others the last. Repeated proxy options and different values of `tls` are refused.',
    todo: 'Keep the intended value.',
    severities: { error: 'for `tls` and `ssl`' },
    sources: ['MongoDB specifications, connection string, repeated keys (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'the same option twice',
        files: { '.env': 'URI=mongodb://localhost/books?w=1&⟦w=1⟧\n' },
        severity: 'warning',
      },
      { title: 'two values', files: { '.env': 'URI=mongodb://localhost/books?w=1&⟦W=2⟧\n' }, severity: 'warning' },
      {
        title: 'TLS on and off, where no other rule reports the conflict',
        config: { rules: { 'tls-conflict': 'off' } },
        files: { '.env': 'URI=mongodb://localhost/books?tls=true&⟦tls=false⟧\n' },
        severity: 'error',
      },
    ],
    valid: [
      {
        title: 'a list: each repetition is another value',
        files: {
          '.env':
            'URI=mongodb://localhost/books?readPreference=secondary&readPreferenceTags=dc:ny&readPreferenceTags=dc:sf\n',
        },
      },
      { title: 'two names of one option', files: { '.env': 'URI=mongodb://localhost/books?tls=true&ssl=true\n' } },
    ],
  },
  check(string, _context, { source }) {
    return issuesFor('option-duplicate', string, source).map((issue) =>
      issueProblem(string, issue, judged(string, issue)),
    );
  },
});

/** Of equal values the later one can be removed. Different TLS values are an error that only the author can resolve. */
function judged(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  const options = string.uri?.options ?? [];
  const later = options.find(({ offset }) => offset === issue.offset);
  const name = later?.name.toLowerCase();
  const first = options.find((option) => option.name.toLowerCase() === name);
  if (!later || !first || later === first || later.value === null) return {};
  if (later.value === first.value) return { fix: makeFix('Remove the repetition', withoutOption(string, later)) };
  return name === 'tls' || name === 'ssl' ? { severity: 'error' } : {};
}
