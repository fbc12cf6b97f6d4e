import { listedAs } from '../../src/lint/replacements.ts';
import { describe, expect, it } from 'vitest';
import { clusterIn, endpoint, factsOf, record, standardStrings } from '../support/facts-fixture.ts';

describe('strings', () => {
  const pair = {
    srv: 'mongodb+srv://willow-pl-0.qz7xt.mongodb.net',
    optimized: 'mongodb+srv://willow-pl-0-lb.qz7xt.mongodb.net',
  };

  it('lists every string once, with field, kind and endpoint', () => {
    const cluster = clusterIn(
      record({
        type: 'SHARDED',
        strings: {
          privateSrv: 'mongodb+srv://willow-pri.qz7xt.mongodb.net',
          privateEndpoint: [endpoint({ ...pair, direct: 'mongodb://pl-0-us-east-1.qz7xt.mongodb.net:1024/?ssl=true' })],
          awsPrivateLinkSrv: { 'vpce-0aa11': pair.srv },
          awsPrivateLink: { 'vpce-0aa11': 'mongodb://pl-0-us-east-1.qz7xt.mongodb.net:1031/?ssl=true' },
        },
      }),
    );
    expect(
      cluster.listed.map(({ field, kind, form, endpoint: at }) => [
        field.slice('connectionStrings.'.length),
        kind,
        form,
        at,
      ]),
    ).toEqual([
      ['standardSrv', 'standard', 'srv', null],
      ['standard', 'standard', 'direct', null],
      ['privateSrv', 'private', 'srv', null],
      ['privateEndpoint[0].srvConnectionString', 'private-endpoint', 'srv', 0],
      ['privateEndpoint[0].srvShardOptimizedConnectionString', 'optimized', 'srv', 0],
      ['privateEndpoint[0].connectionString', 'private-endpoint', 'direct', 0],
      ['awsPrivateLink[vpce-0aa11]', 'private-endpoint', 'direct', null],
    ]);
    expect(cluster.endpoints[0]).toEqual([
      {
        endpointId: 'vpce-0aa11',
        provider: 'aws',
        region: { provider: 'aws', region: 'us-east-1', name: 'US_EAST_1' },
      },
    ]);
  });

  it('keeps a cluster whose name looks like a marked host a standard one', () => {
    const cluster = clusterIn(record({ name: 'shop-lb' }));
    expect(listedAs(cluster, 'standard')[0]?.text).toBe('mongodb+srv://shop-lb.qz7xt.mongodb.net');
  });

  it.each([
    ['mongodb+srv://app:Canary-41@willow.qz7xt.mongodb.net', 'mongodb+srv://willow.qz7xt.mongodb.net'],
    ['mongodb+srv://app:Can/ary-41@willow.qz7xt.mongodb.net', 'mongodb+srv://willow.qz7xt.mongodb.net'],
    ['mongodb+srv://app:Can?ary-41@x@willow.qz7xt.mongodb.net/?w=1', 'mongodb+srv://willow.qz7xt.mongodb.net/?w=1'],
    [
      'mongodb+srv://willow.qz7xt.mongodb.net/?w=1&tlsCertificateKeyFilePassword=Canary-41&retryWrites=true',
      'mongodb+srv://willow.qz7xt.mongodb.net/?w=1&retryWrites=true',
    ],
    ['mongodb+srv://Canary-41', undefined],
    ['Canary-41', undefined],
  ])('keeps no credential that a hand-made file contains: %s', (written, kept) => {
    const facts = factsOf(record({ strings: { standardSrv: written } }));
    expect(facts.clusters[0]?.listed.find(({ form }) => form === 'srv')?.text).toBe(kept);
    expect(JSON.stringify(facts)).not.toMatch(/Can.?ary-41/);
  });

  it('takes no offence at strings that are not there', () => {
    const empty = { standard: '', standardSrv: null, private: 7, privateEndpoint: null, awsPrivateLink: [] };
    const cluster = clusterIn({ ...record(), connectionStrings: empty });
    expect(cluster.listed).toEqual([]);
  });

  it('knows the hosts of a standard list with their ports', () => {
    const { standard } = standardStrings('willow', 'qz7xt', true);
    const hosts = clusterIn(record({ type: 'SHARDED' })).listed.find(({ text }) => text === standard)?.hosts;
    expect(hosts?.[2]).toEqual({ host: 'willow-shard-00-02.qz7xt.mongodb.net', port: 27016 });
  });
});
