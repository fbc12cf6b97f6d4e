import { endpointHosts, endpointMark, endpointStringsAt, renumbered } from '../src/rule-helpers/host-names.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { defineRule, type Fix, type RuleContext } from '../src/lint/rule.ts';
import {
  clusterOfHost,
  hostsAt,
  ofCluster,
  plannedFor,
  providersOf,
  renameHost,
  replaceHosts,
} from '../src/rule-helpers/hosts.ts';

const FILE = { '.env': 'URI=mongodb+srv://⟦ledgers-pl-0.ab123.mongodb.net⟧/l\n' };
const SILENT_FILE = { '.env': 'URI=mongodb+srv://ledgers-pl-0.ab123.mongodb.net/l\n' };
const PLAN = [{ change: 'port-mapped-endpoints', cluster: 'ledgers' }];
const SERVICE = {
  id: '64a000000000000000000422',
  cloudProvider: 'GCP',
  regionName: 'us-east1',
  portMappingEnabled: true,
};
const PSC = { privateEndpoint: [{ srvConnectionString: 'mongodb+srv://ledgers-psc-0.ab123.mongodb.net' }] };

export default defineRule({
  id: 'psc-rename',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['private-endpoint', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['provider of the cluster', 'private endpoint services'],
  changes: ['port-mapped-endpoints'],
  withoutPlan: true,
  supersedes: ['legacy-host', 'host-not-in-cluster-record'],
  docs: {
    what: 'An endpoint string with `-pl-<n>` of a cluster on Google Cloud while port-mapped endpoints are in use or planned.',
    why: 'With port-mapped endpoints (Private Service Connect) the SRV name contains `psc` instead of `pl`. The old name is removed with the old endpoint.',
    todo: 'Create the port-mapped endpoint in addition to the old one, switch applications to the `-psc-0` string that the record lists afterwards, and remove the old endpoint last. Clusters that also run on other providers keep `-pl-0`.',
    severities: { warning: 'if the providers are not known' },
    sources: ['mongodb/terraform-provider-mongodbatlas, guide to GCP port mapping (2026-08)'],
  },
  messages: {
    renamed: 'Endpoint string{ofCluster} will be renamed: with port-mapped endpoints it contains `psc`, not `pl`.',
    unsure: 'Endpoint string{ofCluster} will be renamed to `psc` unless the cluster has several providers.',
  },
  examples: {
    invalid: [
      {
        title: 'port mapping is on, and the record lists the new string',
        files: FILE,
        config: { clusters: { ledgers: { provider: 'gcp', connectionStrings: PSC } } },
        facts: { 'endpointService.json': [SERVICE] },
        suggested: 'ledgers-psc-0.ab123.mongodb.net',
        severity: 'error',
      },
      { title: 'planned, with an unknown provider', files: FILE, config: { plan: PLAN }, severity: 'warning' },
    ],
    valid: [
      {
        title: 'a cluster on several providers keeps the name',
        files: SILENT_FILE,
        config: { plan: PLAN, clusters: { ledgers: { provider: ['gcp', 'aws'] } } },
      },
      {
        title: 'a cluster on AWS in a project with port mapping',
        files: SILENT_FILE,
        config: { clusters: { ledgers: { provider: 'aws' } } },
        facts: { 'endpointService.json': [SERVICE] },
      },
      {
        title: 'the new name',
        files: { '.env': 'URI=mongodb+srv://ledgers-psc-0.ab123.mongodb.net/l\n' },
        config: { plan: PLAN, clusters: { ledgers: { provider: 'gcp' } } },
      },
    ],
  },
  check(string, context) {
    // Only SRV names change.
    const host = endpointHosts(string, context, ['private-endpoint']).find(
      (one) => !one.class.node && endpointMark(one)?.word === 'pl',
    );
    if (!host) return [];
    const cluster = clusterOfHost(host, context);
    const [plan] = plannedFor('port-mapped-endpoints', host, cluster, context);
    if (!plan && context.facts.project.portMapping?.value !== true) return [];
    const providers = providersOf(host, cluster);
    if (providers?.some((provider) => provider !== 'gcp')) return [];
    const at = hostsAt(string, [host]);
    const missing = { missing: 'provider of the cluster', at } as const;
    // Without a plan, the result is certain only if all endpoints of the project are on Google Cloud.
    const isLikely = plan ?? context.facts.endpoints?.value.every(({ provider }) => provider === 'gcp');
    if (!providers && !isLikely) return [missing];
    const offer = renamed(string, host, cluster, context);
    const problem = {
      message: providers ? 'renamed' : 'unsure',
      data: { ofCluster: ofCluster(host, cluster) },
      at,
      severity: providers ? ('error' as const) : ('warning' as const),
      suggestions: offer ? [offer] : [],
    };
    return providers ? [problem] : [problem, missing];
  },
});

/** The record's `psc` string, otherwise the same name with `psc`. */
function renamed(
  string: FoundString,
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  context: RuleContext,
): Fix | undefined {
  const listed = cluster && endpointStringsAt(cluster, 'srv', 0, context).find(({ text }) => text.includes('-psc-'));
  if (listed) return replaceHosts(string, listed, `Use the string that the record of "${cluster.name}" lists`);
  const mark = endpointMark(host);
  return (
    mark && renameHost(string, host, renumbered(host, mark, 0, 'psc'), 'Use psc for pl (the cluster record decides)')
  );
}
