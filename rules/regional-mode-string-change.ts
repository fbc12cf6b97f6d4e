import { endpointHosts } from '../src/rule-helpers/host-names.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { isMultiRegion, listedString } from '../src/facts/query.ts';
import { multiRegionPlan } from '../src/rule-helpers/planned-regions.ts';
import { defineRule, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import { clusterOfHost, formOf, hostsAt, ofCluster, replaceHosts } from '../src/rule-helpers/hosts.ts';

const RECORD = {
  name: 'profiles',
  clusterType: 'GEOSHARDED',
  connectionStrings: {
    privateEndpoint: [{ srvConnectionString: 'mongodb+srv://profiles-pl-0.ex4mp.mongodb.net', type: 'MONGOS' }],
  },
};
const TURN_ON = { plan: [{ change: 'regionalized-endpoints', enabled: true }] };

export default defineRule({
  id: 'regional-mode-string-change',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['private-endpoint', 'optimized'], all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record', 'cluster type', 'regions of the cluster'],
  changes: ['regionalized-endpoints'],
  supersedes: ['legacy-host'],
  docs: {
    what: 'An endpoint string of a multi-region or global sharded cluster when regionalized private endpoints are turned on or off.',
    why: 'The setting changes the endpoint strings of all such clusters of the project at once. Applications with the old strings cannot connect after their next start.',
    todo: 'Plan a downtime or another network path. The new strings exist only after the change. Read them from the cluster record, one per region, and deploy them.',
    sources: [
      'MongoDB Atlas documentation, regionalized private endpoints (2026-08)',
      'MongoDB Atlas Administration API, privateEndpoint/regionalMode (2026-08)',
    ],
  },
  messages: {
    behind: 'Endpoint string{ofCluster} is outdated. The setting has changed, and the record lists other strings.',
    on: 'Endpoint string{ofCluster} changes when regionalized private endpoints are turned on. Each region has its own.',
    off: 'Endpoint string{ofCluster} stops working when regionalized private endpoints are turned off.',
  },
  examples: {
    invalid: [
      {
        title: 'a global cluster',
        files: { '.env': 'URI=mongodb+srv://⟦profiles-pl-0.ex4mp.mongodb.net⟧/p\n' },
        config: TURN_ON,
        facts: { 'profiles.json': RECORD },
      },
      {
        title: 'a sharded cluster in two regions, by hand',
        files: { '.env': 'URI=mongodb+srv://⟦profiles-pl-0.ex4mp.mongodb.net⟧/p\n' },
        config: { ...TURN_ON, clusters: { profiles: { sharded: true, regions: ['us-east-1', 'eu-west-1'] } } },
      },
      {
        title: 'turned off again',
        files: { '.env': 'URI=mongodb+srv://⟦profiles-pl-0-us-east-1.ex4mp.mongodb.net⟧/p\n' },
        config: { plan: [{ change: 'regionalized-endpoints', enabled: false }] },
        facts: { 'profiles.json': RECORD },
      },
      {
        title: 'the setting is on, the record lists the new strings, the code has the old one',
        files: { '.env': 'URI=mongodb+srv://⟦profiles-pl-0.ex4mp.mongodb.net⟧/p\n' },
        config: { ...TURN_ON, project: { regionalizedPrivateEndpoints: true } },
        facts: {
          'profiles.json': {
            ...RECORD,
            connectionStrings: {
              privateEndpoint: [{ srvConnectionString: 'mongodb+srv://profiles-pl-0-us-east-1.ex4mp.mongodb.net' }],
            },
          },
        },
        suggested: 'profiles-pl-0-us-east-1.ex4mp.mongodb.net',
      },
    ],
    valid: [
      {
        title: 'a cluster in one region',
        files: { '.env': 'URI=mongodb+srv://profiles-pl-0.ex4mp.mongodb.net/p\n' },
        config: { ...TURN_ON, clusters: { profiles: { sharded: true, regions: ['us-east-1'] } } },
      },
      {
        title: 'standard and peering strings',
        files: {
          '.env': 'A=mongodb+srv://profiles.ex4mp.mongodb.net/p\nB=mongodb+srv://profiles-pri.ex4mp.mongodb.net/p\n',
        },
        config: TURN_ON,
        facts: { 'profiles.json': RECORD },
      },
      {
        title: 'the setting is already as planned',
        files: { '.env': 'URI=mongodb+srv://profiles-pl-0.ex4mp.mongodb.net/p\n' },
        config: { ...TURN_ON, project: { regionalizedPrivateEndpoints: true } },
        facts: { 'profiles.json': RECORD },
      },
    ],
  },
  check(string, context) {
    const enabled = toggledTo(context);
    if (enabled === undefined) return leftBehind(string, context);
    const hosts = endpointHosts(string, context).filter((host) => changesName(host, enabled));
    const host = hosts[0];
    if (!host) return [];
    const at = hostsAt(string, hosts);
    const cluster = clusterOfHost(host, context);
    const concerned = isConcerned(host, cluster, context);
    if (typeof concerned === 'string') return [{ missing: concerned, at }];
    return concerned ? [{ message: enabled ? 'on' : 'off', data: { ofCluster: ofCluster(host, cluster) }, at }] : [];
  },
});

/**
 * If the setting is already as planned, the record lists the current strings, so any other endpoint string is outdated.
 */
function leftBehind(string: FoundString, context: RuleContext): readonly RuleProblem[] {
  const planned = context.plan.find((change) => change.change === 'regionalized-endpoints');
  const hosts = endpointHosts(string, context);
  const host = hosts[0];
  const cluster = host && clusterOfHost(host, context);
  if (!planned || !host || !cluster || listedString(cluster, host.host)) return [];
  const listed = cluster.listed.filter((one) => one.endpoint !== null && one.form === formOf(string));
  if (listed.length === 0 || isConcerned(host, cluster, context) !== true) return [];
  const offers = listed.map((one) =>
    replaceHosts(string, one, `Use ${one.hosts[0]?.host ?? ''}, which the record lists`),
  );
  return [
    {
      message: 'behind',
      data: { ofCluster: ofCluster(host, cluster) },
      at: hostsAt(string, hosts),
      suggestions: offers.filter((one) => one !== undefined),
    },
  ];
}

/** The planned value of the setting. `undefined` if it is already set or not planned. */
function toggledTo({ plan, facts }: RuleContext): boolean | undefined {
  const planned = plan.find((change) => change.change === 'regionalized-endpoints');
  return planned && planned.enabled !== facts.project.regionalizedPrivateEndpoints?.value ? planned.enabled : undefined;
}

/**
 * False for names that exist only after the change, and for optimized strings in AWS regions, which keep working when
 * it is turned on.
 */
function changesName({ class: { kind, node, region } }: FoundHost, enabled: boolean): boolean {
  if (node) return true;
  return enabled ? kind === 'private-endpoint' && region === null : region !== null || kind === 'optimized';
}

/** Whether the cluster is sharded and in several regions, now or as planned, or the missing fact. */
function isConcerned(host: FoundHost, cluster: ClusterFacts | undefined, context: RuleContext): boolean | FactName {
  if (!cluster) return 'cluster record';
  if (cluster.sharded?.value === false) return false;
  if (cluster.clusterType?.value === 'GEOSHARDED') return true;
  const spans = multiRegionPlan(host, cluster, context) ? true : isMultiRegion(cluster);
  if (spans === false) return false;
  if (spans === undefined) return 'regions of the cluster';
  return cluster.sharded ? true : 'cluster type';
}
