import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/plan-steps.ts';
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

  it('quote names that a shell would read otherwise', () => {
    const name = "o'brien $(id)";
    const entry = entryOf({ clusters: [clusterRecord(name)], config: { plan: [{ change: 'shard', cluster: name }] } });
    expect(commandsOf(entry)).toContain("--cluster 'o'\\''brien $(id)'");
    expect(commandsOf(entry)).toContain('/clusters/o%27brien%20%24%28id%29');
  });
});
