import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { optionNamed, withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule, type Fix } from '../src/lint/rule.ts';
import { makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'tls-conflict',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  supersedes: ['option-duplicate', 'tls-off-on-atlas'],
  docs: {
    what: 'TLS options that contradict or exclude each other.',
    why: 'Drivers refuse the string. Different values of `tls` and `ssl` contradict each other, and options such as `tlsInsecure` and `tlsAllowInvalidHostnames` cannot be combined.',
    todo: 'Keep one of the two options.',
    sources: ['MongoDB specifications, URI options, conflicting TLS options (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'tls and ssl differ',
        files: { '.env': 'URI=mongodb://n1.corp.example/?tls=true&⟦ssl=false⟧\n' },
      },
      {
        title: 'options that exclude each other',
        files: { '.env': 'URI=mongodb://n1.corp.example/?tlsInsecure=true&⟦tlsAllowInvalidHostnames=true⟧\n' },
      },
    ],
    valid: [
      { title: 'both true', files: { '.env': 'URI=mongodb://n1.corp.example/?tls=true&ssl=true\n' } },
      { title: 'one of them', files: { '.env': 'URI=mongodb://n1.corp.example/?tlsInsecure=true\n' } },
      {
        title: 'the value of one is not known',
        files: { 'a.js': 'const a = `mongodb://n1.corp.example/?tls=true&ssl=${ssl}`;\n' },
      },
    ],
  },
  check(string, _context, { source }) {
    return issuesFor('tls-conflict', string, source).map((issue) => {
      const later = string.uri?.options.find((option) => option.offset === issue.offset);
      const partners = PARTNERS.find((names) => later && names.includes(later.name.toLowerCase())) ?? [];
      const earlier = partners
        .map((name) => optionNamed(string, name))
        .find((option) => option && later && option.offset !== later.offset);
      const suggestions = [later, earlier].map(
        (option) => option && makeFix(`Remove ${option.name}`, withoutOption(string, option)),
      );
      return issueProblem(string, issue, {
        suggestions: suggestions.filter((one): one is Fix => one !== undefined),
      });
    });
  },
});

/** Pairs of options of which one can be removed. */
const PARTNERS: readonly (readonly string[])[] = [
  ['tls', 'ssl'],
  [
    ...['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'],
    ...['tlsdisableocspendpointcheck', 'tlsdisablecertificaterevocationcheck'],
  ],
];
