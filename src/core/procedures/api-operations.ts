import type { ServiceProfile } from '../service.ts';

/** What version 2023-02-01 changes for clusters, by operation (migration guide of the versioned API, 2026-08). */
const OPERATIONS: readonly (readonly [operation: string, where: string])[] = [
  ['create (POST)', 'request and response'],
  ['list (GET)', 'response, below results'],
  ['get one (GET)', 'response'],
  ['modify (PATCH)', 'response'],
];

/** The fields that go, for each operation on clusters, and what comes instead. */
export function removedByOperation({ fields }: ServiceProfile, to: string): string {
  if (to < '2023-02-01')
    return 'Version 2023-01-01 has the same cluster record as the unversioned API: nothing changes here.';
  const lists = fields.removed
    .map((name) => (name === 'regionsConfig' ? 'replicationSpecs.regionsConfig' : name))
    .join(', ');
  const operations = OPERATIONS.map(([operation, where]) => `${operation}: ${where}`).join('; ');
  const later =
    to >= '2024-08-05'
      ? ' From 2024-08-05 on every shard is an element of replicationSpecs (no replicationSpecs.numShards), and diskSizeGB stands inside the hardware of each region.'
      : '';
  return `Since 2023-02-01 these fields are gone: ${lists}. By operation: ${operations}. New: replicationSpecs.regionConfigs instead of regionsConfig; strings stand in connectionStrings.${later}`;
}
