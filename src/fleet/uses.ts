import type { Facts } from '../facts/facts.ts';
import { projectOfHost } from '../facts/query.ts';
import { nearestName } from '../text/edit-distance.ts';
import type { OwnersOf } from '../owners/codeowners.ts';
import type { LedgerUse } from './ledger.ts';
import { ownersIn, placeParts } from './plan.ts';
import { fleetGaps, missingRepositories, type Expectations, type FleetGap, type Repository } from './repository.ts';
import type { PlanEntry } from '../plan/plan.ts';
import { placeKey } from '../plan/subject.ts';

/** A use with its repository, without the data for rules. */
export interface FleetUse extends Omit<LedgerUse, 'string'> {
  readonly revision: string | null;
}

export const USE_FILTERS = ['cluster', 'kind', 'owner', 'repository', 'environment', 'role'] as const;

/** A use matches a list if it has one of its values. Everything matches an empty or missing list. */
type UseFilter = Readonly<Partial<Record<(typeof USE_FILTERS)[number], readonly string[]>>>;

export interface FleetUses {
  readonly uses: readonly FleetUse[];
  readonly gaps: readonly FleetGap[];
  readonly repositories: number;
  /** Values of the filter that no use of any repository has. */
  readonly unmatched: readonly Unmatched[];
}

interface Unmatched {
  readonly filter: (typeof USE_FILTERS)[number];
  readonly value: string;
  /** A similar value, `null` without one. */
  readonly meant: string | null;
}

/** The name for files without an owner. */
export const NO_OWNER = 'no owner';

interface UseScope extends Expectations {
  readonly names: ReadonlySet<string>;
  readonly ownersOf: OwnersOf | null;
  /** For the project of a cluster. */
  readonly facts: Facts;
}

/** The uses that match a filter, sorted by repository, file and place. */
export function fleetUses(repositories: Iterable<Repository>, filter: UseFilter, scope: UseScope): FleetUses {
  const gaps = missingRepositories(scope.names, scope);
  const uses: FleetUse[] = [];
  let count = 0;
  const takes = matcher(filter);
  const seen = new Map(USE_FILTERS.filter((key) => filter[key]?.length).map((key) => [key, new Set<string>()]));
  for (const repository of repositories) {
    count++;
    gaps.push(...fleetGaps(repository, scope));
    for (const { file, uses: own, header } of repository.files) {
      const owners = ownersIn(repository.name, file, scope.ownersOf);
      for (const use of own.map(withoutString)) {
        const project = use.project ?? projectOf(use, scope.facts);
        const own = { ...use, owners, project, revision: header.revision };
        for (const [key, values] of seen) for (const value of valuesOf(own, key)) values.add(value ?? '');
        if (takes(own)) uses.push(own);
      }
    }
  }
  return {
    uses,
    gaps,
    repositories: count,
    unmatched: [...seen].flatMap(([key, values]) => unmatchedIn(key, filter, values)),
  };
}

function unmatchedIn(key: (typeof USE_FILTERS)[number], filter: UseFilter, seen: ReadonlySet<string>): Unmatched[] {
  const known = new Set([...seen].map((value) => value.toLowerCase()));
  const missing = filter[key]?.filter((value) => !known.has(value.toLowerCase())) ?? [];
  return missing.map((value) => ({ filter: key, value, meant: nearestName(value, [...seen]) }));
}

/** The data for rules takes most of the memory and is not used here. */
function withoutString(use: LedgerUse): Omit<LedgerUse, 'string'> {
  const own: Omit<LedgerUse, 'string'> & { string?: LedgerUse['string'] } = { ...use };
  delete own.string;
  return own;
}

function projectOf({ hosts, cluster, token }: Omit<LedgerUse, 'string'>, facts: Facts): string | null {
  const [first] = hosts;
  if (!first || token === null) return null;
  return projectOfHost(facts, { host: first.host, port: first.port, cluster, token })?.of.key ?? null;
}

function matcher(filter: UseFilter): (use: FleetUse) => boolean {
  const wanted = USE_FILTERS.flatMap((key) => {
    const values = new Set(filter[key]?.map((value) => value.toLowerCase()));
    return values.size > 0 ? [{ key, values }] : [];
  });
  return (use) =>
    wanted.every(({ key, values }) => valuesOf(use, key).some((value) => values.has(value?.toLowerCase() ?? '')));
}

const valuesOf = (use: FleetUse, key: (typeof USE_FILTERS)[number]): readonly (string | null)[] =>
  key === 'owner' ? ownerNames(use.owners) : [use[key]];

/** Files without an owner have a row of their own. */
export const ownerNames = (owners: readonly string[]): readonly string[] => (owners.length > 0 ? owners : [NO_OWNER]);

/** Number of places that block a change, for one repository and owner. */
interface Block {
  /** `no owner` if the places have none. */
  readonly owner: string;
  /** `null` for findings of the plan itself. */
  readonly repository: string | null;
  readonly places: number;
}

/** What blocks a change, by owner and repository: errors, and places to replace before it. */
export function blockingPlaces(entry: PlanEntry, ownersOf: (file: string) => readonly string[]): Block[] {
  const at = entry.steps.findIndex(({ kind }) => kind === 'change');
  const before = entry.steps.slice(0, at < 0 ? entry.steps.length : at).filter(({ kind }) => kind === 'replace');
  const places = new Map(
    [...entry.blocking, ...before.flatMap((step) => step.places)].map((place) => [placeKey(place), place.file]),
  );
  const blocks = new Map<string, { owner: string; repository: string | null; places: number }>();
  for (const file of places.values()) {
    const { repository } = placeParts(file);
    const owner = ownerNames(ownersOf(file)).join(', ');
    const key = `${Number(owner === NO_OWNER)}${owner}\0${repository ?? ''}`;
    const known = blocks.get(key);
    if (known) known.places++;
    else blocks.set(key, { owner, repository, places: 1 });
  }
  return [...blocks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, block]) => block);
}
