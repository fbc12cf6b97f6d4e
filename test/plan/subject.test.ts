import { describe, expect, it } from 'vitest';
import type { PlannedChange } from '../../src/config/plan.ts';
import type { Finding, UncheckedPlaces } from '../../src/lint/finding.ts';
import { clusterNameOf, subjectOf, usedOf } from '../../src/plan/subject.ts';
import { isRecorded } from '../../src/plan/recorded.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { lineIndex } from '../../src/text/source.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { factsOf, record } from '../support/facts-fixture.ts';
import { buildFacts } from '../../src/facts/build.ts';
import { clusterRecord } from '../support/run-plan.ts';

const T = 'qz7xt.mongodb.net';
const TEXT = [
  `A=mongodb+srv://willow.${T}/x`,
  `B=mongodb+srv://alder.${T}/x`,
  `C=mongodb+srv://birch.${T}/x`,
  `D=mongodb://pl-0-us-east-1.${T}:1024/x`,
  'E=mongodb://db.example.com,cluster0.mongodb.net/x',
  'F=mongodb+srv://cluster0.mongodb.net/x',
  `G=mongodb+srv://willow-pri.${T}/x`,
].join('\n');
const file = {
  file: 'a.env',
  role: 'product' as const,
  strings: findStrings({ path: 'a.env', text: TEXT }, ATLAS),
  lines: lineIndex(TEXT),
  environment: null,
};
const facts = factsOf(record(), record({ name: 'alder' }));

const finding = (line: number, suppressed = false): Finding => {
  const offset = file.lines.lineStart(line) + 2;
  const by = suppressed ? { by: 'comment', reason: null, until: null } : null;
  return {
    file: 'a.env',
    rule: `r${line}`,
    severity: 'error',
    role: 'product',
    line,
    column: 3,
    offset,
    endOffset: offset + 5,
    suppressed: by,
    text: 'shown',
    fix: null,
    suggestions: [],
  } as unknown as Finding;
};
const subject = (change: PlannedChange, findings: readonly Finding[] = [], unknown: readonly UncheckedPlaces[] = []) =>
  subjectOf({ change, profile: ATLAS, facts, files: [file], unread: [], external: {}, findings, unknown });
const shard = (cluster: string): PlannedChange => ({ change: 'shard', cluster });

const LISTED = {
  standard: 'mongodb://willow-shard-00-00.h6j2m.mongodb.net:27017,willow-shard-00-01.h6j2m.mongodb.net:27017/?ssl=true',
  standardSrv: 'mongodb+srv://willow.h6j2m.mongodb.net',
};

