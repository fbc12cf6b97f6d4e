import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/plan-steps.ts';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { planCommand } from '../../src/plan/commands.ts';
import type { PlannedChange } from '../../src/config/plan.ts';
import { changeOf } from '../../src/cli/commands/plan.ts';
import { parseOptions } from '../../src/cli/options.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

describe('commands', () => {
  const off = { plan: [{ change: 'disable-peering-only' }] };

  it('use the words of another service', () => {
    const service = {
      name: 'Hosted DB',
      schemes: ['db', 'db+srv'],
      domains: ['db.example'],
      api: { hosts: ['api.svc.example'], path: '/api/svc/', mediaType: 'application/vnd.svc' },
    };
    const strings = { standardSrv: 'db+srv://till.h6j2m.db.example', privateSrv: 'db+srv://till-pri.h6j2m.db.example' };
    const entry = entryOf({ clusters: [clusterRecord('till', { strings })], config: { ...off, service } });
    expect(commandsOf(entry)).toContain("'{base_url}/api/svc/v2/groups/6400000000000000000000e1/privateIpMode'");
    expect(commandsOf(entry)).toContain('application/vnd.svc.2023-01-01+json');
    expect(commandsOf(entry)).toContain('db+srv://till-pri.h6j2m.db.example/');
    expect(commandsOf(entry)).not.toContain('mongodb.');
  });

  it('go to the API of the government cloud for its clusters', () => {
    const strings = { standardSrv: 'mongodb+srv://till.h6j2m.mongodbgov.net' };
    const entry = entryOf({ clusters: [clusterRecord('till', { strings })], config: off });
    expect(commandsOf(entry)).toContain('https://cloud.mongodbgov.com/api/atlas/v2/');
  });

  it('leave the project open when its id is none', () => {
    const odd = [clusterRecord('a', { groupId: "'; touch x; '" })];
    expect(commandsOf(entryOf({ clusters: odd, config: off }))).toContain('/groups/{groupId}/privateIpMode');
  });

  it('fetch the facts of one of several projects by its id', () => {
    const [first, second] = ['6400000000000000000000e1', '6400000000000000000000e2'];
    const files = {
      'one.json': JSON.stringify(clusterRecord('till', { groupId: first })),
      'two.json': JSON.stringify(clusterRecord('shop', { groupId: second })),
    };
    const projects = { one: { id: first, inventory: ['one.json'] }, two: { id: second, inventory: ['two.json'] } };
    const plan = [{ change: 'cloud-provider', cluster: 'two/shop', to: 'gcp' }];
    expect(commandsOf(entryOf({ files, config: { projects, plan } }))).toContain(`connlint pull --project ${second}\n`);
    expect(commandsOf(entryOf({ clusters: [clusterRecord('till')], config: off }))).toMatch(/pull$/m);
  });

  it('quote names that a shell would read otherwise', () => {
    const name = "o'brien $(id)";
    const entry = entryOf({ clusters: [clusterRecord(name)], config: { plan: [{ change: 'shard', cluster: name }] } });
    expect(commandsOf(entry)).toContain("--cluster 'o'\\''brien $(id)'");
    expect(commandsOf(entry)).toContain('/clusters/o%27brien%20%24%28id%29');
  });
});

describe('planCommand', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9 $'"`&|;()<>-]{0,12}[A-Za-z0-9]$/).map((text) => `a${text}`);
  const cluster = fc.oneof(fc.constant('*'), name);
  const answers = fc.record(
    { project: name, downtime: name, strings: fc.record({ none: name }) },
    { requiredKeys: [] },
  );
  const change: fc.Arbitrary<object> = fc.oneof(
    fc.record(
      {
        change: fc.constant('multi-region'),
        cluster,
        regions: fc.array(fc.constantFrom('US_EAST_1', 'eu-west-1', 'westeurope', 'US_EAST_2'), { minLength: 1 }),
        regionalizedPrivateEndpoints: fc.boolean(),
      },
      { requiredKeys: ['change', 'cluster', 'regions'] },
    ),
    fc.record({ change: fc.constantFrom('disable-peering-only', 'leave-legacy-hostnames') }),
    fc.record({ change: fc.constant('cloud-provider'), cluster, to: fc.constantFrom('aws', 'azure', 'gcp') }),
    fc.record({ change: fc.constantFrom('regionalized-endpoints', 'custom-dns'), enabled: fc.boolean() }),
    fc.record({ change: fc.constantFrom('shard', 'port-mapped-endpoints'), cluster }),
    fc.record({ change: fc.constant('admin-api'), to: fc.constantFrom('2023-02-01', '2025-03-12') }),
  );

  it('repeats everything that the plan says', () => {
    const cases = fc.sample(fc.tuple(change, answers), { numRuns: 150, seed: 3 });
    const planned = cases.map(([words, more]) => ({ ...words, ...more })) as PlannedChange[];
    // A shell reads the commands as an operator's does.
    const script = planned.map((one) => `set -- ${planCommand(one)}; printf '%s\\0' "$@"; printf '\\n\\0'`).join('\n');
    const printed = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\n\0').slice(0, -1);
    const read = printed.map((words) => changeOf(parseOptions(words.split('\0').slice(2, -1), 'plan')));
    expect(read).toEqual(planned);
  });
});
