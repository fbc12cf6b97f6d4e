import { describe, expect, it } from 'vitest';
import { stringRecord } from '../../src/lint/string-record.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { lineIndex } from '../../src/text/source.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { rowsOf, writeRows } from '../support/rows.ts';

interface Form {
  readonly path: string;
  readonly text: string;
  /** `kind context key: text` of each string, `-` without a key. */
  readonly found: readonly string[];
}

const FILE = 'reader-forms.jsonl';
const forms = rowsOf<Form>(FILE);

function shownIn({ path, text }: Form): string[] {
  const strings = findStrings({ path, text }, ATLAS);
  const lines = lineIndex(text);
  return strings.map((string) => {
    const { kind, context, key, text: value } = stringRecord(path, 'product', string, lines);
    return `${kind} ${context} ${key ?? '-'}: ${value}`;
  });
}

/**
 * How languages write strings, one form per line: the result, its key and its redacted text. Rewrite with
 * UPDATE_FIXTURES=1.
 */
describe('fixtures/reader-forms.jsonl', () => {
  writeRows(
    FILE,
    forms.map((form) => ({ ...form, found: shownIn(form) })),
  );
  it.each(forms)('$path: $text', (form) => {
    expect(shownIn(form)).toEqual(form.found);
  });

  it('places each string in the text', () => {
    for (const { path, text } of forms) {
      const strings = findStrings({ path, text }, ATLAS);
      for (const { range, hosts, literal } of strings) {
        expect(text.slice(range.offset, range.endOffset), text).not.toBe('');
        if (literal.decoded !== null || literal.segments.length > 1) continue;
        for (const { host } of hosts) expect(text.slice(range.offset, range.endOffset), text).toContain(host);
      }
    }
  });
});
