import { describe, expect, it } from 'vitest';
import { told } from '../support/told.ts';
import { rowsOf, writeRows } from '../support/rows.ts';

interface Case {
  readonly file: string;
  readonly text: string;
  readonly told: readonly string[];
}
const FILE = 'text-findings.jsonl';
const cases = rowsOf<Case>(FILE);
writeRows(
  FILE,
  cases.map(({ file, text }) => ({ file, text, told: told(file, text) })),
);

/** One text per line with all its findings. Run with UPDATE_FIXTURES=1 to rewrite them, then review the diff. */
describe('fixtures/text-findings.jsonl', () => {
  it.each(cases)('$file: $text', ({ file, text, told: expected }) => {
    expect(told(file, text)).toEqual(expected);
  });
});
