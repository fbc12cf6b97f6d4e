import { describe, expect, it } from 'vitest';
import {
  applyBaseline,
  baselineEntry,
  formatBaseline,
  parseBaseline,
  staleEntries,
  updateBaseline,
} from '../../src/lint/baseline.ts';
import type { BaselineEntry } from '../../src/lint/baseline.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { fingerprint } from '../../src/lint/finding.ts';

const finding = (rule: string, file: string, text: string, more: Partial<Finding> = {}): Finding =>
  ({ rule, file, text, suppressed: null, ...more }) as Finding;
const ID = 'connlint/v1:0123456789abcdef';
const OTHER = 'connlint/v1:fedcba9876543210';
const entry = (id: string, text = '', file = 'a.env'): BaselineEntry => ({ id, rule: 'uri-refused', file, text });

describe('the id of a finding', () => {
  const ids = (...findings: Finding[]): string[] => fingerprint(findings).map(({ id }) => id);

  it('differs by rule, file, text and the ordinal among equals', () => {
    const one = (): Finding => finding('r', 'f', 't');
    const all = ids(one(), finding('q', 'f', 't'), finding('r', 'f', 'u'), one(), finding('r', 'g', 't'));
    expect(new Set(all).size).toBe(5);
    expect(ids(finding('r', 'f', 't', { offset: 9 }))[0]).toBe(all[0]);
  });

  it('takes the path that does not depend on the folder', () => {
    const [id] = fingerprint([finding('r', 'deep/f', 't')], (file) => file.replace('deep/', ''));
    expect(id!.id).toBe(ids(finding('r', 'f', 't'))[0]);
    expect(id!.file).toBe('deep/f');
  });
});

