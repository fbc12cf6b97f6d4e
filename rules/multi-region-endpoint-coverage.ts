import { endpointHosts } from '../src/rule-helpers/endpoint-names.ts';
import { hasEndpointIn } from '../src/facts/query.ts';
import { addedRegions, multiRegionPlan } from '../src/rule-helpers/planned-regions.ts';
import { defineRule } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, ofCluster } from '../src/rule-helpers/hosts.ts';

const PLAN = [{ change: 'multi-region', cluster: 'ledgers', regions: ['US_EAST_1', 'EU_WEST_1'] }];

export default defineRule({
  id: 'multi-region-endpoint-coverage',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['private-endpoint', 'optimized'], all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['private endpoint services'],
  changes: ['multi-region'],
  supersedes: ['legacy-host'],
  docs: {
    what: 'An endpoint string of a cluster that will get a region without a private endpoint.',
    why: 'Endpoint strings exist only while every region of the cluster has an endpoint: if one region has none, its nodes cannot be reached and the record no longer lists endpoint strings.',
    todo: 'Create a private endpoint in each new region before the change. The networks must reach each other: peer the regions on AWS and Azure, enable global access on Google Cloud.',
    sources: ['MongoDB Atlas documentation, set up a private endpoint (2026-08)'],
  },
  messages: {
    uncovered: 'The project has no private endpoint in {regions} for this string{ofCluster}.',
  },
  examples: {
    invalid: [
      {
        title: 'no endpoint in the new region',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pl-0.ab123.mongodb.net⟧/m\n' },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1') },
      },
      {
        title: 'the new region has a service, but nothing is attached to it',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pl-0-lb.ab123.mongodb.net⟧/m\n' },
        config: { plan: PLAN, project: { regionalizedPrivateEndpoints: true } },
        facts: {
          'endpointService.json': [...services('us-east-1'), { ...services('eu-west-1')[0], interfaceEndpoints: [] }],
        },
      },
    ],
    valid: [
      {
        title: 'an endpoint in each region',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-0.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1', 'eu-west-1') },
      },
      {
        title: 'endpoint services are not known',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-0.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
      },
      {
        title: 'no endpoint string is used',
        files: { '.env': 'URI=mongodb+srv://ledgers.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1') },
      },
    ],
  },
  check(string, context) {
    const hosts = endpointHosts(string, context);
    const host = hosts[0];
    if (!host) return [];
    const cluster = clusterOfHost(host, context);
    const plan = multiRegionPlan(host, cluster, context);
    if (!plan) return [];
    const at = hostsAt(string, hosts);
    const states = addedRegions(plan, cluster).map((region) => ({
      region,
      has: hasEndpointIn(context.facts, region.name, region.provider),
    }));
    const uncovered = states.filter(({ has }) => has === false).map(({ region }) => region);
    if (uncovered.length === 0) {
      return states.some(({ has }) => has === undefined) ? [{ missing: 'private endpoint services', at }] : [];
    }
    const regions = uncovered.map(({ name }) => name).join(', ');
    return [{ message: 'uncovered', data: { regions, ofCluster: ofCluster(host, cluster) || ' of a cluster' }, at }];
  },
});

/** Invented endpoint services, each with one endpoint. */
function services(...regions: readonly string[]): readonly object[] {
  return regions.map((regionName, at) => ({
    id: `64a00000000000000000042${at}`,
    cloudProvider: 'AWS',
    regionName,
    status: 'AVAILABLE',
    interfaceEndpoints: [`vpce-0000000000000000${at}`],
  }));
}
