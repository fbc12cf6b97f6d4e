import { describe, expect, it } from 'vitest';
import { applyEdits, changesOf } from '../../src/text/edits.ts';
import { hunksOf } from '../../src/report/patch.ts';
import type { Hunk } from '../../src/report/patch.ts';

const side = (text: string) => ({
  text,
  secrets: [...text.matchAll(/S\d/g)].map(({ index }) => ({ offset: index, endOffset: index + 2 })),
});
const head = ({ skipped, oldCount, newCount, openEnd }: Hunk): string =>
  `@${skipped} -${oldCount} +${newCount}${openEnd ? ' open' : ''}`;
const shown = (hunks: readonly Hunk[]): string[] =>
  hunks.flatMap((hunk) => [head(hunk), ...hunk.lines.map(({ sign, text }) => `${sign}${text.trimEnd()}`)]);

/** Replaces each of these words by `x`. */
function hunks(before: string, words: readonly string[], withSecrets = true, by = 'x') {
  const edits = words.map((word) => {
    const offset = before.indexOf(word);
    return { offset, endOffset: offset + word.length, text: by };
  });
  const after = applyEdits(before, edits);
  return hunksOf(side(before), side(after), changesOf(edits), withSecrets);
}
const lines = (...words: string[]): string => words.map((word) => `${word}\n`).join('');
const TEN = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');

describe('the hunks of a patch', () => {
  it('have three lines around a change', () => {
    expect(shown(hunks(TEN, ['e']).hunks)).toEqual(['@1 -7 +7', ' b', ' c', ' d', '-e', '+x', ' f', ' g', ' h']);
    expect(shown(hunks(TEN, ['a']).hunks)).toEqual(['@0 -4 +4', '-a', '+x', ' b', ' c', ' d']);
    expect(shown(hunks(TEN, ['j']).hunks)).toEqual(['@6 -4 +4', ' g', ' h', ' i', '-j', '+x']);
  });

  it('are one where the lines between two changes would be around both', () => {
    expect(hunks(TEN, ['a', 'h']).hunks.map(head)).toEqual(['@0 -10 +10']);
    expect(hunks(TEN, ['a', 'i']).hunks.map(head)).toEqual(['@0 -4 +4', '@5 -5 +5']);
    expect(shown(hunks(TEN, ['d', 'f']).hunks)).toContain(' e');
  });

  it('show what stays within changed lines once', () => {
    expect(shown(hunks(lines('a', 'b', 'c'), ['a\nb'], true, 'x\nb').hunks)).toEqual([
      '@0 -3 +3',
      '-a',
      '+x',
      ' b',
      ' c',
    ]);
    expect(shown(hunks(lines('a', 'b', 'c'), ['b\nc'], true, 'b\nx').hunks)).toEqual([
      '@0 -3 +3',
      ' a',
      ' b',
      '-c',
      '+x',
    ]);
    expect(hunks(TEN, ['d'], true, 'd').hunks).toEqual([]);
  });

  it('take lines away and bring new ones', () => {
    expect(shown(hunks(lines('a', 'b', 'c'), ['b\n'], true, '').hunks)).toEqual(['@0 -3 +2', ' a', '-b', ' c']);
    expect(shown(hunks(lines('a', 'b'), ['b'], true, 'x\ny\nb').hunks)).toEqual(['@0 -2 +4', ' a', '+x', '+y', ' b']);
    expect(shown(hunks('a\nb', ['b'], true, '').hunks)).toEqual(['@0 -2 +1', ' a', '-b']);
    expect(shown(hunks('a', ['a'], true, '').hunks)).toEqual(['@0 -1 +0', '-a']);
    expect(
      shown(hunksOf(side(''), side('a\n'), changesOf([{ offset: 0, endOffset: 0, text: 'a\n' }]), true).hunks),
    ).toEqual(['@0 -0 +1', '+a']);
  });

  it('take two changes in one line together', () => {
    expect(shown(hunks(lines('a', 'b c', 'd'), ['b', 'c']).hunks)).toEqual(['@0 -3 +3', ' a', '-b c', '+x x', ' d']);
  });
});

describe('lines that contain something secret', () => {
  it('end what is shown around a change', () => {
    const text = lines('a', 'S1', 'c', 'd', 'e', 'S2', 'g');
    const { hunks: found, secret } = hunks(text, ['d']);
    expect(shown(found)).toEqual(['@2 -3 +3', ' c', '-d', '+x', ' e']);
    expect(secret).toBe(false);
    expect(shown(hunks(lines('S1', 'b', 'S2'), ['b']).hunks)).toEqual(['@1 -1 +1 open', '-b', '+x']);
    expect(shown(hunks(lines('S1', 'b'), ['b']).hunks)).toEqual(['@1 -1 +1', '-b', '+x']);
  });

  it('part two changes', () => {
    expect(hunks(lines('a', 'S1', 'c'), ['a', 'c']).hunks.map(head)).toEqual(['@0 -1 +1 open', '@2 -1 +1']);
  });

  it('are changed only where that is wanted', () => {
    const text = lines('a', 'U=S1 b', 'c', 'd', 'e', 'f', 'g', 'h', 'i');
    expect(shown(hunks(text, ['b', 'i'], false).hunks)).toEqual(['@5 -4 +4', ' f', ' g', ' h', '-i', '+x']);
    expect(hunks(text, ['b', 'i'], false).secret).toBe(true);
    const wanted = hunks(text, ['b', 'i'], true);
    expect(wanted.secret).toBe(true);
    expect(shown(wanted.hunks)).toEqual(expect.arrayContaining(['-U=S1 b', '+U=S1 x']));
  });

  it('are also those that the change brings', () => {
    expect(hunks(lines('a', 'b', 'c'), ['b'], false, 'S1')).toEqual({ hunks: [], secret: true });
  });

  it('are all lines of a secret that goes over several', () => {
    const before = lines('a', 'b', 'key', 'end', 'e');
    const edits = [{ offset: 0, endOffset: 1, text: 'x' }];
    const secrets = [{ offset: before.indexOf('key'), endOffset: before.indexOf('e\n', 10) }];
    const { hunks: found } = hunksOf(
      { text: before, secrets },
      side(applyEdits(before, edits)),
      changesOf(edits),
      true,
    );
    expect(shown(found)).toEqual(['@0 -2 +2', '-a', '+x', ' b']);
    const last = [{ offset: 12, endOffset: 13, text: 'x' }];
    const after = hunksOf({ text: before, secrets }, side(applyEdits(before, last)), changesOf(last), true);
    expect(shown(after.hunks)).toEqual(['@4 -1 +1', '-e', '+x']);
  });
});
