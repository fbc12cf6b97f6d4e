import { describe, expect, it } from 'vitest';
import { shownCalls } from '../support/api-calls.ts';
import { rowsOf, writeRows } from '../support/rows.ts';

interface Case {
  readonly file: string;
  readonly text: string;
  readonly calls: readonly string[];
}
const FILE = 'api-calls.jsonl';
const cases = rowsOf<Case>(FILE);

writeRows(
  FILE,
  cases.map(({ file, text }) => ({ file, text, calls: shownCalls(file, text) })),
);

/** One case per line: the calls of a text, in the format of test/support/api-calls.ts. */
describe('fixtures/api-calls.jsonl', () => {
  it.each(cases)('$file: $text', ({ file, text, calls }) => {
    expect(shownCalls(file, text)).toEqual(calls);
  });
});