describe('a baseline', () => {
  it('is written sorted, each id once, names and texts without line ends', () => {
    const text = formatBaseline([
      entry(OTHER, 'text'),
      entry(ID, 'one\ntwo\u2028'),
      entry(OTHER, 'later'),
      entry('connlint/v1:1111111111111111', '', 'with space.env'),
      entry('connlint/v1:2222222222222222', '', 'tab\there'),
      entry('connlint/v1:3333333333333333', '', 'quote"d'),
      entry('connlint/v1:4444444444444444', '', 'back\\slash'),
      entry('connlint/v1:5555555555555555', '', 'line\u2029s\u0085'),
    ]);
    expect(text.split('\n').slice(1)).toEqual([
      `${ID} uri-refused a.env one\\u000atwo\\u2028`,
      'connlint/v1:1111111111111111 uri-refused "with space.env"',
      'connlint/v1:2222222222222222 uri-refused "tab\\there"',
      'connlint/v1:3333333333333333 uri-refused "quote\\"d"',
      'connlint/v1:4444444444444444 uri-refused "back\\\\slash"',
      'connlint/v1:5555555555555555 uri-refused "line\\u2029s\\u0085"',
      `${OTHER} uri-refused a.env later`,
      '',
    ]);
    expect(text).toMatch(/^# connlint baseline v1: /);
  });

  it('cuts long texts, once', () => {
    const shown = (text: string): string =>
      formatBaseline([entry(ID, text)])
        .split('\n')[1]!
        .split(' ')[3]!;
    expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
    expect(shown('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(shown(shown('x'.repeat(300)))).toBe(`${'x'.repeat(199)}…`);
  });

  it('is read as it was written', () => {
    const entries = ['a.env', 'with space', 'tab\t', 'é', 'quote"', 'back\\slash', 'line\u2028'].map((file, i) =>
      entry(`${ID.slice(0, -1)}${i}`, i % 2 ? '' : 'some text: é', file),
    );
    const read = parseBaseline(formatBaseline(entries));
    expect(read).toMatchObject({ entries, conflict: false });
    expect(parseBaseline(formatBaseline(entries).replaceAll('\n', '\r\n'))).toMatchObject({ entries });
  });

  it('places each entry, the first of an id, past comments and empty lines', () => {
    const text = `# a\r\n\n  \n${ID} uri-refused a.env x\r\n${ID} uri-refused b.env\n${OTHER} uri-refused c.env`;
    const read = parseBaseline(text);
    if (!('entries' in read)) throw new Error(read.message);
    expect(read.entries.map(({ file }) => file)).toEqual(['a.env', 'c.env']);
    expect(read.entries.map(({ at }) => text.slice(at.offset, at.endOffset))).toEqual([
      `${ID} uri-refused a.env x`,
      `${OTHER} uri-refused c.env`,
    ]);
  });

  it('counts both sides of a merge, but not what they came from', () => {
    const third = 'connlint/v1:3333333333333333';
    const sides = `<<<<<<< ours\n${ID} r a\n||||||| base\n${third} r a\n=======\n${OTHER} r a\n>>>>>>> theirs\n`;
    expect(parseBaseline(sides)).toMatchObject({ conflict: true, entries: [{ id: ID }, { id: OTHER }] });
    expect(parseBaseline(`<<<<<<<\n${ID} r a\n=======\n>>>>>>>\n`)).toMatchObject({ conflict: true });
    expect(parseBaseline(`|||||||\nwhatever stood there\n=======\n${ID} r a`)).toMatchObject({ entries: [{ id: ID }] });
  });

  it.each([
    ['# connlint baseline v2: x', 1, 'written by another version of connlint'],
    ['# connlint baseline v10: x', 1, 'written by another version of connlint'],
    [`\nconnlint/v2:0123456789abcdef r a`, 2, 'written by another version of connlint'],
    ['connlint/v1:0123456789abcde r a', 1, 'not an entry of a baseline'],
    ['connlint/v1:0123456789abcdefg r a', 1, 'not an entry of a baseline'],
    ['connlint/v1:0123456789ABCDEF r a', 1, 'not an entry of a baseline'],
    [`x${ID} r a`, 1, 'not an entry of a baseline'],
    [`${ID} r`, 1, 'not an entry of a baseline'],
    [`${ID} Rule a`, 1, 'not an entry of a baseline'],
    [`${ID} r "a`, 1, 'not an entry of a baseline'],
    [`${ID} r "a\\x"`, 1, 'not an entry of a baseline'],
    [`# fine\n${ID} r a\n<<<<<<<x`, 3, 'not an entry of a baseline'],
    ['<<<<<<', 1, 'not an entry of a baseline'],
  ])('has no line %j', (text, line, message) => {
    expect(parseBaseline(text)).toEqual({ line, message: expect.stringContaining(message) as string });
  });

  it('takes a line that ends with the name, and a text of any words', () => {
    expect(parseBaseline(`${ID} r a`)).toMatchObject({ entries: [{ file: 'a', text: '' }] });
    expect(parseBaseline(`${ID} r "a b" "c" d`)).toMatchObject({ entries: [{ file: 'a b', text: '"c" d' }] });
    expect(parseBaseline('')).toEqual({ entries: [], conflict: false });
  });
});

describe('what a baseline accepts', () => {
  const known = finding('r', 'f', 't', { id: ID });
  const other = finding('r', 'f', 'u', { id: OTHER });

  it('is marked, unless a comment or the config accepts it', () => {
    const BASELINE = { by: 'baseline', reason: null, until: null };
    const COMMENT = { by: 'comment', reason: 'x', until: null } as const;
    expect(applyBaseline([known, other], [entry(ID)])).toEqual([{ ...known, suppressed: BASELINE }, other]);
    expect(applyBaseline([{ ...known, suppressed: COMMENT }], [entry(ID)])[0]!.suppressed).toEqual(COMMENT);
    expect(applyBaseline([known], [])).toEqual([known]);
  });

  it('is left over when its finding is gone where one looked', () => {
    expect(staleEntries([known], [entry(ID), entry(OTHER)], () => true)).toEqual([entry(OTHER)]);
    expect(staleEntries([known], [entry(ID), entry(OTHER)], () => false)).toEqual([]);
  });

  it('becomes what a run finds, without what is gone', () => {
    const third = finding('r', 'deep/f', 'v', { id: 'connlint/v1:3333333333333333' });
    const accepted = { ...third, suppressed: { by: 'comment', reason: 'x', until: null } as const };
    const stale = finding('acceptance', '.connlint-baseline', '', {
      id: 'connlint/v1:4444444444444444',
      reason: 'stale',
    });
    const update = updateBaseline([entry(ID), entry(OTHER)], [entry(OTHER)], [known, third, stale], (file) =>
      file.replace('deep/', ''),
    );
    expect(update.entries).toEqual([entry(ID), baselineEntry(third, 'f')]);
    expect(update.added).toEqual([{ id: third.id, rule: 'r', file: 'f', text: 'v' }]);
    expect(update.pruned).toEqual([entry(OTHER)]);
    expect(updateBaseline([], [], [accepted], (file) => file).entries).toEqual([]);
    // It was gone and came back.
    expect(updateBaseline([entry(ID)], [entry(ID)], [known], (file) => file).entries).toHaveLength(1);
  });
});
