import { describe, expect, it } from 'vitest';
import type { UriIssue } from '../../src/parse/connection-string.ts';
import type { FoundString } from '../../src/classify/found-string.ts';
import { issueProblem, issuesFor, joinedProblem, reporterOf } from '../../src/rule-helpers/grammar-issues.ts';
import { parseConnectionString } from '../../src/parse/parse.ts';

interface Around {
  readonly context?: 'code' | 'comment' | 'prose';
  readonly after?: string;
}

/** A literal string after two characters of its text. */
function found(value: string, { context = 'code' }: Around = {}): FoundString {
  const range = { offset: 2, endOffset: value.length + 2 };
  const segments = [{ ...range, at: 0, length: value.length, exact: true }];
  const literal = { value, segments, placeholders: [], key: null, context, decoded: null, quote: null };
  const inValue = { offset: 0, endOffset: value.length };
  return { range, literal, inValue, uri: parseConnectionString(value), hosts: [] } as unknown as FoundString;
}

function told(rule: string, value: string, around: Around = {}): string[] {
  const source = { path: 'a.env', text: `U=${value}${around.after ?? ''}` };
  return issuesFor(rule, found(value, around), source).map(
    ({ code, offset, endOffset }) => `${code} ${value.slice(offset, endOffset)}`,
  );
}

describe('a fault of the grammar is reported by one rule', () => {
  const hosts = 'mongodb://a.net:1:2,:27017,b!c:99999/a b?tls&foo=1';
  it.each<[rule: string, value: string, ...told: string[]]>([
    ['port-invalid', hosts, 'port-invalid 1:2', 'host-empty :27017', 'host-invalid b!c', 'port-invalid 99999'],
    ['option-value', hosts, 'option-syntax tls'],
    ['option-unknown', hosts, 'option-unknown foo'],
    ['db-name-invalid', hosts, 'db-name-invalid a b'],
    ['host-invalid', hosts],
    ['scheme-spelling', hosts],
    ['scheme-spelling', 'u:p@a.net/x', 'no-scheme '],
    ['userinfo-unescaped', 'mongodb://u:p@w@a.net/x', 'userinfo-unescaped p@w'],
    ['userinfo-unescaped', 'mongodb://:p@a.net/x', 'userinfo-empty :p@'],
  ])('%s of %s', (rule, value, ...expected) => {
    expect(told(rule, value)).toEqual(expected);
  });

  it.each([
    ['no-scheme', 'scheme-spelling'],
    ['host-empty', 'port-invalid'],
    ['proxy-option-conflict', 'option-value'],
    ['auth-source', 'authsource-trap'],
    ['port-invalid', 'port-invalid'],
  ])('%s by %s', (code, rule) => {
    expect(reporterOf(code)).toBe(rule);
  });

  it('by none where only a piece of a string, a form of strings or no string is', () => {
    const value = 'mongodb://a.net:99999/x';
    expect(told('port-invalid', value)).toHaveLength(1);
    expect(told('port-invalid', value, { after: '...' })).toEqual([]);
    expect(told('port-invalid', 'mongodb://[u:p@]a.net:99999[/x]')).toEqual([]);
    const none = { ...found(value), uri: null };
    expect(issuesFor('port-invalid', none, { path: 'a.env', text: `U=${value}` })).toEqual([]);
  });
});

