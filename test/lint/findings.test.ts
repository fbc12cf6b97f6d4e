import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { told } from '../support/told.ts';

interface Case {
  readonly file: string;
  readonly text: string;
  readonly told: readonly string[];
}
const FILE = new URL('../../fixtures/text-findings.jsonl', import.meta.url);
const cases = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
if (process.env.UPDATE_FIXTURES) {
  const lines = cases.map(({ file, text }) => `${JSON.stringify({ file, text, told: told(file, text) })}\n`);
  writeFileSync(FILE, lines.join(''));
}

/** One text per line with all its findings. Run with UPDATE_FIXTURES=1 to rewrite them, then review the diff. */
describe('fixtures/text-findings.jsonl', () => {
  it.each(cases)('$file: $text', ({ file, text, told: expected }) => {
    expect(told(file, text)).toEqual(expected);
  });
});
