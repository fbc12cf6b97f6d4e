import { validateConfig } from '../../src/config/config.ts';
import type { PlanEntry } from '../../src/plan/plan.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { planChanges } from '../../src/node/plan.ts';
import { openProject } from '../../src/node/project/project.ts';
import { RULES } from '../../rules/index.ts';
import { withFiles } from './cli.ts';

export interface PlannedProject {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The config. It contains `plan`, or `change` is passed like on the command line. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly change?: unknown;
  /** Cluster records, which are added to the config's `inventory`. */
  readonly clusters?: readonly unknown[];
  /** False for records that may not be all of the project. */
  readonly isWholeList?: boolean;
  /** All AWS regions with an endpoint service, each with one endpoint. */
  readonly endpoints?: readonly string[];
  /** Larger files are skipped. */
  readonly maxBytes?: number;
  /** Those of the command line. */
  readonly paths?: readonly string[];
}

/** Checks the planned changes of a small project with all rules, like the command. */
export function entriesOf({
  files = {},
  config = {},
  change,
  clusters,
  isWholeList = true,
  endpoints,
  maxBytes,
  paths = [],
}: PlannedProject): readonly PlanEntry[] {
  const named = {
    ...(clusters && { clusters: 'facts.json' }),
    ...(endpoints && { endpointServices: 'services.json' }),
  };
  const inventory = Object.keys(named).length > 0 ? { projects: [{ inventory: named }] } : {};
  const all = {
    ...files,
    'connlint.config.json': JSON.stringify({ ...inventory, ...config }, null, 2),
    ...(clusters ? { 'facts.json': JSON.stringify(isWholeList ? listOf(clusters) : clusters) } : {}),
    ...(endpoints ? { 'services.json': JSON.stringify(endpoints.map(endpointService)) } : {}),
  };
  return withFiles(all, (cwd) => {
    const project = openProject({ cwd, rules: RULES, today: '2026-11-20' });
    const given = change === undefined ? null : validateConfig({ plan: [change] });
    if (given && 'problems' in given) throw new Error(JSON.stringify(given.problems));
    const changes = given ? given.config.plan : project.config.plan;
    return planChanges(project, listFiles(project, { paths }), changes, { maxBytes }).entries;
  });
}

const listOf = (results: readonly unknown[]): object => ({ results, totalCount: results.length });

export function endpointService(regionName: string, at: number): unknown {
  const id = `64a00000000000000000042${at}`;
  return {
    id,
    cloudProvider: 'AWS',
    regionName,
    status: 'AVAILABLE',
    interfaceEndpoints: [`vpce-0000000000000000${at}`],
  };
}

/** The only entry of a plan of one change. */
export function entryOf(project: PlannedProject): PlanEntry {
  const entries = entriesOf(project);
  if (entries.length !== 1) throw new Error(`${entries.length} entries`);
  return entries[0]!;
}

export interface RecordOptions {
  readonly provider?: 'AWS' | 'AZURE' | 'GCP';
  readonly regions?: readonly string[];
  readonly type?: 'REPLICASET' | 'SHARDED' | 'GEOSHARDED';
  readonly created?: string | null;
  readonly groupId?: string;
  readonly strings?: Readonly<Record<string, unknown>>;
}

/** A cluster record in the format of the Admin API. */
export function clusterRecord(name: string, options: RecordOptions = {}): Readonly<Record<string, unknown>> {
  const { provider = 'AWS', regions = ['US_EAST_1'], type = 'REPLICASET', created = '2022-03-04T05:06:07Z' } = options;
  return {
    name,
    groupId: options.groupId ?? '6400000000000000000000e1',
    clusterType: type,
    ...(created === null ? {} : { createDate: created }),
    mongoDBMajorVersion: '8.0',
    stateName: 'IDLE',
    connectionStrings: options.strings ?? { standardSrv: `mongodb+srv://${name}.h6j2m.mongodb.net` },
    replicationSpecs: [
      {
        zoneName: 'Zone 1',
        regionConfigs: regions.map((regionName) => ({
          priority: 7,
          providerName: provider,
          regionName,
          electableSpecs: { instanceSize: 'M30', nodeCount: 3 },
        })),
      },
    ],
  };
}
