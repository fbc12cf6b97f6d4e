import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Example } from '../support/rule-pages.ts';
import { endpoint, record } from '../support/facts-fixture.ts';
import { toldWith } from '../support/told.ts';

const srv = (part: string): string => `mongodb+srv://${part}.qz7xt.mongodb.net`;
const nodes = (mark: string, port: number): string =>
  `mongodb://${[0, 1, 2].map((node) => `willow-shard-00-0${node}${mark}.qz7xt.mongodb.net:${port}`).join(',')}/?ssl=true&authSource=admin&replicaSet=atlas-w4xyz1-shard-0`;
const endpoints = [
  endpoint({
    srv: srv('willow-pl-0'),
    optimized: srv('willow-pl-0-lb'),
    direct: 'mongodb://pl-0-us-east-1.qz7xt.mongodb.net:1024,pl-0-us-east-1.qz7xt.mongodb.net:1025/?ssl=true',
  }),
  endpoint({ srv: srv('willow-pl-1'), id: 'vpce-0bb22' }),
];
const peered = { private: nodes('-pri', 27017), privateSrv: srv('willow-pri') };

type Setup = Pick<Example, 'config' | 'facts'>;
const facts = (...records: unknown[]): NonNullable<Setup['facts']> =>
  Object.fromEntries(records.map((one, at) => [`${at}.json`, one]));
const SETUPS: Readonly<Record<string, Setup>> = {
  'a replica set': { facts: facts(record()) },
  'a sharded cluster with endpoints': {
    facts: facts(record({ type: 'SHARDED', strings: { privateEndpoint: endpoints } }), record({ name: 'alder' })),
    config: { projects: [{ peeringOnly: false, customDnsOnAws: false, regionalizedPrivateEndpoints: false }] },
  },
  'peering on Azure': {
    facts: facts(record({ regions: [['AZURE', 'US_EAST_2']], strings: peered })),
    config: { overrides: [{ files: '**', network: 'peered' }], projects: [{ peeringOnly: true, peering: ['azure'] }] },
  },
  'a plan for several regions': {
    facts: facts(record({ strings: { privateEndpoint: endpoints } })),
    config: {
      plan: [{ change: 'multi-region', cluster: 'willow', regions: ['EU_WEST_1'], regionalizedPrivateEndpoints: true }],
    },
  },
  'a move to Google Cloud and no legacy names': {
    facts: facts(record({ strings: peered })),
    config: {
      plan: [
        { change: 'cloud-provider', cluster: '*', to: 'gcp' },
        { change: 'leave-legacy-hostnames' },
        { change: 'shard', cluster: 'willow' },
      ],
    },
  },
};

const uri = (hosts: string, scheme = 'mongodb'): string => `U=${scheme}://\${U}:\${P}@${hosts}\n`;
const T = 'qz7xt.mongodb.net';
const TEXTS: readonly string[] = [
  ...[
    'willow',
    'wilow',
    'oak',
    'willow-pri',
    'willow-pl-0',
    'willow-pl-1',
    'willow-pl-0-lb',
    'willow-pl-7-lb',
    'alder-pl-0',
    'WILLOW',
  ].map((name) => uri(`${name}.${T}/x`, 'mongodb+srv')),
  ...['willow-qz7xt', 'willow-pl-0-qz7xt', 'willow-pl-0-qz7xt-lb', 'willow.azure'].map((name) =>
    uri(`${name}${name.endsWith('azure') ? `.${T}` : '.mongodb.net'}/x`, 'mongodb+srv'),
  ),
  ...[27_017, 27_016, 27_018, 1_024].map((port) =>
    uri(`willow-shard-00-00.${T}:${port},willow-shard-00-01.${T}:${port},willow-shard-00-02.${T}:${port}/x?tls=true`),
  ),
  uri(`willow-shard-00-00.${T}:27017,willow-shard-00-02.${T}:27017/x?tls=true&replicaSet=atlas-w4xyz1-shard-0`),
  uri(`willow-shard-00-00.${T},willow-shard-00-01.${T}/x?ssl=true&replicaSet=atlas-other1-shard-0`),
  uri(
    `willow-shard-00-00-pri.${T}:27017,willow-shard-00-01-pri.${T}:27017,willow-shard-00-02-pri.${T}:27017/x?tls=true`,
  ),
  uri(`willow-shard-00-00.${T}:27017,willow-shard-00-01-pri.${T}:27017/x?tls=true`),
  uri(`willow-shard-00-00.${T}:27017,alder-shard-00-01.${T}:27017/x?tls=true`),
  uri(`willow-shard-00-09.${T}:27017/x?tls=true&directConnection=true`),
  uri(`pl-0-us-east-1.${T}:1024,pl-0-us-east-1.${T}:1025/x?tls=true`),
  uri(`pl-0-us-east-1.${T}:27017/x?tls=true`),
  uri(`pl-9-eu-west-1.${T}:1024/x?tls=true`),
  uri(`willow.${T}:27017/x`),
  uri(`willow-shard-00-00.${T}:27017/x`, 'mongodb+srv'),
  uri(`willow.${T}/x?readPreference=nearest&loadBalanced=true`, 'mongodb+srv'),
  `HOST=willow.${T}\nNODE=willow-shard-00-00.${T}:27017\nOLD=willow-shard-00-00-qz7xt.mongodb.net\n`,
];

const FILE = new URL('../../fixtures/findings-known.txt', import.meta.url);
const all = Object.entries(SETUPS).map(([name, setup]) => ({
  name,
  lines: () =>
    TEXTS.flatMap((text) => [`# ${text.trimEnd().replaceAll('\n', ' ')}`, ...toldWith(setup, 'app.env', text)]),
}));
if (process.env.UPDATE_FIXTURES) {
  writeFileSync(FILE, all.map(({ name, lines }) => `## ${name}\n${lines().join('\n')}\n`).join('\n'));
}
const expected = new Map(
  readFileSync(FILE, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section.trimEnd().split('\n').slice(1)] as const),
);

/** Run with UPDATE_FIXTURES=1 to rewrite them, then review the diff. */
describe('fixtures/findings-known.txt', () => {
  it.each(all)('$name', ({ name, lines }) => {
    expect(lines()).toEqual(expected.get(name));
  });
});
