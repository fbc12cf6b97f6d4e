import { describe, expect, it } from 'vitest';
import { directiveFaults } from '../../src/lint/suppression-findings.ts';
import { applyDirectives } from '../../src/lint/suppressions.ts';
import { directives, findingsIn } from '../support/marked-findings.ts';
import { applied } from '../support/run-example.ts';

const TODAY = '2026-11-20';
const KNOWN = ['one', 'two', 'three', 'unjudged'];

/** Each problem as reported, with the text after its fix. */
function faults(text: string, context: { complete?: boolean; used?: boolean } = {}): unknown[] {
  const list = directives(text);
  const { used } = applyDirectives(context.used === false ? [] : findingsIn(text), list, TODAY);
  const judged = (rule: string): boolean => rule !== 'unjudged';
  const found = directiveFaults(list, used, {
    today: TODAY,
    known: KNOWN,
    wasChecked: judged,
    complete: context.complete ?? true,
  });
  return found.map(({ reason, problem: { message, data, fix, suggestions, at }, text: shown }) => {
    expect(list.some(({ offset, endOffset }) => offset === at.offset && endOffset === at.endOffset)).toBe(true);
    const offered = fix ?? suggestions?.[0];
    const told = `${reason} ${message} ${Object.values(data ?? {}).join(' | ')}`.trim();
    return offered ? [told, shown, offered.title, applied(text, offered)] : [told, shown];
  });
}

