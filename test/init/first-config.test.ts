import { describe, expect, it } from 'vitest';
import { inventoryOf } from '../../src/lint/report.ts';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import type { FileRole } from '../../src/config/roles.ts';
import type { StringRecord } from '../../src/lint/string-record.ts';
import { seenClusters, seenRoles } from '../../src/init/first-config.ts';

const record = (more: Partial<StringRecord>): StringRecord =>
  ({
    file: 'a.env',
    kind: 'standard',
    cluster: 'shop',
    token: 'k2m4q',
    provider: null,
    region: null,
    context: 'code',
    ...more,
  }) as StringRecord;

describe('clusters that a tree shows', () => {
  it('are reported with all that their strings show, the most frequent first', () => {
    expect(
      seenClusters([
        record({ cluster: 'zebra', kind: 'private' }),
        record({ file: 'b.env', provider: 'gcp' }),
        record({ cluster: 'Shop', kind: 'private', region: 'us-east1', provider: 'aws' }),
        record({ kind: 'legacy' }),
        record({ kind: 'legacy' }),
        record({ cluster: 'apple', token: 'a1b2c' }),
        record({ cluster: 'apple', token: 'z1b2c' }),
        record({ cluster: 'bee' }),
      ]),
    ).toEqual([
      {
        name: 'shop',
        token: 'k2m4q',
        providers: ['aws', 'gcp'],
        regions: ['us-east1'],
        kinds: [
          ['legacy', 2],
          ['private', 1],
          ['standard', 1],
        ],
        files: ['a.env', 'b.env'],
      },
      { name: 'apple', token: null, providers: [], regions: [], kinds: [['standard', 2]], files: ['a.env'] },
      { name: 'bee', token: 'k2m4q', providers: [], regions: [], kinds: [['standard', 1]], files: ['a.env'] },
      { name: 'zebra', token: 'k2m4q', providers: [], regions: [], kinds: [['private', 1]], files: ['a.env'] },
    ]);
  });

  it.each([
    { context: 'prose' },
    { context: 'comment' },
    { token: null },
    { cluster: null },
    { cluster: 'ac-1a2b3c4' },
    { cluster: 'atlas-1a2b3c' },
  ])('are none by %j', (more) => {
    expect(seenClusters([record(more)])).toEqual([]);
  });

  it.each(['ac-1a2b3c', 'ac-1a2b3c4d', 'atlas-1a2b3', 'my-ac-1a2b3c4', 'atlas-1a2b3c-x'])(
    'may be called %s',
    (cluster) => {
      expect(seenClusters([record({ cluster })])).toHaveLength(1);
    },
  );
});

describe('the inventory of a tree', () => {
  it('counts strings by cluster, token and kind, those without a cluster last', () => {
    const string = (cluster: string | null, token: string | null, kind = 'standard') => ({ cluster, token, kind });
    const files = [
      {
        strings: [
          string(null, null),
          string('shop', 'k2m4q'),
          string('Shop', 'K2M4Q'),
          string('shop', 'k2m4q', 'legacy'),
        ],
      },
      {
        strings: [
          string('shop', 'k2m4q'),
          string(`a${PLACEHOLDER}`, 'k2m4q'),
          string('apple', PLACEHOLDER),
          string('shop', 'a1b2c'),
        ],
      },
    ];
    expect(inventoryOf(files).map(({ cluster, token, kind, count }) => [cluster, token, kind, count])).toEqual([
      ['apple', null, 'standard', 1],
      ['shop', 'a1b2c', 'standard', 1],
      ['shop', 'k2m4q', 'legacy', 1],
      ['shop', 'k2m4q', 'standard', 3],
      [null, null, 'standard', 1],
      [null, 'k2m4q', 'standard', 1],
    ]);
  });
});

const seen = (files: Readonly<Record<string, FileRole>>): string[] =>
  seenRoles(new Map(Object.entries(files))).map(({ glob, role, count }) => `${glob} ${role} ${count}`);

describe('seenRoles', () => {
  it('names the highest folder whose files have one role, the fullest first', () => {
    expect(
      seen({
        'README.md': 'docs',
        'src/db.ts': 'product',
        'src/db.test.ts': 'test',
        'test/a.ts': 'test',
        'test/deep/b.ts': 'test',
        'packages/a/fixtures/x.json': 'test',
        'packages/a/index.ts': 'product',
        'vendor/lib/c.js': 'vendored',
      }),
    ).toEqual([
      'test/** test 2',
      'README.md docs 1',
      'packages/a/fixtures/** test 1',
      'src/db.test.ts test 1',
      'vendor/** vendored 1',
    ]);
  });

  it('leaves out files that run', () => {
    expect(seen({ 'a.env': 'product', 'x.js': 'product' })).toEqual([]);
  });
});
