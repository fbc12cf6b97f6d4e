import { describe, expect, it } from 'vitest';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { parseConnectionString } from '../../src/parse/parse.ts';
import { badPercent, decodePercent, isEscape, range, uriText } from '../../src/parse/input.ts';
import { secretOf } from '../../src/parse/path-and-query.ts';

describe('percent escapes', () => {
  it.each([
    ['%40', true],
    ['%09', true],
    ['%aF', true],
    ['%Fa', true],
    ['%9f', true],
    ['%0', false],
    ['%', false],
    ['%g0', false],
    ['%0g', false],
    ['%/0', false],
    ['%:0', false],
    ['%`0', false],
    ['%@0', false],
  ])('%s', (text, expected) => {
    expect(isEscape(text, 0)).toBe(expected);
    expect(badPercent(text)).toBe(expected ? -1 : 0);
  });

  it.each([
    ['', ''],
    ['plain+plus', 'plain+plus'],
    ['a%40b', 'a@b'],
    ['%40', '@'],
    ['%C3%BC%41x', 'üAx'],
    ['%C3%28', '%C3%28'],
    ['%zz%40%', '%zz@%'],
    ['100%25%', '100%%'],
    ['%2540', '%40'],
    ['x41', 'x41'],
  ])('of %s', (text, decoded) => {
    expect(decodePercent(text)).toBe(decoded);
  });

  it('finds the first percent sign that encodes nothing', () => {
    expect(badPercent('a%40b%zz%')).toBe(5);
    expect(badPercent('%zz%40')).toBe(0);
    expect(badPercent('')).toBe(-1);
  });
});

describe('an @ that got lost', () => {
  const read = (text: string) => {
    const { userRange, passwordRange, hosts, issues } = parseConnectionString(text);
    const part = (at: { offset: number; endOffset: number } | null) => at && text.slice(at.offset, at.endOffset);
    return [part(userRange), part(passwordRange), hosts.map(({ host }) => host).join(' '), issues[0]?.code ?? null];
  };

  it.each([
    ['mongodb://app:Kiln9cluster0.k2j4h.mongodb.net/', ['app', 'Kiln9cluster0', 'k2j4h.mongodb.net', 'userinfo-no-at']],
    ['mongodb://app:Kiln9h.example.com/', ['app', 'Kiln9h', 'example.com', 'userinfo-no-at']],
    ['mongodb://app:a.b.c.d.e.com/', ['app', 'a.b.c', 'd.e.com', 'userinfo-no-at']],
    ['mongodb://app:Kiln9h.example.com:27017/', ['app', 'Kiln9h', 'example.com', 'userinfo-no-at']],
    [
      'mongodb://app:Kiln9a.example.com,b.example.com/',
      ['app', 'Kiln9a', 'example.com b.example.com', 'userinfo-no-at'],
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    'mongodb://h.example.com:a.example.com/',
    'mongodb://app:example.com/',
    'mongodb://app:a..com/',
    'mongodb://app:a.example.c0m/',
    'mongodb://app:a.example.1com/',
    'mongodb://:a.example.com/',
    'mongodb://app/a:b.example.com',
    `mongodb://app:${PLACEHOLDER}.example.com/`,
    `mongodb://${PLACEHOLDER}:a.example.com/`,
  ])('is not taken for granted: %s', (text) => {
    expect(parseConnectionString(text).issues.map(({ code }) => code)).not.toContain('userinfo-no-at');
    expect(parseConnectionString(text).passwordRange).toBeNull();
  });

  it('is said of the whole, in words', () => {
    const { issues } = parseConnectionString('mongodb://app:Kiln9h.example.com/');
    expect(issues).toEqual([
      {
        code: 'userinfo-no-at',
        severity: 'error',
        message: 'The `@` between user info and host is missing.',
        offset: 10,
        endOffset: 32,
      },
    ]);
  });
});

describe('what of an option is secret', () => {
  const of = (key: string, value: string | null) => {
    const text = value ?? '';
    const found = secretOf(uriText(text, []), key, value === null ? null : range(0, text.length));
    return [found.secret, found.secretRange ? text.slice(found.secretRange.offset, found.secretRange.endOffset) : null];
  };

  it.each<[string, string | null, boolean, string | null]>([
    ['proxypassword', 'x', true, 'x'],
    ['proxypassword', '', true, null],
    ['proxypassword', PLACEHOLDER, true, null],
    ['proxypassword', `a${PLACEHOLDER}`, true, `a${PLACEHOLDER}`],
    ['proxypassword', null, false, null],
    ['appname', 'x', false, null],
    ['username', 'x', true, 'x'],
    ['authmechanismproperties', 'SERVICE_NAME:x', false, null],
    ['authmechanismproperties', 'AWS_SESSION_TOKEN:x', true, 'x'],
    ['authmechanismproperties', 'AWS_SESSION_TOKEN:', false, null],
    ['authmechanismproperties', `AWS_SESSION_TOKEN:${PLACEHOLDER}`, false, null],
    ['authmechanismproperties', `AWS_SESSION_TOKEN:a${PLACEHOLDER}`, true, `a${PLACEHOLDER}`],
    ['authmechanismproperties', 'A:ß,AWS_SESSION_TOKEN:x', true, 'A:ß,AWS_SESSION_TOKEN:x'],
    ['authmechanismproperties', 'aws_session_token:x,AWS_SESSION_TOKEN%3Ay', true, 'x,AWS_SESSION_TOKEN%3Ay'],
    ['authmechanismproperties', 'AWS_SESSION_TOKENx', true, 'AWS_SESSION_TOKENx'],
    ['authmechanismproperties', null, false, null],
    ['authmechanismproperties', '', false, null],
    ['authmechanismproperties', 'AWS%5FSESSION_TOKEN:x', true, 'AWS%5FSESSION_TOKEN:x'],
    ['authmechanismproperties', 'AWS_SESSION_TOKEN:x,y', true, 'x,y'],
    ['authmechanismproperties', 'AWS_SESSION_TOKEN:x,y:z', true, 'x'],
    ['authmechanismproperties', 'AWS_SESSION_TOKEN:x%2Cy%3az', true, 'x'],
    ['authmechanismproperties', 'AWS_SESSION_TOKEN:x,y-1:z', true, 'x,y-1:z'],
    ['authmechanismproperties', `AWS_SESSION_TOKEN:x,${'Y'.repeat(32)}:z`, true, 'x'],
    ['authmechanismproperties', `AWS_SESSION_TOKEN:x,${'Y'.repeat(33)}:z`, true, `x,${'Y'.repeat(33)}:z`],
    [
      'authmechanismproperties',
      'A:b,AWS_SESSION_TOKEN:x,C:d,AWS_SESSION_TOKEN:y,E:f',
      true,
      'x,C:d,AWS_SESSION_TOKEN:y',
    ],
    ['user', 'x', true, 'x'],
    ['proxyusername', 'x', true, 'x'],
    ['users', 'x', false, null],
    ['tlscertificatekeyfilepassword', 'x', true, 'x'],
    ['pwd', 'x', true, 'x'],
    ['mysecret', 'x', true, 'x'],
    ['token', 'x', true, 'x'],
    ['credentials', 'x', true, 'x'],
    ['apikey', 'x', true, 'x'],
    ['api_key', 'x', true, 'x'],
    ['key', 'x', false, null],
  ])('%s=%s', (key, value, secret, shown) => {
    expect(of(key, value)).toEqual([secret, shown]);
  });
});
