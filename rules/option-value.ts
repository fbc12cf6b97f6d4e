import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { knownOption } from '../src/parse/options.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule, type Fix } from '../src/lint/rule.ts';
import { editOf, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'option-value',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  refused: true,
  trigger: { all: ['fault'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An option with a value that drivers do not accept: of the wrong type, empty, out of range, in a deprecated form, without `=`, or incompatible with another option.',
    why: 'Most drivers ignore such an option and use the default. Some strings are refused (an empty `authSource`, an option without `=`, proxy options without a proxy host).',
    todo: 'Give the option a value of its type, or remove it. Booleans are `true` and `false`, times are whole numbers.',
    severities: { error: 'if drivers refuse the string' },
    sources: ['MongoDB specifications, connection string, URI options, SOCKS5 support (2026-08-13)'],
  },
  messages: { issue: '{issue}' },
  examples: {
    invalid: [
      {
        title: 'not a number',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?maxPoolSize=⟦many⟧\n' },
      },
      {
        title: 'a deprecated boolean',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?tls=⟦yes⟧\n' },
        suggested: 'true',
      },
      {
        title: 'an old separator',
        files: { '.env': 'URI=mongodb://localhost/books?⟦retryWrites=true;w=majority⟧\n' },
        suggested: 'retryWrites=true&w=majority',
      },
      {
        title: 'a second question mark',
        files: { '.env': 'URI=mongodb://localhost/books?retryWrites=⟦true?w=majority⟧\n' },
        suggested: 'true&w=majority',
      },
      {
        title: 'the database behind the options',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/?w=⟦majority/books⟧\n' },
      },
      {
        title: 'an empty authSource',
        files: { '.env': 'URI=mongodb://localhost/books?⟦authSource=⟧\n' },
        severity: 'error',
      },
      {
        title: 'a journal without acknowledgement, which some drivers accept',
        files: { 'a.js': "const a = 'mongodb://localhost/books?w=0&⟦journal=true⟧';\n" },
        severity: 'warning',
      },
      { title: 'no equals sign', files: { 'a.js': "const a = 'mongodb://localhost/books?⟦w⟧';\n" }, severity: 'error' },
      {
        title: 'a proxy user without a proxy',
        files: { 'a.js': "const a = new MongoClient('mongodb://localhost/books?⟦proxyPort=1080⟧');\n" },
        severity: 'error',
      },
    ],
    valid: [
      {
        title: 'a list may be empty',
        files: {
          '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books?readPreference=secondary&readPreferenceTags=\n',
        },
      },
      {
        title: 'the value is not known',
        files: { 'a.js': 'const a = `mongodb://localhost/books?maxPoolSize=${size}`;\n' },
      },
      {
        title: 'words in place of options',
        files: { 'help.txt': 'The form is mongodb://host:port/database?options here.\n' },
      },
    ],
  },
  check(string, _context, { source }) {
    return issuesFor('option-value', string, source).map((issue) => {
      const joined = separated(string, issue) ?? movedPath(string, issue);
      const suggestions = joined ? [joined] : [spelling(string, issue), removed(string, issue)];
      return issueProblem(string, issue, { suggestions: suggestions.filter((one): one is Fix => !!one) });
    });
  },
});

const BOOLEANS: Readonly<Record<string, string>> = {
  ...{ 1: 'true', yes: 'true', y: 'true', t: 'true', on: 'true' },
  ...{ 0: 'false', '-1': 'false', no: 'false', n: 'false', f: 'false', off: 'false' },
};

/** `true` or `false` for synonyms, and the listed spelling for a value in another case. */
function spelling(string: FoundString, issue: UriIssue): Fix | undefined {
  const option = string.uri?.options.find(({ valueRange }) => valueRange?.offset === issue.offset);
  const written = option?.value?.toLowerCase();
  if (!option?.valueRange || written === undefined || !/must be true or false|deprecated/.test(issue.message))
    return undefined;
  const value = written === 'true' || written === 'false' ? written : BOOLEANS[written];
  return value === undefined ? undefined : makeFix(`Write ${value}`, editOf(string, option.valueRange, value));
}

/** Before the name of an option. */
const SEPARATOR = /[?;](?=([\w.]{1,64})=)/g;

/** `a=1;b=2` and `a=1?b=2`: removing the first option would remove the second one too. */
function separated(string: FoundString, issue: UriIssue): Fix | undefined {
  const end = string.uri?.options.find(({ offset, valueRange }) =>
    [offset, valueRange?.offset].includes(issue.offset),
  )?.endOffset;
  const part = string.literal.value.slice(issue.offset, Math.max(issue.endOffset, end ?? 0));
  const edits = [...part.matchAll(SEPARATOR)]
    .filter(([, name = '']) => knownOption(name) !== undefined)
    .map(({ index }) => editOf(string, { offset: issue.offset + index, endOffset: issue.offset + index + 1 }, '&'))
    .filter((edit) => edit !== undefined);
  return edits.length > 0 ? { title: 'Separate the options with &', edits } : undefined;
}

/** `…/?w=majority/books`: the name belongs into the path, which has none. */
function movedPath(string: FoundString, { offset, endOffset }: UriIssue): Fix | undefined {
  const { literal, uri } = string;
  const value = literal.value.slice(offset, endOffset);
  const slash = value.indexOf('/');
  const query = literal.value.indexOf('?', uri?.hostsRange.endOffset);
  if (slash < 0 || query < 0) return undefined;
  const name = /^\/([\w-]{1,38})$/.exec(value.slice(slash))?.[1];
  const path = literal.value[query - 1] === '/' ? name : `/${name ?? ''}`;
  const isMoved = name !== undefined && !uri?.database;
  const edits = [
    ...(isMoved ? [editOf(string, { offset: query, endOffset: query }, path!)] : []),
    editOf(string, { offset: offset + slash, endOffset }, ''),
  ].filter((edit) => edit !== undefined);
  if (edits.length < (isMoved ? 2 : 1)) return undefined;
  return { title: isMoved ? 'Write the database before the options' : 'Remove the path behind the option', edits };
}

/** An option that is ignored or refused has no effect, so it can also be removed. */
function removed(string: FoundString, issue: UriIssue): Fix | undefined {
  const option = string.uri?.options.find(
    (one) => one.offset === issue.offset || one.valueRange?.offset === issue.offset,
  );
  return option && makeFix('Remove the option', withoutOption(string, option));
}
