import { NO_FACTS } from '../../src/facts/facts.ts';
import { describe, expect, it } from 'vitest';
import { checkCollected, collectItems, joinUnchecked, checkFile } from '../../src/lint/run-rules.ts';
import { lineIndex } from '../../src/text/source.ts';
import type { FoundString } from '../../src/classify/found-string.ts';

import type { CollectedFile, FoundFile, RuleContext, RuleProblem, StringTrigger } from '../../src/lint/rule.ts';
import { place, setup, string } from '../support/invented-rule.ts';

const file = { source: { path: 'a.env', text: '' }, strings: [string(0, 'one'), string(5, 'two')], anchors: new Map() };
const context = { path: 'a.env', facts: NO_FACTS, plan: [], options: { kept: true } } as unknown as RuleContext;

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
      setup({ id: 'strings', scope: 'string', trigger: {}, check: look('strings') }, { options: { a: 1 } }),
      setup({ id: 'file', scope: 'file', check: look('file') }),
      setup({ id: 'hidden', scope: 'file', check: look('hidden') }),
      setup({ id: 'project', scope: 'project', check: look('project') }),
      setup({ id: 'tool', scope: 'tool', check: look('tool') }),
    ];
    const judged = checkFile(file, setups, context, { shown: [setups[1]!, setups[3]!, setups[4]!] });
    expect(judged).toEqual({ problems: [], missing: [] });
    expect(seen).toEqual([
      ['strings', file.strings[0], 'a.env', { a: 1 }, file],
      ['strings', file.strings[1], 'a.env', { a: 1 }, file],
      ['file', file, 'a.env', { kept: true }, undefined],
    ]);
  });

  it('report problems and, where they ask for facts, what is missing', () => {
    const problem = { message: 'm', at: place(0, 3) };
    const missing = { missing: 'driver version', at: place(5, 8) };
    const both = {
      scope: 'string',
      trigger: {},
      check: (one: FoundString) => (one === file.strings[0] ? [problem] : [missing]),
    };
    const asking = setup({ ...both, id: 'asking' });
    const silent = setup({ ...both, id: 'silent' }, { needsFacts: false });
    const whole = setup({ id: 'whole', scope: 'file', check: () => [missing, problem] });
    expect(checkFile(file, [asking, silent, whole], context, { shown: [asking, silent, whole] })).toEqual({
      problems: [asking, silent, whole].map((one) => ({ setup: one, problem })),
      missing: [
        { rule: 'asking', fact: missing },
        { rule: 'whole', fact: missing },
      ],
    });
  });

  it('see only strings that show what their trigger asks for', () => {
    const hosts = [
      { resolved: false, class: { kind: 'private', domain: 'mongodb.net', node: true, family: 'legacy' } },
    ];
    const uri = { options: [{}], issues: [] };
    const strings = [
      string(0, 'bare', { form: 'host', hosts: [], uri: null }),
      string(9, 'whole', { form: 'srv', hosts, uri }),
    ];
    const shown = (trigger: StringTrigger): string[] => {
      const seen: string[] = [];
      const look = ({ literal }: FoundString): RuleProblem[] => {
        seen.push(literal.value);
        return [];
      };
      checkFile({ ...file, strings }, [setup({ id: 'r', scope: 'string', trigger, check: look })], context, {
        shown: [],
      });
      return seen;
    };
    expect(shown({})).toEqual(['bare', 'whole']);
    expect(shown({ any: ['standard'] })).toEqual(['bare', 'whole']);
    expect(shown({ any: ['private', 'optimized'] })).toEqual(['whole']);
    expect(shown({ any: ['optimized', 'media-type'] })).toEqual([]);
    expect(shown({ all: ['uri', 'form:srv', 'options', 'own-host', 'node', 'legacy-name'] })).toEqual(['whole']);
    expect(shown({ all: ['form:host'] })).toEqual(['bare']);
    expect(shown({ all: ['uri', 'fault'] })).toEqual([]);
    expect(shown({ any: ['form:host', 'options'], all: ['uri'] })).toEqual(['whole']);
  });
});

describe('a rule about the whole project', () => {
  const collecting = (id: string, words: readonly string[], check: (files: readonly CollectedFile[]) => unknown) =>
    setup({
      id,
      scope: 'project',
      collect: (_: FoundFile, { path }: RuleContext) => words.map((word) => ({ at: place(0, 1), word, in: [path] })),
      check,
    });

  it('collects items where it is shown a file, and checks those of all files', () => {
    const seen: unknown[] = [];
    const check = (files: readonly CollectedFile[]) => {
      seen.push(files.map(({ path, items }) => [path, items]));
      return [];
    };
    const full = collecting('full', ['x', 'y'], check);
    const empty = collecting('empty', [], check);
    const setups = [empty, full, setup({ id: 'plan', scope: 'project', check: () => [] })];
    const collected = collectItems(file, lineIndex(file.source.text), setups, context);
    const at = { ...place(0, 1), line: 1, column: 1 };
    const items = ['x', 'y'].map((word) => ({ at, word, in: ['a.env'] }));
    expect([...collected]).toEqual([['full', items]]);
    const files = [
      { path: 'a.env', collected: (rule: string) => collected.get(rule) ?? [], context },
      { path: 'b.env', collected: () => [], context },
    ];
    for (const one of [full, empty]) checkCollected(one, files, context);
    expect(seen).toEqual([[['a.env', items]], []]);
  });
});

describe('what could not be judged', () => {
  it('is reported once for each rule and fact, in order', () => {
    const at = (line: number) => [{ file: 'a', line, column: 1 }];
    const joined = joinUnchecked([
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
    expect(joinUnchecked([])).toEqual([]);
  });
});
