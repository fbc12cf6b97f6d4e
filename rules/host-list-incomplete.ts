import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { missingNodes, nodesIn } from '../src/rule-helpers/host-lists.ts';
import { defineRule, type ProjectRuleResult } from '../src/lint/rule.ts';

export default defineRule({
  id: 'host-list-incomplete',
  since: '0.1.0',
  scope: 'project',
  basis: 'facts',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A direct list without a node of its cluster that the record or another string contains.',
    why: 'While the listed nodes are down or replaced, the driver finds no server. Clients of a replica set discover the other members as soon as one responds. With a direct list of a sharded cluster, they never discover other routers.',
    todo: 'Use the SRV string, which is always up to date, or the complete list of the record.',
    severities: { error: 'if a record proves it and the cluster is sharded' },
    sources: [
      'MongoDB driver specification, SRV polling (2026-08-13)',
      'MongoDB Atlas Administration API, `connectionStrings.standard` of the cluster record (2026-08)',
    ],
  },
  messages: {
    record: 'The list misses {count} of the hosts that the record of "{cluster}" lists: {hosts}.',
    elsewhere: 'The list misses {count} of the hosts of cluster "{cluster}" that other strings show: {hosts}.',
  },
  examples: {
    invalid: [
      {
        title: 'two of the three hosts of the record',
        files: {
          'db.ini':
            'uri = mongodb://⟦mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017⟧/m?tls=true&authSource=admin\n',
        },
        facts: { 'mills.json': exampleRecord('mills', 'b1n2m') },
        severity: 'warning',
        fixed:
          'mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017,mills-shard-00-02.b1n2m.mongodb.net:27017',
      },
      {
        title: 'two of three routers',
        files: {
          'db.ini':
            'uri = mongodb://⟦mills-shard-00-00.b1n2m.mongodb.net:27016,mills-shard-00-01.b1n2m.mongodb.net:27016⟧/m?tls=true&authSource=admin\n',
        },
        facts: { 'mills.json': exampleRecord('mills', 'b1n2m', { sharded: true }) },
        severity: 'error',
      },
      {
        title: 'another string has more nodes',
        files: {
          'a.env':
            'A=mongodb://⟦mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017⟧/?tls=true&authSource=admin\n' +
            'B=mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017,mills-shard-00-02.b1n2m.mongodb.net:27017/?tls=true&authSource=admin\n',
        },
        severity: 'warning',
        suggested:
          'mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017,mills-shard-00-02.b1n2m.mongodb.net:27017',
      },
    ],
    valid: [
      {
        title: 'a single node, which another rule reports',
        files: { 'a.env': 'A=mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017/?directConnection=true&tls=true\n' },
        facts: { 'mills.json': exampleRecord('mills', 'b1n2m') },
      },
      {
        title: 'other clusters, other networks, and names in comments',
        files: {
          'a.env':
            '# once there was mongodb://mills-shard-00-03.b1n2m.mongodb.net:27017/\nA=mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017/?tls=true&authSource=admin\n',
          'b.env':
            'B=mongodb://mills-shard-00-00-pri.b1n2m.mongodb.net:27017,mills-shard-00-02-pri.b1n2m.mongodb.net:27017/?tls=true&authSource=admin\n',
          'c.env':
            'C=mongodb://looms-shard-00-00.b1n2m.mongodb.net:27017,looms-shard-00-02.b1n2m.mongodb.net:27017/?tls=true&authSource=admin\n',
        },
      },
      {
        title: 'root modules of two environments',
        files: {
          'dev/main.tf':
            'uri = "mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017/?tls=true&authSource=admin"\n',
          'prod/main.tf':
            'uri = "mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017,mills-shard-00-02.b1n2m.mongodb.net:27017/?tls=true&authSource=admin"\n',
        },
      },
      {
        title: 'a list with an unknown piece',
        files: {
          'a.js':
            'const a = `mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,${others}/?tls=true&authSource=admin`;\n',
          'b.env': 'B=mills-shard-00-02.b1n2m.mongodb.net:27017\n',
        },
      },
    ],
  },
  trigger: { anchors: [], strings: ['node'] },
  collect: nodesIn,
  check(files) {
    return missingNodes(files).map(({ file, at, proof, sharded, cluster, hosts, fix: offered }): ProjectRuleResult => {
      const isProven = proof === 'record';
      return {
        message: proof,
        file,
        at,
        // Clients of a replica set find the other members. Routers do not report others.
        severity: isProven && sharded ? 'error' : 'warning',
        confidence: isProven ? 'high' : 'medium',
        data: { cluster, count: hosts.length, hosts: hosts.map(({ host }) => host).join(', ') },
        fix: isProven ? offered : undefined,
        suggestions: !isProven && offered ? [offered] : [],
      };
    });
  },
});
