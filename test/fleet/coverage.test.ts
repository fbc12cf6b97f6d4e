import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { serviceDigest, type LedgerHeader } from '../../src/fleet/ledger.ts';
import { fleetGaps } from '../../src/fleet/repository.ts';
import { openFleet } from '../../src/node/fleet/ledgers.ts';
import { withFiles } from '../support/cli.ts';
import { ledgerText, type LedgerShape } from '../support/ledgers.ts';

const FILES = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t\n' };

/** What the ledgers of one repository leave open. */
function gapsOf(...shapes: readonly LedgerShape[]): string[] {
  return withFiles({}, (folder) => {
    for (const [at, shape] of shapes.entries())
      writeFileSync(join(folder, `${at}.jsonl`), ledgerText('acme/till', shape));
    const any = { repositories: [], maxAge: null, today: '2026-11-20', profile: ATLAS };
    const repositories = [...openFleet([folder], folder).repositories()];
    return repositories.flatMap((repository) => fleetGaps(repository, any).map(({ message }) => message));
  });
}

describe('a ledger does not answer for its repository', () => {
  const shard = (index: number): Partial<LedgerHeader> => ({ shard: { index, count: 2 } });

  it('if it covers a part of it', () => {
    expect(gapsOf({ files: FILES })).toEqual([]);
    expect(gapsOf({ files: FILES, header: { paths: ['src'] } })).toEqual(['The ledger of acme/till covers only src.']);
    expect(gapsOf({ files: FILES, header: shard(2) })).toEqual(['The ledger of acme/till covers only shard 2 of 2.']);
  });

  it('if it was collected with another service', () => {
    const service = serviceDigest({ ...ATLAS, domains: ['x.net'] });
    expect(gapsOf({ files: FILES, header: { service } })).toEqual([
      'The ledger of acme/till was collected with another `service` config: it may lack strings.',
    ]);
    const named = serviceDigest({ ...ATLAS, aliases: { 'db.corp.example': 'till' } });
    expect(gapsOf({ files: FILES, header: { service: named } })).toEqual([]);
  });

  it('if it covers no file', () => {
    const none = ['The ledger of acme/till covers no file.'];
    expect(gapsOf({ files: {} })).toEqual(none);
    expect(gapsOf({ files: {}, header: shard(1) }, { files: {}, header: shard(2) })).toEqual(none);
    // One of many shards may be given none of few files.
    expect(gapsOf({ files: FILES, header: shard(1) }, { files: {}, header: shard(2) })).toEqual([]);
  });
});
