import { describe, expect, it } from 'vitest';
import type { StringRecord } from '../../src/lint/string-record.ts';
import { stringChanges } from '../../src/lint/string-changes.ts';
import type { TwoLists } from '../../src/lint/string-changes.ts';

/** `a.env:3 KEY host`: the fields that are compared, with `-` for no key. */
function record(words: string): StringRecord {
  const [place = '', key = '', text = '', kind = 'standard', cluster = text] = words.split(' ');
  const [file = '', offset] = place.split(':');
  return {
    file,
    offset: Number(offset),
    key: key === '-' ? null : key,
    text,
    kind,
    cluster: cluster === '-' ? null : cluster,
  } as StringRecord;
}

const shown = (one: StringRecord | null): string => (one ? `${one.file}:${one.offset} ${one.text}` : '-');

function changes(before: readonly string[], after: readonly string[], more: Partial<TwoLists> = {}): string[] {
  const found = stringChanges({
    before: before.map(record),
    after: after.map(record),
    renamed: new Map(),
    gone: new Set(),
    fresh: new Set(),
    ...more,
  });
  return found.map((one) => `${one.change}: ${shown(one.before)} > ${shown(one.after)}`);
}

describe('strings of a file in two states', () => {
  it('are the same wherever they are, under another key too', () => {
    expect(changes(['a:1 K one', 'a:9 L two'], ['a:4 L two', 'a:30 K one'])).toEqual([]);
    expect(changes(['a:1 K one'], ['a:1 L one'])).toEqual([]);
    expect(changes(['a:1 - one'], ['a:1 K one'])).toEqual([]);
  });

  it('have changed under the same key, or without a key to the same cluster', () => {
    expect(changes(['a:1 K one'], ['a:7 K two'])).toEqual(['changed: a:1 one > a:7 two']);
    expect(changes(['a:1 K one'], ['a:7 K one private'])).toEqual(['changed: a:1 one > a:7 one']);
    expect(changes(['a:1 - one standard c'], ['a:7 - two private c'])).toEqual(['changed: a:1 one > a:7 two']);
  });

  it('have not when the key is another one, or the cluster unknown', () => {
    const both = ['dropped: a:1 one > -', 'added: - > a:7 two'];
    expect(changes(['a:1 K one standard c'], ['a:7 L two standard c'])).toEqual(both);
    expect(changes(['a:1 - one standard c'], ['a:7 K two standard c'])).toEqual(both);
    expect(changes(['a:1 - one standard -'], ['a:7 - two standard -'])).toEqual(both);
  });

  it('are paired in the order of the file, the same before the changed', () => {
    expect(changes(['a:1 K one', 'a:2 K two', 'a:3 K six'], ['a:1 K two', 'a:2 K ten', 'a:3 K nine'])).toEqual([
      'changed: a:1 one > a:2 ten',
      'changed: a:3 six > a:3 nine',
    ]);
    // The string with the same key is kept, the other is removed.
    expect(changes(['a:1 L one', 'a:2 K one'], ['a:1 K one'])).toEqual(['dropped: a:1 one > -']);
    expect(changes(['a:1 K one', 'a:2 K one'], ['a:5 K one'])).toEqual(['dropped: a:2 one > -']);
  });

  it('are sorted by file and place, what was dropped before what came there', () => {
    expect(
      changes(['b:5 K one', 'a:8 K one', 'c:1 K one'], ['b:5 L two', 'b:2 M six', 'a:9 K ten', 'c:1 L two']),
    ).toEqual([
      'changed: a:8 one > a:9 ten',
      'added: - > b:2 six',
      'dropped: b:5 one > -',
      'added: - > b:5 two',
      'dropped: c:1 one > -',
      'added: - > c:1 two',
    ]);
  });
});

describe('files that were moved', () => {
  const TWO = ['old:1 K one', 'old:2 L two'];

  it('are the same file when git says so', () => {
    const renamed = new Map([['new', 'old']]);
    expect(changes(TWO, ['new:1 K one', 'new:2 L six'], { renamed })).toEqual(['changed: old:2 two > new:2 six']);
    expect(changes(TWO, ['new:1 K one', 'new:2 L six'])).toHaveLength(4);
  });

  it('are known by their very strings when git has not been told', () => {
    const sets = { gone: new Set(['old']), fresh: new Set(['new']) };
    expect(changes(TWO, ['new:4 K one', 'new:9 L two'], sets)).toEqual([]);
    expect(changes(TWO, ['new:4 K one'], sets)).toHaveLength(3);
    // Neither removed nor added: copied.
    expect(changes(TWO, ['new:4 K one', 'new:9 L two'], { fresh: new Set(['new']) })).toHaveLength(4);
    expect(changes(TWO, ['new:4 K one', 'new:9 L two'], { gone: new Set(['old']) })).toHaveLength(4);
  });

  it('are so once each, in the order of their names', () => {
    const copies = { gone: new Set(['z', 'b', 'y']), fresh: new Set(['n', 'm']) };
    expect(changes(['z:1 K one', 'b:2 K one', 'y:3 K one'], ['n:1 K one', 'm:1 K one'], copies)).toEqual([
      'dropped: z:1 one > -',
    ]);
    expect(changes(['b:2 K one'], ['n:1 K one', 'm:1 K one'], copies)).toEqual(['added: - > n:1 one']);
  });

  it('are not what git has named already', () => {
    const renamed = new Map([['n', 'old']]);
    const sets = { renamed, gone: new Set(['old', 'other']), fresh: new Set(['n', 'new']) };
    expect(changes(TWO, ['n:1 K one', 'n:2 L two', 'new:1 K one', 'new:2 L two'], sets)).toEqual([
      'added: - > new:1 one',
      'added: - > new:2 two',
    ]);
    expect(changes(['other:1 K one', 'old:1 M six'], ['n:1 K one'], sets)).toEqual([
      'added: - > n:1 one',
      'dropped: old:1 six > -',
      'dropped: other:1 one > -',
    ]);
  });

  it('are found by strings, not by having none', () => {
    const sets = { gone: new Set(['old']), fresh: new Set(['new']) };
    expect(changes([], [], sets)).toEqual([]);
    expect(changes(['old:1 K one'], [], sets)).toEqual(['dropped: old:1 one > -']);
  });
});
