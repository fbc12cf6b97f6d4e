import { describe, expect, it } from 'vitest';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { parseConnectionString, userinfoEdits } from '../../src/parse/parse.ts';

/** The text after the edits, `null` if no edit is possible. */
function repair(text: string): string | null {
  const edits = userinfoEdits(text, parseConnectionString(text));
  if (!edits) return null;
  return edits.reduceRight(
    (fixed, { offset, endOffset, text: by }) => fixed.slice(0, offset) + by + fixed.slice(endOffset),
    text,
  );
}

/** User name and password as written. */
function userinfo(text: string): (string | null)[] {
  const { userRange, passwordRange } = parseConnectionString(text);
  return [userRange, passwordRange].map((at) => at && text.slice(at.offset, at.endOffset));
}

describe('user info with raw reserved characters', () => {
  it.each([
    ['mongodb://app:p@ss@db1.example.net/', 'mongodb://app:p%40ss@db1.example.net/'],
    ['mongodb://app:p:ss@db1.example.net/', 'mongodb://app:p%3Ass@db1.example.net/'],
    ['mongodb://app:p/ss@db1.example.net/x', 'mongodb://app:p%2Fss@db1.example.net/x'],
    ['mongodb://app:50%@db1.example.net', 'mongodb://app:50%25@db1.example.net'],
    ['mongodb://app:%40%zz@db1.example.net', 'mongodb://app:%40%25zz@db1.example.net'],
    ['mongodb://a@corp:x@@db1.example.net', 'mongodb://a%40corp:x%40@db1.example.net'],
    ['mongodb://app:p?s#s@db1.example.net/x', 'mongodb://app:p%3Fs%23s@db1.example.net/x'],
    ["mongodb://app:a!$&'()*+,;=@db1.example.net", "mongodb://app:a!$&'()*+,;=@db1.example.net"],
  ])('%s is repaired by encoding only what is wrong', (text, fixed) => {
    expect(repair(text)).toBe(fixed);
    expect(parseConnectionString(fixed).issues).toEqual([]);
  });

  it.each([
    'mongodb://app:p@db1.example.net@db2.example.net',
    'mongodb://app:p@one@two',
    'mongodb+srv://team/app@orders.tk3fq.mongodb.net',
    'mongodb://app:geheim/?x=y@db1.example.net',
  ])('%s can be split in more than one way: no edit', (text) => {
    expect(parseConnectionString(text).issues.map(({ code }) => code)).toContain('userinfo-unescaped');
    expect(repair(text)).toBeNull();
  });

  it('is left alone where a piece of it is unknown', () => {
    expect(repair(`mongodb://${PLACEHOLDER}@x:p@ss${PLACEHOLDER}@db1.example.net`)).toBe(
      `mongodb://${PLACEHOLDER}@x:p@ss${PLACEHOLDER}@db1.example.net`,
    );
  });

  it.each([
    ['mongodb://svc:ab/cd99xy@db1.example.net/orders', ['svc', 'ab/cd99xy']],
    ['mongodb://svc:ab/cd/ef@localhost', ['svc', 'ab/cd/ef']],
    ['mongodb://svc:12345/6@db1.example.net/orders', ['svc', '12345/6']],
    ['mongodb://svc:a?b=c@db1.example.net/orders', ['svc', 'a?b=c']],
    ['mongodb://team/app:geheim@localhost/orders', ['team/app', 'geheim']],
    ['mongodb://app:key==@shop.example.com:10255/?ssl=true&appName=@app@', ['app', 'key==']],
    ['mongodb://db1.example.net/?appName=a@db2.example.net', [null, null]],
    ['mongodb://localhost/my@db', [null, null]],
  ])('%s is split where it should be', (text, expected) => {
    expect(userinfo(text)).toEqual(expected);
  });

  it('covers the part that is wrong', () => {
    const text = 'mongodb://app:p@ss@db1.example.net';
    const [issue] = parseConnectionString(text).issues;
    expect(text.slice(issue!.offset, issue!.endOffset)).toBe('p@ss');
  });

  it('keeps the password out of the host when the @ is lost', () => {
    const text = 'mongodb+srv://app:geheimorders.tk3fq.mongodb.net/shop';
    const uri = parseConnectionString(text);
    expect(userinfo(text)).toEqual(['app', 'geheimorders']);
    expect(uri.hosts[0]?.host).toBe('tk3fq.mongodb.net');
    expect(uri.database).toBe('shop');
    expect(JSON.stringify(uri)).not.toContain('geheim');
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
