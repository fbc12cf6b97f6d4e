import { describe, expect, it } from 'vitest';
import { isReported } from '../../../src/classify/found-string.ts';
import { ATLAS } from '../../../src/classify/service.ts';
import { findStrings } from '../../../src/read/find-strings.ts';
import { rowsOf, writeRows } from '../../support/rows.ts';

interface Form {
  readonly path: string;
  readonly text: string;
  /** `source name: text` of each read. */
  readonly found: readonly string[];
}

const FILE = 'external-reads.jsonl';
const forms = rowsOf<Form>(FILE);

function readsOf({ path, text }: Pick<Form, 'path' | 'text'>): string[] {
  return findStrings({ path, text }, ATLAS)
    .filter(isReported)
    .flatMap(({ via, name, range }) =>
      name === null ? [] : [`${via} ${name}: ${text.slice(range.offset, range.endOffset)}`],
    );
}

/**
 * How programs read a connection string from outside of the tree, one form per line. Rewrite with UPDATE_FIXTURES=1.
 */
describe('fixtures/external-reads.jsonl', () => {
  writeRows(
    FILE,
    forms.map((form) => ({ ...form, found: readsOf(form) })),
  );
  it.each(forms)('$path: $text', (form) => {
    expect(readsOf(form)).toEqual(form.found);
  });
});