describe('what a planned change is about', () => {
  it.each<[change: PlannedChange, clusters: string[], used: string[]]>([
    [shard('willow'), ['willow'], ['1 own', '4', '7 own']],
    [shard('WILLOW'), ['willow'], ['1 own', '4', '7 own']],
    [shard('birch'), [], ['3 own', '4']],
    [shard('*'), ['willow', 'alder'], ['1 own', '2 own', '3 own', '4 own', '7 own']],
    [{ change: 'disable-peering-only' }, ['willow', 'alder'], ['1 own', '2 own', '3 own', '4 own', '7 own']],
  ])('%j: its clusters and strings', (change, clusters, used) => {
    const { clusters: known, used: strings } = subject(change);
    expect(known.map(({ name }) => name)).toEqual(clusters);
    expect(strings.map(({ place, own }) => `${place.line}${own ? ' own' : ''}`)).toEqual(used);
    expect(strings[0]!.place).toMatchObject({ file: 'a.env', column: 3, to: null, proven: false });
  });

  it('has strings with their records, by kind', () => {
    const { used } = subject(shard('*'));
    expect(used.map(({ cluster }) => cluster?.name ?? null)).toEqual(['willow', 'alder', null, null, 'willow']);
    expect(usedOf({ used }, 'private').map(({ place }) => place.line)).toEqual([7]);
    expect(usedOf({ used }, 'private', 'private-endpoint').map(({ place }) => place.line)).toEqual([4, 7]);
    expect(used[0]!.place.from).toBe(`mongodb+srv://willow.${T}/x`);
  });

  it('has no findings of other clusters, and no strings that somebody decided about', () => {
    const all = [finding(1), finding(2), finding(4), finding(5), finding(7, true)];
    const { findings, left, used } = subject(shard('willow'), all);
    expect(findings.map(({ line }) => line)).toEqual([1, 4, 5, 7]);
    expect(left.map(({ finding: one, string }) => [one.line, string?.kind ?? null])).toEqual([
      [1, 'standard'],
      [4, 'private-endpoint'],
      [5, file.strings.find(({ range }) => range.offset === file.lines.lineStart(5) + 2)?.kind ?? null],
    ]);
    expect(used.map(({ place }) => place.line)).toEqual([1, 4]);
    expect(subject({ change: 'disable-peering-only' }, all).findings).toHaveLength(5);
  });

  it('shows what is there, and what a proven fix makes of it', () => {
    const title = 'Rename it';
    const host = TEXT.indexOf('willow');
    const edits = [{ offset: host, endOffset: host + 'willow'.length, text: 'oak' }];
    const places = (more: Partial<Finding>) => subject(shard('willow'), [{ ...finding(1), ...more }]).left[0]!.place;
    const to = `mongodb+srv://oak.${T}/x`;
    expect(places({})).toEqual({
      file: 'a.env',
      line: 1,
      column: 3,
      from: 'shown',
      to: null,
      proven: false,
      recorded: false,
    });
    expect(places({ text: '' }).from).toBeNull();
    expect(places({ fix: { title, edits, after: null } })).toMatchObject({ to, proven: true });
    expect(places({ suggestions: [{ title, edits, after: null }] })).toMatchObject({ to, proven: false });
  });

  it('is from a record only where a record lists that very address', () => {
    const { facts } = buildFacts([{ file: 'f.json', value: clusterRecord('willow', { strings: LISTED }) }]);
    const old = 'mongodb+srv://willow-h6j2m.mongodb.net/x?w=1';
    const recorded = (to: string) => isRecorded(to, old, facts);
    expect(recorded('mongodb+srv://***:***@willow.h6j2m.mongodb.net/x?w=1')).toBe(true);
    expect(recorded('willow.h6j2m.mongodb.net')).toBe(true);
    expect(recorded(`${LISTED.standard}&w=1`)).toBe(true);
    expect(recorded('mongodb://willow.h6j2m.mongodb.net/x')).toBe(false);
    expect(recorded('mongodb://willow-shard-00-00.h6j2m.mongodb.net:27017/x')).toBe(false);
    expect(recorded('mongodb://willow-shard-00-00.h6j2m.mongodb.net,willow-shard-00-01.h6j2m.mongodb.net/x')).toBe(
      false,
    );
    expect(recorded('https://cloud.mongodb.com/api/atlas/v2/groups')).toBe(false);
    expect(recorded(old)).toBe(false);
  });

  it('keeps a finding of a file without strings', () => {
    const other = { ...finding(2), file: 'b.env' };
    const { findings, left } = subject(shard('willow'), [other]);
    expect(findings).toEqual([other]);
    expect(left[0]).toMatchObject({ string: null, cluster: undefined });
  });

  it('lacks no fact for other clusters', () => {
    const at = (line: number, path = 'a.env') => ({ file: path, line, column: 3 });
    const lacking = (...places: UncheckedPlaces['places']): UncheckedPlaces => ({
      rule: 'r',
      missing: 'cluster record',
      places,
    });
    const { unknown } = subject(shard('willow'), [], [lacking(at(1), at(2)), lacking(at(2)), lacking(at(2, 'b.env'))]);
    expect(unknown.map(({ places }) => places)).toEqual([[at(1)], [at(2, 'b.env')]]);
  });

  it('is named by the change', () => {
    expect(clusterNameOf(shard('x'))).toBe('x');
    expect(clusterNameOf({ change: 'leave-legacy-hostnames' })).toBeNull();
  });
});
