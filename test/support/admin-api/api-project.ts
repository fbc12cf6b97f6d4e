import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf, objectsOf, textOf } from '../../../src/text/json.ts';

/** The demo API's data about one project: answers in the format of the Admin API. */
export interface DemoProject {
  readonly id: string;
  readonly name: string;
  readonly clusters: readonly unknown[];
  readonly flexClusters: readonly unknown[];
  readonly privateIpMode: boolean;
  readonly awsCustomDNS: boolean;
  readonly regionalMode: boolean;
  readonly containers: readonly unknown[];
  readonly peers: readonly unknown[];
  readonly endpointServices: readonly unknown[];
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
    privateIpMode: enabled('privateIpMode.json'),
    awsCustomDNS: enabled('awsCustomDNS.json'),
    regionalMode: enabled('regionalMode.json'),
    containers: list('containers.json'),
    peers: list('peers.json'),
    endpointServices: list('endpointService.json'),
  };
}
