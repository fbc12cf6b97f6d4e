import { describe, expect, it } from 'vitest';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { splitParts, portNumber } from '../../src/parse/split.ts';

/** `user@hosts/path?query`, each in brackets, with an exclamation mark if the text is ambiguous. */
function parts(text: string): string {
  const { userinfo, hosts, path, query, ambiguous } = splitParts(text, 0);
  const cut = (at: { offset: number; endOffset: number } | null): string =>
    at === null ? '-' : `[${text.slice(at.offset, at.endOffset)}]`;
  return `${cut(userinfo)} ${cut(hosts)} ${cut(path)} ${cut(query)}${ambiguous ? ' !' : ''}`;
}

describe('the parts behind a scheme', () => {
  it.each([
    ['h.example.com', '- [h.example.com] - -'],
    ['h.example.com/', '- [h.example.com] [] -'],
    ['h.example.com/db?w=1', '- [h.example.com] [db] [w=1]'],
    ['h.example.com?w=1', '- [h.example.com] - [w=1]'],
    ['u:p@h.example.com/db', '[u:p] [h.example.com] [db] -'],
    ['u:p@h/db', '[u:p] [h] [db] -'],
    ['u:p/w@h.example.com/db', '[u:p/w] [h.example.com] [db] -'],
    ['u:p/w@h/db', '[u:p/w] [h] [db] -'],
    ['u:p?w@h.example.com/db', '[u:p?w] [h.example.com] [db] -'],
    ['u:p?w=1@h.example.com/db', '[u:p?w=1] [h.example.com] [db] - !'],
    ['u:p?x=1@h.example.com/db', '[u:p?x=1] [h.example.com] [db] - !'],
    ['u:p?x&y@h.example.com', '[u:p?x&y] [h.example.com] - - !'],
    ['h/?x@y', '- [h] [] [x@y]'],
    ['h?x@y.z', '[h?x] [y.z] - - !'],
    ['u:p@ss@h.example.com/db', '[u:p@ss] [h.example.com] [db] -'],
    ['u:p@a.example.com@h.example.com/db', '[u:p@a.example.com] [h.example.com] [db] - !'],
    ['u:p@a@b/db', '[u:p@a] [b] [db] - !'],
    ['u:p@h1,u:p@h2/db', '[u:p@h1,u:p] [h2] [db] - !'],
    ['u:p@h1:27017,v:q@h.example.com:27017/db', '[u:p@h1:27017,v:q] [h.example.com:27017] [db] - !'],
    ['u:p@h.example.com,v:q@i.example.com/db', '[u:p@h.example.com,v:q] [i.example.com] [db] - !'],
    ['u:p@s,w:rd@h.example.com/db', '[u:p@s,w:rd] [h.example.com] [db] -'],
    ['u:p@/db', '[u:p] [] [db] - !'],
    ['u:p@', '[u:p] [] - - !'],
    ['', '- [] - - !'],
    ['/', '- [] [] - !'],
    ['/@', '[/] [] - - !'],
    ['h/a@b', '- [h] [a@b] -'],
    ['h.example.com/a@b', '- [h.example.com] [a@b] -'],
    ['h.example.com/a@b.c', '- [h.example.com] [a@b.c] -'],
    ['h.example.com/a@b.c/d', '- [h.example.com] [a@b.c/d] -'],
    ['h.example.com/a/b@c.d', '- [h.example.com] [a/b@c.d] -'],
    ['u:p/a/b@h.example.com/db', '[u:p/a/b] [h.example.com] [db] -'],
    ['u:p/a@b/c@h.example.com/db', '[u:p/a@b/c] [h.example.com] [db] -'],
    ['u:p/a@b/c@d/e', '[u:p/a] [b] [c@d/e] -'],
    ['u:p/a@!/c@h/e', '[u:p/a@!/c] [h] [e] -'],
    ['u:1/a@h/e', '- [u:1] [a@h/e] -'],
    ['u:1/a@h.i/e', '[u:1/a] [h.i] [e] - !'],
    [`u:p@h.example.com/?${PLACEHOLDER}@x`, `[u:p] [h.example.com] [] [${PLACEHOLDER}@x]`],
    ['u:p@h/?@x.y', '[u:p] [h] [] [@x.y]'],
    ['u:p?@h.example.com', '[u:p?] [h.example.com] - -'],
    [`u:p?${'x'.repeat(70)}=1@h.example.com`, `[u:p?${'x'.repeat(70)}=1] [h.example.com] - -`],
    ['a.b,c.d:1/x?y=1/z@q.r', '- [a.b,c.d:1] [x] [y=1/z@q.r]'],
  ])('%s', (text, expected) => {
    expect(parts(text)).toBe(expected);
  });
});

describe('a port', () => {
  it.each([
    ['1', 1],
    ['65535', 65_535],
    ['0027017', 27_017],
    ['0', null],
    ['65536', null],
    ['00000000001', null],
    ['1x', null],
    ['x1', null],
    ['', null],
  ])('has a port %s: %s', (text, port) => expect(portNumber(text)).toBe(port));
});
