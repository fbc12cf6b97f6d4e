import { describe, expect, it, vi } from 'vitest';
import type { VersionData } from '../../src/classify/api-versions.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

vi.mock('../../src/classify/api-versions.json', async (): Promise<{ default: VersionData }> => {
  const { readOperations } = await import('../../tools/api-versions/read-api-spec.ts');
  const { ATLAS } = await import('../../src/classify/service.ts');
  const media = (date: string, sunset?: string): object => ({
    [`application/vnd.atlas.${date}+json`]: { schema: {}, ...(sunset && { 'x-sunset': sunset }) },
  });
  const of = (operationId: string, ...versions: readonly object[]): object => ({
    operationId,
    responses: { '200': { content: Object.assign({}, ...versions) as object } },
  });
  /** A later specification: the list of clusters has a new version, and the call that creates one is gone. */
  const LATER = {
    openapi: '3.0.1',
    paths: {
      '/api/atlas/v2/groups/{groupId}/clusters': {
        get: of('listGroupClusters', media('2024-08-05', '2027-01-15'), media('2026-10-01')),
      },
      '/api/atlas/v2/groups/{groupId}/clusters/{clusterName}': {
        get: of('getGroupCluster', media('2024-08-05'), media('2026-10-01')),
        patch: of('updateGroupCluster', media('2024-10-23'), media('2026-10-01')),
      },
    },
  };
  const operations = readOperations(LATER, ATLAS);
  return { default: { source: 'a later specification', date: '2026-11-01', names: {}, releases: [], operations } };
});

describe('a table from a later specification', () => {
  const call = (method: string, date: string): string =>
    `curl -X ${method} -H "Accept: application/vnd.atlas.${date}+json" https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters\n`;
  const planned = (text: string): ReturnType<typeof entryOf> =>
    entryOf({ files: { 'a.sh': text }, config: { plan: [{ change: 'admin-api', to: '2026-10-01' }] } });

  it('decides the plan to leave older versions', () => {
    const old = planned(call('GET', '2024-08-05'));
    expect([old.verdict, old.strings.map(({ file, line }) => [file, line])]).toEqual(['blocked', [['a.sh', 1]]]);
    expect(JSON.stringify(old.steps)).toContain('2026-10-01');
    expect(planned(call('GET', '2026-10-01')).verdict).toBe('ready');
  });

  it('keeps a plan open for a call that it does not contain', () => {
    expect(planned(call('POST', '2024-08-05')).verdict).not.toBe('ready');
  });

  it('gives printed commands their newest version', () => {
    const change = { change: 'shard', cluster: 'till' };
    const { steps } = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t\n' },
      clusters: [clusterRecord('till')],
      config: { plan: [change] },
    });
    const named = JSON.stringify(steps).match(/vnd\.atlas\.[\d-]+/g);
    expect(new Set(named)).toEqual(new Set(['vnd.atlas.2026-10-01']));
  });
});
