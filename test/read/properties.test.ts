import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

const URI = 'mongodb+srv://app:s3cr3t-word@shop-pri.k2m4q.mongodb.net/shop?w=majority';
const HOST = 'shop-shard-00-00.k2m4q.mongodb.net:27017';
const PATHS = [
  'a.js',
  'a.ts',
  'a.vue',
  'a.py',
  'a.go',
  'A.java',
  'a.rb',
  'a.sh',
  'a.yaml',
  'a.json',
  'a.toml',
  'a.tf',
  'a.xml',
  'a.md',
  '.env',
  'Dockerfile',
  'a.ps1',
  'a.txt',
  'a.sql',
  'a.ipynb',
];

/** Text before or after a string that is not part of it: `||` and `<<` join strings in SQL and Ruby. */
const around = fc
  .string({ maxLength: 60, unit: fc.constantFrom(...'abc xyz 019 =(){};:,.\n\t#/*\\ <>|é😀') })
  .filter((text) => !/\|\||<</.test(text))
  .map((text) => ` ${text} `);

describe('a string in a changing text', () => {
  it.each(PATHS)('keeps its span and its kind in %s', (path) => {
    fc.assert(
      fc.property(
        around,
        around,
        fc.constantFrom('"', "'", ''),
        fc.constantFrom(URI, HOST),
        (before, after, quote, string) => {
          // An escape before the quote would change the text.
          const text = `${before.replaceAll('\\', '')}\n${quote}${string}${quote}\n${after}`;
          const found = findStrings({ path, text }, ATLAS);
          const spans = found.map(({ range }) => text.slice(range.offset, range.endOffset));
          expect(spans).toContain(string);
          expect(found[spans.indexOf(string)]!.kind).toBe(string === URI ? 'private' : 'standard');
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Pieces that readers search for, in any order. Most inputs are broken in some way. */
const BITS = [
  'mongodb://',
  'mongodb+srv://',
  'MONGODB://',
  '.mongodb.net',
  'a-pl-0-lb',
  '-ab123',
  '@',
  ':',
  '/',
  '?',
  ',',
  '${',
  '}',
  '{{',
  '"',
  "'",
  '`',
  '\\',
  '+',
  '\n',
  '<',
  '>',
  '%',
  '&amp;',
  '\\u002f',
  '/api/atlas/v1.0',
  'application/vnd.atlas.',
  '/prometheus/v1.0',
  '"numShards"',
  'bW9uZ29kYjovL3U6cEBo',
  '[',
  ']',
  '(',
  ')',
  '.join(',
  '.concat(',
  '\uD800',
  '\u0000',
  '\uFFFC',
  '# connlint-disable ',
  '-- x',
  '```js\n',
  '😀',
  ' ',
];

describe('any input', () => {
  it.each(PATHS)('never makes the linter throw in %s, and places stay inside the text', (path) => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...BITS), fc.string({ maxLength: 8, unit: 'binary' })), { maxLength: 40 }),
        (bits) => {
          const text = bits.join('');
          const { findings } = lintText(text, { path, config: { plan: [{ change: 'disable-peering-only' }] } });
          const strings = findStrings({ path, text }, ATLAS);
          // Strings within another string that are not part of it follow it.
          let [outer, end] = [0, 0];
          for (const { range } of strings) {
            expect(range.offset).toBeGreaterThanOrEqual(end);
            expect(range.endOffset).toBeGreaterThan(range.offset);
            const isInner = range.offset < outer;
            if (isInner) expect(range.endOffset).toBeLessThanOrEqual(outer);
            else outer = range.endOffset;
            end = isInner ? range.endOffset : range.offset;
          }
          expect(outer).toBeLessThanOrEqual(text.length);
          for (const { offset, endOffset } of findings)
            expect(text.length).toBeGreaterThanOrEqual(Math.max(offset, endOffset));
        },
      ),
      { numRuns: 120 },
    );
  });
});
