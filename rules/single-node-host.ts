import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { defineRule, type Fix, type RuleContext } from '../src/lint/rule.ts';
import { listedSrv, suggestedSrvName, toSrv } from '../src/rule-helpers/host-names.ts';
import { clusterOfHost, hostsAt, realHosts } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'single-node-host',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['uri', 'form:direct', 'node'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A direct string with a single node of a cluster.',
    why: 'The role of a node changes with elections and maintenance. A program that needs the primary fails when this node is not the primary, and every program fails when the node is down.',
    todo: 'Use the SRV string of the cluster. If the tool needs this node, suppress the finding with a reason.',
    sources: ['MongoDB Atlas documentation, connect to a cluster (2026-08)'],
  },
  messages: {
    one: 'This string has a single node. The program fails when the node is down or not the primary.',
    direct: '`directConnection=true` binds the program to one node, whose role is not guaranteed.',
  },
  examples: {
    invalid: [
      {
        title: 'one of three',
        files: { 'report.py': 'URI = "mongodb://⟦quay-shard-00-02.k2j4h.mongodb.net⟧:27017/r?tls=true"\n' },
      },
      {
        title: 'explicit directConnection',
        files: {
          'a.sh':
            "mongodump --uri 'mongodb://⟦quay-shard-00-02.k2j4h.mongodb.net⟧:27017/?tls=true&directConnection=true'\n",
        },
      },
    ],
    valid: [
      {
        title: 'several nodes; SRV; another server',
        files: {
          '.env':
            'A=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/?tls=true\n' +
            'B=mongodb+srv://quay.k2j4h.mongodb.net/r\nC=mongodb://localhost:27017/?directConnection=true\n',
        },
      },
      {
        title: 'a name in a list of allowed hosts',
        files: { 'allow.txt': 'quay-shard-00-02.k2j4h.mongodb.net:27017\n' },
      },
      {
        title: 'the user info before each of several hosts, which another rule reports',
        files: {
          '.env':
            'A=mongodb://app:pla1n@quay-shard-00-00.k2j4h.mongodb.net:27017,app:pla1n@quay-shard-00-01.k2j4h.mongodb.net:27017/r?tls=true\n',
        },
      },
      {
        title: 'more hosts come from a variable',
        files: { 'a.js': 'const a = `mongodb://quay-shard-00-02.k2j4h.mongodb.net:27017,${others}/r?tls=true`;\n' },
      },
    ],
  },
  check(string, context, { source }) {
    const [host] = realHosts(string).filter(({ class: seen }) => seen.node);
    if (!host || string.uri?.scheme !== 'direct' || string.hosts.length > 1) return [];
    if (mayHoldHosts(string) || !isWholeString(string, source)) return [];
    const direct = string.uri.options.some(({ name, value }) => /^directConnection$/i.test(name) && value === 'true');
    return [
      { message: direct ? 'direct' : 'one', at: hostsAt(string, [host]), suggestions: bySrv(string, host, context) },
    ];
  },
});

/** An unknown piece after the name or at the place of its port may be the rest of a list, as may a part of the user info. */
function mayHoldHosts({ literal, uri }: FoundString): boolean {
  if (uri?.issues.some(({ code, unique }) => code === 'userinfo-unescaped' && unique === false)) return true;
  return literal.value.slice(uri?.hostsRange.offset, uri?.hostsRange.endOffset).endsWith(PLACEHOLDER);
}

/** The cluster's SRV string: from its record, otherwise from the node's name. */
function bySrv(string: FoundString, host: FoundHost, context: RuleContext): Fix[] {
  const cluster = clusterOfHost(host, context);
  const listed = cluster && listedSrv(cluster.listed, host.class.kind)?.hosts[0]?.host;
  const inferred = suggestedSrvName(host);
  const made =
    listed !== undefined && cluster
      ? toSrv(string, listed, context.profile, `Use the SRV string that the record of "${cluster.name}" lists`)
      : inferred &&
        toSrv(string, inferred, context.profile, 'Use the SRV string of the cluster (the cluster record decides)');
  return made ? [made] : [];
}
