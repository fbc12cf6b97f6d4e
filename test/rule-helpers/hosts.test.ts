import { describe, expect, it } from 'vitest';
import type { PlannedChange } from '../../src/config/plan.ts';
import type { ClusterFacts, ListedString } from '../../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../../src/classify/found-string.ts';
import type { RuleContext } from '../../src/lint/rule.ts';
import { ATLAS } from '../../src/classify/service.ts';
import * as subject from '../../src/rule-helpers/hosts.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { clusterIn, factsOf, record } from '../support/facts-fixture.ts';

const T = 'qz7xt.mongodb.net';

/** The first string of a text, in a settings file by default. */
function found(text: string, path = 'a.env'): FoundString {
  const [string] = findStrings({ path, text }, ATLAS);
  if (!string) throw new Error(`nothing is found in ${text}`);
  return string;
}
const hostOf = (name: string): FoundHost => found(`U=mongodb+srv://${name}/x`).hosts[0]!;
const names = (hosts: readonly FoundHost[]): string[] => hosts.map(({ host }) => host);

describe('the hosts of a string that are judged', () => {
  const nodes = `willow-shard-00-00.${T}:27017,willow-shard-00-01-pri.${T}:27017,other.example.com`;
  const string = found(`U=mongodb://${nodes},cluster0.mongodb.net,\${H}.${T}/x`);

  it('are those of the service, of certain kinds where asked', () => {
    expect(names(string.hosts)).toHaveLength(5);
    expect(names(subject.ownHosts(string))).toEqual([
      `willow-shard-00-00.${T}`,
      `willow-shard-00-01-pri.${T}`,
      'cluster0.mongodb.net',
      `\uFFFC.${T}`,
    ]);
    expect(names(subject.ownHosts(string, 'private'))).toEqual([`willow-shard-00-01-pri.${T}`]);
    expect(names(subject.ownHosts(string, 'legacy', 'private'))).toEqual([`willow-shard-00-01-pri.${T}`]);
    expect(subject.ownHosts(string, 'legacy')).toEqual([]);
  });

  it('without those that are elsewhere in the text', () => {
    const [, uri] = findStrings(
      { path: 'a.js', text: `const h = 'willow.${T}';\nconst u = \`mongodb+srv://\${h}/x\`;` },
      ATLAS,
    );
    expect(uri?.hosts.map(({ resolved }) => resolved)).toEqual([true]);
    expect(subject.ownHosts(uri!)).toEqual([]);
  });

  it('are real ones without the names of documentation and other products', () => {
    expect(names(subject.realHosts(string))).toEqual([
      `willow-shard-00-00.${T}`,
      `willow-shard-00-01-pri.${T}`,
      `\uFFFC.${T}`,
    ]);
    const others = found(
      `U=mongodb://a.query.mongodb.net,cluster.mongodb.net,x-biconnector.${T},w-pl-0.mongodb.net,w.${T}/x`,
    );
    expect(names(subject.ownHosts(others))).toHaveLength(5);
    expect(names(subject.realHosts(others))).toEqual([`w.${T}`]);
    // A placeholder may contain everything that a real name has.
    expect(names(subject.realHosts(found('U=mongodb+srv://${H}.mongodb.net/x')))).toEqual(['\uFFFC.mongodb.net']);
  });
});

describe('places in the text', () => {
  const text = `U=mongodb://u:p@a.${T}:1,b.${T}:2/x`;
  const string = found(text);
  const cut = ({ offset, endOffset }: { offset: number; endOffset: number }): string => text.slice(offset, endOffset);

  it('reach from the first host to the last, without its port', () => {
    expect(cut(subject.hostsAt(string, string.hosts))).toBe(`a.${T}:1,b.${T}`);
    expect(cut(subject.hostsAt(string, string.hosts.slice(1)))).toBe(`b.${T}`);
    expect(cut(subject.hostsAt(string, []))).toBe(text.slice(2));
  });

  it('are those of a part of the value', () => {
    expect(cut(subject.partAt(string, string.hosts[1]!))).toBe(`b.${T}:2`);
    expect(cut(subject.partAt(string, string.uri!.userRange!))).toBe('u');
  });

  it('can be edited where the text shows the value as it is', () => {
    const escaped = String.raw`const u = "mongodb://u:p@a.\x71z7xt.mongodb.net:1/x"`;
    const other = found(escaped, 'a.js');
    const [host] = other.hosts;
    expect(host?.host).toBe(`a.${T}`);
    expect(subject.editOf(other, host!.hostRange, 'new')).toBeUndefined();
    const port = subject.editOf(other, host!.portRange!, '2')!;
    expect([escaped.slice(port.offset, port.endOffset), port.text]).toEqual(['1', '2']);
    // Inserting text changes nothing else.
    const at = host!.hostRange.offset + 2;
    expect(subject.editOf(other, { offset: at, endOffset: at }, 'x')).toMatchObject({ text: 'x' });
    expect(subject.renameHost(other, host!, 'new', 'Rename')).toBeUndefined();
    expect(subject.renameHost(string, string.hosts[0]!, 'new', 'Rename')).toEqual({
      title: 'Rename',
      edits: [{ ...subject.partAt(string, string.hosts[0]!.hostRange), text: 'new' }],
    });
    expect(subject.makeFix('Nothing', undefined)).toBeUndefined();
  });
});

