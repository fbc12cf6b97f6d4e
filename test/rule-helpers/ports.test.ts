import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../../src/classify/found-string.ts';
import { portsOfRecord, withPorts } from '../../src/rule-helpers/ports.ts';
import { comparableHosts, listedCluster, isUnlisted, probablyMeant } from '../../src/rule-helpers/recorded-hosts.ts';
import type { RuleContext } from '../../src/lint/rule.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { endpoint, factsOf, record, standardStrings } from '../support/facts-fixture.ts';
import { applied } from '../support/run-example.ts';

const contextOf = (facts: Facts): RuleContext => ({ facts, profile: ATLAS }) as RuleContext;
const stringOf = (text: string): FoundString => findStrings({ path: 'a.env', text }, ATLAS)[0]!;
const hostOf = (text: string): FoundHost => stringOf(text).hosts[0]!;
const at = (name: string): string => `${name}.qz7xt.mongodb.net`;

const ENDPOINT = endpoint({
  srv: 'mongodb+srv://willow-pl-0.qz7xt.mongodb.net',
  direct: 'mongodb://pl-0-us-east-1.qz7xt.mongodb.net:1024,pl-0-us-east-1.qz7xt.mongodb.net:1025/?ssl=true',
});
const SRV_ONLY = endpoint({
  srv: 'mongodb+srv://willow-pl-0.qz7xt.mongodb.net',
  optimized: 'mongodb+srv://willow-pl-0-lb.qz7xt.mongodb.net',
});

describe('a host that no record lists', () => {
  const plain = factsOf(record({ name: 'willow' }));
  const peered = factsOf(
    record({
      name: 'willow',
      strings: {
        private: `mongodb://${at('willow-shard-00-00-pri')}:27017/`,
        privateSrv: `mongodb+srv://${at('willow-pri')}`,
      },
    }),
  );
  const direct = factsOf(record({ name: 'willow', strings: { privateEndpoint: [ENDPOINT] } }));
  const srvOnly = factsOf(record({ name: 'willow', strings: { privateEndpoint: [SRV_ONLY] } }));
  const marked = factsOf(
    record({ name: 'shop-pri', strings: { standard: `mongodb://${at('shop-pri-shard-00-00')}:27017/` } }),
  );
  const born = factsOf(
    record({
      name: 'willow',
      strings: {
        standard: `mongodb://${at('ac-m3n4p5q-shard-00-00')}:27017/`,
        standardSrv: `mongodb+srv://${at('willow')}`,
      },
    }),
  );
  const making = factsOf(record({ name: 'willow' }), { name: 'jetty', stateName: 'CREATING', connectionStrings: {} });
  const onlyPrivate = factsOf(
    record({
      name: 'willow',
      strings: { standard: null, standardSrv: null, private: `mongodb://${at('willow-shard-00-00-pri')}:27017/` },
    }),
  );

  it.each<readonly [host: string, facts: Facts, unlisted: boolean]>([
    // Listed hosts, in any case.
    [at('willow'), plain, false],
    [at('WILLOW'), plain, false],
    [at('willow-shard-00-01'), plain, false],
    // Of an unknown project, or without a token.
    ['willow.zzzzz.mongodb.net', plain, false],
    ['willow-pri.mongodb.net', plain, false],
    // A cluster without a record.
    [at('maple'), plain, true],
    [at('maple-shard-00-00'), plain, true],
    [at('atlas-ab12cd-shard-00-00'), plain, false],
    [at('atlas-ab12cde-shard-00-00'), plain, true],
    [at('xatlas-ab12cd-shard-00-00'), plain, true],
    // A string of another kind than those in the record.
    [at('willow-pri'), plain, true],
    [at('willow-pri'), peered, false],
    [at('willow-pl-0'), plain, true],
    [at('willow-pl-0'), direct, false],
    [at('willow-pl-1'), direct, true],
    [at('willow-pl-0-lb'), direct, true],
    [at('willow-pl-0-lb'), srvOnly, false],
    // A cluster may have more nodes than the record lists, if it lists such nodes.
    [at('willow-shard-00-07'), plain, false],
    [at('willow-shard-00-07-pri'), plain, true],
    [at('willow-shard-00-07-pri'), peered, false],
    [at('willow-shard-00-07'), onlyPrivate, false],
    [at('willow'), onlyPrivate, false],
    [at('ac-m3n4p5q-shard-00-07'), born, false],
    // Endpoint nodes: missing ones count only if the record lists such nodes.
    [at('pl-0-us-east-1'), direct, false],
    [at('pl-1-us-east-1'), direct, true],
    [at('pl-0-us-west-2'), direct, true],
    [at('pl-1-us-east-1'), srvOnly, false],
    [at('pl-1-us-east-1'), plain, true],
    ['pl-1-us-east-1-qz7xt.mongodb.net', direct, false],
    // Other rules check legacy names.
    ['willow-qz7xt.mongodb.net', plain, false],
    ['willow-shard-00-00-qz7xt.mongodb.net', plain, false],
    // Other products of the service.
    [at('willow-biconnector'), plain, false],
    // A cluster whose own name ends like a marker.
    [at('shop-pri-shard-00-01'), marked, false],
    [at('shop-pri'), marked, false],
    [at('maple-pri'), marked, true],
    // A cluster that is being created lists nothing yet.
    [at('jetty'), making, false],
  ])('%s', (host, facts, unlisted) => {
    const found = hostOf(`U=mongodb+srv://${host}/`);
    expect([host, isUnlisted(found, contextOf(facts))]).toEqual([host, unlisted]);
  });
});

