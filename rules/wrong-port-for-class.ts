import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { portFault, portsOfRecord, withPorts } from '../src/rule-helpers/ports.ts';
import { comparableHosts } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, partAt } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'wrong-port-for-class',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  basis: 'facts',
  trigger: { all: ['own-host'] },
  severity: 'warning',
  confidence: 'high',
  needs: ['cluster type', 'cluster record'],
  docs: {
    what: 'A host with a port that hosts of its kind do not use.',
    why: 'Replica set nodes listen on 27017, routers of sharded clusters on 27016, endpoint hosts on assigned ports from 1024, the BI Connector on 27015. Connections to other ports are refused or time out.',
    todo: 'Use host and port from the cluster record, or the SRV string, which needs no port.',
    sources: [
      'MongoDB Atlas documentation, troubleshoot connection issues (2026-08)',
      'MongoDB Atlas documentation, ports of private endpoints (2026-08)',
    ],
  },
  messages: {
    node: 'Wrong port {port}. Replica set nodes listen on 27017, routers of a sharded cluster on 27016.',
    'replica-set': 'Wrong port {port}. The cluster is a replica set, whose nodes listen on 27017.',
    sharded: 'Wrong port {port}. The cluster is sharded, and its routers listen on 27016.',
    endpoint: 'Wrong port {port}. Endpoint hosts on AWS and Azure listen on assigned ports from 1024, one per node.',
    low: 'Wrong port {port}. Endpoint hosts listen on ports from 1024.',
    bi: 'Wrong port {port}. The BI Connector listens on 27015.',
  },
  examples: {
    invalid: [
      {
        title: 'an endpoint host on the port of the database',
        files: { '.env': 'URI=mongodb://⟦pl-0-us-east-1.v5b6n.mongodb.net:27017⟧/?tls=true&authSource=admin\n' },
      },
      {
        title: 'a sharded cluster on the port of replica sets; the record has the right one',
        files: {
          'a.ini': 'uri = mongodb://⟦tides-shard-00-00.v5b6n.mongodb.net:27017⟧/?tls=true&authSource=admin\n',
        },
        facts: { 'tides.json': exampleRecord('tides', 'v5b6n', { sharded: true }) },
        fixed: 'tides-shard-00-00.v5b6n.mongodb.net:27016',
      },
      {
        title: 'a replica set on the port of routers',
        files: { 'a.env': 'A=mongodb://⟦tides-shard-00-00.v5b6n.mongodb.net:27016⟧/?tls=true&authSource=admin\n' },
        config: { clusters: { tides: { sharded: false } } },
      },
      {
        title: 'a port that no node has',
        files: { 'a.env': 'A=mongodb://⟦tides-shard-00-00.v5b6n.mongodb.net:27027⟧/?tls=true&authSource=admin\n' },
      },
      {
        title: 'the BI Connector',
        files: { 'tableau.json': '{"server":"⟦tides-biconnector.v5b6n.mongodb.net:27017⟧"}\n' },
        suggested: 'tides-biconnector.v5b6n.mongodb.net:27015',
      },
    ],
    valid: [
      {
        title: 'any port from 1024 of an endpoint host',
        files: {
          'a.env':
            'A=mongodb://pl-0-us-east-1.v5b6n.mongodb.net:1024,pl-0-us-east-1.v5b6n.mongodb.net:31025/?tls=true\n',
        },
      },
      {
        title: 'the ports of older endpoints on Google Cloud, and a region that may be on Google Cloud',
        files: {
          'a.env': 'A=mongodb://pl-0-us-east1-gcp.v5b6n.mongodb.net:27017/?tls=true\n',
          'b.env': 'B=mongodb://pl-0-us-east1.v5b6n.mongodb.net:27015/?tls=true\n',
        },
      },
      {
        title: 'both ports, with an unknown cluster type',
        files: {
          'a.env': 'A=mongodb://tides-shard-00-00.v5b6n.mongodb.net:27017/?tls=true\n',
          'b.env': 'B=mongodb://tides-shard-00-00.v5b6n.mongodb.net:27016/?tls=true\n',
        },
      },
      {
        title: 'a scrape target, a list of allowed names, an interpolated port',
        files: {
          'targets.yml': 'x: tides-shard-00-00.v5b6n.mongodb.net:27018\n',
          'allow.txt': 'tides-shard-00-00.v5b6n.mongodb.net\ntides-shard-00-00.v5b6n.mongodb.net:27015-27017\n',
          'a.js': 'const a = `mongodb://tides-shard-00-00.v5b6n.mongodb.net:${port}/?tls=true`;\n',
        },
      },
      {
        title: 'the BI Connector on its port, and servers of others',
        files: { 'a.env': 'A=tides-biconnector.v5b6n.mongodb.net:27015\nB=mongodb://localhost:27027/\n' },
      },
    ],
  },
  check(string, context, { source }): readonly RuleResult[] {
    if (string.form === 'srv') return [];
    const judged = comparableHosts(string).map((host) => ({
      host,
      fault: portFault(host, string, clusterOfHost(host, context)?.sharded?.value, source),
    }));
    const wrong = judged.flatMap(({ host, fault }) => (fault && fault.kind !== 'unknown' ? [{ host, fault }] : []));
    const first = wrong[0];
    const hosts = wrong.map(({ host }) => host);
    if (!first) {
      const open = judged.filter(({ fault }) => fault !== null).map(({ host }) => host);
      return open.length > 0 ? [{ missing: 'cluster type', at: hostsAt(string, open) }] : [];
    }
    const at = { offset: first.host.offset, endOffset: hosts.at(-1)!.endOffset };
    const offer = first.fault.kind === 'bi' ? withPorts(string, hosts, () => 27015, 'Use port 27015') : undefined;
    return [
      {
        message: first.fault.kind,
        data: { port: first.fault.port },
        at: partAt(string, at),
        fix: first.fault.kind === 'bi' ? undefined : portsOfRecord(string, hosts, context),
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});
