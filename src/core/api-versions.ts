import type { ApiRequest } from './api-request.ts';
import { HOLE } from './literal.ts';

/** One version of an operation. A version with a sunset is deprecated. */
export interface OperationVersion {
  readonly date: string;
  /** Last day on which it answers, `YYYY-MM-DD`. */
  readonly sunset: string | null;
  readonly deprecated?: true;
}

export interface Operation {
  /** In words: `list clusters`. */
  readonly name: string;
  readonly methods: readonly string[];
  /** `{}` stands for one segment, `**` at the end for any rest. */
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly OperationVersion[];
}

/** Where the data of this module comes from. */
export const VERSIONS_SOURCE = 'MongoDB Atlas administration API specification, `x-sunset` (2026-08)';

/** Every date of the specification. */
export const DATES: readonly string[] = [
  '2023-01-01',
  '2023-02-01',
  '2023-10-01',
  '2023-11-15',
  '2024-05-30',
  '2024-08-05',
  '2024-10-23',
  '2024-11-13',
  '2025-02-19',
  '2025-03-12',
];

const version = (date: string, sunset: string | null = null): OperationVersion => ({ date, sunset });
const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const G = '/groups/{}';
const FIRST_TWO = [version('2023-01-01', '2027-07-01'), version('2023-02-01', '2027-07-01')];
const ONLY_FIRST = [version('2023-01-01')];
const READ = [...FIRST_TWO, version('2024-08-05')];
const WRITE = [...FIRST_TWO, version('2024-08-05', '2027-03-01'), version('2024-10-23')];

const op = (
  name: string,
  methods: string | readonly string[],
  path: string,
  versions: readonly OperationVersion[],
): Operation => ({ name, methods: typeof methods === 'string' ? [methods] : methods, path, versions });

/** Operations whose versions are known. */
export const OPERATIONS: readonly Operation[] = [
  op('list clusters', 'GET', `${G}/clusters`, READ),
  op('create a cluster', 'POST', `${G}/clusters`, WRITE),
  op('read a cluster', 'GET', `${G}/clusters/{}`, READ),
  op('update a cluster', 'PATCH', `${G}/clusters/{}`, WRITE),
  op('delete a cluster', 'DELETE', `${G}/clusters/{}`, [version('2023-01-01', '2027-07-01'), version('2023-02-01')]),
  op('list clusters of all projects', 'GET', '/clusters', ONLY_FIRST),
  op('flex clusters', ANY, `${G}/flexClusters**`, [version('2024-11-13')]),
  op('serverless instances', ANY, `${G}/serverless**`, [version('2023-01-01', '2027-01-18')]),
  op('serverless private endpoints', ANY, `${G}/privateEndpoint/serverless**`, [version('2023-01-01', '2026-01-22')]),
  op('upgrade to serverless', 'POST', `${G}/clusters/tenantUpgradeToServerless`, [version('2023-01-01', '2025-02-05')]),
  op('peering-only mode', ANY, `${G}/privateIpMode`, [{ date: '2023-01-01', sunset: null, deprecated: true }]),
  op('custom DNS on AWS', ANY, `${G}/awsCustomDNS`, ONLY_FIRST),
  op('regionalized private endpoints', ANY, `${G}/privateEndpoint/regionalMode`, ONLY_FIRST),
  op('network containers', ANY, `${G}/containers**`, ONLY_FIRST),
  op('peering connections', ANY, `${G}/peers**`, ONLY_FIRST),
  op('processes', 'GET', `${G}/processes`, ONLY_FIRST),
  op('addresses of a project', 'GET', `${G}/ipAddresses`, ONLY_FIRST),
  op('list federated databases', 'GET', `${G}/dataFederation`, ONLY_FIRST),
  op('list organizations', 'GET', '/orgs', ONLY_FIRST),
];

/** The operation that a request calls, or `undefined`; a request without a known method must fit just one. */
export function operationOf({ path, method }: ApiRequest): Operation | undefined {
  const fitting = OPERATIONS.filter(({ path: pattern }) => fits(path, pattern));
  const named = fitting.find(({ methods }) => method !== null && methods.includes(method));
  if (named || method !== null || fitting.length === 0) return named;
  // Nothing tells the method: reading is by far the usual call, and the other operations live no longer than it.
  return fitting.find(({ methods }) => methods.includes('GET')) ?? fitting[0];
}

function fits(path: string, pattern: string): boolean {
  const open = pattern.endsWith('**');
  const wanted = pattern.replace('**', '').split('/');
  const given = path.split('/');
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, at) => {
    const own = given[at]!;
    if (part === '{}') return own !== '';
    return !own.includes(HOLE) && own.toLowerCase() === part.toLowerCase();
  });
}

/** The version that answers a date: the newest that is not after it; `undefined` before the first. */
export function versionFor(operation: Operation, date: string): OperationVersion | undefined {
  return operation.versions.findLast((one) => one.date <= date);
}

/** The oldest version after this one that is not deprecated. */
export function nextVersion(operation: Operation, { date }: OperationVersion): OperationVersion | undefined {
  return operation.versions.find((one) => one.date > date && one.sunset === null && !one.deprecated);
}

/** Whole days from one day to another, both `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
