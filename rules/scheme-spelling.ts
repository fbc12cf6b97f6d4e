import type { FoundString } from '../src/classify/found-string.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import type { Range, Source } from '../src/text/source.ts';
import { editOf, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'scheme-spelling',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { any: ['fault', 'form:host'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A scheme that drivers do not accept: with capitals, missing letters or missing slashes, or a second scheme.',
    why: 'Drivers compare the start of the string exactly and refuse everything else.',
    todo: 'Write the scheme once, in lower case and in full, followed by `://`.',
    severities: { warning: 'if the server is not known to be of Atlas' },
    sources: [
      'MongoDB specifications, connection string, protocol (2026-08-13)',
      'Node driver 7.8, PyMongo 4.18 (tried)',
    ],
  },
  messages: { issue: '{issue}', slashes: 'The scheme must be followed by `://`.' },
  examples: {
    invalid: [
      {
        title: 'capitals',
        files: { 'app.py': 'URI = "⟦mongodb+SRV⟧://quay.k2j4h.mongodb.net/books"\n' },
        fixed: 'mongodb+srv',
      },
      {
        title: 'capitals before a host of your own',
        files: { 'app.env': 'URI=⟦MongoDB⟧://localhost:27017/books\n' },
        fixed: 'mongodb',
      },
      {
        title: 'letters are missing',
        files: {
          'app.py':
            'URI = "⟦mongo⟧://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/?tls=true"\n',
        },
        suggested: 'mongodb',
      },
      {
        title: 'slashes are missing',
        files: { '.env': 'URI=⟦mongodb+srv:quay.k2j4h.mongodb.net⟧/books\n' },
        suggested: 'mongodb+srv://quay.k2j4h.mongodb.net',
      },
      {
        title: 'a string instead of a host',
        files: { 'app.js': 'connect(`mongodb+srv://app:${pass}@⟦mongodb+srv://⟧quay.k2j4h.mongodb.net/books`);\n' },
        suggested: '',
      },
      {
        title: 'the address of a page instead of a host',
        files: { '.env': 'URI=mongodb+srv://⟦https://⟧quay.k2j4h.mongodb.net/books\n' },
        suggested: '',
      },
      {
        title: 'a part of the scheme is missing',
        files: {
          'a.env': 'URI=⟦mongo+srv⟧://quay.k2j4h.mongodb.net/books\n',
          'b.env': 'URI=⟦mongosrv⟧://quay.k2j4h.mongodb.net/books\n',
          'c.env': 'URI=⟦mongodb-srv⟧://quay.k2j4h.mongodb.net/books\n',
        },
        suggested: 'mongodb+srv',
      },
      {
        title: 'spaces',
        files: { 'a.js': "connect('⟦mongodb + srv⟧://quay.k2j4h.mongodb.net/books');\n" },
        suggested: 'mongodb+srv',
      },
    ],
    valid: [
      {
        title: 'a product name in prose',
        files: { 'notes.md': 'The MongoDB+SRV record of quay.k2j4h.mongodb.net.\n' },
      },
      { title: 'the correct form', files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books\n' } },
      {
        title: 'code that searches for a scheme',
        files: { 'a.js': "if (/^MONGODB:/.test(uri) || uri.startsWith('MongoDB://')) go();\n" },
      },
    ],
  },
  check(string, { profile }, { source }) {
    if (string.form === 'host') return slashless(string, profile, source);
    // A scheme after the start of the string is a second one.
    return issuesFor('scheme-spelling', string, source).map((issue) =>
      issueProblem(string, issue, issue.offset > 0 ? withoutSecond(string, issue) : fixesFor(string, profile)),
    );
  },
});

/** How much text before a host is read, in UTF-16 code units. */
const MAX_LENGTH = 300;

/** Text between scheme and host instead of `://`: parts of it, with or without user info. */
const SLASHLESS = /^(:[\\/]?|\/\/)([^\s"'`<>@/]{1,200}@)?$/;

/** A host after a scheme without slashes is read as a bare host. The text before it shows the scheme. */
function slashless(string: FoundString, { schemes }: ServiceProfile, { text }: Source): RuleProblem[] {
  const { offset } = string.range;
  const before = text.slice(Math.max(0, offset - MAX_LENGTH), offset);
  for (const right of schemes) {
    const at = before.toLowerCase().lastIndexOf(right.toLowerCase());
    if (at < 0 || /[\w+]/.test(before.charAt(at - 1))) continue;
    const [, separator = '', user = ''] = SLASHLESS.exec(before.slice(at + right.length)) ?? [];
    // Without a slash or user info, a plain `name:` may be a key.
    if (separator === '' || (separator === ':' && user === '' && !right.includes('+'))) continue;
    const start = offset - before.length + at;
    const edits = [{ offset: start, endOffset: start + right.length + separator.length, text: `${right}://` }];
    const range = { offset: start, endOffset: string.range.endOffset };
    return [{ message: 'slashes', at: range, suggestions: [{ title: `Write ${right}://`, edits }] }];
  }
  return [];
}

/** The inner string may be complete. Only user info is taken from the outer one. */
function withoutSecond(string: FoundString, second: Range): { suggestions?: Fix[] } {
  const { uri, literal } = string;
  if (!uri) return {};
  const outerEnd = uri.schemeRange.endOffset;
  const isOuterBroken = !literal.value.startsWith('://', outerEnd);
  const isWhole = isOuterBroken || (uri.userRange !== null && uri.hostsRange.offset > second.endOffset);
  const inner = literal.value.slice(second.offset, second.endOffset);
  const outer = { offset: 0, endOffset: outerEnd + '://'.length };
  // The scheme of a web page is not one of a connection string.
  const isSame = literal.value.startsWith(inner) || /^https/i.test(inner);
  const edits = isWhole
    ? [editOf(string, { offset: 0, endOffset: second.offset }, '')]
    : [...(isSame ? [] : [editOf(string, outer, inner)]), editOf(string, second, '')];
  const title = isWhole ? 'Keep the inner string' : 'Write the scheme once';
  return edits.every((edit) => edit !== undefined) ? { suggestions: [{ title, edits }] } : {};
}

/** The case of a scheme is fixed. Which scheme a misspelt one means, and where slashes belong, is only suggested. */
function fixesFor(string: FoundString, { schemes }: ServiceProfile): { fix?: Fix; suggestions?: Fix[] } {
  const { uri, literal } = string;
  if (!uri?.scheme) return {};
  const right = schemes[uri.scheme === 'srv' ? 1 : 0];
  const { offset, endOffset } = uri.schemeRange;
  const written = literal.value.slice(offset, endOffset);
  const separator = /^:?[\\/]{0,4}/.exec(literal.value.slice(endOffset))![0];
  if (separator !== '://') {
    const made = makeFix(
      `Write ${right}://`,
      editOf(string, { offset, endOffset: endOffset + separator.length }, `${right}://`),
    );
    return made ? { suggestions: [made] } : {};
  }
  const made = makeFix(`Write ${right}`, editOf(string, uri.schemeRange, right));
  if (!made) return {};
  return written.toLowerCase() === right.toLowerCase() ? { fix: made } : { suggestions: [made] };
}
