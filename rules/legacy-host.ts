import { stringsWith } from '../src/core/fact-query.ts';
import type { ClusterFacts } from '../src/core/facts.ts';
import type { FoundHost, FoundString } from '../src/core/found.ts';
import { defineRule } from '../src/core/rule.ts';
import type { Repair } from '../src/core/rule.ts';
import { clusterOfHost, editOf, formOf, hostsAt, ownHosts, replaceHosts } from '../src/core/subject.ts';

export default defineRule({
  id: 'legacy-host',
  since: '0.1.0',
  scope: 'string',
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'A legacy host name: a hyphen where current names have a dot before the token.',
    why:
      'Legacy names belong to clusters from before 31 March 2020. What they resolve to depends on the peering-only mode of the ' +
      'project, and they change when the cluster moves to another provider.',
    todo: 'Use the string that the cluster record lists now. The hyphen before the token becomes a dot; whether a provider label stays, only the record tells.',
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    legacy: 'Legacy host name{ofCluster}: current names have a dot before the token "{token}".',
  },
  examples: {
    reported: [
      {
        title: 'SRV name',
        files: { 'app.py': 'URI = "mongodb+srv://⟦reader-k2j4h.mongodb.net⟧/books"\n' },
        suggested: 'reader.k2j4h.mongodb.net',
      },
      {
        title: 'node list with a provider label',
        files: {
          '.env':
            'URI=mongodb://⟦till-shard-00-00-p3q4r.gcp.mongodb.net:27017,till-shard-00-01-p3q4r.gcp.mongodb.net⟧:27017/?tls=true&authSource=admin\n',
        },
      },
      {
        title: 'the record lists the current name',
        files: { 'app.go': 'const uri = "mongodb+srv://⟦gable-k4j5h.mongodb.net⟧/g"\n' },
        facts: {
          'gable.json': { name: 'gable', connectionStrings: { standardSrv: 'mongodb+srv://gable.k4j5h.mongodb.net' } },
        },
        fixed: 'gable.k4j5h.mongodb.net',
      },
    ],
    silent: [
      {
        title: 'federation names have a hyphen there by design',
        files: { 'a.js': 'const u = "mongodb://archive-g1nxq.a.query.mongodb.net/";\n' },
      },
      {
        title: 'a name that documentation invents',
        files: { 'a.js': 'const u = "mongodb+srv://my-store.mongodb.net/";\n' },
      },
      {
        title: 'a provider label behind a dot',
        files: { 'a.js': 'const u = "mongodb+srv://foo.ab123.azure.mongodb.net/";\n' },
      },
    ],
  },
  check(string, context) {
    const hosts = string.hosts.length > 0 ? ownHosts(string).filter((host) => host.class.family === 'legacy') : [];
    const first = hosts[0];
    if (!first) return [];
    const cluster = clusterOfHost(first, context);
    const proven = cluster && fixFor(string, hosts, cluster);
    return [
      {
        message: 'legacy',
        data: { token: first.class.token ?? '', ofCluster: cluster ? ` of cluster "${cluster.name}"` : '' },
        at: hostsAt(string, hosts),
        confidence: cluster ? 'high' : /\d/.test(first.class.token ?? '') ? 'high' : 'medium',
        fix: proven,
        suggestions: proven ? [] : dotted(string, hosts),
      },
    ];
  },
});

/** The record's own current string, when it has one: a record of the first generation may still list the legacy one. */
function fixFor(string: FoundString, hosts: readonly FoundHost[], cluster: ClusterFacts): Repair | undefined {
  if (hosts.some((host) => host.class.kind !== 'legacy')) return undefined;
  const current = stringsWith(cluster, 'standard').find(
    ({ form, family }) => form === formOf(string) && family === 'current',
  );
  return current && replaceHosts(string, current, `Use the string that the record of "${cluster.name}" lists`);
}

/** The documented change, hyphen to dot, for one name or for all of a list; a provider label is kept as it stands. */
function dotted(string: FoundString, hosts: readonly FoundHost[]): Repair[] {
  const title = 'Replace the hyphen before the token by a dot (the cluster record decides)';
  const edits = hosts.map((host) => {
    const { token } = host.class;
    const at = token === null ? -1 : host.host.toLowerCase().lastIndexOf(`-${token}`);
    return at < 0
      ? undefined
      : editOf(string, { offset: host.hostRange.offset + at, endOffset: host.hostRange.offset + at + 1 }, '.');
  });
  if (edits.some((edit) => edit === undefined)) return [];
  return [{ title, edits: edits.filter((edit) => edit !== undefined) }];
}
