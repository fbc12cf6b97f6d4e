import { describe, expect, it } from 'vitest';
import { exampleRecord } from '../support/example-record.ts';
import type { Finding } from '../../src/lint/finding.ts';
import type { Example } from '../support/rule-pages.ts';
import { applied, runExample } from '../support/run-example.ts';

type Case = Omit<Example, 'title'>;

function run(example: Case) {
  const result = runExample({ title: '', ...example });
  const rules = result.findings.map(({ rule }) => rule);
  const found = (rule: string): Finding => result.findings.find((finding) => finding.rule === rule)!;
  const missing = (rule: string): string[] =>
    result.unknown.filter((one) => one.rule === rule).map((one) => one.missing);
  return { ...result, rules, found, missing };
}

/** A file after the fix or, without one, after the first suggestion of a finding. */
function repaired({ files, found }: ReturnType<typeof run>, rule: string): string {
  const { file, fix, suggestions } = found(rule);
  return applied(files[file]!, (fix ?? suggestions[0])!);
}

const SHARDED = exampleRecord('mills', 'b1n2m', { sharded: true });

describe('what cannot be judged is reported', () => {
  it.each<[rule: string, text: string, missing: string[], config?: unknown]>([
    ['host-not-in-record', 'mongodb+srv://mills-pri.b1n2m.mongodb.net/m', ['cluster record']],
    ['host-not-in-record', 'mongodb+srv://mills-pl-0-lb.b1n2m.mongodb.net/m', ['cluster record']],
    ['multi-cloud-read-preference', 'mongodb+srv://mills-pl-0.b1n2m.mongodb.net/m', ['cluster record']],
    ['replica-set-name', 'mongodb+srv://mills.b1n2m.mongodb.net/m?replicaSet=rs0', ['cluster record']],
    ['wrong-port', 'mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017/?tls=true', ['cluster type']],
    [
      'endpoint-region-mismatch',
      'mongodb+srv://mills-pl-0-us-east-1.b1n2m.mongodb.net/m',
      ['where the code of this file runs (overrides: network)'],
    ],
    ['host-not-in-record', 'mongodb+srv://mills.b1n2m.mongodb.net/m', []],
    ['standard-string-in-peered-network', 'mongodb+srv://mills.b1n2m.mongodb.net/m', []],
    [
      'standard-string-in-peered-network',
      'mongodb+srv://mills.b1n2m.mongodb.net/m',
      ['provider of the cluster'],
      { overrides: [{ files: ['**'], network: 'peered' }] },
    ],
    [
      'standard-string-in-peered-network',
      'mongodb+srv://mills.b1n2m.gcp.mongodb.net/m',
      ['peering connections'],
      { overrides: [{ files: ['**'], network: 'peered' }] },
    ],
    [
      'standard-string-in-peered-network',
      'mongodb+srv://mills.b1n2m.gcp.mongodb.net/m',
      ['where the code of this file runs (overrides: network)'],
      { projects: [{ peering: ['gcp'] }] },
    ],
    [
      'host-not-in-record',
      'mongodb+srv://mills-pl-0-lb.b1n2m.mongodb.net/m',
      ['database version', 'regions of the cluster'],
      { projects: [{ clusters: { mills: { sharded: true, provider: 'aws' } } }] },
    ],
  ])('%s: %s', (rule, text, missing, config) => {
    const result = run({ files: { 'a.env': `URI=${text}\n` }, ...(config === undefined ? {} : { config }) });
    expect(result.missing(rule)).toEqual(missing);
    expect(result.rules).not.toContain(rule);
  });

  it('a driver without a version', () => {
    const files = {
      'pom.xml': '<dependency><groupId>org.mongodb</groupId><artifactId>mongodb-driver-sync</artifactId></dependency>',
    };
    const text = 'URI=mongodb+srv://mills-pl-0-lb.b1n2m.mongodb.net/m\n';
    expect(run({ files: { ...files, '.env': text } }).missing('driver-too-old')).toEqual(['driver version']);
    expect(run({ files: { '.env': text } }).missing('driver-too-old')).toEqual([]);
  });

  it('says nothing of other servers and of examples', () => {
    const files = {
      'a.env': 'A=mongodb://localhost:27018/?replicaSet=rs0\nB=mongodb+srv://cluster0-pri.xxxxx.mongodb.net/\n',
    };
    const { unknown, findings } = run({ files, facts: { 'mills.json': SHARDED } });
    expect(unknown.map(({ rule }) => rule)).toEqual([]);
    expect(findings.map(({ rule }) => rule)).not.toContain('replica-set-name');
  });
});

describe('the most specific rule reports alone', () => {
  it('about a private string that does not exist', () => {
    const { rules } = run({
      files: { 'a.env': 'URI=mongodb+srv://looms-pri.b1n2m.mongodb.net/m\n' },
      facts: { 'looms.json': exampleRecord('looms', 'b1n2m') },
    });
    expect(rules).toEqual(['host-not-in-record']);
  });

  it('about an optimized string that cannot exist', () => {
    const { rules } = run({
      files: { 'a.env': 'URI=mongodb+srv://looms-pl-0-lb.b1n2m.mongodb.net/m\n' },
      facts: { 'looms.json': exampleRecord('looms', 'b1n2m', { endpoints: ['pl-0'] }) },
    });
    expect(rules).toEqual(['host-not-in-record']);
  });

  it('about a list from before the cluster was sharded, also over rules that read the whole project', () => {
    const { rules } = run({
      files: {
        'a.env':
          'URI=mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017/m?tls=true&authSource=admin\n',
      },
      facts: { 'mills.json': SHARDED },
    });
    expect(rules).toEqual(['shard-conversion-options']);
  });
});

