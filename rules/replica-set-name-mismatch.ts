import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { comparableHosts, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleResult } from '../src/lint/rule.ts';
import { editOf, hostsAt, partAt, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'replica-set-name-mismatch',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['options', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record'],
  docs: {
    what: 'A `replicaSet` option with another name than in the record of the cluster.',
    why: 'The driver ignores nodes whose replica set has another name, so it finds no server.',
    todo: 'Use the name that the record lists, or the SRV string, which supplies it.',
    sources: [
      'MongoDB driver specification, server discovery (2026-08-13)',
      'MongoDB Atlas Administration API, `connectionStrings.standard` of the cluster record (2026-08)',
    ],
  },
  messages: {
    other: 'The replica set of cluster "{cluster}" is "{name}", not "{written}".',
  },
  examples: {
    invalid: [
      {
        title: 'the name of old clusters',
        files: {
          'app.toml':
            "uri = 'mongodb://rivers-shard-00-00.f6g7h.mongodb.net:27017,rivers-shard-00-01.f6g7h.mongodb.net:27017/r?tls=true&⟦replicaSet=Rivers-shard-0⟧&authSource=admin'\n",
        },
        facts: { 'rivers.json': exampleRecord('rivers', 'f6g7h') },
        fixed: 'replicaSet=atlas-f6g7h0-shard-0',
      },
      {
        title: 'with an SRV string, whose value it overrides',
        files: { '.env': 'URI=mongodb+srv://rivers.f6g7h.mongodb.net/r?⟦replicaSet=rs0⟧\n' },
        facts: { 'rivers.json': exampleRecord('rivers', 'f6g7h') },
        fixed: 'replicaSet=atlas-f6g7h0-shard-0',
      },
    ],
    valid: [
      {
        title: 'no option, the right name, an interpolated name, another server',
        files: {
          'a.env': 'URI=mongodb+srv://rivers.f6g7h.mongodb.net/r\n',
          'b.env': 'URI=mongodb://rivers-shard-00-00.f6g7h.mongodb.net:27017/?replicaSet=atlas-f6g7h0-shard-0\n',
          'c.js': 'const u = `mongodb+srv://rivers.f6g7h.mongodb.net/r?replicaSet=${name}`;\n',
          'd.env': 'URI=mongodb://localhost:27017/?replicaSet=rs0\n',
        },
        facts: { 'rivers.json': exampleRecord('rivers', 'f6g7h') },
      },
      {
        title: 'a sharded cluster has no such name',
        files: { '.env': 'URI=mongodb://rivers-shard-00-00.f6g7h.mongodb.net:27016/?replicaSet=rs0\n' },
        facts: { 'rivers.json': exampleRecord('rivers', 'f6g7h', { sharded: true }) },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
    const option = optionNamed(string, 'replicaSet');
    const written = option?.value;
    if (!option?.valueRange || !written || written.includes(PLACEHOLDER)) return [];
    const hosts = comparableHosts(string, 'standard', 'private', 'private-endpoint', 'legacy');
    const host = hosts[0];
    if (!host) return [];
    const cluster = listedCluster(host, context);
    if (!cluster) return [{ missing: 'cluster record', at: hostsAt(string, hosts) }];
    if (cluster.sharded?.value === true) return [];
    const names = namesIn(cluster, host);
    const [name] = names;
    if (name === undefined) return [{ missing: 'cluster record', at: hostsAt(string, hosts) }];
    if (names.includes(written)) return [];
    return [
      {
        message: 'other',
        data: { cluster: cluster.name, name, written },
        at: partAt(string, option),
        fix: makeFix(
          `Use the name that the record of "${cluster.name}" lists`,
          editOf(string, option.valueRange, name),
        ),
      },
    ];
  },
});

/** Replica set names in the record's strings, those of the host's kind first. */
function namesIn(cluster: ClusterFacts, host: FoundHost): readonly string[] {
  const sorted = [...cluster.listed].sort(
    (a, b) => Number(b.kind === host.class.kind) - Number(a.kind === host.class.kind),
  );
  const names = sorted.flatMap(({ text }) => /[?&]replicaSet=([^&#]{1,120})/i.exec(text)?.[1] ?? []);
  return [...new Set(names)];
}
