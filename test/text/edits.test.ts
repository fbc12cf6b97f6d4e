import type { Edit } from '../../src/text/edits.ts';
import { describe, expect, it } from 'vitest';
import { applyEdits, changesOf, composeChanges, mapRange } from '../../src/text/edits.ts';
import type { Finding, Suppressed } from '../../src/lint/finding.ts';
import { caused, chooseFixes, isFixable } from '../../src/lint/fix.ts';
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

  it('give their places before and after', () => {
    expect(changesOf([edit(6, 7, ''), edit(1, 3, 'long')])).toEqual([
      { old: range('1-3'), new: range('1-5') },
      { old: range('6-7'), new: range('8-8') },
    ]);
    expect(changesOf([edit(1, 2, 'X'), edit(1, 1, '--')])).toEqual([
      { old: range('1-1'), new: range('1-3') },
      { old: range('1-2'), new: range('3-4') },
    ]);
  });

  // 10 to 12 became one character longer, 20 to 24 were removed, at 30 two characters were added.
  const changes = changesOf([edit(10, 12, 'xyz'), edit(20, 24, ''), edit(30, 30, '!!')]);
  it.each([
    ['before all', '2-10', '2-10'],
    ['the first itself', '10-12', '10-13'],
    ['around the first', '9-13', '9-14'],
    ['beginning within the first', '11-15', '10-16'],
    ['ending within the first', '5-11', '5-13'],
    ['within the first', '11-11', '10-13'],
    ['between', '12-20', '13-21'],
    ['what went', '20-24', '21-21'],
    ['a part of what went', '21-23', '21-21'],
    ['behind what went', '24-29', '21-26'],
    ['up to an insertion', '25-30', '22-29'],
    ['from an insertion on', '30-33', '29-32'],
    ['behind all', '40-41', '39-40'],
  ])('move a range %s', (_, from, to) => {
    expect(mapRange(range(from), changes)).toEqual(range(to));
  });

  it('come to one round, the second made in the text of the first', () => {
    const first = changesOf([edit(2, 4, 'xxxx'), edit(10, 11, '')]);
    // In the new text: 2 to 6 is new, and text was removed at 12.
    expect(composeChanges(first, changesOf([edit(6, 8, 'y')]))).toEqual([
      { old: range('2-6'), new: range('2-7') },
      { old: range('10-11'), new: range('11-11') },
    ]);
    expect(composeChanges(first, changesOf([edit(8, 9, '12')]))).toEqual([
      { old: range('2-4'), new: range('2-6') },
      { old: range('6-7'), new: range('8-10') },
      { old: range('10-11'), new: range('13-13') },
    ]);
    expect(composeChanges(first, changesOf([edit(0, 14, '')]))).toEqual([{ old: range('0-13'), new: range('0-0') }]);
    expect(composeChanges(first, [])).toEqual(first);
    expect(composeChanges([], first)).toEqual(first);
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
  it('has a fix that changes something and is accepted by nobody', () => {
    expect(isFixable(fixable('0-5', edit(1, 2, '')))).toBe(true);
    expect(isFixable(fixable('0-5'))).toBe(false);
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

describe('a fix is proven', () => {
  const fault = fixable('10-14', edit(10, 14, ''));
  const changes = changesOf(fault.fix.edits);
  const proven = (others: readonly Finding[], after: readonly Finding[]): boolean =>
    caused([...others, fault], new Set([fault]), after, changes).length === 0;

  it('when its finding is gone and the others are where they were', () => {
    expect(proven([], [])).toBe(true);
    expect(proven([finding('20-25'), finding('2-6')], [finding('2-6'), finding('16-21')])).toBe(true);
    expect(proven([finding('20-25'), finding('30-31')], [finding('26-27')])).toBe(true);
  });

  it('not when it is still there, or another came', () => {
    expect(proven([], [finding('10-12')])).toBe(false);
    expect(proven([finding('20-25')], [finding('16-21'), finding('16-21')])).toBe(false);
    expect(proven([finding('20-25')], [finding('16-21', { rule: 'option-ignored' })])).toBe(false);
    expect(proven([finding('20-25')], [finding('5-9')])).toBe(false);
    expect(proven([finding('2-4')], [finding('6-9')])).toBe(false);
  });

  it('also when the place of another grew or shrank with the change', () => {
    expect(proven([finding('8-20')], [finding('8-16')])).toBe(true);
    expect(proven([finding('12-20')], [finding('11-12')])).toBe(true);
    // They touch.
    expect(proven([finding('20-25')], [finding('10-16')])).toBe(true);
    expect(proven([finding('20-25')], [finding('10-15')])).toBe(false);
    expect(proven([finding('2-6')], [finding('6-8')])).toBe(true);
  });

  it('not when one that was accepted counts by now', () => {
    const accepted = finding('20-25', { suppressed: BY_COMMENT });
    expect(proven([accepted], [finding('16-21')])).toBe(false);
    expect(proven([accepted], [finding('16-21', { suppressed: BY_COMMENT })])).toBe(true);
    expect(proven([finding('20-25')], [finding('16-21', { suppressed: BY_COMMENT })])).toBe(true);
  });
});