describe('comments that accept nothing', () => {
  const REMOVE = 'Remove the comment';
  const BOTH = 'Remove the comment and the one that ends it';
  const ONLY = 'Name only the rules that report here';
  it.each<readonly [text: string, faults: readonly unknown[]]>([
    ['one! # connlint-disable-line one -- r', []],
    [
      '# connlint-disable-lin one -- r',
      [['unused misspelt connlint-disable-next-line, connlint-disable-line, connlint-disable, connlint-enable', '']],
    ],
    ['x # connlint-disable-line one', [['no-reason comment one |', 'connlint-disable-line one']]],
    ['x # connlint-disable-line', [['no-reason comment every rule |', 'connlint-disable-line']]],
    ['x # connlint-disable-line odd', [['no-reason comment no known rule |', 'connlint-disable-line no known rule']]],
    [
      'x # connlint-disable-line one, odd, two until=2026-11-19 -- r',
      [['expired expired one, two | 2026-11-19', 'connlint-disable-line one, two']],
    ],
    ['x # connlint-disable-line one until=soon -- r', [['expired noDate one', 'connlint-disable-line one']]],
    [
      'x # connlint-disable-line thre -- r',
      [
        [
          'unused nearest three',
          'connlint-disable-line no known rule',
          'Write three',
          'x # connlint-disable-line three -- r',
        ],
      ],
    ],
    ['x # connlint-disable-line one, zzzzzzzz -- r', [['unused unknown', 'connlint-disable-line one']]],
    ['x # connlint-disable-line one -- r', [['unused unused one', 'connlint-disable-line one', REMOVE, 'x']]],
    ['x # connlint-disable-line -- r', [['unused unused every rule', 'connlint-disable-line', REMOVE, 'x']]],
    ['one! # connlint-disable-line -- r', []],
    // Only if the rule could have reported something.
    ['x # connlint-disable-line unjudged -- r', []],
    [
      'x # connlint-disable-line one, unjudged -- r',
      [['unused partly one', 'connlint-disable-line one, unjudged', ONLY, 'x # connlint-disable-line unjudged -- r']],
    ],
    // Some of several rules.
    [
      'two! # connlint-disable-line one, two, three -- r',
      [
        [
          'unused partly one, three',
          'connlint-disable-line one, two, three',
          ONLY,
          'two! # connlint-disable-line two -- r',
        ],
      ],
    ],
    [
      'one! three! # connlint-disable-line one, two, three -- r',
      [
        [
          'unused partly two',
          'connlint-disable-line one, two, three',
          ONLY,
          'one! three! # connlint-disable-line one, three -- r',
        ],
      ],
    ],
    [
      'two! # connlint-disable-line one two until=2027-01-31 -- r',
      [
        [
          'unused partly one',
          'connlint-disable-line one, two',
          ONLY,
          'two! # connlint-disable-line two until=2027-01-31 -- r',
        ],
      ],
    ],
    [
      'two! # connlint-disable-line until=2027-01-31 one two -- r',
      [
        [
          'unused partly one',
          'connlint-disable-line one, two',
          ONLY,
          'two! # connlint-disable-line until=2027-01-31 two -- r',
        ],
      ],
    ],
    [
      'two! # connlint-disable-line one until=2027-01-31 two -- r',
      [['unused partly one', 'connlint-disable-line one, two']],
    ],
    [
      'two! # connlint-disable-line one two until=2027-01-31 three -- r',
      [['unused partly one, three', 'connlint-disable-line one, two, three']],
    ],
    // A block is removed with its end, if that ends nothing else.
    [
      '# connlint-disable one -- r\nx\n# connlint-enable one\n',
      [['unused unused one', 'connlint-disable one', BOTH, 'x\n']],
    ],
    [
      '# connlint-disable one two -- r\nx\n# connlint-enable two, one\n',
      [['unused unused one, two', 'connlint-disable one, two', BOTH, 'x\n']],
    ],
    [
      '# connlint-disable -- r\nx\n# connlint-enable\n',
      [['unused unused every rule', 'connlint-disable', BOTH, 'x\n']],
    ],
    [
      '# connlint-disable one -- r\none! # connlint-disable-line -- s\n# connlint-enable one\n',
      [['unused unused one', 'connlint-disable one', BOTH, 'one! # connlint-disable-line -- s\n']],
    ],
    [
      '# connlint-disable one -- r\nx\n# connlint-enable\n',
      [['unused unused one', 'connlint-disable one', REMOVE, 'x\n# connlint-enable\n']],
    ],
    [
      '# connlint-disable one -- r\nx\n# connlint-disable two -- r\ntwo!\n# connlint-enable one\n',
      [
        [
          'unused unused one',
          'connlint-disable one',
          REMOVE,
          'x\n# connlint-disable two -- r\ntwo!\n# connlint-enable one\n',
        ],
      ],
    ],
    [
      'x # connlint-disable-line one -- r\n# connlint-enable one\n',
      [
        ['unused unused one', 'connlint-disable-line one', REMOVE, 'x\n# connlint-enable one\n'],
        ['unused orphan every rule', 'connlint-enable one', REMOVE, 'x # connlint-disable-line one -- r\n'],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  const ends = (text: string): number => faults(text).filter((fault) => String(fault).includes(' orphan ')).length;
  it.each<readonly [text: string, orphans: number]>([
    ['# connlint-enable', 1],
    ['# connlint-enable one', 1],
    ['# connlint-disable one -- r\none!\n# connlint-enable', 0],
    ['# connlint-disable one -- r\none!\n# connlint-enable\n# connlint-enable', 1],
    ['# connlint-disable one -- r\none!\n# connlint-enable\n# connlint-enable one', 1],
    ['# connlint-disable one -- r\none!\n# connlint-enable one\n# connlint-enable one', 1],
    ['# connlint-disable one -- r\none!\n# connlint-enable two', 1],
    ['# connlint-disable one, two -- r\none! two!\n# connlint-enable two, three\n# connlint-enable one', 0],
    ['# connlint-disable one, two -- r\none! two!\n# connlint-enable one, two\n# connlint-enable', 1],
    ['# connlint-disable -- r\none!\n# connlint-enable two\n# connlint-enable', 0],
    ['# connlint-disable -- r\none!\n# connlint-enable\n# connlint-enable two', 1],
  ])('%s ends nothing: %d', (text, orphans) => {
    expect(ends(text)).toBe(orphans);
  });

  it('are not reported where a rule lacked a fact', () => {
    expect(faults('x # connlint-disable-line -- r', { complete: false })).toEqual([]);
    expect(faults('x # connlint-disable-line one -- r', { complete: false })).toHaveLength(1);
  });
});
