import type { PlanVerdict } from '../../src/plan/steps.ts';
import { clusterRecord, entryOf, type PlannedProject } from './run-plan.ts';

/** A sharded cluster on AWS that is about to get a second region, with its endpoint. */
export const CHANGE = { change: 'multi-region', cluster: 'lagoon', regions: ['US_EAST_1', 'EU_WEST_1'] };
export const HOSTS = {
  standardSrv: 'lagoon.h6j2m.mongodb.net',
  privateSrv: 'lagoon-pri.h6j2m.mongodb.net',
  srvConnectionString: 'lagoon-pl-0.h6j2m.mongodb.net',
  srvShardOptimizedConnectionString: 'lagoon-pl-0-lb.h6j2m.mongodb.net',
};
export const uri = (host: string): string => `mongodb+srv://u:p@${host}/app`;
export const OPTIMIZED = uri(HOSTS.srvShardOptimizedConnectionString);
export const RECORD = clusterRecord('lagoon', {
  type: 'SHARDED',
  strings: {
    standardSrv: `mongodb+srv://${HOSTS.standardSrv}`,
    privateSrv: `mongodb+srv://${HOSTS.privateSrv}`,
    privateEndpoint: [
      {
        srvConnectionString: `mongodb+srv://${HOSTS.srvConnectionString}`,
        srvShardOptimizedConnectionString: `mongodb+srv://${HOSTS.srvShardOptimizedConnectionString}`,
        type: 'MONGOS',
        endpoints: [{ endpointId: 'vpce-00000000000000001', providerName: 'AWS', region: 'US_EAST_1' }],
      },
    ],
  },
});
/** A project whose facts are all known, and whose only program has the standard string. */
export const READY = { 'src/std.ts': `export const uri = '${uri(HOSTS.standardSrv)}';\n` };
const ENDPOINTS = ['US_EAST_1', 'EU_WEST_1'];

export const own = { name: 'p', regionalizedPrivateEndpoints: false, inventory: ['facts.json', 'services.json'] };

export function project(
  files: PlannedProject['files'],
  config: PlannedProject['config'] = {},
  change: unknown = CHANGE,
): PlannedProject {
  return {
    files: { ...READY, ...files },
    config: { projects: [own], ...config },
    clusters: [RECORD],
    endpoints: ENDPOINTS,
    change,
  };
}

export const verdictOf = (...of: Parameters<typeof project>): PlanVerdict => entryOf(project(...of)).verdict;
