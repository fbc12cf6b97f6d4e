import { expect, it } from 'vitest';
import { removedFields, reshapedFields } from '../../src/admin-api/record-fields.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { foundFile } from '../support/found-file.ts';

const V2 = 'https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters';
const type = (date: string): string => `application/vnd.atlas.${date}+json`;
const fetched = (body: string, date = '2023-02-01'): string =>
  `await fetch('${V2}', { method: 'POST', headers: { Accept: '${type(date)}' }, body: JSON.stringify(${body}) });\n`;
const posted = (body: string, date = '2023-02-01'): string =>
  `requests.post("${V2}", headers={"Accept": "${type(date)}"}, json=${body})\n`;
const curl = (more: string, date = '2023-02-01', address = V2): string =>
  `curl -H 'Accept: ${type(date)}' ${address} ${more}\n`;
const answer = (use: string): string =>
  `r = requests.get("${V2}", headers={"Accept": "${type('2024-08-05')}"})\n${use}\n`;

const found = (path: string, text: string, planned: string | null = null): string[] =>
  (
    [
      ['root-shape', reshapedFields],
      ['removed', removedFields],
    ] as const
  ).flatMap(([reason, fieldsIn]) =>
    fieldsIn(foundFile(path, text), ATLAS, planned).map(({ field }) => `${field} ${reason}`),
  );

it.each<[title: string, path: string, text: string, ...fields: string[]]>([
  ['bare keys', 'a.ts', fetched(`{ replicationFactor: 3, autoScaling: {} }`), 'replicationFactor', 'autoScaling'],
  [
    'a body above',
    'a.ts',
    `const body = {\n  numShards: 2,\n  providerSettings: {},\n};\n${fetched('body')}`,
    'numShards',
    'providerSettings',
  ],
  ['Python', 'a.py', posted('{"name": "a", "numShards": 2}'), 'numShards'],
  ['the shell', 'a.sh', curl(`-d '{"numShards":2}'`), 'numShards'],
  ['a filter', 'a.sh', curl(`| jq -r '.results[].mongoURI'`), 'mongoURI'],
  ['an answer', 'a.py', answer('x = r.json()["mongoURI"]'), 'mongoURI'],
  ['an answer in a loop', 'a.py', answer("for c in r.json()['results']:\n  c.get('autoScaling')"), 'autoScaling'],
  [
    'a nested field of another kind',
    'a.py',
    answer('x = r.json()["replicationSpecs"][0]["regionsConfig"]'),
    'regionsConfig',
  ],
])('a removed field in %s', (_, path, text, ...fields) => {
  expect(found(path, text)).toEqual(fields.map((field) => `${field} removed`));
});

it.each<[title: string, path: string, text: string]>([
  ['shards of an element before 2024-08-05', 'a.py', posted('{"replicationSpecs": [{"numShards": 2}]}')],
  ['the first generation', 'a.sh', curl(`-d '{"numShards":2}'`, '2023-01-01')],
  [
    'a flex cluster',
    'a.sh',
    curl(`-d '{"providerSettings":{}}'`, '2024-08-05', V2.replace('clusters', 'flexClusters')),
  ],
  [
    'settings of another service',
    'a.ts',
    `const kafka = { topic: 'orders', replicationFactor: 3, numShards: 6 };\n${fetched('{}')}`,
  ],
  ['a setting of the program', 'a.py', answer('connect(config["mongoURI"])')],
  ['the scaling of a region', 'a.py', answer('x = regionConfigs["autoScaling"]')],
  ['a choice between generations', 'a.py', answer('x = c.get("mongoURI") or c["connectionStrings"]["standard"]')],
  ['a comment', 'a.sh', `# jq '.srvAddress'\n${curl('')}`],
  ['a file with an older call', 'a.sh', curl(`| jq '.srvAddress'`) + curl('', '2023-01-01')],
])('none in %s', (_, path, text) => {
  expect(found(path, text)).toEqual([]);
});

it('a field that a planned version does not have', () => {
  expect(found('a.sh', curl(`-d '{"numShards":2}'`, '2023-01-01'), '2023-02-01')).toEqual(['numShards removed']);
});

it('fields that moved', () => {
  const body = `{"diskSizeGB":40,"replicationSpecs":[{"numShards":2,"electableSpecs":{"diskSizeGB":40}}]}`;
  expect(found('a.sh', curl(`-d '${body}'`, '2024-10-23'))).toEqual(['diskSizeGB root-shape', 'numShards root-shape']);
});
