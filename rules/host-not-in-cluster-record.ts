import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { comparableHosts, isUnlisted, probablyMeant } from '../src/rule-helpers/recorded-hosts.ts';
import { knowsWholeProject } from '../src/facts/query.ts';
import { defineRule } from '../src/lint/rule.ts';
import { clusterOfHost, formOf, hostsAt, replaceHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'host-not-in-cluster-record',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record', 'complete list of clusters'],
  docs: {
    what: 'A hostname that matches no cluster of its project.',
    why: 'The cluster was deleted, the name is misspelt, or the endpoint was renamed. The name does not resolve, or leads to an outdated address.',
    todo: 'Use a string from the record of the cluster. If the cluster is new, fetch the records again.',
    severities: { warning: 'if the list of clusters may be incomplete' },
    sources: ['MongoDB Atlas Administration API, `connectionStrings` of the cluster record (2026-08)'],
  },
  messages: {
    cluster: 'The project with token "{token}" has no cluster "{cluster}".',
    string: 'The record of "{cluster}" does not list this host.',
    endpoint: 'No record of the project with token "{token}" lists this endpoint host.',
  },
  examples: {
    invalid: [
      {
        title: 'a misspelt name',
        files: { '.env': 'URI=mongodb+srv://⟦harbuor.n4c8d.mongodb.net⟧/h\n' },
        facts: { 'harbour.json': exampleRecord('harbour', 'n4c8d') },
        severity: 'warning',
        suggested: 'harbour.n4c8d.mongodb.net',
      },
      {
        title: "a complete list of the project's clusters",
        files: { '.env': 'URI=mongodb+srv://⟦harbuor.n4c8d.mongodb.net⟧/h\n' },
        facts: { 'clusters.json': { results: [exampleRecord('harbour', 'n4c8d')], totalCount: 1 } },
        severity: 'error',
      },
      {
        title: 'a deleted cluster without a similar name',
        files: { 'app.go': 'const uri = "mongodb+srv://⟦lighthouse.n4c8d.mongodb.net⟧/h"\n' },
        facts: { 'harbour.json': exampleRecord('harbour', 'n4c8d') },
      },
      {
        title: 'a renamed endpoint',
        files: { '.env': 'URI=mongodb+srv://⟦harbour-pl-1.n4c8d.mongodb.net⟧/h\n' },
        facts: { 'harbour.json': exampleRecord('harbour', 'n4c8d', { endpoints: ['pl-0'] }) },
        suggested: 'harbour-pl-0.n4c8d.mongodb.net',
      },
      {
        title: 'a node list under a misspelt name',
        files: {
          'db.ini':
            'uri = mongodb://⟦harbuor-shard-00-00.n4c8d.mongodb.net:27017,harbuor-shard-00-01.n4c8d.mongodb.net⟧:27017/h?tls=true&authSource=admin\n',
        },
        facts: { 'harbour.json': exampleRecord('harbour', 'n4c8d') },
      },
    ],
    valid: [
      { title: 'no records', files: { '.env': 'URI=mongodb+srv://harbuor.n4c8d.mongodb.net/h\n' } },
      {
        title: 'different letter case, and another project',
        files: {
          'a.env': 'URI=mongodb+srv://Harbour.N4C8D.mongodb.net/h\n',
          'b.env': 'URI=mongodb+srv://harbuor.k2m4x.mongodb.net/h\n',
        },
        facts: { 'harbour.json': exampleRecord('harbour', 'n4c8d') },
      },
      {
        title: 'nodes that exist although the record does not list them',
        files: {
          'a.env': 'A=mongodb://atlas-p1q2r3-shard-00-00.n4c8d.mongodb.net:27017/?directConnection=true\n',
          'b.env': 'B=harbour-shard-00-05.n4c8d.mongodb.net:27017\n',
          'prometheus.yml': 'x: ac-z9y8x7w-shard-00-01.n4c8d.mongodb.net:27018\n',
        },
        facts: {
          'harbour.json': exampleRecord('harbour', 'n4c8d'),
          'targets.json': [
            { targets: ['ac-z9y8x7w-shard-00-01.n4c8d.mongodb.net:27018'], labels: { cl_name: 'harbour' } },
          ],
        },
      },
      {
        title: 'other products, names with an unknown piece, a cluster that is being created',
        files: {
          'a.js':
            'const a = "harbour-biconnector.n4c8d.mongodb.net:27015";\nconst b = `mongodb+srv://${name}.n4c8d.mongodb.net/h`;\nconst c = "mongodb://lake-n4c8d.a.query.mongodb.net/";\nconst d = "mongodb+srv://jetty.n4c8d.mongodb.net/";\n',
        },
        facts: {
          'harbour.json': exampleRecord('harbour', 'n4c8d'),
          'jetty.json': { name: 'jetty', stateName: 'CREATING', connectionStrings: {} },
        },
      },
    ],
  },
  check(string, context) {
    if (!context.facts.hasRecords) return [];
    const hosts = comparableHosts(string).filter((host) => isUnlisted(host, context));
    const host = hosts[0];
    if (!host) return [];
    const cluster = clusterOfHost(host, context);
    const meant = probablyMeant(host, formOf(string), context);
    const title = meant && `Use the string that the record of "${meant.cluster.name}" lists`;
    const offer = meant && title ? replaceHosts(string, meant.listed, title) : undefined;
    const at = hostsAt(string, hosts);
    // A single record, or the state of one stack, does not list the other clusters of the project.
    const isCertain = cluster !== undefined || knowsWholeProject(context.facts, host.class.token ?? '');
    return [
      ...(isCertain ? [] : [{ missing: 'complete list of clusters', at } as const]),
      {
        message: cluster ? 'string' : host.class.cluster === null ? 'endpoint' : 'cluster',
        data: { token: host.class.token ?? '', cluster: cluster?.name ?? host.class.cluster ?? '' },
        at,
        severity: isCertain ? ('error' as const) : ('warning' as const),
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});
