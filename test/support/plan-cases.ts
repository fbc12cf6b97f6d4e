import type { PlanEntry } from '../../src/plan/plan.ts';
import { clusterRecord, endpointStrings, entriesOf } from './run-plan.ts';
import type { PlannedProject } from './run-plan.ts';

const uri = (part: string): string => `mongodb+srv://\${U}:\${P}@${part}.h6j2m.mongodb.net/x`;
const nodes = (mark: string, port: number): string =>
  `mongodb://\${U}:\${P}@${[0, 1, 2].map((node) => `gate-shard-00-0${node}${mark}.h6j2m.mongodb.net:${port}`).join(',')}/x?tls=true`;
const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/$G/clusters';
const FILES = {
  'app.env': `A=${uri('gate')}\nB=${uri('gate-pri')}\nC=${uri('gate-pl-0')}\nD=${uri('gate-pl-0-lb')}\n`,
  'nodes.env': `N=${nodes('', 27017)}\nO=${nodes('-pri', 27016)}\nP=${uri('other')}\nL=mongodb+srv://gate-h6j2m.mongodb.net/x\n`,
  'calls.sh': `curl ${ADDRESS}\ncurl -X POST ${ADDRESS.replace('v1.0', 'v2')} -H 'Accept: application/vnd.atlas.2023-02-01+json' -d '{"numShards":2}'\n`,
};

const CHANGES: readonly unknown[] = [
  { change: 'multi-region', cluster: 'gate', regions: ['EU_WEST_1'] },
  { change: 'multi-region', cluster: 'gate', regions: ['eastus2', 'westeurope'], regionalizedPrivateEndpoints: true },
  { change: 'multi-region', cluster: '*', regions: ['us-central1'], regionalizedPrivateEndpoints: false },
  { change: 'disable-peering-only' },
  { change: 'cloud-provider', cluster: 'gate', to: 'gcp' },
  { change: 'cloud-provider', cluster: '*', to: 'azure' },
  { change: 'regionalized-endpoints', enabled: true },
  { change: 'regionalized-endpoints', enabled: false },
  { change: 'shard', cluster: 'gate' },
  { change: 'shard', cluster: '*' },
  { change: 'custom-dns', enabled: true },
  { change: 'custom-dns', enabled: false },
  { change: 'port-mapped-endpoints', cluster: 'gate' },
  { change: 'admin-api', to: '2025-03-12' },
  { change: 'leave-legacy-hostnames' },
];

const gate = (...options: Parameters<typeof clusterRecord>[1][]) => clusterRecord('gate', ...options);
const endpoints = endpointStrings('gate', 'pl-0', 'pl-0-lb');
const PROJECTS: Readonly<Record<string, PlannedProject>> = {
  'nothing known': {},
  'a replica set on AWS': {
    clusters: [
      gate({
        strings: {
          ...endpoints,
          private: 'mongodb://gate-shard-00-00-pri.h6j2m.mongodb.net:27017/',
          privateSrv: uri('gate-pri'),
        },
      }),
    ],
    config: {
      projects: [{ peeringOnly: false, customDnsOnAws: false, regionalizedPrivateEndpoints: false, peering: ['aws'] }],
    },
  },
  'a sharded cluster on two regions': {
    clusters: [
      gate({ type: 'SHARDED', regions: ['US_EAST_1', 'EU_WEST_1'], strings: endpoints }),
      clusterRecord('other'),
    ],
    config: { projects: [{ peeringOnly: true, customDnsOnAws: true, regionalizedPrivateEndpoints: true }] },
  },
  'an old cluster on Azure': {
    clusters: [gate({ provider: 'AZURE', regions: ['US_EAST_2'], created: '2019-02-03T04:05:06Z' })],
    isWholeList: false,
    config: { projects: [{ peeringOnly: true, peering: ['azure'], clusters: { gate: { everLegacy: true } } }] },
  },
  'a cluster on Google Cloud with files alone': {
    clusters: [gate({ provider: 'GCP', regions: ['CENTRAL_US'], type: 'GEOSHARDED', created: null })],
    files: { 'app.env': FILES['app.env'] },
  },
};

export interface PlanCase {
  readonly name: string;
  /** The plan of a change, one line per fact, for review. */
  readonly lines: () => readonly string[];
  readonly entries: () => readonly PlanEntry[];
}

/** Each change in each project. */
export const PLAN_CASES: readonly PlanCase[] = Object.entries(PROJECTS).flatMap(([name, project]) =>
  CHANGES.map((change) => ({
    name: `${name}: ${JSON.stringify(change)}`,
    lines: () => entriesOf({ files: FILES, ...project, change }).flatMap(linesOf),
    entries: () => entriesOf({ files: FILES, ...project, change }),
  })),
);

function linesOf({ verdict, clusters, missing, strings, steps }: PlanEntry): string[] {
  return [
    `${verdict} ${clusters.join(',')}`,
    ...missing.map((fact) => `missing: ${fact}`),
    ...strings.map(({ rule, file, line, column }) => `${rule} ${file}:${line}:${column}`),
    ...steps.flatMap(({ title, detail, command, places }) => [
      `- ${title}`,
      `  ${detail}`,
      ...(command === null ? [] : command.split('\n').map((line) => `  $ ${line}`)),
      ...places.map(({ file, line, column, to, proven }) => {
        return `  @ ${file}:${line}:${column}${to === null ? '' : ` ${proven ? '=' : '?'} ${to}`}`;
      }),
    ]),
  ];
}
