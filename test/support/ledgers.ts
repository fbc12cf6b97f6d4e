import { ATLAS } from '../../src/classify/service.ts';
import { ledgerLines, serviceDigest } from '../../src/fleet/ledger.ts';
import type { LedgerHeader } from '../../src/fleet/ledger.ts';
import { lintSource } from '../../src/lint/lint-text.ts';
import { parseCodeowners } from '../../src/owners/codeowners.ts';
import { settingsOf } from './lint-text.ts';

export interface LedgerShape {
  readonly files: Readonly<Record<string, string>>;
  /** Text of CODEOWNERS. */
  readonly owners?: string;
  readonly header?: Partial<LedgerHeader>;
}

/** The text of a repository's ledger, without the program. */
export function ledgerText(repository: string, { files, owners, header = {} }: LedgerShape): string {
  const ownersOf = owners === undefined ? null : parseCodeowners(owners);
  const inputs = Object.entries(files).map(([path, text]) => ({
    result: lintSource({ path, text }, settingsOf(path), { suppressions: true, wants: { masked: true } }),
    setting: {
      environment: null,
      network: null,
      region: null,
      module: null,
      suppressions: [],
      adminApi: [],
      owners: ownersOf?.(path) ?? [],
    },
    accepted: null,
  }));
  const own: LedgerHeader = {
    repository,
    revision: 'ab12cd34ab12cd34ab12cd34ab12cd34ab12cd34',
    ref: 'main',
    uri: null,
    day: '2026-11-20',
    tool: '0.1.0',
    files: inputs.length,
    skipped: { binary: 0, large: 0, unreadable: 0, generated: 0, vendored: 0, ignored: 0 },
    config: null,
    service: serviceDigest(ATLAS),
    modules: [],
    ownersFile: owners === undefined ? null : 'CODEOWNERS',
    managed: [],
    whole: true,
    shard: null,
    paths: null,
    unread: [],
    external: {},
    suppressions: [],
    base: '',
    baseline: [],
    ...header,
  };
  return [...ledgerLines({ header: own, inputs })].join('');
}
