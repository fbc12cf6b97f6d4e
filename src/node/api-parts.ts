import { flagOf, objectOf } from '../core/fact-json.ts';
import { readList } from './api-pages.ts';
import { read } from './api-read.ts';
import type { Reading, Resource } from './api-read.ts';
import type { ApiSession } from './api-session.ts';
import { UserError } from './errors.ts';

/** What the API tells about a project, part by part. */
export type ListPart = 'clusters' | 'endpointServices' | 'containers' | 'peers';
export type FlagPart = 'peeringOnly' | 'customDnsOnAws' | 'regionalizedPrivateEndpoints';

interface PartBase {
  /** For people. */
  readonly words: string;
  /** What connlint cannot tell without it. */
  readonly cost: string;
}

export type Part = PartBase &
  (
    | { readonly of: ListPart; readonly resources: readonly Resource[] }
    | { readonly of: FlagPart; readonly resource: Resource }
  );

const PROVIDERS = ['AWS', 'AZURE', 'GCP'] as const;

/** Clusters come first: who may not read them may read nothing of use. Paths: API reference, 2026-08. */
export function partsOf(group: string): readonly Part[] {
  const path = (rest: string): string => `/groups/${group}/${rest}`;
  const setting = (of: FlagPart, words: string, rest: string, cost: string): Part => ({
    of,
    words,
    cost,
    resource: { words, path: path(rest) },
  });
  const list = (of: ListPart, words: string, rest: readonly string[], cost: string): Part => ({
    of,
    words,
    cost,
    resources: rest.map((one) => resourceOf(words, path(one))),
  });
  return [
    list('clusters', 'clusters', ['clusters'], 'nothing can be judged'),
    list('clusters', 'flex clusters', ['flexClusters'], 'flex clusters look as if they did not exist'),
    list('clusters', 'serverless instances', ['serverless'], 'serverless instances look as if they did not exist'),
    setting('peeringOnly', 'peering-only mode', 'privateIpMode', 'where legacy names lead stays unknown'),
    setting('customDnsOnAws', 'custom DNS on AWS', 'awsCustomDNS', 'whether -pri strings exist on AWS stays unknown'),
    setting(
      'regionalizedPrivateEndpoints',
      'regionalized private endpoints',
      'privateEndpoint/regionalMode',
      'what further regions do to endpoint strings stays unknown',
    ),
    list('containers', 'network containers', ['containers/all'], 'peering is told by peers alone'),
    list(
      'peers',
      'peering connections',
      PROVIDERS.map((name) => `peers?providerName=${name}`),
      'which -pri strings work stays unknown',
    ),
    list(
      'endpointServices',
      'private endpoint services',
      PROVIDERS.map((name) => `privateEndpoint/${name}/endpointService`),
      'in which regions endpoints exist stays unknown',
    ),
  ];
}

function resourceOf(words: string, text: string): Resource {
  const [path = '', query = ''] = text.split('?');
  const paged = !path.endsWith('/endpointService');
  return { words, path, query: Object.fromEntries(new URLSearchParams(query)), paged };
}

/** Reads the entries of all resources of a list; the first refusal ends it, because half a list misleads. */
export async function readEntries(
  session: ApiSession,
  resources: readonly Resource[],
): Promise<Reading<readonly unknown[]>> {
  const entries: unknown[] = [];
  let version = '';
  for (const resource of resources) {
    const reading = await readList(session, resource);
    if (!reading.ok) return reading;
    entries.push(...reading.value);
    version = reading.version;
  }
  return { ok: true, value: entries, version };
}

export async function readFlag(session: ApiSession, resource: Resource): Promise<Reading<boolean>> {
  const reading = await read(session, resource);
  if (!reading.ok) return reading;
  const value = flagOf(objectOf(reading.value)?.enabled);
  if (value === undefined) throw new UserError(`${resource.words}: the answer has no "enabled"`, 'Check --base-url.');
  return { ...reading, value };
}