describe('what is known of a host', () => {
  const facts = factsOf(record({ regions: [['GCP', 'US_EAST_4']] }));
  const context = (...plan: PlannedChange[]) => ({ facts, plan }) as unknown as RuleContext;
  const cluster = subject.clusterOfHost(hostOf(`willow.${T}`), context());

  it('is its record, if there is one', () => {
    expect(cluster?.name).toBe('willow');
    expect(subject.clusterOfHost(hostOf(`oak.${T}`), context())).toBeUndefined();
    // Recognised by the name of the cluster, whatever else is interpolated. Unknown if the name is interpolated.
    expect(subject.clusterOfHost(hostOf('willow.${TOKEN}.mongodb.net'), context())?.name).toBe('willow');
    expect(subject.clusterOfHost(hostOf(`\${NAME}.${T}`), context())).toBeUndefined();
  });

  it('is known by its port, where hosts are shared', () => {
    const shared = (name: string, port: number): Record<string, unknown> =>
      record({
        name,
        strings: { privateEndpoint: [{ connectionString: `mongodb://pl-0-us-east-1.${T}:${port}/?ssl=true` }] },
      });
    const both = factsOf(shared('willow', 1024), shared('alder', 1030));
    const at = (port: number) => found(`U=mongodb://pl-0-us-east-1.${T}:${port}/x`).hosts[0]!;
    expect(subject.clusterOfHost(at(1024), { facts: both })?.name).toBe('willow');
    expect(subject.clusterOfHost(at(1030), { facts: both })?.name).toBe('alder');
    expect(subject.clusterOfHost(at(1040), { facts: both })).toBeUndefined();
  });

  it('is its provider, by the record or by the name', () => {
    const named = hostOf('willow.qz7xt.azure.mongodb.net');
    expect(subject.providersOf(named, cluster)).toEqual(['gcp']);
    expect(subject.providersOf(named, undefined)).toEqual(['azure']);
    expect(subject.providersOf(named, { ...cluster!, providers: undefined })).toEqual(['azure']);
    expect(subject.providersOf(hostOf(`willow.${T}`), undefined)).toBeNull();
    expect(subject.PROVIDER_NAMES).toEqual({ aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' });
  });

  const LONG = 'Alder-With-A-Name-Of-More-Than-Twenty-Three';
  it.each<[name: string, host: string, known: boolean, concerned: boolean]>([
    ['*', `oak.${T}`, false, true],
    ['Willow', `willow.${T}`, true, true],
    ['willow', `oak.${T}`, true, true],
    ['oak', `oak.${T}`, true, false],
    ['Oak', `OAK.${T}`, false, true],
    ['oak', `willow.${T}`, false, false],
    [LONG, `alder-with-a-name-of-mo.${T}`, false, true],
    ['oak', `\${NAME}.${T}`, false, false],
  ])('a plan for %s concerns %s, with a record: %s', (name, host, known, concerned) => {
    expect(subject.concerns(name, hostOf(host), known ? cluster : undefined)).toBe(concerned);
  });

  it('is the changes that are planned for it', () => {
    const plan: PlannedChange[] = [
      { change: 'shard', cluster: 'willow' },
      { change: 'shard', cluster: 'oak' },
      { change: 'shard', cluster: '*' },
      { change: 'custom-dns', enabled: true },
      { change: 'disable-peering-only' },
    ];
    const planned = (change: PlannedChange['change'], host: string, known?: ClusterFacts) =>
      subject.plannedFor(change, hostOf(host), known, context(...plan)).map((one) => plan.indexOf(one));
    expect(planned('shard', `willow.${T}`, cluster)).toEqual([0, 2]);
    expect(planned('shard', `oak.${T}`)).toEqual([1, 2]);
    expect(planned('custom-dns', `oak.${T}`)).toEqual([3]);
    expect(planned('disable-peering-only', `willow.${T}`, cluster)).toEqual([4]);
    expect(planned('multi-region', `willow.${T}`, cluster)).toEqual([]);
  });

  it('is the name of its cluster in a message', () => {
    expect(subject.ofCluster(hostOf(`oak.${T}`), cluster)).toBe(' of cluster "willow"');
    expect(subject.ofCluster(hostOf(`Oak.${T}`), undefined)).toBe(' of cluster "Oak"');
    expect(subject.ofCluster(hostOf(`\${NAME}.${T}`), undefined)).toBe('');
  });
});

describe('the hosts of a record instead of a string’s own', () => {
  const willow = clusterIn(record({ strings: { privateSrv: `mongodb+srv://willow-pri.${T}` } }));
  const direct = willow.listed.find(({ form, kind }) => form === 'direct' && kind === 'standard')!;
  const srv = willow.listed.find(({ form, kind }) => form === 'srv' && kind === 'standard')!;
  const replaced = (text: string, listed: ListedString): string | undefined => {
    const string = found(text);
    const done = subject.replaceHosts(string, listed, 'Use it');
    if (!done) return undefined;
    expect(done).toMatchObject({ title: 'Use it', edits: [{}] });
    const [edit] = done.edits;
    return text.slice(0, edit!.offset) + edit!.text + text.slice(edit!.endOffset);
  };
  const list = [0, 1, 2].map((node) => `willow-shard-00-0${node}.${T}:27017`).join(',');
  const node = `willow-shard-00-00.${T}`;

  it.each<[text: string, listed: ListedString, expected: string | undefined]>([
    [`U=mongodb+srv://u:p@oak.${T}/x?a=b`, srv, `U=mongodb+srv://u:p@willow.${T}/x?a=b`],
    [`U=mongodb+srv://u:p@oak.${T}:27017/x`, srv, `U=mongodb+srv://u:p@willow.${T}:27017/x`],
    [`U=mongodb+srv://oak.${T},elm.${T}/x`, srv, undefined],
    [`U=mongodb+srv://oak.${T}/x`, direct, undefined],
    [`U=mongodb://${node}:1,willow-shard-00-09.${T}:2/x`, direct, `U=mongodb://${list}/x`],
    // Where one node is named, one node is meant.
    [`U=mongodb://willow-shard-00-01-pri.${T}:27017/x`, direct, `U=mongodb://willow-shard-00-01.${T}:27017/x`],
    [`U=mongodb://willow-shard-00-01-pri.${T}/x`, direct, `U=mongodb://willow-shard-00-01.${T}/x`],
    [`U=mongodb://willow-shard-00-09.${T}/x`, direct, undefined],
    [`U=mongodb://${node}/x`, srv, undefined],
    [`H=oak.${T}`, srv, `H=willow.${T}`],
    [`H=oak.${T}`, direct, undefined],
    [`H=willow-shard-00-01-${T}`, direct, `H=willow-shard-00-01.${T}`],
    [`H=${node}`, srv, undefined],
    [`H=${node}:27017,willow-shard-00-01.${T}:27017`, direct, `H=${list}`],
    ['U=https://cloud.mongodb.com/api/atlas/v2/groups', srv, undefined],
  ])('%s', (text, listed, expected) => {
    expect(replaced(text, listed)).toBe(expected);
  });

  it('have ports where the record has them', () => {
    const without = { ...direct, hosts: direct.hosts.map(({ host }, at) => ({ host, port: at === 1 ? 1024 : null })) };
    expect(replaced(`U=mongodb://${node},oak.${T}/x`, without)).toBe(
      `U=mongodb://${node},willow-shard-00-01.${T}:1024,willow-shard-00-02.${T}/x`,
    );
  });

  it.each([
    [`U=mongodb+srv://${node}/x`, 'srv'],
    [`U=mongodb://oak.${T}/x`, 'direct'],
    [`H=oak.${T}`, 'srv'],
    [`H=${node}`, 'direct'],
    [`H=${node},oak.${T}`, 'direct'],
  ])('%s is of the form %s', (text, form) => {
    expect(subject.formOf(found(text))).toBe(form);
  });
});
