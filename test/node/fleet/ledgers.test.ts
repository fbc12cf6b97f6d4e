import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../../src/classify/service.ts';
import { fleetGaps } from '../../../src/fleet/repository.ts';
import { openFleet } from '../../../src/node/fleet/ledgers.ts';
import { UserError } from '../../../src/node/errors.ts';
import { withFiles } from '../../support/cli.ts';
import { ledgerText } from '../../support/ledgers.ts';
import type { LedgerShape } from '../../support/ledgers.ts';

const FILES = {
  'a.env': 'A=mongodb+srv://gable.k4j5h.mongodb.net/a\nB=mongodb+srv://gable.k4j5h.mongodb.net/b\n',
  'b.env': 'C=mongodb+srv://gable-pri.k4j5h.mongodb.net/c\n',
};
const text = (header: LedgerShape['header'] = {}, files: LedgerShape['files'] = FILES): string =>
  ledgerText('acme/shop', { files, header });

/** The messages of what is read; of an error with its hint. */
function read(files: Readonly<Record<string, string>>, maxAge: number | null = null): string[] {
  return withFiles(files, (cwd) => {
    try {
      const { repositories } = openFleet(['.'], cwd);
      const scope = { repositories: [], maxAge, today: '2026-12-31', profile: ATLAS };
      return [...repositories()].flatMap((one) => [
        `${one.name}: ${one.files.reduce((sum, { uses }) => sum + uses.length, 0)} uses`,
        ...fleetGaps(one, scope).map(({ message }) => message),
      ]);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [error.message.replaceAll(`${cwd}/`, '')];
    }
  });
}

const lines = (ledger: string): string[] => ledger.trimEnd().split('\n');

describe('openFleet', () => {
  it('reads the strings of a ledger as they were', () => {
    expect(read({ 'a.jsonl': text(), 'notes.txt': 'no ledger' })).toEqual(['acme/shop: 3 uses']);
  });

  it('names a ledger that is too old', () => {
    expect(read({ 'a.jsonl': text({ day: '2026-11-20' }) }, 14)).toEqual([
      'acme/shop: 3 uses',
      'The ledger of acme/shop is 41 days old; the oldest allowed is 14.',
    ]);
    expect(read({ 'a.jsonl': text({ day: '2026-12-30' }) }, 0)).toContain(
      'The ledger of acme/shop is 1 day old; the oldest allowed is 0.',
    );
  });

  it('names a ledger from the future, but not one from another time zone', () => {
    expect(read({ 'a.jsonl': text({ day: '2027-01-02' }) })).toEqual([
      'acme/shop: 3 uses',
      'The ledger of acme/shop is dated 2027-01-02, after today (2026-12-31).',
    ]);
    expect(read({ 'a.jsonl': text({ day: '2027-01-01' }) })).toEqual(['acme/shop: 3 uses']);
  });

  it.each([0, 1, 2, 3])('names a ledger that lacks its last %i lines and a half', (count) => {
    const whole = lines(text());
    const [last = ''] = whole.slice(-1 - count);
    const kept = [...whole.slice(0, whole.length - 1 - count), last.slice(0, last.length / 2)].join('\n');
    expect(read({ 'a.jsonl': kept })).toContain(
      `The ledger of acme/shop is cut short: ${count === 0 ? '1 line is' : `${count + 1} lines are`} missing.`,
    );
  });

  it('names a ledger of another version', () => {
    const other = text().replace('{"connlint-ledger":1,', '{"connlint-ledger":2,');
    expect(read({ 'a.jsonl': other })).toEqual([
      'acme/shop: 0 uses',
      'The ledger of acme/shop has version 2; this connlint reads version 1.',
    ]);
  });

  it('joins the shards of one run, and names those that are missing', () => {
    const shard = (index: number, files: LedgerShape['files']): string =>
      text({ shard: { index, count: 2 }, whole: false }, files);
    const one = shard(1, { 'a.env': FILES['a.env'] });
    const two = shard(2, { 'b.env': FILES['b.env'] });
    expect(read({ 'x.jsonl': two, 'y.jsonl': one })).toEqual(['acme/shop: 3 uses']);
    expect(read({ 'y.jsonl': one })).toEqual([
      'acme/shop: 2 uses',
      'The ledger of acme/shop covers only shard 1 of 2.',
    ]);
  });

  it('names a ledger of a part of the repository', () => {
    expect(read({ 'a.jsonl': text({ paths: ['services/api'], whole: false }) })).toContain(
      'The ledger of acme/shop covers only services/api.',
    );
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a file that is none', { 'a.jsonl': '{"id":1}\n' }, /a\.jsonl:1: not a ledger of connlint$/],
    ['a damaged header', { 'a.jsonl': '{"connlint-ledger":1}\n' }, /a\.jsonl:1: the header of a ledger is damaged$/],
    [
      'a damaged line',
      { 'a.jsonl': text().replace('"kind":"private"', '"kind":7') },
      /a\.jsonl:6: not a line of a ledger$/,
    ],
    [
      'a line that is broken in the middle',
      { 'a.jsonl': text().replace('"type":"use"', '"typ') },
      /a\.jsonl:3: not a line/,
    ],
    ['a line too many', { 'a.jsonl': `${text()}${lines(text())[1]!}\n` }, /a\.jsonl:7: not a line/],
    [
      'two ledgers of one repository',
      { 'a.jsonl': text(), 'b.jsonl': text({ revision: 'ff'.repeat(20) }) },
      /^two ledgers of acme\/shop: a\.jsonl and b\.jsonl \(revision: ab12\w+ and ffff/,
    ],
    [
      'parts of two runs over one commit',
      { 'a.jsonl': text({ config: { file: 'a.json', digest: '1' } }), 'b.jsonl': text() },
      /^two ledgers of acme\/shop: .* \(config: 1 and none\)$/,
    ],
    [
      'a day that does not exist',
      { 'a.jsonl': text({ day: '2026-02-31' }) },
      /a\.jsonl:1: the header of a ledger is damaged$/,
    ],
    ['the same ledger twice', { 'a.jsonl': text(), 'b.jsonl': text() }, /^a\.env of acme\/shop is in /],
    ['a folder without any', { 'notes.txt': '' }, /^no ledger in \.$/],
  ])('refuses %s', (_, files, message) => {
    const [told, ...more] = read(files);
    expect(told).toMatch(message);
    expect(more).toEqual([]);
  });

  it('takes files, globs and folders, each file once', () => {
    withFiles({ 'x/a.jsonl': text() }, (cwd) => {
      writeFileSync(join(cwd, 'b.ledger'), ledgerText('acme/etl', { files: FILES }));
      expect([...openFleet(['x', 'x/a.jsonl', '*/*.jsonl', 'b.ledger'], cwd).names].sort()).toEqual([
        'acme/etl',
        'acme/shop',
      ]);
    });
  });
});
