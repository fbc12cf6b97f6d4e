import type { OperationData } from '../../src/classify/api-versions.ts';
import type { ServiceProfile } from '../../src/classify/service.ts';

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/**
 * Operations with their versions, from an OpenAPI file (`paths`) or from a list of operations (`operations`, with `operationId`,
 * `method`, `path`, `versions`, `deprecated`), sorted by path and method.
 * @throws Error when the file contains no operation with a version
 */
export function readOperations(specification: unknown, profile: ServiceProfile): OperationData[] {
  const base = `${profile.api.path}v2`;
  const { operations, paths } = objectOf(specification);
  const found = Array.isArray(operations) ? operations.map(fromList) : fromPaths(objectOf(paths), profile);
  const own = found.flatMap((one): OperationData[] => {
    if (one.path !== base && !one.path.startsWith(`${base}/`)) return [];
    const dated = Object.entries(one.versions).filter(([date]) => /^\d{4}-\d\d-\d\d$/.test(date));
    return [
      {
        id: one.id,
        method: one.method,
        path: one.path.slice(base.length).replace(/\{[^}]*\}/g, '{}'),
        versions: Object.fromEntries(dated.sort(([a], [b]) => (a < b ? -1 : 1))),
        ...(one.deprecated ? { deprecated: true } : {}),
      },
    ];
  });
  if (own.length === 0)
    throw new Error(
      `The file holds no operation below ${base}/ with a media type ${profile.api.mediaType}.<date>+json.`,
    );
  const key = ({ path, method }: OperationData): string => `${path} ${method}`;
  return own.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function fromList(item: unknown): OperationData {
  const { operationId, method, path, versions, deprecated } = objectOf(item);
  const sunsets = Object.entries(objectOf(versions)).map(([date, sunset]) => [date, dayOf(sunset)] as const);
  return {
    id: String(operationId),
    method: String(method),
    path: String(path),
    versions: Object.fromEntries(sunsets),
    deprecated: deprecated === true,
  };
}

function fromPaths(paths: Json, profile: ServiceProfile): OperationData[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): OperationData[] => {
      const operation = objectOf(objectOf(item)[method]);
      const versions = versionsOf(operation, profile);
      if (Object.keys(versions).length === 0) return [];
      const id = typeof operation.operationId === 'string' ? operation.operationId : `${method} ${path}`;
      return [{ id, method: method.toUpperCase(), path, versions, deprecated: operation.deprecated === true }];
    }),
  );
}

/** Each media type in a successful answer is a version. `x-sunset` beside its schema is its last day. */
function versionsOf({ responses }: Json, { api }: ServiceProfile): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  for (const [status, answer] of Object.entries(objectOf(responses))) {
    if (!status.startsWith('2')) continue;
    for (const [type, media] of Object.entries(objectOf(objectOf(answer).content))) {
      const version = type.startsWith(`${api.mediaType}.`) ? type.slice(api.mediaType.length + 1) : '';
      const date = /^(?:\d{4}-\d\d-\d\d|preview)(?=\+)/.exec(version)?.[0];
      if (date !== undefined) found[date] = dayOf(objectOf(media)['x-sunset']);
    }
  }
  return found;
}

function dayOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const day = typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined;
  // A sunset that is not understood would never come.
  if (day === undefined) throw new Error(`A sunset in the file is not a date: ${JSON.stringify(value)}.`);
  return day;
}
