import { operationOf, versionFor } from '../../../src/admin-api/versions.ts';
import { objectsOf } from '../../../src/text/json.ts';
import { ATLAS } from '../../../src/classify/service.ts';
import type { DemoProject } from './api-project.ts';

/** An answer of the demo API before it is sent. */
export interface DemoAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface RouteRequest {
  readonly method: string;
  /** Below the generation: `/groups/…/clusters`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
}

export interface RouteOptions {
  readonly projects: readonly DemoProject[];
  /** Date for which versions are checked, `YYYY-MM-DD`. */
  readonly today: string;
  /** Maximum entries per page. */
  readonly pageSize: number;
}

/** An error in the format of the API. */
export function refusal(status: number, errorCode: string, reason: string, parameters: string[] = []): DemoAnswer {
  const detail = `${reason}: ${parameters.join(', ')}`;
  return { status, body: { detail, error: status, errorCode, parameters, reason } };
}

/** The version that a request selects, with the headers about it, or why there is none. */
function negotiate({ method, path, accept }: RouteRequest, today: string): DemoAnswer | string {
  const date = new RegExp(`${ATLAS.api.mediaType.replaceAll('.', '\\.')}\\.(\\d{4}-\\d\\d-\\d\\d)\\+json`).exec(
    accept,
  )?.[1];
  if (date === undefined) return refusal(406, 'INVALID_VERSION_DATE', 'Not Acceptable', [accept]);
  const operation = operationOf({ method, path });
  const version = operation ? versionFor(operation, date) : { date: '2023-01-01', sunset: null };
  if (!version) return refusal(406, 'INVALID_VERSION_DATE', 'Not Acceptable', [date]);
  if (version.sunset !== null && version.sunset < today)
    return refusal(410, 'VERSION_GONE', 'Gone', [version.date, path]);
  return version.date;
}

/** Answers below `v2`, where the media type selects the version. */
export function answerV2(request: RouteRequest, options: RouteOptions): DemoAnswer {
  const version = negotiate(request, options.today);
  if (typeof version !== 'string') return version;
  const answer = resource(request, options);
  const operation = operationOf({ method: request.method, path: request.path });
  const own = operation?.versions.find(({ date }) => date === version);
  const type = { 'Content-Type': `${ATLAS.api.mediaType}.${version}+json;charset=utf-8` };
  const age = own?.sunset
    ? { Deprecation: 'Mon, 05 Aug 2024 00:00:00 GMT', Sunset: new Date(`${own.sunset}T00:00:00Z`).toUTCString() }
    : {};
  return answer.status === 200 ? { ...answer, headers: { ...type, ...age, ...answer.headers } } : answer;
}

const PAGING = ['pageNum', 'itemsPerPage', 'includeCount', 'pretty', 'envelope'];

function resource(request: RouteRequest, options: RouteOptions): DemoAnswer {
  const { path, query, method } = request;
  const [, id, rest = ''] = /^\/groups\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const project = options.projects.find((one) => one.id === id);
  if (id === undefined) return refusal(404, 'RESOURCE_NOT_FOUND', 'Not Found', [path]);
  if (!project) return refusal(404, 'GROUP_NOT_FOUND', 'Not Found', [id]);
  if (method !== 'GET') return refusal(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed', [method]);
  const settings: Readonly<Record<string, boolean>> = {
    privateIpMode: project.privateIpMode,
    awsCustomDNS: project.awsCustomDNS,
    'privateEndpoint/regionalMode': project.regionalMode,
  };
  if (Object.hasOwn(settings, rest)) return { status: 200, body: { enabled: settings[rest] } };
  const [, provider] = /^privateEndpoint\/(AWS|AZURE|GCP)\/endpointService$/.exec(rest) ?? [];
  if (provider !== undefined) {
    const unknown = [...query.keys()].find((key) => !['pretty', 'envelope'].includes(key));
    if (unknown !== undefined) return refusal(400, 'INVALID_QUERY_PARAMETER', 'Bad Request', [unknown]);
    return { status: 200, body: objectsOf(project.endpointServices).filter((one) => one.cloudProvider === provider) };
  }
  const list = listOf(rest, project, query);
  return list ? page(list, request, options) : refusal(404, 'RESOURCE_NOT_FOUND', 'Not Found', [path]);
}

function listOf(rest: string, project: DemoProject, query: URLSearchParams): readonly unknown[] | null {
  switch (rest) {
    case 'clusters':
      return project.clusters;
    case 'flexClusters':
      return project.flexClusters;
    case 'containers/all':
      return project.containers;
    case 'peers': {
      const provider = query.get('providerName') ?? 'AWS';
      return objectsOf(project.peers).filter((peer) => (peer.providerName ?? 'AWS') === provider);
    }
    default:
      return null;
  }
}

/** One page of a list. Unknown parameters are refused. */
function page(list: readonly unknown[], { path, query }: RouteRequest, { pageSize }: RouteOptions): DemoAnswer {
  const unknown = [...query.keys()].find((key) => !PAGING.includes(key) && key !== 'providerName');
  if (unknown !== undefined) return refusal(400, 'INVALID_QUERY_PARAMETER', 'Bad Request', [unknown]);
  const size = Math.min(Number(query.get('itemsPerPage') ?? 100), pageSize);
  const number = Number(query.get('pageNum') ?? 1);
  const results = list.slice((number - 1) * size, number * size);
  const base = `${ATLAS.api.bases[0] ?? ''}${ATLAS.api.path}v2${path}`;
  const links = [
    { rel: 'self', href: `${base}?pageNum=${number}&itemsPerPage=${size}` },
    ...(number * size < list.length
      ? [{ rel: 'next', href: `${base}?pageNum=${number + 1}&itemsPerPage=${size}` }]
      : []),
  ];
  const total = query.get('includeCount') === 'false' ? {} : { totalCount: list.length };
  return { status: 200, body: { links, results, ...total } };
}