describe('words for what a person fills in are not a fault', () => {
  it.each<[rule: string, placeholder: string, fault: string]>([
    ['port-invalid', 'mongodb://a.net:port/x', 'mongodb://a.net:poort/x'],
    ['port-invalid', 'mongodb://a.net:27xxx/x', 'mongodb://a.net:27yyy/x'],
    ['db-name-invalid', 'mongodb://a.net/$DB', 'mongodb://a.net/$DB.x'],
    ['db-name-invalid', 'mongodb://a.net/$DB', 'mongodb://a.net/a$DB'],
    ['port-invalid', 'mongodb://a.net,b$HOST/x', 'mongodb://a.net,b!HOST/x'],
    ['port-invalid', 'mongodb://a.net,{b/x', 'mongodb://a.net,(b/x'],
    ['port-invalid', 'mongodb://a.net,b}/x', 'mongodb://a.net,b)/x'],
    ['port-invalid', 'mongodb://a.net,<b/x', 'mongodb://a.net,!b/x'],
    ['port-invalid', 'mongodb://a.net,b>/x', 'mongodb://a.net,b!/x'],
    ['userinfo-unescaped', 'mongodb://u:@PW@@a.net/x', 'mongodb://u:@PW@x@a.net/x'],
    ['userinfo-unescaped', 'mongodb://u:@my-pw.x@@a.net/x', 'mongodb://u:@my pw@@a.net/x'],
    ['userinfo-unescaped', `mongodb://u:@${'p'.repeat(80)}@@a.net/x`, `mongodb://u:@${'p'.repeat(81)}@@a.net/x`],
    ['userinfo-unescaped', 'mongodb://u:@P@@a.net/x', 'mongodb://u:@P@@@a.net/x'],
    ['userinfo-unescaped', 'mongodb://u:@P@@a.net/x', 'mongodb://u:p@P@@a.net/x'],
    ['option-value', 'mongodb://a.net/x?options', 'mongodb://a.net/x?optional'],
    ['option-unknown', 'mongodb://a.net/x?option1=value1', 'mongodb://a.net/x?option1=true'],
    ['option-unknown', 'mongodb://a.net/x?tls=true&key=value', 'mongodb://a.net/x?key1=val1&keys=value'],
    ['option-unknown', 'mongodb://a.net/x?option1=value', 'mongodb://a.net/x?foo=value'],
  ])('%s: %s beside %s', (rule, placeholder, fault) => {
    expect(told(rule, placeholder)).toEqual([]);
    expect(told(rule, fault)).toHaveLength(1);
  });

  it('each option is judged with its own value', () => {
    const value = 'mongodb://a.net/x?foo=value&option1=value1&option2=5&parm=1';
    expect(told('option-unknown', value)).toEqual([
      'option-unknown foo',
      'option-unknown option2',
      'option-unknown parm',
    ]);
    // A fault of another kind stays, whatever the text looks like.
    expect(told('option-value', 'mongodb://a.net/x?tls=options')).toEqual(['option-value options']);
  });

  it('nor are further ports behind the first one, where people read them', () => {
    const value = 'mongodb://a.net:1024,1025/x';
    expect(told('port-invalid', value)).toEqual(['host-invalid 1025']);
    expect(told('port-invalid', value, { context: 'comment' })).toEqual([]);
    expect(told('port-invalid', value, { context: 'prose' })).toEqual([]);
    const mixed = 'mongodb://a.net:1024,10!5,b!6,1025/x';
    expect(told('port-invalid', mixed, { context: 'prose' })).toEqual(['host-invalid 10!5', 'host-invalid b!6']);
  });

  it('nor is the path of a socket that is cut at a space', () => {
    const socket = 'mongodb://a.net,%2Ftmp%2fmy';
    expect(told('port-invalid', socket)).toEqual(['host-invalid %2Ftmp%2fmy']);
    expect(told('port-invalid', socket, { after: '\tsocket' })).toHaveLength(1);
    expect(told('port-invalid', socket, { after: ' socket/x.sock' })).toEqual([]);
    expect(told('port-invalid', 'mongodb://a.net,b!c', { after: ' socket' })).toEqual(['host-invalid b!c']);
    expect(told('port-invalid', `${socket}x,b!c`, { after: ' socket' })).toEqual(['host-invalid b!c']);
    expect(told('port-invalid', `${socket}:99999`, { after: ' socket' })).toEqual(['port-invalid 99999']);
  });
});

describe('a fault as a problem', () => {
  const string = found('mongodb://a.net:1:2,:27017/x');
  const issue = (code: string, offset: number, endOffset: number, severity: UriIssue['severity']): UriIssue => ({
    code,
    severity,
    message: `${code}.`,
    offset,
    endOffset,
  });
  const one = issue('one', 5, 9, 'warning');
  const two = issue('two', 3, 6, 'error');
  const three = issue('three', 12, 14, 'error');
  const problem = (words: string, offset: number, endOffset: number, severity: string) => ({
    message: 'issue',
    data: { issue: words },
    at: { offset, endOffset },
    severity,
  });

  it('has the words and the weight of the grammar, at its place in the text', () => {
    expect(issueProblem(string, one)).toEqual(problem('one.', 7, 11, 'warning'));
    const fix = { title: 'Fix it', edits: [] };
    expect(issueProblem(string, two, { fix, severity: 'info' })).toEqual({
      ...problem('two.', 5, 8, 'info'),
      fix,
    });
  });

  it.each([
    ['none', [], []],
    ['one', [one], [problem('one.', 7, 11, 'warning')]],
    ['the worst gives the words', [one, two], [problem('two.', 5, 11, 'error')]],
    ['of equals the first', [three, one, two], [problem('three.', 5, 16, 'error')]],
    ['no error', [one, issue('four', 1, 2, 'warning')], [problem('one.', 3, 11, 'warning')]],
  ])('several are one problem: %s', (_, issues, expected) => {
    expect(joinedProblem(string, issues)).toEqual(expected);
    const [first] = joinedProblem(string, issues, { confidence: 'low' });
    expect(first).toEqual(expected[0] && { ...expected[0], confidence: 'low' });
  });
});
