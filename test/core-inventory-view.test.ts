import { describe, expect, it } from 'vitest';
import { inventoryView } from '../src/core/inventory-view.ts';
import { endpoint, factsOf, GROUP, record } from './facts-fixture.ts';

const known = (facts: readonly { name: string; value: string | null }[]) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));

describe('what is known', () => {
  const view = inventoryView(
    factsOf(
      [
        record({
          name: 'Zebra',
          type: 'SHARDED',
          regions: [
            ['GCP', 'CENTRAL_US'],
            ['AWS', 'US_EAST_1'],
          ],
        }),
        record({
          name: 'alder',
          strings: { privateEndpoint: [endpoint({ srv: 'mongodb+srv://alder-pl-0.qz7xt.mongodb.net' })] },
        }),
      ],
      ['privateIpMode.json', { enabled: true }],
      ['awsCustomDNS.json', { enabled: false }],
    ),
  );

  it('of clusters, by their names', () => {
    expect(view.clusters.map(({ name, project }) => [name, project])).toEqual([
      ['Zebra', GROUP],
      ['alder', GROUP],
    ]);
    expect(known(view.clusters[0]!.facts)).toEqual({
      type: 'SHARDED',
      regions: 'gcp CENTRAL_US, aws US_EAST_1',
      providers: 'gcp, aws',
      tier: 'dedicated',
      version: '7.0.9',
      made: '2022-03-04',
      'ever had the Legacy SRV string': null,
    });
    expect(view.clusters[1]!.strings.map(({ kind, form }) => `${kind} ${form}`)).toEqual([
      'standard srv',
      'standard direct',
      'private-endpoint srv',
    ]);
    expect(view.clusters[0]!.source).toBe('facts/0.json');
  });

  it('of the project, with its source', () => {
    expect(known(view.project)).toEqual({
      'peering-only mode': 'on',
      'custom DNS on AWS': 'off',
      'regionalized private endpoints': null,
      peering: null,
      'network containers': null,
      'port-mapped endpoints': null,
      'endpoint services': null,
    });
    expect(view.project[0]!.source).toContain('privateIpMode.json');
    expect(view).toMatchObject({ pulledAt: null, endpointServices: [], targets: 0 });
  });

  it('and what is missing, with how to get it', () => {
    expect(view.missing.map(({ fact, of }) => [fact, of])).toEqual([
      ['regionalized private endpoints (regionalMode)', []],
      ['peering connections', []],
      ['private endpoint services', []],
    ]);
    expect(view.missing[0]!.how).toContain('project.regionalizedPrivateEndpoints');
    expect(inventoryView(factsOf()).missing.map(({ fact }) => fact)).toEqual([
      'cluster record',
      'peering-only mode (privateIpMode)',
      'custom DNS on AWS (awsCustomDNS)',
      'regionalized private endpoints (regionalMode)',
      'peering connections',
      'private endpoint services',
    ]);
    const bare = inventoryView(factsOf([{ name: 'bare', groupId: GROUP, connectionStrings: {} }]));
    expect(bare.missing.slice(0, 7).map(({ fact, of }) => [fact, of])).toEqual(
      [
        'cluster record',
        'cluster type',
        'provider of the cluster',
        'regions of the cluster',
        'creation date of the cluster',
        'database version',
        'tier of the cluster',
      ].map((fact) => [fact, ['bare']]),
    );
  });
});
