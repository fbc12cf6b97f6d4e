import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { lintText } from '../support/lint-text.ts';

// Texts about connection strings in published packages: none contains a string, and nothing is reported.

const values = (path: string, text: string): string[] =>
  findStrings({ path, text }, ATLAS).map(({ literal: { value } }) => value);

describe('documentation of a client library', () => {
  it.each([
    '/** Network-peering-aware mongodb://connection strings for each interface endpoint. */',
    '/** Public mongodb+srv://connection string. */',
    '// a mongodb://URI, or a list of mongodb+srv://URIs',
    '// the mongodb://protocol.',
  ])('names no string: %s', (text) => {
    expect(values('client.d.ts', text)).toEqual([]);
    expect(values('README.md', `${text}\n`)).toEqual([]);
  });

  it.each([
    ['client.ts', "const uri = 'mongodb://connection';"],
    ['compose.yml', 'URI: mongodb://connection'],
    ['README.md', 'Go to mongodb://connection/shop now.'],
    ['README.md', 'Go to mongodb://connection:27017 now.'],
  ])('keeps a host that has such a name: %s', (path, text) => {
    expect(values(path, text)).toHaveLength(1);
  });

  it('shows a password that is none', () => {
    const text = '/**\n *     connect(\'mongodb://val:psw@127.0.0.1:27017/mydb\').pass; // "psw"\n */\n';
    expect(lintText('lib/connection.js', text)).toEqual([]);
  });
});

describe('the record of a flex cluster', () => {
  const members = ['clusterType', 'connectionStrings', 'mongoDbVersion', 'stateName', 'backupSettings'];
  const reads = (fields: readonly string[]): string =>
    fields.map((name) => `inputs["${name}"] = state?.${name};\n`).join('');

  it('has provider settings of its own', () => {
    const text = `class FlexCluster {\n${reads([...members, 'providerSettings'])}}\n`;
    expect(values('flexCluster.js', text)).toEqual([]);
    expect(values('cluster.js', text.replace('Flex', ''))).toEqual(['providerSettings']);
  });

  it('does not count for a record of the other kind beside it', () => {
    const text = `// flexCluster or cluster\n${reads([...members, 'providerSettings', 'srvAddress'])}`;
    expect(values('a.js', text)).toEqual(['providerSettings', 'srvAddress']);
  });
});
