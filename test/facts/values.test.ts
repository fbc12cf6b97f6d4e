import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import { hasEndpointIn } from '../../src/facts/query.ts';
import * as json from '../../src/text/json.ts';
import { readFacts } from '../../src/facts/read.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { record } from '../support/facts-fixture.ts';

describe('values of unknown shape', () => {
  it.each<[value: unknown, date: string | undefined]>([
    ['2024-05-06', '2024-05-06T00:00:00.000Z'],
    [' 2024-05-06 ', '2024-05-06T00:00:00.000Z'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.1234Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T07:08:09-02:30', '2024-05-06T09:38:09.000Z'],
    ['2024-05-06T07:08:09Z x', undefined],
    ['x 2024-05-06', undefined],
    ['2024-13-06', undefined],
    ['May 6, 2024', undefined],
    ['', undefined],
    [20240506, undefined],
    [undefined, undefined],
  ])('%j as a date', (value, date) => {
    expect(json.utcDate(value)).toBe(date);
  });

  it.each<[value: unknown, text: string | undefined, flag: boolean | undefined, object: boolean, objects: number]>([
    [' a ', 'a', undefined, false, 0],
    ['  ', undefined, undefined, false, 0],
    [0, undefined, undefined, false, 0],
    [true, undefined, true, false, 0],
    [false, undefined, false, false, 0],
    ['true', 'true', undefined, false, 0],
    [null, undefined, undefined, false, 0],
    [{}, undefined, undefined, true, 1],
    [[], undefined, undefined, false, 0],
    [[{}, 1, null, {}], undefined, undefined, false, 2],
  ])('%j', (value, text, flag, object, objects) => {
    expect([json.textOf(value), json.flagOf(value)]).toEqual([text, flag]);
    expect(json.objectOf(value)).toBe(object ? value : undefined);
    expect(json.objectsOf(value)).toHaveLength(objects);
  });

  it('lists of text, and the first of several names', () => {
    expect(json.textsOf(['a', '', 1, ' b '])).toEqual(['a', 'b']);
    expect(json.textsOf('a')).toEqual([]);
    expect(json.firstText({ a: '', b: ' x ', c: 'y' }, ['z', 'a', 'b', 'c'])).toBe('x');
    expect(json.firstText({ a: 1 }, ['a'])).toBeUndefined();
    expect(json.hasAny({ a: null, b: 0 }, ['a', 'c'])).toBe(false);
    expect(json.hasAny({ a: null, b: 0 }, ['a', 'b'])).toBe(true);
    expect(json.hasAny({}, ['toString'])).toBe(false);
  });

  it('names as Terraform writes them', () => {
    const snake = { replication_specs: [{ zone_name_2: 'a_b', ID: 1, X_Y: 2, _a: 3 }], name: null };
    const camel = { replicationSpecs: [{ zoneName2: 'a_b', ID: 1, X_Y: 2, _a: 3 }], name: null };
    expect(json.camelObject(snake)).toEqual(camel);
    const plain = { name: 'a', inner: { zone_name: 1 } };
    expect(json.camelObject(plain)).toBe(plain);
    expect(json.camelKeys('a_b')).toBe('a_b');
  });
});

const context = (file = 'f.json', as: Parameters<typeof readFacts>[1]['as'] = null) => ({ file, as, profile: ATLAS });

describe('a fact file', () => {
  const read = (value: unknown, file?: string, as?: Parameters<typeof readFacts>[1]['as']) => {
    const { pieces, problems, notices } = readFacts(value, context(file, as));
    return {
      pieces: pieces.map((piece) =>
        'about' in piece ? piece.about : 'setting' in piece ? `${piece.setting} ${String(piece.enabled)}` : piece.kind,
      ),
      said: [...problems, ...notices].map(({ message }) => message),
    };
  };
  const nothing = 'The file contains nothing that connlint can use.';
  const ALL_SERVICES = ['endpointServices aws', 'endpointServices azure', 'endpointServices gcp'];

  it.each<[file: string, as: Parameters<typeof readFacts>[1]['as'], pieces: string[], said: string[]]>([
    ['peers.json', null, ['peers aws'], []],
    ['peers-azure.json', null, ['peers azure'], []],
    ['endpointService-gcp.json', null, ['endpointServices gcp'], []],
    ['containers.json', null, ['containers'], []],
    ['endpoint-service.json', null, ALL_SERVICES, []],
    ['clusters.json', null, [], [nothing]],
    ['other.json', null, [], [nothing]],
    ['discovery.json', null, [], [nothing]],
    ['other.json', 'peers', ['peers aws'], []],
    ['other.json', 'endpointServices', ALL_SERVICES, []],
    ['peers.json', 'clusters', [], [nothing]],
    ['peers/x.json', null, [], [nothing]],
    [String.raw`x\peers.json`, null, ['peers aws'], []],
  ])('with an empty list, %s, called %s', (file, as, pieces, said) => {
    expect(read([], file, as)).toEqual({ pieces, said });
  });

  it.each<[value: unknown, file: string, pieces: string[]]>([
    [{ enabled: true }, 'private-ip-mode.json', ['peeringOnly true']],
    [{ enabled: false, links: [] }, 'x/PrivateIpMode.json', ['peeringOnly false']],
    [{ enabled: true }, 'aws_custom_dns.json', ['customDnsOnAws true']],
    [{ enabled: true }, 'regionalMode.json', ['regionalizedPrivateEndpoints true']],
    [{ results: [record(), record({ name: 'b' })], totalCount: 2 }, 'x.json', ['cluster', 'cluster', 'clusters']],
    [{ results: [record()], totalCount: 2 }, 'x.json', ['cluster', 'clusters']],
    [{ results: [record()] }, 'x.json', ['cluster']],
    [[record(), { results: [record()] }], 'x.json', ['cluster', 'cluster']],
  ])('%j in %s', (value, file, pieces) => {
    expect(read(value, file)).toEqual({ pieces, said: [] });
  });

  it.each<[value: unknown, said: RegExp]>([
    [1, /neither a JSON object nor a list/],
    ['text', /neither a JSON object nor a list/],
    [null, /neither a JSON object nor a list/],
    [{ a: 1 }, /does not know this form/],
    [{ enabled: true, other: 1 }, /does not know this form/],
    [{ enabled: true }, /does not say which setting/],
    [[1, 2, { a: 1 }], /neither a JSON object nor a list/],
  ])('%j is reported once', (value, said) => {
    const { said: all } = read(value);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatch(said);
  });
});

describe('a cluster as the config describes it', () => {
  it.each<[hand: object, expected: object]>([
    [{}, { sharded: undefined, providers: undefined, regions: undefined }],
    [{ sharded: false }, { sharded: false }],
    [{ provider: ['aws'] }, { providers: ['aws'], regions: undefined }],
    [{ provider: ['aws', 'gcp'] }, { providers: ['aws', 'gcp'] }],
    [
      { provider: ['azure'], regions: ['US_EAST_2', 'EUROPE_WEST'] },
      { regions: [{ provider: 'azure' }, { provider: 'azure' }] },
    ],
    [{ provider: ['azure', 'aws'], regions: ['US_EAST_2'] }, { regions: [{ provider: null }] }],
    [{ regions: ['US_EAST_2', 'us-east-2'] }, { regions: [{ name: 'US_EAST_2' }] }],
    [{ createdAt: '2020-01-02' }, { createdAt: '2020-01-02T00:00:00.000Z' }],
    [{ token: 'AbC12' }, { tokens: ['abc12'] }],
  ])('%j', (hand, expected) => {
    const { facts } = buildFacts([], { projects: [{ clusters: { Willow: hand } }] });
    expect(facts.clusters[0]).toMatchObject({
      name: 'Willow',
      label: 'willow',
      isDeclared: true,
      source: 'config: clusters.Willow',
      ...expected,
    });
  });

  it('beside a file: what differs is unknown, and reported', () => {
    const inputs = [
      { file: 'privateIpMode.json', value: { enabled: true } },
      { file: 'awsCustomDNS.json', value: { enabled: false } },
      { file: 'peers.json', value: [{ vpcId: 'v', statusName: 'AVAILABLE', providerName: 'AWS', containerId: 'c' }] },
    ];
    const hand = { peeringOnly: false, customDnsOnAws: false, regionalizedPrivateEndpoints: true };
    const { facts } = buildFacts(inputs, { projects: [{ ...hand, peering: ['gcp'] }] });
    expect(facts.project.peeringOnly).toBeUndefined();
    expect(facts.project).toMatchObject({
      customDnsOnAws: { value: false, source: 'awsCustomDNS.json' },
      regionalizedPrivateEndpoints: { value: true, source: 'config: project.regionalizedPrivateEndpoints' },
      peering: { aws: true, azure: false, gcp: true },
    });
    expect(facts.notices).toEqual([
      {
        code: 'fact-conflict',
        file: 'privateIpMode.json',
        message: 'peeringOnly is true in privateIpMode.json but false in config: project.peeringOnly.',
      },
    ]);
  });

  it('names all its endpoints, where no file does', () => {
    const endpoints = [{ provider: 'aws' as const, region: 'US_EAST_1' }];
    const { facts } = buildFacts([], { projects: [{ endpoints }] });
    expect(hasEndpointIn(facts, 'us-east-1', 'aws')).toBe(true);
    expect(hasEndpointIn(facts, 'eu-west-1', 'aws')).toBe(false);
    const listed = { file: 'endpointServices.json', value: [] };
    const both = buildFacts([listed], { projects: [{ endpoints }] }).facts;
    expect(hasEndpointIn(both, 'us-east-1', 'aws')).toBeUndefined();
    expect(both.notices).toMatchObject([{ code: 'fact-conflict', file: 'endpointServices.json' }]);
  });
});
