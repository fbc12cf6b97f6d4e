import { missingFields } from '../src/admin-api/record-fields.ts';
import { API_CALLS } from '../src/admin-api/requests.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { defineRule } from '../src/lint/rule.ts';

const type = (date: string): string => `-H 'Accept: application/vnd.atlas.${date}+json'`;
const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v2/groups/$G/clusters';

export default defineRule({
  id: 'api-root-shape-2024',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['numShards', 'diskSizeGB'], besideService: true, strings: API_CALLS },
  severity: 'error',
  confidence: 'high',
  needs: [],
  changes: ['admin-api'],
  withoutPlan: true,
  docs: {
    what: '`numShards`, or `diskSizeGB` outside the hardware, in a call with a version of 2024-08-05 or later.',
    why: 'Since that version `replicationSpecs` has one element per shard, and the disk size is part of the hardware of each region. The call is refused, or the field is missing in the response.',
    todo: 'Repeat the element of `replicationSpecs` once per shard instead of `numShards`, and move `diskSizeGB` into `electableSpecs` and the other hardware.',
    sources: ['MongoDB Atlas Administration API specification, cluster record by version (2026-08)'],
  },
  messages: {
    shards: 'Version {date} has no `numShards`. Write one element of `replicationSpecs` per shard.',
    disk: 'Version {date} has no `diskSizeGB` at the root. Move it into the hardware of each region.',
  },
  examples: {
    invalid: [
      {
        title: 'both in a body',
        files: {
          'new.sh': `curl -X POST ${type('2024-10-23')} \\\n  -d '{"name":"a",⟦"diskSizeGB"⟧:40,"replicationSpecs":[{⟦"numShards"⟧:2,"regionConfigs":[]}]}' \\\n  ${ADDRESS}\n`,
        },
      },
      {
        title: 'a body in Python',
        files: {
          'new.py': `requests.post(\n    f"https://cloud.mongodb.com/api/atlas/v2/groups/{g}/clusters",\n    headers={"Accept": "application/vnd.atlas.2025-03-12+json"},\n    json={"name": "a", "replicationSpecs": [{⟦"numShards"⟧: 3}]},\n)\n`,
        },
      },
      {
        title: 'the size outside of the hardware',
        files: {
          'new.sh': `curl -X POST ${type('2024-10-23')} -d '{⟦"diskSizeGB"⟧: 40, "replicationSpecs":[{"regionConfigs":[{"electableSpecs":{"instanceSize":"M10"}}]}]}' ${ADDRESS}\n`,
        },
      },
      {
        title: 'a body in a variable',
        files: {
          'new.js': `const body = { name: 'a', replicationSpecs: [{ ⟦numShards⟧: 2 }] };\nawait fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/\${g}/clusters\`, { method: 'POST', headers: { Accept: 'application/vnd.atlas.2024-10-23+json' }, body: JSON.stringify(body) });\n`,
        },
      },
      {
        title: 'a later version is planned',
        files: {
          'new.sh': `curl -X POST ${type('2023-02-01')} -d '{"replicationSpecs":[{⟦"numShards"⟧:2}]}' ${ADDRESS}\n`,
        },
        config: { plan: [{ change: 'admin-api', to: '2024-10-23' }] },
        severity: 'error',
      },
    ],
    valid: [
      {
        title: 'the version before',
        files: {
          'a.sh': `curl -X POST ${type('2023-02-01')} -d '{"diskSizeGB":40,"replicationSpecs":[{"numShards":2}]}' ${ADDRESS}\n`,
        },
      },
      {
        title: 'the disk inside the hardware',
        files: {
          'a.sh': `curl -X POST ${type('2024-10-23')} -d '{"replicationSpecs":[{"regionConfigs":[{"electableSpecs":{"instanceSize":"M10","diskSizeGB":40}}]}]}' ${ADDRESS}\n`,
        },
      },
      {
        title: 'another operation',
        files: {
          'a.sh': `curl -X POST ${type('2024-10-23')} -d '{"numShards":2}' ${ADDRESS.replace('clusters', 'flexClusters')}\n`,
        },
      },
    ],
  },
  check(file, { profile, plan }) {
    return missingFields(file, profile, plannedVersion(plan))
      .filter(({ reason }) => reason === 'root-shape')
      .map(({ field, at, date }) => ({ message: field === 'numShards' ? 'shards' : 'disk', data: { date }, at }));
  },
});
