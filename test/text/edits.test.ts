import { type Edit, applyEdits } from '../../src/text/source.ts';
import { describe, expect, it } from 'vitest';
import type { Finding, Suppressed } from '../../src/lint/finding.ts';
import { chooseFixes, isFixable } from '../../src/lint/fix.ts';
import type { Fixable } from '../../src/lint/fix.ts';

const edit = (offset: number, endOffset: number, text: string): Edit => ({ offset, endOffset, text });
/** `2-5` */
const range = (text: string) => {
  const [offset = 0, endOffset = offset] = text.split('-').map(Number);
  return { offset, endOffset };
};

describe('edits', () => {
  it('are applied in any order, insertions at one place before what is taken away there', () => {
    expect(applyEdits('abcdef', [edit(4, 5, 'E'), edit(1, 2, '')])).toBe('acdEf');
    expect(applyEdits('abc', [edit(1, 2, 'X'), edit(1, 1, '-')])).toBe('a-Xc');
    expect(applyEdits('abc', [])).toBe('abc');
  });
});

const BY_COMMENT: Suppressed = { by: 'comment', reason: 'checked', until: null };

/** Only what fixes use. */
function finding(place: string, more: Partial<Finding> = {}): Finding {
  return { file: 'app.env', rule: 'uri-refused', fix: null, suppressed: null, ...range(place), ...more } as Finding;
}
const fixable = (place: string, ...edits: Edit[]): Fixable =>
  finding(place, { fix: { title: 'Repair', edits, after: null } }) as Fixable;

describe('what --fix fixes', () => {
  it('has a fix and is accepted by nobody', () => {
    expect(isFixable(fixable('0-5', edit(1, 2, '')))).toBe(true);
    expect(isFixable(finding('0-5'))).toBe(false);
    expect(isFixable({ ...fixable('0-5', edit(1, 2, '')), suppressed: BY_COMMENT })).toBe(false);
  });

  it('is, of fixes that overlap and of two rules that touch, the first in the text; in the order in which they were found', () => {
    const late = fixable('0-50', edit(30, 31, ''));
    const early = fixable('0-50', edit(2, 3, ''));
    const touching = fixable('0-50', edit(3, 4, ''));
    const apart = fixable('0-50', edit(5, 6, ''));
    expect(chooseFixes([late, touching, apart, early])).toEqual([late, touching, apart, early]);
    const ofAnother = { ...touching, rule: 'option' };
    expect(chooseFixes([late, ofAnother, apart, early])).toEqual([late, apart, early]);
    // A new scheme and new hosts of one string are two fixes.
    const [scheme, hosts] = [
      { ...early, line: 1 },
      { ...apart, rule: 'option', line: 1 },
    ];
    expect(chooseFixes([hosts, scheme])).toEqual([scheme]);
    expect(chooseFixes([{ ...hosts, line: 2 }, scheme])).toHaveLength(2);
    const inserted = fixable('0-50', edit(3, 3, 'x'));
    expect(chooseFixes([inserted, early])).toEqual([early]);
    expect(chooseFixes([fixable('0-5', edit(0, 0, 'x'))])).toHaveLength(1);
  });

  it('covers all that is between the edits of one fix, in whatever order they are', () => {
    const wide = fixable('0-50', edit(20, 22, ''), edit(2, 3, ''));
    const between = fixable('0-50', edit(10, 11, ''));
    const behind = fixable('0-50', edit(23, 24, ''));
    expect(chooseFixes([between, wide, behind])).toEqual([wide, behind]);
  });
});
