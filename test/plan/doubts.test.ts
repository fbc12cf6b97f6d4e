import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { doubtsAbout } from '../../src/plan/plan.ts';
import { factsOf, record, standardStrings } from '../support/facts-fixture.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const AGE = { today: '2026-11-25', maxFactAge: 30 };
const pulled = (pulledAt: string, ...clusters: unknown[]): unknown => ({ connlintFacts: 1, pulledAt, clusters });
const kinds = (...values: readonly unknown[]): readonly string[] =>
  doubtsOf(factsOf(...values)).map(
    ({ message }) => / in the state | days old, /.exec(message)?.[0].trim() ?? 'conflict',
  );
const doubtsOf = (facts: Facts) => doubtsAbout({ clusters: facts.clusters, facts, age: AGE });

describe('a record is in doubt', () => {
  it.each([
    ['not when it is stable, with or without a date', [record()], []],
    ['not on the last day', [pulled('2026-10-26', record())], []],
    ['the day after', [pulled('2026-10-25T00:00:00Z', record())], ['days old,']],
    ['if other facts beside it are old', [pulled('2026-10-25'), record()], ['days old,']],
    ['once for all records of a file', [pulled('2026-10-25', record(), record({ name: 'oak' }))], ['days old,']],
    ['not if a newer answer agrees', [pulled('2019-01-01', record()), pulled('2026-11-20', record())], []],
    ['while the cluster is deleted', [record({ more: { stateName: 'DELETING' } })], ['in the state']],
    ['if one of two records says so', [record(), record({ more: { stateName: 'CREATING' } })], ['in the state']],
    ['not while it is updated', [record({ more: { stateName: 'UPDATING' } })], []],
    ['if another lists other strings', [record(), record({ strings: standardStrings('oak', 'qz7xt') })], ['conflict']],
    [
      'if another has a string more',
      [record(), record({ strings: { privateSrv: 'mongodb+srv://willow-pri.qz7xt.mongodb.net' } })],
      ['conflict'],
    ],
    [
      'if another names another provider',
      [record(), record({ regions: [['GCP', 'US_EAST_1']] })],
      ['conflict', 'conflict'],
    ],
  ])('%s', (_, values, expected) => {
    expect(kinds(...values)).toEqual(expected);
  });
});

it('a plan of a part of the project is undecided', () => {
  const of = (...paths: string[]) =>
    entryOf({
      files: { 'app/a.env': 'U=mongodb+srv://lagoon.h6j2m.mongodb.net/app\n', 'jobs/a.sh': '' },
      clusters: [clusterRecord('lagoon')],
      change: { change: 'leave-legacy-hostnames' },
      paths,
    });
  expect([of().verdict, of('.').verdict, of('app').verdict]).toEqual(['ready', 'ready', 'undecided']);
  expect(of('app').open.map(({ message }) => message)).toEqual(['Only a part of the project was read.']);
});
