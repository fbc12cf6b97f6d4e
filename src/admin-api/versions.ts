import type { ApiRequest } from './requests.ts';
import data from './api-versions.json' with { type: 'json' };
import { HOLE } from '../text/literal.ts';
import type { PlannedChange } from '../config/plan.ts';
import type { Notice } from '../lint/finding.ts';
import type { Kind } from '../classify/host-shapes.ts';

/** One version of an operation. A version with a sunset is deprecated. */
export interface OperationVersion {
  readonly date: string;
  /** Last day on which it answers, `YYYY-MM-DD`. */
  readonly sunset: string | null;
  readonly deprecated?: boolean;
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

/** A release of a tool that calls versions of the API of its own choice. */
export interface ToolRelease {
  /** For people. */
  readonly tool: string;
  /** Names under which manifests know it. */
  readonly packages: readonly string[];
  /** First release concerned, `major.minor`; `null` for every one up to `to`. */
  readonly from: string | null;
  /** Last release concerned, with all its patches. */
  readonly to: string;
  readonly source: string;
}

/** Written by `npm run api-versions -- <openapi.json>`; the releases are kept by hand. */
interface VersionData {
  readonly source: string;
  /** Day of the specification. */
  readonly date: string;
  readonly dates: readonly { readonly date: string; readonly ends: string | null }[];
  readonly operations: readonly Operation[];
  readonly releases: readonly ToolRelease[];
}

const DATA: VersionData = data;

/** Day of the specification that the data comes from. */
export const VERSIONS_DAY = DATA.date;

/** Where the data of this module comes from. */
export const VERSIONS_SOURCE = `${DATA.source} (${DATA.date.slice(0, 7)})`;

/** Every date of the specification. */
export const DATES: readonly string[] = DATA.dates.map(({ date }) => date);

/** Operations whose versions are known. */
export const OPERATIONS: readonly Operation[] = DATA.operations;

export const RELEASES: readonly ToolRelease[] = DATA.releases;

/** The day after which no operation answers this date any more; `null` while one does, or where nothing is known. */
export function endOf(date: string): string | null {
  return DATA.dates.find((one) => one.date === date)?.ends ?? null;
}

/** How old the data may be before it is said, in days: half a year. */
const FRESH = 183;

/** How many days the data is old, where that is so much that sunsets may have moved; `null` otherwise. */
export function staleData(today: string): number | null {
  const days = daysBetween(DATA.date, today);
  return days > FRESH ? days : null;
}

/** The operation that a request calls, or `undefined`; a request without a known method must fit just one. */
export function operationOf({ path, method }: ApiRequest): Operation | undefined {
  // A path of its own wins over one with a name in its place.
  const fitting = OPERATIONS.filter(({ path: pattern }) => fits(path, pattern)).sort((a, b) => open(a) - open(b));
  const named = fitting.find(({ methods }) => method !== null && methods.includes(method));
  if (named || method !== null || fitting.length === 0) return named;
  // Nothing tells the method: reading is by far the usual call, and the other operations live no longer than it.
  return fitting.find(({ methods }) => methods.includes('GET')) ?? fitting[0];
}

const open = ({ path }: Operation): number => path.split(/\{\}|\*\*/).length;

function fits(path: string, pattern: string): boolean {
  const goesOn = pattern.endsWith('**');
  const wanted = pattern.replace('**', '').split('/');
  const given = path.split('/');
  if (goesOn ? given.length < wanted.length : given.length !== wanted.length) return false;
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

/** The version date to which the plan moves the clients of the administration API; `null` without such a plan. */
export function plannedVersion(plan: readonly PlannedChange[]): string | null {
  const dates = plan.flatMap((one) => (one.change === 'admin-api' ? [one.to] : []));
  return dates.sort().at(-1) ?? null;
}

/** Says how old the version data is, where it was used and sunsets may have moved since. */
export function versionDataNotices(strings: Readonly<Partial<Record<Kind, number>>>, today: string): Notice[] {
  const used = (strings['media-type'] ?? 0) + (strings['admin-api-v2'] ?? 0) > 0;
  const days = used ? staleData(today) : null;
  if (days === null) return [];
  return [
    {
      code: 'old-version-data',
      file: '',
      message: `What is known of versions of the administration API is of ${VERSIONS_DAY}, ${days} days ago: sunsets may have moved since. A newer connlint may know more.`,
    },
  ];
}
