import { describe, expect, it } from 'vitest';
import { classifyHost } from '../../src/classify/classify-host.ts';
import type { Finding } from '../../src/lint/finding.ts';
import type { FoundHost } from '../../src/classify/found-string.ts';
import { doubledHost, missingIndex, mixture } from '../../src/rule-helpers/host-lists.ts';
import { isWord, providerOfRegion } from '../../src/classify/host-shapes.ts';
import { isGovernment } from '../../src/iac/prometheus.ts';
import { portFault } from '../../src/rule-helpers/ports.ts';
import { byPlace, countFindings, fails } from '../../src/lint/report.ts';
import type { FailOn, Summary } from '../../src/lint/report.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

const words = (text: string): string[] => text.split(' ');

describe('the port of a host', () => {
  /** `kind port` of the fault of each host in the text, `-` for none. */
  const told = (text: string, sharded?: boolean): string => {
    const source = { path: 'a.txt', text };
    return findStrings(source, ATLAS)
      .flatMap((string) => string.hosts.map((host) => portFault(host, string, sharded, source)))
      .map((fault) => (fault ? `${fault.kind} ${fault.port}` : '-'))
      .join(' ');
  };
  const NODE = 'shop-shard-00-00.k2m4q.mongodb.net';
  const AWS = 'pl-0-us-east-1.k2m4q.mongodb.net';
  const AZURE = 'pl-0-eastus2.k2m4q.mongodb.net';
  const GCP = 'psc-0-us-east1.k2m4q.mongodb.net';
  const BI = 'shop-biconnector.k2m4q.mongodb.net';

  it.each<readonly [text: string, unknown: string, replicaSet: string, sharded: string]>([
    [`mongodb://${NODE}:27017/`, 'unknown 27017', '-', 'sharded 27017'],
    [`mongodb://${NODE}/`, 'unknown 27017', '-', 'sharded 27017'],
    [`mongodb://${NODE}:27016/`, 'unknown 27016', 'replica-set 27016', '-'],
    [`mongodb://${NODE}:27015/`, 'node 27015', 'node 27015', 'node 27015'],
    [`mongodb://${NODE}:27018/`, 'node 27018', 'node 27018', 'node 27018'],
    [`mongodb://${NODE}:1024/`, 'node 1024', 'node 1024', 'node 1024'],
    [`mongodb://${NODE}:x/`, '-', '-', '-'],
    [NODE, '-', '-', '-'],
    [`${NODE}:27018`, '-', '-', '-'],
    [`${NODE}:27019`, 'node 27019', 'node 27019', 'node 27019'],
    [`${NODE}:27016`, 'unknown 27016', 'replica-set 27016', '-'],
    // Endpoints listen on other ports.
    [`mongodb://${AWS}:1024/`, '-', '-', '-'],
    [`mongodb://${AWS}:1023/`, 'low 1023', 'low 1023', 'low 1023'],
    [`mongodb://${GCP}:1023/`, 'low 1023', 'low 1023', 'low 1023'],
    [`mongodb://${AWS}:27014/`, '-', '-', '-'],
    [`mongodb://${AWS}:27015/`, 'endpoint 27015', 'endpoint 27015', 'endpoint 27015'],
    [`mongodb://${AWS}:27016/`, 'endpoint 27016', 'endpoint 27016', 'endpoint 27016'],
    [`mongodb://${AWS}:27017/`, 'endpoint 27017', 'endpoint 27017', 'endpoint 27017'],
    [`mongodb://${AWS}:27018/`, '-', '-', '-'],
    [`mongodb://${AWS}/`, 'endpoint 27017', 'endpoint 27017', 'endpoint 27017'],
    [`mongodb://${AZURE}:27017/`, 'endpoint 27017', 'endpoint 27017', 'endpoint 27017'],
    [`mongodb://${GCP}:27017/`, '-', '-', '-'],
    // The BI Connector has one port.
    [`${BI}:27015`, '-', '-', '-'],
    [`${BI}:27017`, 'bi 27017', 'bi 27017', 'bi 27017'],
    [`mongodb://${BI}/`, '-', '-', '-'],
    // Cluster names have none.
    ['mongodb+srv://shop.k2m4q.mongodb.net/', '-', '-', '-'],
    ['mongodb://shop.k2m4q.mongodb.net:1/', '-', '-', '-'],
    // Port ranges of a firewall rule.
    ...['-', '–', '..', ' - ', ' to '].map((sign) => [`${NODE}:27015${sign}27017`, '-', '-', '-'] as const),
    ...[' ', '  -', ' x 2', ' to', ', ', ' | '].map(
      (sign) => [`${NODE}:27015${sign}27017`, 'node 27015', 'node 27015', 'node 27015'] as const,
    ),
  ])('%s', (text, unknown, replicaSet, sharded) => {
    expect([told(text), told(text, false), told(text, true)]).toEqual([unknown, replicaSet, sharded]);
  });
});

