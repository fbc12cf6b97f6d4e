import type { Operation, OperationVersion } from '../../src/admin-api/versions.ts';
import type { ServiceProfile } from '../../src/classify/service.ts';

/** What an OpenAPI file of the administration API says about versions. */
export interface SpecVersions {
  readonly dates: readonly { readonly date: string; readonly ends: string | null }[];
  readonly operations: readonly Operation[];
}

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/**
 * Reads the versions of every operation: a media type with a date in a successful answer is a version, `x-sunset` beside its
 * schema the day on which it ends, `deprecated` of the operation holds for all of them.
 * @param known operations that have a name already
 * @throws Error when the file holds no version at all
 */
export function readApiSpec(spec: unknown, profile: ServiceProfile, known: readonly Operation[]): SpecVersions {
  const base = `${profile.api.path}v2`;
  const operations = Object.entries(objectOf(objectOf(spec).paths)).flatMap(([path, item]) => {
    if (!path.startsWith(`${base}/`)) return [];
    const own = path.slice(base.length).replace(/\{[^}]*\}/g, '{}');
    return METHODS.flatMap((method) => operationOf(own, method, objectOf(objectOf(item)[method]), profile, known));
  });
  if (operations.length === 0)
    throw new Error(
      `The file holds no operation below ${base}/ with a media type ${profile.api.mediaType}.<date>+json.`,
    );
  return { dates: datesOf(operations), operations: operations.sort(byPath) };
}

function byPath(a: Operation, b: Operation): number {
  const [first, second] = [a, b].map(({ path, methods }) => `${path} ${methods.join()}`) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}

function operationOf(
  path: string,
  verb: string,
  operation: Json,
  profile: ServiceProfile,
  known: readonly Operation[],
): Operation[] {
  const method = verb.toUpperCase();
  const versions = versionsOf(operation, profile);
  if (versions.length === 0) return [];
  const same = known.find((one) => one.path === path && one.methods.includes(method));
  const summary = typeof operation.summary === 'string' ? operation.summary : `${method} ${path}`;
  return [
    { name: same?.name ?? `${summary[0]?.toLowerCase() ?? ''}${summary.slice(1)}`, methods: [method], path, versions },
  ];
}

function versionsOf(operation: Json, { api }: ServiceProfile): OperationVersion[] {
  const found = new Map<string, OperationVersion>();
  for (const [status, answer] of Object.entries(objectOf(operation.responses))) {
    if (!status.startsWith('2')) continue;
    for (const [type, media] of Object.entries(objectOf(objectOf(answer).content))) {
      const date = type.startsWith(`${api.mediaType}.`)
        ? /^\d{4}-\d\d-\d\d(?=\+)/.exec(type.slice(api.mediaType.length + 1))?.[0]
        : undefined;
      if (date === undefined) continue;
      const said = objectOf(media)['x-sunset'];
      const sunset = typeof said === 'string' ? said.slice(0, 10) : null;
      found.set(date, { date, sunset, ...(operation.deprecated === true ? { deprecated: true } : {}) });
    }
  }
  return [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** A date ends with the last of its operations; it does not while one of them stays. */
function datesOf(operations: readonly Operation[]): SpecVersions['dates'] {
  const ends = new Map<string, string | null>();
  for (const { date, sunset } of operations.flatMap(({ versions }) => versions)) {
    const last = ends.get(date);
    ends.set(date, last === null || sunset === null ? null : last === undefined || last < sunset ? sunset : last);
  }
  return [...ends].map(([date, end]) => ({ date, ends: end })).sort((a, b) => (a.date < b.date ? -1 : 1));
}