describe('fixes', () => {
  it('put the list of the cluster that was meant instead of a misspelt one', () => {
    const result = run({
      files: {
        'a.env':
          'URI=mongodb://app:s3cr3t@millls-shard-00-00.b1n2m.mongodb.net:27016,millls-shard-00-01.b1n2m.mongodb.net:27016/m?tls=true&authSource=admin\n',
      },
      facts: { 'mills.json': SHARDED },
    });
    const hosts = ['00', '01', '02'].map((node) => `mills-shard-00-${node}.b1n2m.mongodb.net:27016`).join(',');
    expect(repaired(result, 'host-not-in-record')).toBe(
      `URI=mongodb://app:s3cr3t@${hosts}/m?tls=true&authSource=admin\n`,
    );
    expect(JSON.stringify(result.findings)).not.toContain('s3cr3t');
  });

  it.each([
    ['/m', '/m?readPreference=secondaryPreferred'],
    ['', '/?readPreference=secondaryPreferred'],
    ['/?retryWrites=true', '/?retryWrites=true&readPreference=secondaryPreferred'],
  ])('add a read preference behind "%s"', (path, expected) => {
    const config = { projects: [{ clusters: { looms: { sharded: false, provider: ['aws', 'azure'] } } }] };
    const result = run({ files: { 'a.env': `URI=mongodb+srv://looms-pri.b1n2m.mongodb.net${path}\n` }, config });
    expect(repaired(result, 'multi-cloud-read-preference')).toBe(
      `URI=mongodb+srv://looms-pri.b1n2m.mongodb.net${expected}\n`,
    );
  });

  it('turn a list of endpoint ports into the SRV string of the only cluster with that endpoint', () => {
    const result = run({
      files: {
        'a.env':
          'URI=mongodb://pl-0-us-east-1.b1n2m.mongodb.net:1024,pl-0-us-east-1.b1n2m.mongodb.net:1025/m?tls=true&authSource=admin\n',
      },
      facts: { 'mills.json': exampleRecord('mills', 'b1n2m', { sharded: true, endpoints: ['pl-0'], optimized: true }) },
    });
    expect(result.found('direct-list').fix).toBeNull();
    expect(repaired(result, 'direct-list')).toBe(
      'URI=mongodb+srv://mills-pl-0.b1n2m.mongodb.net/m?tls=true&authSource=admin\n',
    );
  });

  it('put the ports of the record instead of the one of the database', () => {
    const listed = 'mongodb://pl-0-us-east-1.b1n2m.mongodb.net:1024,pl-0-us-east-1.b1n2m.mongodb.net:1025/?ssl=true';
    const result = run({
      files: { 'a.env': 'URI=mongodb://pl-0-us-east-1.b1n2m.mongodb.net:27017/m?tls=true&authSource=admin\n' },
      facts: {
        'mills.json': { name: 'mills', connectionStrings: { privateEndpoint: [{ connectionString: listed }] } },
      },
    });
    expect(result.found('wrong-port').fix).not.toBeNull();
    expect(repaired(result, 'wrong-port')).toBe(
      'URI=mongodb://pl-0-us-east-1.b1n2m.mongodb.net:1024,pl-0-us-east-1.b1n2m.mongodb.net:1025/m?tls=true&authSource=admin\n',
    );
  });
});

describe('rules that read the whole project', () => {
  const files = {
    'deploy/prod/a.env': '\nURI=mongodb+srv://looms.b1n2m.mongodb.net/m\n',
    'deploy/prod/b.env': '\n\nURI=mongodb+srv://looms-pri.b1n2m.mongodb.net/m\n',
  };

  it('name the other places with their lines', () => {
    const finding = run({ files }).found('mixed-string-kinds');
    expect(finding).toMatchObject({ file: 'deploy/prod/a.env', line: 2 });
    expect(finding.related).toMatchObject([{ file: 'deploy/prod/b.env', line: 3 }]);
    expect(finding.message).toContain('deploy/prod/b.env');
  });

  it('respect the overrides of the file in which they report', () => {
    const rules = { 'mixed-string-kinds': 'error' };
    expect(run({ files, config: { rules } }).found('mixed-string-kinds').severity).toBe('error');
    const overrides = [{ files: ['deploy/prod/a.env'], rules: { 'mixed-string-kinds': 'off' } }];
    expect(run({ files, config: { overrides } }).rules).not.toContain('mixed-string-kinds');
  });

  it('do not compare files that run in different networks', () => {
    const overrides = [
      { files: ['**/a.env'], network: 'public' },
      { files: ['**/b.env'], network: 'peered' },
    ];
    expect(run({ files, config: { overrides } }).rules).not.toContain('mixed-string-kinds');
  });

  it('ask for custom DNS before they judge AWS', () => {
    const config = { projects: [{ clusters: { looms: { provider: 'aws' } } }] };
    const result = run({ files, config });
    expect(result.rules).not.toContain('mixed-string-kinds');
    expect(result.missing('mixed-string-kinds')).toEqual(['custom DNS on AWS (awsCustomDNS)']);
  });
});
