import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { formatBaseline, parseBaseline } from '../../src/lint/baseline.ts';
import { assertInside } from './support/oracles.ts';
import { assertForInputs } from './support/any-input.ts';

const ID = 'connlint/v2:0123456789abcdef';
const OTHER = 'connlint/v2:fedcba9876543210';

describe('parseBaseline', () => {
  // A baseline: read, written, and read again.
  it('reads what formatBaseline wrote, and places every entry', () => {
    assertForInputs('baseline', {
      seeds: () => [
        formatBaseline([
          { id: ID, rule: 'uri-syntax', file: 'src/a b.ts', text: 'mongodb://***@h\n\u0000' },
          { id: OTHER, rule: 'api-field', file: 'a.py', text: '' },
        ]),
        `${ID} a x.ts t\n${OTHER} a "x \\u0041.ts"\r\n`,
        '# connlint baseline v2: x\n',
      ],
      run(text) {
        const read = parseBaseline(text);
        if ('wrongLine' in read) {
          assert.ok(read.wrongLine >= 1 && read.wrongLine <= text.split('\n').length);
          return;
        }
        for (const { at, id } of read) {
          assertInside(at, text.length);
          assert.ok(text.slice(at.offset, at.endOffset).startsWith(id));
        }
        const written = formatBaseline(read);
        const again = parseBaseline(written);
        assert.ok(!('wrongLine' in again), 'what was written cannot be read');
        const plain = (entries: typeof read): unknown =>
          entries.map(({ id, rule, file }) => ({ id, rule, file })).sort((a, b) => (a.id < b.id ? -1 : 1));
        assert.deepEqual(plain(again), plain(read));
        assert.equal(formatBaseline(again), written);
      },
    });
  });
});
