import { clusterRecord } from './run-plan.ts';

/** A planned change that is ready with this cluster and this file, and with nothing else. */
export const OFF = { change: 'disable-peering-only' };
export const GONE = 'URI=mongodb+srv://depot-pri.k8d3f.azure.mongodb.net/stock\n';
export const depot = clusterRecord('depot', {
  provider: 'AZURE',
  regions: ['EUROPE_WEST'],
  strings: {
    standardSrv: 'mongodb+srv://depot-k8d3f.azure.mongodb.net',
    privateSrv: 'mongodb+srv://depot-pri.k8d3f.azure.mongodb.net',
  },
});
