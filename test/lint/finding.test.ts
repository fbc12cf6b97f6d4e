import { describe, expect, it } from 'vitest';
import type { RuleSetup } from '../../src/lint/run-rules.ts';
import type { RuleProblem } from '../../src/lint/rule.ts';
import { lineIndex } from '../../src/text/source.ts';
import { shownStrings, stringAt, toFinding } from '../../src/lint/finding.ts';
import { buildFacts } from '../../src/facts/build.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { DEFAULT_CONFIG } from '../../src/config/config.ts';
import { place, setup, string } from '../support/invented-rule.ts';

const { facts: NO_FACTS } = buildFacts([], DEFAULT_CONFIG, ATLAS);

describe('a place belongs to the string that it touches', () => {
  const strings = [string(2, 'ab'), string(6, 'cdef'), string(10, 'g'), string(20, 'hij')];
  // An outer string with several nested ones.
  strings.push(string(30, 'x'.repeat(50)), string(50, 'abcde'), string(60, 'f'), string(62, 'g'.repeat(10)));
  it.each<[from: number, to: number, string: number | null]>([
    [0, 2, null],
    [0, 3, 0],
    [2, 4, 0],
    [3, 4, 0],
    [4, 6, null],
    [5, 7, 1],
    [9, 10, 1],
    [9, 12, 1],
    [10, 11, 2],
    [11, 20, null],
    [22, 30, 3],
    [23, 30, null],
    [21, 21, 3],
    [20, 20, 3],
    [19, 19, null],
    [29, 31, 4],
    [40, 40, 4],
    [51, 52, 5],
    [55, 56, 4],
    [58, 59, 4],
    [60, 61, 6],
    [61, 62, 4],
    [62, 63, 7],
    [72, 73, 4],
    [80, 81, null],
  ])('from %d to %d', (from, to, at) => {
    expect(stringAt(strings, place(from, to))).toBe(at === null ? null : strings[at]);
    expect(stringAt([], place(from, to))).toBe(null);
  });
});

describe('a finding', () => {
  const text = 'A=1\nURI=mongodb://u:pw@h\n';
  const uri = string(8, 'mongodb://u:pw@h', { kind: 'legacy', cluster: 'shop', secrets: [place(12, 14)] });
  const shown = { path: 'a.env', role: 'product' as const, strings: shownStrings([uri], NO_FACTS) };
  const finding = (problem: Partial<RuleProblem>, of: object = {}, severity: RuleSetup['severity'] = null) =>
    toFinding(
      shown,
      lineIndex(text),
      setup(
        { id: 'r', scope: 'string', messages: { m: '{x} and {other}, {n} of {z}', plain: 'As {it' }, ...of },
        { severity },
      ),
      {
        message: 'm',
        at: place(10, 26),
        ...problem,
      },
    );

  it('has the words of the rule, the place in the text and the string without secrets', () => {
    expect(finding({ data: { x: 'X', other: 'Y', n: 0 } })).toEqual({
      id: '',
      rule: 'r',
      severity: 'warning',
      lowered: null,
      off: false,
      confidence: 'medium',
      role: 'product',
      message: 'X and Y, 0 of {z}',
      file: 'a.env',
      offset: 10,
      endOffset: 26,
      line: 2,
      column: 7,
      endLine: 3,
      endColumn: 2,
      kind: 'legacy',
      cluster: 'shop',
      text: 'mongodb://u:***@h',
      why: 'Why X.',
      todo: 'Do X or Y.',
      related: [],
      fix: null,
      suggestions: [],
      suppressed: null,
      frame: null,
    });
  });

  it('is as it is without anything to fill in', () => {
    expect(finding({ message: 'plain' })).toMatchObject({
      message: 'As {it',
      why: 'Why {x}.',
      todo: 'Do {x} or {other}.',
    });
    expect(finding({ message: 'other', data: { x: 'X' } }).message).toBe('What X is.');
  });

  it.each<[problem: Partial<RuleProblem>, set: RuleSetup['severity'], severity: string, confidence: string]>([
    [{}, null, 'warning', 'medium'],
    [{ severity: 'error', confidence: 'high' }, null, 'error', 'high'],
    [{ severity: 'error', confidence: 'low' }, 'info', 'info', 'low'],
    [{}, 'error', 'error', 'medium'],
  ])('%j, set to %s, is %s with %s confidence', (problem, set, severity, confidence) => {
    expect(finding(problem, {}, set)).toMatchObject({ severity, confidence });
  });

  it('outside of a string shows what the problem says', () => {
    const at = place(0, 3);
    expect(finding({ at })).toMatchObject({ text: '', kind: null, cluster: null, line: 1, endColumn: 4 });
    expect(finding({ at, text: 'A=***' }).text).toBe('A=***');
    expect(finding({ text: 'A=***' }).text).toBe('mongodb://u:***@h');
  });

  it('keeps fixes and other places', () => {
    const fix = { title: 'Do it', edits: [] };
    const suggestions = [{ title: 'Or that', edits: [] }];
    const related = [
      { at: place(4, 7), message: 'here' },
      { at: place(4, 7), file: 'b.env', message: 'there' },
    ];
    expect(finding({ fix, suggestions, related })).toMatchObject({
      fix,
      suggestions,
      related: [
        { file: 'a.env', line: 2, column: 1, message: 'here' },
        { file: 'b.env', line: 1, column: 1, message: 'there' },
      ],
    });
  });

  it('shows the part of the value that is the string', () => {
    const part = string(8, 'mongodb://u:pw@h', { inValue: place(10, 16), secrets: [place(12, 14)] });
    const cut = toFinding(
      { path: 'a', role: 'product', strings: shownStrings([part], NO_FACTS) },
      lineIndex(text),
      setup({ id: 'r', scope: 'string' }),
      {
        message: 'm',
        at: place(10, 12),
      },
    );
    expect(cut.text).toBe('u:***@h');
  });
});
