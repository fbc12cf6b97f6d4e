import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shownCalls } from '../support/api-calls.ts';

interface Case {
  readonly file: string;
  readonly text: string;
  readonly calls: readonly string[];
}
const FILE = new URL('../../fixtures/api-calls.jsonl', import.meta.url);
const cases = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

if (process.env.UPDATE_FIXTURES) {
  const lines = cases.map(({ file, text }) => `${JSON.stringify({ file, text, calls: shownCalls(file, text) })}\n`);
  writeFileSync(FILE, lines.join(''));
}

/** One case per line: the calls of a text, in the format of test/support/api-calls.ts. */
describe('fixtures/api-calls.jsonl', () => {
  it.each(cases)('$file: $text', ({ file, text, calls }) => {
    expect(shownCalls(file, text)).toEqual(calls);
  });
});
