import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/lint/finding.ts';
import { applyDirectives, applyEntries, holds, isReason } from '../../src/lint/suppressions.ts';
import type { SuppressionEntry } from '../../src/lint/suppressions.ts';
import { directives, findingsIn } from '../support/marked-findings.ts';

const TODAY = '2026-11-20';

/** `rule line` for findings that count, `rule line (reason)` for those that a comment accepts. */
const told = (text: string): string[] =>
  applyDirectives(findingsIn(text), directives(text), TODAY).findings.map(
    ({ rule, line, suppressed }) => `${rule} ${line}${suppressed ? ` (${suppressed.reason})` : ''}`,
  );

describe('what comments accept', () => {
  it.each<readonly [text: string, told: readonly string[]]>([
    ['one!', ['one 1']],
    ['one! # connlint-disable-line one -- r', ['one 1 (r)']],
    ['one! # connlint-disable-line -- r', ['one 1 (r)']],
    ['one! # connlint-disable-line two -- r', ['one 1']],
    ['one! two! # connlint-disable-line two, one -- r', ['one 1 (r)', 'two 1 (r)']],
    ['one!\n# connlint-disable-line one -- r\none!', ['one 1', 'one 3']],
    ['one!\n# connlint-disable-next-line one -- r\none!\none!', ['one 1', 'one 3 (r)', 'one 4']],
    ['one! # connlint-disable-next-line one -- r\nx', ['one 1']],
    ['/* connlint-disable-next-line one -- r\n*/\none!\none!', ['one 3 (r)', 'one 4']],
    ['/* connlint-disable-line one -- r\n*/ one!\none!', ['one 2 (r)', 'one 3']],
    // Two comments for the same line, each with its own rule.
    [
      '# connlint-disable-next-line one -- r\n# connlint-disable-next-line two -- s\none! two!',
      ['one 3 (r)', 'two 3 (s)'],
    ],
    ['# connlint-disable-next-line one -- r\none! # connlint-disable-line one -- s', ['one 2 (r)']],
    // For a finding of several lines, the comment may be above its first line or on any of them.
    ['# connlint-disable-next-line one -- r\none!…\nx!', ['one 2 (r)']],
    ['one!…\n# connlint-disable-next-line one -- r\nx!', ['one 1']],
    ['one!…\n# connlint-disable-line one -- r\nx!', ['one 1 (r)']],
    ['one!…\nx! # connlint-disable-line one -- r', ['one 1 (r)']],
    ['one!…\nx!\n# connlint-disable-line one -- r', ['one 1']],
    // Blocks.
    [
      'one!\n# connlint-disable one -- r\none! two!\n# connlint-enable one\none!',
      ['one 1', 'one 3 (r)', 'two 3', 'one 5'],
    ],
    ['one! # connlint-disable one -- r\none!', ['one 1', 'one 2 (r)']],
    ['/* connlint-disable one -- r */ one!', ['one 1 (r)']],
    ['# connlint-disable -- r\none!\n# connlint-enable two\none! two!', ['one 2 (r)', 'one 4 (r)', 'two 4']],
    ['# connlint-disable one -- r\n# connlint-enable\none!', ['one 3']],
    ['# connlint-disable one -- r\n# connlint-enable two\none!', ['one 3 (r)']],
    ['# connlint-disable one -- r\n# connlint-disable -- s\none!', ['one 3 (s)']],
    ['# connlint-disable -- s\n# connlint-disable one -- r\none! two!', ['one 3 (r)', 'two 3 (s)']],
    ['# connlint-disable one -- r\nx # connlint-disable-line two -- s\none!', ['one 3 (r)']],
    ['# connlint-disable one -- r\none! # connlint-disable-line one -- s', ['one 2 (s)']],
    // Comments without effect.
    ['one! # connlint-disable-line one', ['one 1']],
    ['one! # connlint-disable-line one until=2026-11-19 -- r', ['one 1']],
    ['one! # connlint-disable-line one until=2026-11-20 -- r', ['one 1 (r)']],
    ['one! # connlint-disable-line one until=2026-13-40 -- r', ['one 1']],
    ['one! # connlint-disable-lines one -- r', ['one 1']],
    ['one! # connlint-disable-Line one -- r', ['one 1']],
    ['# connlint-disable one\none!', ['one 2']],
    ['# connlint-disable one -- r\n# connlint-enable one\none!', ['one 3']],
    // An expired comment does not end the open block.
    ['# connlint-disable one -- r\n# connlint-disable one until=2020-01-01 -- s\none!', ['one 3 (r)']],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('leaves what is accepted already, and the order of the findings', () => {
    const text = 'one! # connlint-disable-line -- r\ntwo! # connlint-disable-line until=2027-01-31 -- s';
    const [first, second] = findingsIn(text);
    const before = { ...first!, suppressed: { by: 'baseline' as const, reason: null, until: null } };
    const { findings, used } = applyDirectives([second!, before], directives(text), TODAY);
    expect(findings).toEqual([{ ...second, suppressed: { by: 'comment', reason: 's', until: '2027-01-31' } }, before]);
    expect([...used].map(([{ line }, rules]) => [line, [...rules]])).toEqual([[2, ['two']]]);
  });

  it('is counted for each comment, in whatever order findings come', () => {
    const text =
      '# connlint-disable one, two -- r\none! two! one!\n# connlint-enable\n# connlint-disable one -- s\none!';
    const { findings, used } = applyDirectives(findingsIn(text).reverse(), directives(text), TODAY);
    expect(findings.map(({ suppressed }) => suppressed?.reason)).toEqual(['s', 'r', 'r', 'r']);
    expect([...used].map(([{ line }, rules]) => [line, [...rules]])).toEqual([
      [1, ['one', 'two']],
      [4, ['one']],
    ]);
  });
});

describe('suppressions of the config', () => {
  const entry = (fields: Partial<SuppressionEntry>): SuppressionEntry => ({
    rule: [],
    host: null,
    reason: 'r',
    until: null,
    ...fields,
  });
  const finding = (rule: string, text: string): Finding => ({ rule, text, suppressed: null }) as Finding;
  const URI = 'mongodb://***@H1.example.com:27017,h2.example.com./db';

  it.each<readonly [host: string, text: string, accepted: boolean]>([
    ['h1.example.com', URI, true],
    ['H1.EXAMPLE.com', URI, true],
    ['h2.example.com', URI, true],
    ['h1.example.com:27017', URI, true],
    ['h1.example.com:27018', URI, false],
    ['h2.example.com:27017', URI, false],
    ['example.com', URI, false],
    ['h1.example', URI, false],
    ['h*.example.com', URI, true],
    ['*.example.com', URI, true],
    ['h1.*', URI, true],
    ['*', URI, true],
    ['*:27017', URI, true],
    ['*:27018', URI, false],
    ['*.example.org', URI, false],
    ['x*', URI, false],
    // Each piece after the previous one, without overlaps.
    ['a*b*c', 'abc', true],
    ['a*b*c', 'axbxc', true],
    ['a*b*c', 'ac', false],
    ['a*b*b*c', 'abc', false],
    ['a*b*b*c', 'abbc', true],
    ['ab*bc', 'abc', false],
    ['ab*bc', 'abbc', true],
    ['a*cb*c', 'acbc', true],
    ['a*bc*c', 'abc', false],
    ['a*x*c', 'abc', false],
    ['b*c', 'abc', false],
    ['a*b', 'abc', false],
    ['**', 'abc', true],
    ['a**c', 'abc', true],
    ['ab*', 'a', false],
    ['*ab', 'b', false],
  ])('%s meets %s: %s', (host, text, accepted) => {
    const [after] = applyEntries([finding('one', text)], [entry({ host })], TODAY, new Set());
    expect(after!.suppressed).toEqual(accepted ? { by: 'config', reason: 'r', until: null } : null);
  });

  it.each<readonly [fields: Partial<SuppressionEntry>, accepted: boolean]>([
    [{}, true],
    [{ rule: ['one'] }, true],
    [{ rule: ['two', 'one'] }, true],
    [{ rule: ['two'] }, false],
    [{ rule: ['two'], host: 'h' }, false],
    [{ rule: ['one'], host: 'h' }, true],
    [{ rule: ['one'], host: 'i' }, false],
    [{ reason: null }, false],
    [{ reason: '' }, false],
    [{ reason: ' \t' }, false],
    [{ until: TODAY }, true],
    [{ until: '2026-11-19' }, false],
    [{ until: 'soon' }, false],
  ])('%j: %s', (fields, accepted) => {
    const used = new Set<SuppressionEntry>();
    const one = entry(fields);
    const [after] = applyEntries([finding('one', 'mongodb://h/')], [entry({ rule: ['three'] }), one], TODAY, used);
    expect(after!.suppressed !== null).toBe(accepted);
    expect([...used]).toEqual(accepted ? [one] : []);
  });

  it('leave what a comment accepts', () => {
    const before: Finding = { ...finding('one', 'h'), suppressed: { by: 'comment', reason: 'c', until: null } };
    const used = new Set<SuppressionEntry>();
    expect(applyEntries([before, finding('two', 'h')], [entry({ rule: ['one'] })], TODAY, used)).toEqual([
      before,
      finding('two', 'h'),
    ]);
    expect(used.size).toBe(0);
  });

  it.each<readonly [until: string | null, holds: boolean]>([
    [null, true],
    ['2026-11-20', true],
    ['2026-11-21', true],
    ['2026-11-19', false],
    ['2027-02-30', false],
    ['9', false],
  ])('apply until %s: %s', (until, expected) => {
    expect(holds(until, TODAY)).toBe(expected);
  });

  it('need a reason that says something', () => {
    expect([null, '', ' ', 'r'].map(isReason)).toEqual([false, false, false, true]);
  });
});
