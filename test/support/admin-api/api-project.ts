import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf, objectsOf, textOf } from '../../../src/facts/json.ts';

/** The demo API's data about one project: answers in the format of the Admin API. */
export interface DemoProject {
  readonly id: string;
  readonly name: string;
  readonly clusters: readonly unknown[];
  readonly flexClusters: readonly unknown[];
  readonly serverless: readonly unknown[];
  /** Changed by a PATCH. */
  privateIpMode: boolean;
  readonly awsCustomDNS: boolean;
  readonly regionalMode: boolean;
  readonly containers: readonly unknown[];
  readonly peers: readonly unknown[];
  readonly endpointServices: readonly unknown[];
  /** Scrape targets by scheme. */
  readonly targets: Readonly<Record<string, readonly unknown[]>>;
}

/** The projects of the fixtures (`plan-*`) as the API returns them. */
export function fixtureProjects(fixtures: string): DemoProject[] {
  const names = readdirSync(fixtures).filter((name) => name.startsWith('plan-'));
  const folders = names.filter((name) => existsSync(join(fixtures, name, 'project/facts/clusters.json')));
  return folders.sort().map((folder) => fixtureProject(folder, join(fixtures, folder, 'project/facts')));
}

function fixtureProject(name: string, folder: string): DemoProject {
  const answer = (file: string): unknown =>
    existsSync(join(folder, file)) ? JSON.parse(readFileSync(join(folder, file), 'utf8')) : null;
  const list = (file: string): readonly unknown[] => {
    const value = answer(file);
    return objectsOf(Array.isArray(value) ? value : (objectOf(value)?.results ?? []));
  };
  const enabled = (file: string): boolean => objectOf(answer(file))?.enabled === true;
  const clusters = list('clusters.json');
  return {
    id: textOf(objectOf(clusters[0])?.groupId) ?? '000000000000000000000000',
    name,
    clusters,
    flexClusters: [],
    serverless: [],
    privateIpMode: enabled('privateIpMode.json'),
    awsCustomDNS: enabled('awsCustomDNS.json'),
    regionalMode: enabled('regionalMode.json'),
    containers: list('containers.json'),
    peers: list('peers.json'),
    endpointServices: list('endpointService.json'),
    targets: { PUBLIC: clusters.flatMap(targetsOf), PRIVATE: [] },
  };
}

/** Port for scraping metrics from nodes (vendor documentation on the Prometheus integration, 2026-08). */
const METRICS_PORT = 27018;

/** One node per host of the standard string. */
function targetsOf(cluster: unknown): readonly unknown[] {
  const record = objectOf(cluster);
  const standard = textOf(objectOf(record?.connectionStrings)?.standard) ?? '';
  const hosts = (/\/\/([^/?]+)/.exec(standard)?.[1] ?? '').split(',').filter((host) => host !== '');
  return hosts.map((host) => ({
    targets: [host.replace(/:\d+$/, `:${METRICS_PORT}`)],
    labels: { cl_name: record?.name, group_id: record?.groupId, node_type: 'ELECTABLE' },
  }));
}
