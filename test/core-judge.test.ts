import { describe, expect, it } from 'vitest';
import type { FoundString } from '../src/core/found.ts';
import { joinUnknown, judgeFile, notesOf, shownStrings, stringAt, toFinding } from '../src/core/judge.ts';
import type { RuleSetup } from '../src/core/judge.ts';
import type { FoundFile, Problem, Rule, RuleContext } from '../src/core/rule.ts';
import { lineIndex } from '../src/core/source.ts';

const docs = { what: 'What {x} is.', why: 'Why {x}.', todo: 'Do {x} or {other}.', sources: [] };
const BASE = { since: '0.1.0', severity: 'warning', confidence: 'medium', needs: [], docs, examples: {}, messages: {} };
const rule = (more: object): Rule => ({ ...BASE, ...more }) as unknown as Rule;
const setup = (of: object, more: Partial<RuleSetup> = {}): RuleSetup => ({
  rule: rule(of),
  severity: null,
  options: {},
  asks: true,
  ...more,
});

const place = (offset: number, endOffset: number) => ({ offset, endOffset });
const string = (offset: number, value: string, more: object = {}): FoundString => {
  const range = place(offset, offset + value.length);
  const segments = [{ ...range, at: 0, length: value.length, exact: true }];
  const literal = { value, segments, holes: [], key: null, context: 'code', decoded: null, quote: null };
  const inValue = place(0, value.length);
  return { range, literal, inValue, kind: 'standard', cluster: 'c1', secrets: [], ...more } as unknown as FoundString;
};
const file = { source: { path: 'a.env', text: '' }, strings: [string(0, 'one'), string(5, 'two')] };
const context = { path: 'a.env', options: { kept: true } } as unknown as RuleContext;
const everywhere = (): boolean => true;

describe('the rules for one file', () => {
  it('see each string, or the file where they are shown it, with their own options', () => {
    const seen: unknown[] = [];
    const look =
      (id: string) =>
      (subject: unknown, own: RuleContext, beside: unknown): Problem[] => {
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
    const notes = ['x', 'y'].map((word) => ({ at: place(0, 1), about: `${word} a.env` }));
    expect([...notesOf(file, setups, context, ({ rule: { id } }) => id !== 'hidden')]).toEqual([['full', notes]]);
  });
});

describe('where several rules match one place', () => {
  const says = (id: string, at: readonly (readonly [number, number])[], over?: readonly string[]) =>
    setup({
      id,
      scope: 'file',
      anchors: [],
      over,
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

describe('a place belongs to the string that it touches', () => {
  const strings = [string(2, 'ab'), string(6, 'cdef'), string(10, 'g'), string(20, 'hij')];
  // One that stands around others, which stand in it one behind the other.
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
  const shown = { path: 'a.env', strings: shownStrings([uri]) };
  const finding = (problem: Partial<Problem>, of: object = {}, severity: RuleSetup['severity'] = null) =>
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
      confidence: 'medium',
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
    });
  });

  it('stands as it is without anything to fill in', () => {
    expect(finding({ message: 'plain' })).toMatchObject({
      message: 'As {it',
      why: 'Why {x}.',
      todo: 'Do {x} or {other}.',
    });
    expect(finding({ message: 'other', data: { x: 'X' } }).message).toBe('What X is.');
  });

  it.each<[problem: Partial<Problem>, set: RuleSetup['severity'], severity: string, confidence: string]>([
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

  it('keeps repairs and other places', () => {
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
      { path: 'a', strings: shownStrings([part]) },
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
