import { describe, expect, it } from 'vitest';
import { joinUnknown, judgeFile, notesOf } from '../../src/lint/run-rules.ts';
import { lineIndex } from '../../src/text/source.ts';
import type { FoundString } from '../../src/classify/found-string.ts';
import type { RuleSetup } from '../../src/lint/run-rules.ts';
import type { FoundFile, RuleProblem, RuleContext } from '../../src/lint/rule.ts';
import { place, setup, string } from '../support/invented-rule.ts';

const file = { source: { path: 'a.env', text: '' }, strings: [string(0, 'one'), string(5, 'two')] };
const context = { path: 'a.env', options: { kept: true } } as unknown as RuleContext;
const everywhere = (): boolean => true;

describe('the rules for one file', () => {
  it('see each string, or the file where they are shown it, with their own options', () => {
    const seen: unknown[] = [];
    const look =
      (id: string) =>
      (subject: unknown, own: RuleContext, beside: unknown): RuleProblem[] => {
        seen.push([id, subject, own.path, own.options, beside]);
        return [];
      };
    const setups = [
      setup({ id: 'strings', scope: 'string', check: look('strings') }, { options: { a: 1 } }),
      setup({ id: 'file', scope: 'file', anchors: [], check: look('file') }),
      setup({ id: 'hidden', scope: 'file', anchors: [], check: look('hidden') }),
      setup({ id: 'project', scope: 'project', check: look('project') }),
      setup({ id: 'tool', scope: 'tool', check: look('tool') }),
    ];
    const judged = judgeFile(file, setups, context, ({ rule: { id } }) => id !== 'hidden' && id !== 'strings');
    expect(judged).toEqual({ problems: [], missing: [] });
    expect(seen).toEqual([
      ['strings', file.strings[0], 'a.env', { a: 1 }, file],
      ['strings', file.strings[1], 'a.env', { a: 1 }, file],
      ['file', file, 'a.env', { kept: true }, undefined],
    ]);
  });

  it('tell problems and, where they ask for facts, what is missing', () => {
    const problem = { message: 'm', at: place(0, 3) };
    const missing = { missing: 'driver version', at: place(5, 8) };
    const both = { scope: 'string', check: (one: FoundString) => (one === file.strings[0] ? [problem] : [missing]) };
    const asking = setup({ ...both, id: 'asking' });
    const silent = setup({ ...both, id: 'silent' }, { asks: false });
    const whole = setup({ id: 'whole', scope: 'file', anchors: [], check: () => [missing, problem] });
    expect(judgeFile(file, [asking, silent, whole], context, everywhere)).toEqual({
      problems: [asking, silent, whole].map((one) => ({ setup: one, problem })),
      missing: [
        { rule: 'asking', verdict: missing },
        { rule: 'whole', verdict: missing },
      ],
    });
  });

  it('take notes for the project where they are shown the text and something is there', () => {
    const noting = (id: string, taken: readonly string[], scope = 'project') =>
      setup({
        id,
        scope,
        notes: {
          anchors: [],
          take: (_: FoundFile, { path }: RuleContext) =>
            taken.map((word) => ({ at: place(0, 1), about: `${word} ${path}` })),
        },
        check: () => [],
      });
    const setups = [
      noting('empty', []),
      noting('full', ['x', 'y']),
      noting('hidden', ['x']),
      noting('file', ['x'], 'file'),
      setup({ id: 'without', scope: 'project', check: () => [] }),
    ];
    const at = { ...place(0, 1), line: 1, column: 1 };
    const notes = ['x', 'y'].map((word) => ({ at, about: `${word} a.env` }));
    const lines = lineIndex(file.source.text);
    expect([...notesOf(file, lines, setups, context, ({ rule: { id } }) => id !== 'hidden')]).toEqual([
      ['full', notes],
    ]);
  });
});

