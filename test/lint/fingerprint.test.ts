import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintText } from '../support/lint-text.ts';

const LINES = [
  'A=mongodb+srv://app:PASS@shop.k2m4q.mongodb.net:27017/x',
  'B=mongodb+srv://app:PASS@shop-pri.k2m4q.mongodb.net/?ssl=true&tls=false',
  'C=mongodb://app:PASS@shop.example.com/?readPreference=nowhere',
  'D=mongodb://app:PASS@h:99999/',
  '# nothing',
  '',
];
const texts = fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 12 });
const passwords = fc.string({ minLength: 4, maxLength: 12, unit: fc.constantFrom(...'abcdefXYZ0123456789') });

function ids(lines: readonly string[], password: string): string[] {
  return lintText('a.env', lines.map((line) => `${line.replace('PASS', `s3${password}`)}\n`).join('')).map(
    ({ id }) => id,
  );
}

describe('the id of a finding', () => {
  it('is its own, and stays when lines come before it and between, and when the password changes', () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.nat(12), { maxLength: 5 }),
        passwords,
        passwords,
        (lines, places, first, second) => {
          const before = ids(lines, first);
          expect(new Set(before).size).toBe(before.length);
          const moved = [...lines];
          for (const place of places) moved.splice(place, 0, '# another line');
          expect(ids(moved, second)).toEqual(before);
        },
      ),
      { numRuns: 150 },
    );
  });
});