describe('the string that was probably meant', () => {
  const strings = {
    private: `mongodb://${at('willow-shard-00-00-pri')}:27017/`,
    privateSrv: `mongodb+srv://${at('willow-pri')}`,
    privateEndpoint: [
      endpoint({ srv: `mongodb+srv://${at('willow-pl-0')}`, id: 'vpce-0aa11' }),
      endpoint({ srv: `mongodb+srv://${at('willow-pl-1')}`, id: 'vpce-0bb22' }),
    ],
  };
  const facts = factsOf(
    record({ name: 'willow', strings }),
    record({ name: 'birchwood' }),
    record({ name: 'elsewhere', token: 'hk2pz', more: { groupId: '70c0ffee000000000000bb02' } }),
  );

  it.each<readonly [host: string, srv: string | null, direct: string | null]>([
    // Of the same kind and number, if there is one.
    [at('wilow'), at('willow'), at('willow-shard-00-00')],
    [at('WILOW'), at('willow'), at('willow-shard-00-00')],
    [at('willow'), at('willow'), at('willow-shard-00-00')],
    [at('wilow-pri'), at('willow-pri'), at('willow-shard-00-00-pri')],
    [at('wilow-pl-0'), at('willow-pl-0'), at('willow-shard-00-00')],
    [at('wilow-pl-1'), at('willow-pl-1'), at('willow-shard-00-00')],
    [at('willow-pl-2'), at('willow-pl-0'), at('willow-shard-00-00')],
    [at('willow-pl-0-lb'), at('willow'), at('willow-shard-00-00')],
    [at('birchwod-pri'), at('birchwood'), at('birchwood-shard-00-00')],
    // Neither a cluster of another project nor one with a different name.
    [at('elsewhere'), null, null],
    ['elsewhere.hk2pz.mongodb.net', 'elsewhere.hk2pz.mongodb.net', 'elsewhere-shard-00-00.hk2pz.mongodb.net'],
    [at('birch'), null, null],
    [at('birchw'), at('birchwood'), at('birchwood-shard-00-00')],
    [at('zzzzzzzz'), null, null],
    [at('pl-0-us-east-1'), null, null],
    ['wilow.zzzzz.mongodb.net', null, null],
  ])('%s', (host, srv, direct) => {
    const found = hostOf(`U=mongodb+srv://${host}/`);
    const meant = (form: 'srv' | 'direct'): string | null =>
      probablyMeant(found, form, contextOf(facts))?.listed.hosts[0]!.host ?? null;
    expect([meant('srv'), meant('direct')]).toEqual([srv, direct]);
  });
});

