import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../../src/classify/service.ts';
import { findStrings } from '../../../src/read/find-strings.ts';

interface Form {
  readonly path: string;
  readonly text: string;
  /** `source name: text` of each read. */
  readonly found: readonly string[];
}

const FILE = new URL('../../../fixtures/external-reads.jsonl', import.meta.url);
const forms = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Form);

function readsOf({ path, text }: Pick<Form, 'path' | 'text'>): string[] {
  return findStrings({ path, text }, ATLAS).flatMap(({ via, name, range }) =>
    name === null ? [] : [`${via} ${name}: ${text.slice(range.offset, range.endOffset)}`],
  );
}

/**
 * How programs read a connection string from outside of the tree, one form per line. Rewrite with UPDATE_FIXTURES=1.
 */
describe('fixtures/external-reads.jsonl', () => {
  if (process.env.UPDATE_FIXTURES) {
    writeFileSync(FILE, forms.map((form) => `${JSON.stringify({ ...form, found: readsOf(form) })}\n`).join(''));
  }
  it.each(forms)('$path: $text', (form) => {
    expect(readsOf(form)).toEqual(form.found);
  });
});