describe('where several rules match one place', () => {
  const says = (id: string, at: readonly (readonly [number, number])[], supersedes?: readonly string[]) =>
    setup({
      id,
      scope: 'file',
      anchors: [],
      supersedes,
      check: () => at.map(([from, to]) => ({ message: 'm', at: place(from, to) })),
    });
  const left = (...setups: RuleSetup[]): string[] =>
    judgeFile(file, setups, context, everywhere).problems.map(
      ({ setup: { rule: one }, problem: { at } }) => `${one.id} ${at.offset}-${at.endOffset}`,
    );

  it('those without a more specific rule all speak', () => {
    expect(left(says('a', [[0, 9]]), says('b', [[0, 9]], []))).toEqual(['a 0-9', 'b 0-9']);
  });

  const common: readonly [number, number][] = [
    [0, 5],
    [10, 20],
    [20, 30],
    [5, 10],
    [12, 12],
    [250, 260],
    [256, 256],
    [255, 256],
    [1020, 1030],
    [1030, 1040],
    [90, 800],
    [5000, 5001],
  ];
  it.each<[at: [number, number], silent: string[]]>([
    [
      [10, 20],
      ['10-20', '12-12'],
    ],
    [
      [19, 21],
      ['10-20', '20-30'],
    ],
    [[20, 20], []],
    [
      [0, 300],
      ['0-5', '10-20', '20-30', '5-10', '12-12', '250-260', '256-256', '255-256', '90-800'],
    ],
    [
      [255, 257],
      ['250-260', '256-256', '255-256', '90-800'],
    ],
    [
      [256, 258],
      ['250-260', '90-800'],
    ],
    [
      [254, 256],
      ['250-260', '255-256', '90-800'],
    ],
    [
      [256, 256],
      ['250-260', '90-800'],
    ],
    [[300, 301], ['90-800']],
    [
      [799, 1025],
      ['1020-1030', '90-800'],
    ],
    [[800, 1020], []],
    [[4990, 5003], ['5000-5001']],
    [[5001, 5002], []],
  ])('the one that stands for another speaks alone at %j', (at, silent) => {
    const shown = common.map(([from, to]) => `${from}-${to}`).filter((one) => !silent.includes(one));
    const specific = says('specific', [at], ['other', 'common']);
    expect(left(says('common', common), specific)).toEqual([
      ...shown.map((one) => `common ${one}`),
      `specific ${at.join('-')}`,
    ]);
    // One that it does not stand for goes on.
    expect(left(says('third', common), specific)).toHaveLength(common.length + 1);
  });

  it('several may stand for it', () => {
    const all = [
      says('common', [
        [0, 5],
        [6, 9],
        [300, 310],
      ]),
      says('one', [[0, 1]], ['common']),
      says('two', [[8, 10]], ['common']),
    ];
    expect(left(...all)).toEqual(['common 300-310', 'one 0-1', 'two 8-10']);
    expect(left(...all.reverse())).toEqual(['two 8-10', 'one 0-1', 'common 300-310']);
  });
});

describe('what could not be judged', () => {
  it('is told once for each rule and fact, in order', () => {
    const at = (line: number) => [{ file: 'a', line, column: 1 }];
    const joined = joinUnknown([
      { rule: 'b', missing: 'tier of the cluster', places: at(1) },
      { rule: 'b', missing: 'cluster record', places: at(2) },
      { rule: 'a', missing: 'tier of the cluster', places: at(3) },
      { rule: 'c', missing: 'cluster record', places: [] },
      { rule: 'b', missing: 'tier of the cluster', places: [...at(4), ...at(5)] },
    ]);
    expect(joined.map(({ rule: id, missing, places }) => [id, missing, places.map(({ line }) => line)])).toEqual([
      ['a', 'tier of the cluster', [3]],
      ['b', 'cluster record', [2]],
      ['b', 'tier of the cluster', [1, 4, 5]],
      ['c', 'cluster record', []],
    ]);
    expect(joinUnknown([])).toEqual([]);
  });
});