describe('hosts that can be held against records', () => {
  it.each<readonly [text: string, hosts: number]>([
    [`mongodb+srv://${at('willow')}/`, 1],
    ['mongodb+srv://willow.xxxxx.mongodb.net/', 0],
    ['mongodb+srv://willow.00000.mongodb.net/', 0],
    ['mongodb+srv://willow.xxxxy.mongodb.net/', 1],
    ['mongodb+srv://willow.aa.mongodb.net/', 1],
    ['mongodb+srv://willow.aaa.mongodb.net/', 0],
    ['mongodb+srv://willow.mongodb.net/', 0],
    ['mongodb+srv://h.example.com/', 0],
    [`mongodb://${at('willow-shard-00-00')},h.example.com,${at('willow-shard-00-01')}/`, 2],
  ])('%s', (text, hosts) => {
    expect(comparableHosts(stringOf(`U=${text}`))).toHaveLength(hosts);
  });

  it('are not made of unknown pieces, and may be asked for by kind', () => {
    const [string] = findStrings({ path: 'a.js', text: 'u = `mongodb+srv://${c}.qz7xt.mongodb.net/`' }, ATLAS);
    expect(comparableHosts(string!)).toEqual([]);
    const known = stringOf(`U=mongodb+srv://${at('willow')}/`);
    expect(comparableHosts(known, 'private')).toEqual([]);
    expect(comparableHosts(known, 'private', 'standard')).toHaveLength(1);
  });

  it('have a record only where it lists strings', () => {
    const context = contextOf(
      factsOf(record({ name: 'willow' }), { name: 'jetty', stateName: 'CREATING', connectionStrings: {} }),
    );
    expect(listedCluster(hostOf(`U=mongodb+srv://${at('willow')}/`), context)?.name).toBe('willow');
    expect(listedCluster(hostOf(`U=mongodb+srv://${at('jetty')}/`), context)).toBeUndefined();
    expect(listedCluster(hostOf(`U=mongodb+srv://${at('maple')}/`), context)).toBeUndefined();
  });
});

describe('other ports', () => {
  const fixed = (text: string, facts: Facts): string | null => {
    const string = stringOf(text);
    const repair = portsOfRecord(string, string.hosts, contextOf(facts));
    return repair ? `${repair.title}: ${applied(text, repair)}` : null;
  };
  const willow = factsOf(record({ name: 'willow' }));
  const sharded = factsOf(record({ name: 'willow', type: 'SHARDED' }));
  const shared = factsOf(record({ name: 'willow', strings: { privateEndpoint: [ENDPOINT] } }));
  const bare = factsOf(record({ name: 'willow', strings: { standard: `mongodb://${at('willow-shard-00-00')}/` } }));
  const [A, B] = [at('willow-shard-00-00'), at('willow-shard-00-01')];
  const PORTS = 'Use the ports that the record of "willow" lists';
  const LIST = 'Use the list that the record of "willow" shows';
  const P = at('pl-0-us-east-1');

  it.each<readonly [text: string, facts: Facts, fixed: string | null]>([
    [`U=mongodb://${A}:1/`, willow, `${PORTS}: U=mongodb://${A}:27017/`],
    [`U=mongodb://${A}/db`, willow, `${PORTS}: U=mongodb://${A}:27017/db`],
    [`U=mongodb://${A.toUpperCase()}:1/`, willow, `${PORTS}: U=mongodb://${A.toUpperCase()}:27017/`],
    [`U=mongodb://${A}:1,${B}/`, sharded, `${PORTS}: U=mongodb://${A}:27016,${B}:27016/`],
    // If the record does not list the host, its ports are unknown.
    [`U=mongodb://${A}:1,${at('willow-shard-00-09')}:1/`, willow, `${LIST}: U=mongodb://${hosts()}/`],
    [`U=mongodb://${at('willow-shard-00-09')}:1/`, willow, null],
    ['U=mongodb://other-shard-00-00.zzzzz.mongodb.net:1/', willow, null],
    // A host with several ports: the whole list.
    [`U=mongodb://${P}:27017/db`, shared, `${LIST}: U=mongodb://${P}:1024,${P}:1025/db`],
    [`U=mongodb://${P.toUpperCase()}:27017/db`, shared, `${LIST}: U=mongodb://${P}:1024,${P}:1025/db`],
    // A record without ports.
    [`U=mongodb://${A}:1/`, bare, `${LIST}: U=mongodb://${A}/`],
  ])('%s', (text, facts, expected) => {
    expect(fixed(text, facts)).toBe(expected);
  });

  function hosts(): string {
    return String(standardStrings('willow', 'qz7xt').standard).replace(/^mongodb:\/\/|\/.*$/g, '');
  }

  it('are put at every host, or at none', () => {
    const text = `U=mongodb://${A}:1,${B}/`;
    const string = stringOf(text);
    const all = withPorts(string, string.hosts, () => 27017, 'x');
    expect(applied(text, all!)).toBe(`U=mongodb://${A}:27017,${B}:27017/`);
    expect(all!.title).toBe('x');
    expect(withPorts(string, string.hosts, ({ host }) => (host === A ? 1 : null), 'x')).toBeUndefined();
    expect(withPorts(string, [], () => 1, 'x')).toEqual({ title: 'x', edits: [] });
    expect(portsOfRecord(string, [], contextOf(willow))).toBeUndefined();
  });
});
