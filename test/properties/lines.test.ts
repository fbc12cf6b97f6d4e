import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { changedLines } from '../../src/node/git/selection.ts';
import { assertForInputs } from './support/any-input.ts';

describe('changedLines', () => {
  // Two texts: the lines of the second that the first does not have.
  it('finds every new line', () => {
    assertForInputs('lines', {
      seeds: () => [
        'a\nb\nc\n\u0000a\nx\nc\n',
        '\u0000a\r\nb\r',
        'a\na\na\n\u0000a\na\n',
        'd\na\nb\nc\n\u0000a\nb\nc\nd\n',
      ],
      run(input) {
        const cut = input.indexOf('\u0000');
        const [before, after] = cut < 0 ? [input, input] : [input.slice(0, cut), input.slice(cut + 1)];
        const changed = changedLines(before, after);
        const old = new Set(before.split(/\r\n|\r|\n/));
        for (const [i, line] of after.split(/\r\n|\r|\n/).entries())
          assert.ok(old.has(line) || changed.has(i + 1), 'a new line is not told');
        if (before === after) assert.equal(changed.size, 0);
      },
    });
  });
});