describe('a list of hosts', () => {
  const hostsOf = (list: string): FoundHost[] =>
    words(list).map((entry) => {
      const [host = '', port] = entry.split(':');
      const range = port === undefined ? null : { offset: 0, endOffset: 0 };
      const number = /^\d+$/.test(port ?? '') ? Number(port) : null;
      return { host, port: number, portRange: range, class: classifyHost(host, 'direct', ATLAS) } as FoundHost;
    });
  const at = (name: string): string => `${name}.k2m4q.mongodb.net`;

  it.each<readonly [list: string, mixed: string | null]>([
    [`${at('shop-shard-00-00')} ${at('SHOP-shard-00-01')}`, null],
    [`${at('shop-shard-00-00')} shop-shard-00-01.zzzzz.mongodb.net`, 'tokens'],
    [`${at('shop-shard-00-00')} shop-shard-00-01.k2m4q.mongodbgov.net`, 'tokens'],
    [`${at('shop-shard-00-00')} ${at('till-shard-00-01')}`, 'clusters'],
    [`${at('shop-shard-00-00')} shop-shard-00-01-k2m4q.mongodb.net`, 'families'],
    [`${at('shop-shard-00-00')} ${at('shop-shard-00-01-pri')}`, 'networks'],
    [`${at('pl-0-us-east-1')} ${at('pl-1-us-east-1')}`, null],
    [`${at('shop-shard-00-00')} ${at('pl-0-us-east-1')}`, 'networks'],
    [`${at('shop-pl-0')} ${at('till-pl-0')}`, null],
    [`${at('shop-shard-00-00')} db.example.com`, 'networks'],
    ['a.example.com b.example.com', null],
    [at('shop-shard-00-00'), null],
  ])('%s mixes %s', (list, mixed) => {
    expect(mixture(hostsOf(list))).toBe(mixed);
  });

  it.each<readonly [list: string, doubled: number]>([
    ['a b', -1],
    ['a a', 1],
    ['a A', 1],
    ['a b a b', 2],
    ['a:1 a:2', -1],
    ['a:1 a:1', 1],
    ['a a:1', -1],
    ['a:x a:x', -1],
    ['a a:x', -1],
  ])('%s has one twice: %d', (list, doubled) => {
    const hosts = hostsOf(list);
    expect(doubledHost(hosts)).toBe(hosts[doubled]);
  });

  it.each<readonly [list: string, missing: boolean]>([
    ['a-shard-00-00 a-shard-00-01 a-shard-00-02', false],
    ['a-shard-00-00 a-shard-00-02', true],
    ['a-shard-00-02 a-shard-00-00', true],
    ['a-shard-00-01 a-shard-00-02', false],
    ['a-shard-00-05', false],
    ['a-shard-00-00 a-shard-01-02', false],
    ['a-shard-00-00 a-SHARD-00-02', true],
    ['a-shard-00-00 a-config-00-02', false],
    ['a-shard-00-00 a-shard-01-00 a-shard-01-02', true],
    ['a-shard-00-00 a-shard-00-00 a-shard-00-02', true],
    ['a-shard-00-00 a-shard-00-02 other', false],
    ['other', false],
  ])('%s leaves one out: %s', (list, missing) => {
    expect(missingIndex(hostsOf(list))).toBe(missing);
  });
});

