import { describe, expect, it } from 'vitest';
import { ruleOptions } from '../../src/lint/rule-options.ts';
import { ruleWords, wordsToFind } from '../../src/lint/rule-anchors.ts';
import { findHits } from '../../src/find/hits.ts';
import type { RuleSetup } from '../../src/lint/run-rules.ts';
import type { Shown } from '../../src/lint/rule-anchors.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { ATLAS } from '../../src/classify/service.ts';

const rule = (id: string, more: object): Rule => ({ id, ...more }) as unknown as Rule;
const RULES = [
  rule('strings', { scope: 'string', notes: { anchors: ['never'] } }),
  rule('tool', { scope: 'tool', notes: { anchors: ['never'] } }),
  rule('words', { scope: 'file', anchors: ['Apple', 'pear'] }),
  rule('same', { scope: 'file', anchors: ['APPLE'] }),
  rule('or-strings', { scope: 'file', anchors: ['plum'], orStrings: true }),
  rule('any-string', { scope: 'file', anchors: [] }),
  rule('beside', { scope: 'file', anchors: ['resource'], besideService: true }),
  rule('notes', { scope: 'project', notes: { anchors: ['cherry'] } }),
  rule('no-notes', { scope: 'project', anchors: ['never'] }),
];
const setups = RULES.map((one): RuleSetup => ({ rule: one, severity: null, options: {}, asks: true }));

function shownTo(text: string, hasStrings: boolean, set: readonly RuleSetup[]): Shown {
  const words = ruleWords(set);
  findHits(text, ATLAS, words);
  return words.shown(hasStrings);
}

describe('a file is shown to a rule', () => {
  const always = ['no-notes', 'strings', 'tool'];
  it.each<[text: string, hasStrings: boolean, shown: string[]]>([
    ['', false, []],
    ['nothing', false, []],
    ['nothing', true, ['any-string', 'or-strings']],
    ['an apple', false, ['same', 'words']],
    ['PEARS', false, ['words']],
    ['pear, apple', true, ['any-string', 'or-strings', 'same', 'words']],
    ['plum', false, ['or-strings']],
    ['Cherry', false, ['notes']],
    ['a resource', false, ['beside']],
    ['never', true, ['any-string', 'or-strings']],
  ])('%j, with strings: %s', (text, hasStrings, shown) => {
    const isShown = shownTo(text, hasStrings, setups);
    const ids = setups.filter((setup) => isShown(setup)).map((setup) => setup.rule.id);
    expect(ids.sort()).toEqual([...always, ...shown].sort());
  });

  it('as each set of rules wants it', () => {
    const fewer = setups.slice(0, 3).map((one) => ({ ...one }));
    for (const set of [setups, fewer, setups]) {
      const isShown = shownTo('apple', false, set);
      expect(isShown(set[2]!)).toBe(true);
    }
    expect(shownTo('apple', false, fewer)(setups[2]!)).toBe(false);
  });
});

describe('the words that are looked for', () => {
  it('are those of the service, of the rules and of comments', () => {
    const own = wordsToFind(ATLAS, []);
    expect(own).toEqual(expect.arrayContaining(['connlint-', 'mongodb']));
    expect(wordsToFind(ATLAS, RULES)).toEqual([...own, 'apple', 'cherry', 'pear', 'plum'].sort());
    expect(wordsToFind(ATLAS, [rule('wide', { scope: 'file', anchors: ['ONG', 'ma'] })])).toEqual(
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
