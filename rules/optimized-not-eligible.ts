import type { FactName } from '../src/facts/facts.ts';
import { endpointHosts, legacySrvFor } from '../src/rule-helpers/host-names.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { optimizedEligibility, type EligibilityFact as MissingCriterion } from '../src/facts/eligibility.ts';
import { listedString } from '../src/facts/query.ts';
import { defineRule, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, replaceHosts } from '../src/rule-helpers/hosts.ts';

/** The missing fact for each criterion that cannot be checked. */
const FACT_OF: Readonly<Record<MissingCriterion, FactName>> = {
  sharded: 'cluster type',
  provider: 'provider of the cluster',
  version: 'database version',
  regions: 'regions of the cluster',
  regionalizedPrivateEndpoints: 'regionalized private endpoints (regionalMode)',
};

export default defineRule({
  id: 'optimized-not-eligible',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['optimized', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record', 'regionalized private endpoints (regionalMode)'],
  supersedes: ['host-not-in-cluster-record'],
  docs: {
    what: 'An optimized endpoint string (`-lb`) of a cluster that cannot have one.',
    why: 'Only sharded clusters on AWS with MongoDB 5.0 or later have optimized strings, in one region or with regionalized private endpoints. For all other clusters the name does not resolve.',
    todo: 'Use the endpoint string that the record lists (`srvConnectionString`).',
    severities: { warning: 'if the record lists the string anyway' },
    sources: ['MongoDB Atlas documentation, optimized connection strings (2026-08)'],
  },
  messages: {
    'not-dedicated': 'Cluster "{cluster}" is not a dedicated cluster and has no optimized string.',
    'not-sharded': 'Cluster "{cluster}" is a replica set. Only sharded clusters have an optimized string.',
    'not-aws': 'Cluster "{cluster}" does not run on AWS. Only AWS has optimized strings.',
    'version-below-5': 'Cluster "{cluster}" runs MongoDB {version}. Optimized strings need 5.0 or later.',
    'multi-region-without-regionalized-endpoints':
      '"{cluster}" has several regions without regionalized private endpoints, and therefore no optimized string.',
  },
  examples: {
    invalid: [
      {
        title: 'on Azure',
        files: { '.env': 'URI=mongodb+srv://⟦ledger-pl-0-lb.w2k7m.mongodb.net⟧/l\n' },
        facts: {
          'ledger.json': exampleRecord('ledger', 'w2k7m', {
            regions: [['AZURE', 'EUROPE_WEST']],
            sharded: true,
            endpoints: ['pl-0'],
          }),
        },
        suggested: 'ledger-pl-0.w2k7m.mongodb.net',
      },
      {
        title: 'a replica set, described by hand',
        files: { 'app.py': 'URI = "mongodb+srv://⟦ledger-pl-0-lb.w2k7m.mongodb.net⟧/l"\n' },
        config: { clusters: { ledger: { sharded: false } } },
      },
      {
        title: 'several regions, regionalized endpoints off',
        files: { '.env': 'URI=mongodb+srv://⟦ledger-pl-0-lb.w2k7m.mongodb.net⟧/l\n' },
        config: {
          clusters: { ledger: { sharded: true, provider: 'aws', regions: ['us-east-1', 'eu-west-1'], version: '8.0' } },
          project: { regionalizedPrivateEndpoints: false },
        },
      },
    ],
    valid: [
      {
        title: 'eligible, in one region and in several with regionalized endpoints',
        files: {
          'a.env': 'URI=mongodb+srv://ledger-pl-0-lb.w2k7m.mongodb.net/l\n',
          'b.env': 'URI=mongodb+srv://cashbook-pl-0-lb.w2k7m.mongodb.net/l\n',
        },
        config: {
          clusters: {
            ledger: { sharded: true, provider: 'aws', regions: ['us-east-1', 'eu-west-1'], version: '8.0' },
            cashbook: { sharded: true, provider: 'aws', regions: ['us-east-1'], version: '5.0' },
          },
          project: { regionalizedPrivateEndpoints: true },
        },
      },
      {
        title: 'a replica set whose name ends in -lb; no record',
        files: {
          'a.env': 'URI=mongodb+srv://ledger-lb.w2k7m.mongodb.net/l\n',
          'b.env': 'URI=mongodb+srv://cashbook-pl-0-lb.w2k7m.mongodb.net/l\n',
        },
        config: { clusters: { 'ledger-lb': { sharded: false } } },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
    const hosts = endpointHosts(string, context, ['optimized']);
    const host = hosts[0];
    if (!host) return [];
    const at = hostsAt(string, hosts);
    const cluster = clusterOfHost(host, context);
    if (!cluster) return [{ missing: 'cluster record', at }];
    const judged = optimizedEligibility(cluster, context.facts.project);
    if ('missing' in judged) {
      // A string that the record lists exists, so no fact is missing.
      return listedString(cluster, host.host) ? [] : judged.missing.map((fact) => ({ missing: FACT_OF[fact], at }));
    }
    if (judged.eligible) return [];
    const legacy = legacySrvFor(host, cluster, context);
    const offer =
      legacy && replaceHosts(string, legacy, `Use the endpoint string that the record of "${cluster.name}" lists`);
    return [
      {
        message: judged.reason,
        // A string that the record lists exists, whatever the criteria.
        ...(listedString(cluster, host.host) && { severity: 'warning' as const }),
        data: { cluster: cluster.name, version: cluster.version?.value ?? '' },
        at,
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});
