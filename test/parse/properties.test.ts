import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { parseConnectionString, userinfoEdits } from '../../src/parse/parse.ts';
import type { Range } from '../../src/text/source.ts';

const PIECES = [
  ...[
    'mongodb',
    'mongodb+srv',
    '://',
    ':',
    '//',
    '/',
    '?',
    '&',
    '=',
    '@',
    ',',
    ';',
    '%',
    '%41',
    '%2F',
    '[',
    ']',
    '::1',
    '.',
  ],
  ...[
    'a',
    'db1.example.net',
    'localhost',
    '27017',
    '0',
    'tls=true',
    'authMechanism=MONGODB-AWS',
    'amp;',
    ' ',
    '\ud800',
    PLACEHOLDER,
  ],
  ...['authMechanismProperties=AWS_SESSION_TOKEN:', 'proxyPassword=', 'é', '\u0000', '\n', '$', '#'],
];

const uriLike = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => `mongodb://${pieces.join('')}`),
);

function isInside({ offset, endOffset }: Range, outer: Range): boolean {
  return outer.offset <= offset && offset <= endOffset && endOffset <= outer.endOffset;
}

describe('any text', () => {
  it('is parsed without an exception, with all offsets inside', () => {
    fc.assert(
      fc.property(uriLike, (text) => {
        const uri = parseConnectionString(text);
        const options = uri.options.flatMap((o) => [o, o.nameRange, o.valueRange]);
        const hosts = uri.hosts.flatMap((host) => [host, host.hostRange, host.portRange]);
        const parts = [uri.schemeRange, uri.userRange, uri.passwordRange, uri.hostsRange, uri.databaseRange];
        for (const at of [...parts, ...hosts, ...options, ...uri.issues]) {
          if (at) expect(isInside(at, uri)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('yields parts that are at their offsets', () => {
    fc.assert(
      fc.property(uriLike, (text) => {
        const uri = parseConnectionString(text);
        const at = ({ offset, endOffset }: Range) => text.slice(offset, endOffset);
        for (const { name, nameRange } of uri.options) expect(at(nameRange)).toBe(name);
        for (const { host, hostRange, port, portRange } of uri.hosts) {
          if (!at(hostRange).includes('%')) expect(at(hostRange)).toBe(host);
          if (port !== null) expect(Number(at(portRange!))).toBe(port);
        }
        const database = uri.databaseRange && at(uri.databaseRange);
        if (!database?.includes('%')) expect(database).toBe(uri.database);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a password with any reserved characters', () => {
  const reserved = fc
    .array(fc.constantFrom(...'@:/?#%[]&=,;+ !$'), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(''));
  const hosts = fc.constantFrom('db1.example.net', 'localhost:27017', 'db1.example.net:1,db2.example.net:2');
  const tails = fc.constantFrom('', '/', '/orders', '/orders?tls=true', '?tls=true', '/?tls=true&appName=x@y');
  const text = fc
    .tuple(reserved, hosts, tails)
    .map(([odd, host, tail]) => `mongodb://app:Zq9a${odd}Zq8b@${host}${tail}`);

  it('appears nowhere in what is handed out', () => {
    fc.assert(
      fc.property(text, (uri) => {
        expect(JSON.stringify(parseConnectionString(uri))).not.toMatch(/Zq[89]/);
      }),
      { numRuns: 1000 },
    );
  });

  it('is fixed by the edits, or there are none', () => {
    fc.assert(
      fc.property(text, (uri) => {
        const edits = userinfoEdits(uri, parseConnectionString(uri)) ?? [];
        if (edits.length === 0) return;
        const fixed = edits.reduceRight(
          (all, { offset, endOffset, text: by }) => all.slice(0, offset) + by + all.slice(endOffset),
          uri,
        );
        expect(parseConnectionString(fixed).issues.map(({ code }) => code)).not.toContain('userinfo-unescaped');
      }),
      { numRuns: 500 },
    );
  });
});

describe('a string of unknown pieces only', () => {
  it('gives no issue whatever is between them', () => {
    const pieces = fc.array(fc.constantFrom(PLACEHOLDER, PLACEHOLDER, ':', '@', '/', '?', '&', '=', '.'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(pieces, (list) => {
        const text = `mongodb://${PLACEHOLDER}:${PLACEHOLDER}@${PLACEHOLDER}/${PLACEHOLDER}?${PLACEHOLDER}`;
        expect(parseConnectionString(text).issues).toEqual([]);
        // Separators between placeholders may also be inside one of them.
        expect(
          parseConnectionString(`mongodb://${list.map((piece) => `${PLACEHOLDER}${piece}`).join('')}${PLACEHOLDER}`)
            .issues,
        ).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
