import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { TERRAFORM_FILE } from '../src/iac/terraform.ts';

/** `trim(` up to an argument with a scheme, which it reads as a set of characters. */
const TRIM = /(?<![\w.])trim\((?=[^"\n]{1,300},[ \t]{0,8}"([a-z]{2,16}(?:\+srv)?:\/\/)"[ \t]{0,8}\))/g;

export default defineRule({
  id: 'iac-trim-misuse',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['trim('], besideService: true, path: TERRAFORM_FILE },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: '`trim` with a scheme as its second argument.',
    why: '`trim` removes all characters of the set from both ends, not the prefix. A host that begins or ends with letters of the scheme loses them.',
    todo: 'Use `trimprefix`.',
    sources: ['Terraform language documentation, function `trim` (2026-08)'],
  },
  messages: { trim: '`trim` removes the letters of "{scheme}" from both ends, not the scheme. Use `trimprefix`.' },
  examples: {
    invalid: [
      {
        title: 'the scheme of an SRV string',
        files: {
          'main.tf':
            'host = ⟦trim(⟧data.mongodbatlas_cluster.c.connection_strings[0].standard_srv, "mongodb+srv://")\n',
        },
        fixed: 'trimprefix(',
      },
    ],
    valid: [
      { title: 'trimprefix', files: { 'a.tf': 'host = trimprefix(var.uri, "mongodb+srv://")\n' } },
      { title: 'whitespace', files: { 'a.tf': 'word = trim(var.title, " ")\n' } },
      { title: 'another scheme', files: { 'a.tf': 'word = trim(var.title, "https://")\n' } },
    ],
  },
  check({ source }, { profile }) {
    return codeMatches(source.text, TRIM).flatMap(({ match, offset, endOffset }) => {
      const scheme = match[1]!;
      if (!profile.schemes.some((name) => scheme === `${name}://`)) return [];
      const edits = [{ offset, endOffset: endOffset - 1, text: 'trimprefix' }];
      return [
        { message: 'trim', data: { scheme }, at: { offset, endOffset }, fix: { title: 'Use trimprefix', edits } },
      ];
    });
  },
});
