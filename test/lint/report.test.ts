import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/lint/finding.ts';
import { moveOf } from '../../src/lint/string-hosts.ts';
import { byPlace, countFindings, type Summary } from '../../src/lint/report.ts';
import { failure, type FailOn } from '../../src/report/report-view.ts';
import { clusterIn, record } from '../support/facts-fixture.ts';

describe('a move to another provider', () => {
  const cluster = (provider: string, createDate: string, more: object = {}) =>
    clusterIn(record({ regions: [[provider, 'US_EAST_1']], more: { createDate, ...more } }));
  const late = '2022-03-04T05:06:07Z';
  const old = '2020-11-02T23:59:59Z';
  it.each([
    ['AWS', late, 'gcp', 'keeps'],
    ['AWS', old, 'gcp', 'keeps'],
    ['AWS', old, 'aws', 'done'],
    ['AWS', old, null, 'keeps'],
    ['AZURE', late, 'aws', 'keeps'],
    ['AZURE', old, 'aws', 'two-step'],
    ['AZURE', old, 'azure', 'done'],
    ['GCP', old, null, 'two-step'],
    ['GCP', '2020-11-03T00:00:00Z', 'aws', 'keeps'],
    ['GCP', 'unknown', 'aws', 'unknown'],
  ] as const)('of a cluster on %s of %s to %s: %s', (provider, created, to, expected) => {
    expect(moveOf(cluster(provider, created), to)).toBe(expected);
  });

  it('depends on what is known', () => {
    const known = cluster('AZURE', old);
    expect(moveOf({ ...known, tier: 'flex' }, 'azure')).toBe('shared');
    expect(moveOf({ ...known, tier: 'dedicated' }, 'aws')).toBe('two-step');
    expect(moveOf({ ...known, providers: undefined }, 'aws')).toBe('unknown');
    expect(moveOf({ ...known, providers: ['aws', 'azure'] }, 'aws')).toBe('two-step');
    expect(moveOf({ ...known, providers: ['aws', 'aws'] }, 'aws')).toBe('done');
  });
});

describe('a report', () => {
  const finding = (file: string, offset: number, endOffset: number, rule: string): Finding =>
    ({ file, offset, endOffset, rule }) as unknown as Finding;

  it('is in the order of files, places and rules', () => {
    const sorted = [
      finding('a', 1, 2, 'x'),
      finding('a', 1, 2, 'y'),
      finding('a', 1, 3, 'a'),
      finding('a', 10, 11, 'a'),
      finding('b', 0, 1, 'a'),
    ];
    expect([...sorted].reverse().sort(byPlace)).toEqual(sorted);
    expect(byPlace(sorted[0]!, { ...sorted[0]! })).toBe(0);
  });

  it('counts what remains and what is accepted', () => {
    const one = (severity: string, by?: string) =>
      ({ severity, lowered: null, suppressed: by === undefined ? null : { by } }) as unknown as Finding;
    const findings = [one('error'), one('error'), one('warning'), one('info'), one('error', 'baseline')];
    expect(countFindings([...findings, one('info', 'comment'), one('error', 'config')])).toEqual({
      error: 2,
      warning: 1,
      info: 1,
      baselined: 1,
      suppressed: 2,
      lowered: 0,
    });
  });

  it.each<[counts: [number, number, number], failOn: FailOn, max: number | null, expected: boolean]>([
    [[0, 0, 0], 'info', null, false],
    [[1, 0, 0], 'error', null, true],
    [[1, 0, 0], 'warning', null, true],
    [[1, 0, 0], 'info', null, true],
    [[1, 0, 0], 'never', null, false],
    [[0, 1, 0], 'error', null, false],
    [[0, 1, 0], 'warning', null, true],
    [[0, 1, 0], 'info', null, true],
    [[0, 0, 1], 'warning', null, false],
    [[0, 0, 1], 'info', null, true],
    [[0, 2, 0], 'never', 1, true],
    [[0, 2, 0], 'error', 2, false],
    [[0, 1, 0], 'error', 0, true],
    [[1, 0, 0], 'error', 0, true],
    [[0, 0, 0], 'error', 0, false],
  ])('with %j fails on %s and %s warnings: %s', ([error, warning, info], failOn, max, expected) => {
    const findings = { error, warning, info, suppressed: 5, baselined: 5 };
    expect(failure({ findings } as unknown as Summary, { failOn, maxWarnings: max }) !== null).toBe(expected);
  });
});
