import { removedFields, reshapedFields, successorEdit, SUCCESSORS } from '../src/admin-api/record-fields.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: 'api-field',
  basis: 'code',
  withoutPlan: true,
  trigger: { anchors: [...Object.keys(SUCCESSORS), 'diskSizeGB'] },
  reasons: {
    removed: {
      confidence: 'medium',
      messages: { field: 'Cluster records have no `{field}` since version 2023-02-01. Use {instead}.' },
      checkFile: (file, { profile, plan }) =>
        removedFields(file, profile, plannedVersion(plan)).map((use) => ({
          message: 'field',
          data: { field: use.field, instead: SUCCESSORS[use.field]!.words },
          at: use.at,
          suggestions: successorEdit(file, use),
        })),
    },
    'root-shape': {
      messages: {
        shards: 'Version {date} has no `numShards`. Write one element of `replicationSpecs` per shard.',
        disk: 'Version {date} has no `diskSizeGB` at the root. Move it into the hardware of each region.',
      },
      checkFile: (file, { profile, plan }) =>
        reshapedFields(file, profile, plannedVersion(plan)).map(({ field, at, date }) => ({
          message: field === 'numShards' ? 'shards' : 'disk',
          data: { date },
          at,
        })),
    },
  },
});