describe('what a name shows', () => {
  it.each<readonly [provider: string | null, regions: string]>([
    ['aws', 'us-east-1 eu-central-2 ap-southeast-3 us-gov-west-1 us-iso-east-1 us-isob-east-1 ap-northeast-9'],
    ['gcp', 'us-east1 europe-west12 asia-northeast3 us-east-1-gcp northamerica-northeast1'],
    ['azure', 'eastus2 westeurope uksouth us-east-1-azure usgovvirginia westus3 australiacentral'],
    [
      null,
      'us-east eastus9 us-east-12 usa-east-1 us-middle-1 us-east123 xus-east-1x us-east1x 1us-east1 us-Gov-west-1 eastus-2 mars gcp azure us-gov1-west-1',
    ],
  ])('regions of %s', (provider, regions) => {
    for (const region of words(regions)) expect([region, providerOfRegion(region)]).toEqual([region, provider]);
  });

  it('knows words that are not a token', () => {
    expect(words('admin write world wiki1').map(isWord)).toEqual([true, true, true, true]);
    expect(words('abcde k2m4q Admin adminx').map(isWord)).toEqual([false, false, false, false]);
  });

  it.each<readonly [host: string, government: boolean]>([
    ['cloud.mongodbgov.com', true],
    ['a.MONGODBGOV.NET.', true],
    ['cloud.mongodb.com', false],
    ['mongodbgov.example.com', false],
    ['a.gov.x', false],
    ['a.gov', false],
    ['gov.abcdefghij', true],
    ['gov.abcdefghijk', false],
    ['gov.com..', false],
  ])('%s is of the government: %s', (host, government) => {
    expect(isGovernment(host)).toBe(government);
  });
});

describe('a report', () => {
  const summary = (error: number, warning: number, info: number): Summary =>
    ({ findings: { error, warning, info, suppressed: 1, baselined: 1 } }) as Summary;

  it.each<readonly [counts: readonly [error: number, warning: number, info: number], failing: string]>([
    [[0, 0, 0], ''],
    [[0, 0, 1], 'info'],
    [[0, 1, 0], 'warning info'],
    [[1, 0, 0], 'error warning info'],
    [[1, 1, 1], 'error warning info'],
  ])('of %j fails for %s', (counts, failing) => {
    const all: readonly FailOn[] = ['error', 'warning', 'info', 'never'];
    expect(all.filter((failOn) => fails(summary(...counts), failOn, null)).join(' ')).toBe(failing);
  });

  it('fails for too many warnings, whatever else is asked', () => {
    const of = (warnings: number, most: number): boolean => fails(summary(0, warnings, 0), 'never', most);
    expect([of(1, 0), of(1, 1), of(2, 1), of(0, 0)]).toEqual([true, false, true, false]);
  });

  it('counts each finding once', () => {
    const of = (severity: string, by: string | null): Finding =>
      ({ severity, lowered: null, suppressed: by && { by } }) as Finding;
    const list = [
      of('error', null),
      of('warning', null),
      of('warning', null),
      of('info', null),
      of('info', null),
      of('info', null),
    ];
    const accepted = [
      of('error', 'baseline'),
      of('error', 'comment'),
      of('info', 'config'),
      of('info', 'baseline'),
      of('info', 'comment'),
    ];
    expect(countFindings([...list, ...accepted])).toEqual({
      error: 1,
      warning: 2,
      info: 3,
      suppressed: 3,
      baselined: 2,
      lowered: 0,
    });
  });

  it('has its findings by place, then by rule', () => {
    const of = (text: string): Finding => {
      const [file, offset, endOffset, rule] = text.split(' ');
      return { file, offset: Number(offset), endOffset: Number(endOffset), rule } as Finding;
    };
    const order = ['a 1 2 x', 'a 1 2 y', 'a 1 3 a', 'a 2 3 x', 'a 10 11 x', 'b 0 1 x'];
    const shown = ({ file, offset, endOffset, rule }: Finding): string => `${file} ${offset} ${endOffset} ${rule}`;
    for (const list of [order, [...order].reverse(), [...order].sort()])
      expect(list.map(of).sort(byPlace).map(shown)).toEqual(order);
    expect(byPlace(of(order[0]!), of(order[0]!))).toBe(0);
  });
});
