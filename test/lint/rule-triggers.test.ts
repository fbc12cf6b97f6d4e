import { describe, expect, it } from 'vitest';
import { ruleOptions } from '../../src/lint/rule-options.ts';
import { ruleWords, wordsToFind } from '../../src/lint/rule-triggers.ts';
import { findHits } from '../../src/find/hits.ts';
import type { RuleSetup } from '../../src/lint/run-rules.ts';
import type { FoundString } from '../../src/classify/found-string.ts';
import { string } from '../support/invented-rule.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { ATLAS } from '../../src/classify/service.ts';

const rule = (id: string, more: object): Rule => ({ id, ...more }) as unknown as Rule;
const RULES = [
  rule('strings', { scope: 'string' }),
  rule('tool', { scope: 'tool' }),
  rule('words', { scope: 'file', trigger: { anchors: ['Apple', 'pear'] } }),
  rule('same', { scope: 'file', trigger: { anchors: ['APPLE'] } }),
  rule('or-strings', { scope: 'file', trigger: { anchors: ['plum'], orStrings: true } }),
  rule('any-string', { scope: 'file', trigger: { anchors: [] } }),
  rule('beside', { scope: 'file', trigger: { anchors: ['resource'], besideService: true } }),
  rule('collecting', { scope: 'project', trigger: { anchors: ['cherry'] }, collect: () => [] }),
  rule('both', { scope: 'file', trigger: { anchors: ['quince'], beside: ['Medlar', 'pear'] } }),
  rule('path', { scope: 'file', trigger: { anchors: ['guava'], path: /\.tf$/ } }),
  rule('of-strings', { scope: 'file', trigger: { anchors: [], strings: ['media-type'] } }),
  rule('plan', { scope: 'project' }),
];
const setups = RULES.map((one): RuleSetup => ({
  rule: one,
  severity: null,
  fixed: false,
  options: {},
  needsFacts: true,
}));

function shownTo(text: string, strings: readonly FoundString[], set = setups, path = 'a.txt'): ReadonlySet<RuleSetup> {
  const words = ruleWords(set);
  findHits(text, ATLAS, words);
  return words.shown({ source: { path, text }, strings, anchors: words.anchors });
}
const idsShown = (...of: Parameters<typeof shownTo>): string[] => [...shownTo(...of)].map(({ rule: { id } }) => id);
const one = [string(0, 'one')];

describe('a file is shown to a rule', () => {
  it.each<[text: string, strings: readonly FoundString[], shown: string[]]>([
    ['', [], []],
    ['nothing', [], []],
    ['nothing', one, ['any-string', 'or-strings']],
    ['an apple', [], ['same', 'words']],
    ['PEARS', [], ['words']],
    ['pear, apple', one, ['any-string', 'or-strings', 'same', 'words']],
    ['plum', [], ['or-strings']],
    ['Cherry', [], ['collecting']],
    ['a resource', [], ['beside']],
    ['quince', [], []],
    ['medlar', [], []],
    ['quince, medlar', [], ['both']],
    ['PEAR and quince', [], ['both', 'words']],
    ['guava', [], []],
    ['nothing', [string(0, 'one', { kind: 'media-type' })], ['any-string', 'of-strings', 'or-strings']],
  ])('%j, with strings: %j', (text, strings, shown) => {
    expect(idsShown(text, strings).sort()).toEqual(shown);
  });

  it('of the kind that it reads', () => {
    expect(idsShown('guava', [], setups, 'a/b.tf')).toEqual(['path']);
  });

  it('with the offsets of its words', () => {
    const words = ruleWords(setups);
    findHits('pear APPLE Pear', ATLAS, words);
    expect([...words.anchors]).toEqual([
      ['pear', [0, 11]],
      ['apple', [5]],
    ]);
  });

  it('as each set of rules wants it', () => {
    const fewer = setups.slice(0, 3).map((setup) => ({ ...setup }));
    for (const set of [setups, fewer, setups]) expect(shownTo('apple', [], set).has(set[2]!)).toBe(true);
    expect(shownTo('apple', [], fewer).has(setups[2]!)).toBe(false);
  });
});

describe('the words that are looked for', () => {
  it('are those of the service, of the rules and of comments', () => {
    const own = wordsToFind(ATLAS, []);
    expect(own).toEqual(expect.arrayContaining(['connlint-', 'mongo']));
    expect(wordsToFind(ATLAS, RULES)).toEqual([...own, 'apple', 'cherry', 'guava', 'pear', 'plum', 'quince'].sort());
    expect(wordsToFind(ATLAS, [rule('wide', { scope: 'file', trigger: { anchors: ['ONG', 'ma'] } })])).toEqual(
      [...own.filter((word) => !/ong|ma/.test(word)), 'ma', 'ong'].sort(),
    );
  });
});

describe('what the config may say to a rule', () => {
  const count = { kind: 'count', min: 0, max: 1_000_000_000 };
  const words = { kind: 'text', format: 'sentence' };
  it.each<[declared: object, schema: object]>([
    [{ type: 'string' }, words],
    [{ type: 'boolean' }, { kind: 'flag' }],
    [
      { type: 'integer', default: 0 },
      { ...count, default: 0 },
    ],
    [
      { type: 'number', default: 3 },
      { ...count, default: 3 },
    ],
    [{ type: 'object' }, { kind: 'open' }],
    [{ type: 'unheard-of' }, words],
    [
      { type: 'boolean', default: false },
      { kind: 'flag', default: false },
    ],
    [{ type: 'array' }, { kind: 'list', items: words }],
    [
      { type: 'array', items: null, default: [] },
      { kind: 'list', items: words, default: [] },
    ],
    [
      { type: 'array', items: 'string' },
      { kind: 'list', items: words },
    ],
    [
      { type: 'array', items: {} },
      { kind: 'list', items: words },
    ],
    [
      { type: 'array', items: { type: 'integer' } },
      { kind: 'list', items: count },
    ],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      { kind: 'list', items: { kind: 'word', noun: 'value', words: ['a', 'b'] } },
    ],
    [
      { type: 'array', items: { type: 'array' } },
      { kind: 'list', items: { kind: 'list', items: words } },
    ],
  ])('%j', (declared, schema) => {
    expect(ruleOptions([rule('r', { options: { one: { ...declared, description: 'One.' } } })])).toEqual({
      r: { kind: 'record', noun: 'option', docs: 'Options of r.', keys: { one: { ...schema, docs: 'One.' } } },
    });
  });

  it('is nothing without options', () => {
    const none = (id: string) => ({ kind: 'record', noun: 'option', docs: `Options of ${id}.`, keys: {} });
    expect(ruleOptions([rule('a', {}), rule('b', { options: {} })])).toEqual({ a: none('a'), b: none('b') });
  });
});
