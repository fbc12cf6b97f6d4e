import type { Facts } from '../facts/facts.ts';
import { projectOfHost } from '../facts/query.ts';
import type { OwnersOf } from '../owners/codeowners.ts';
import type { LedgerUse } from './ledger.ts';
import { ownersIn } from './plan.ts';
import { gapsOf, missingRepositories } from './repository.ts';
import type { Expectations, Gap, Repository } from './repository.ts';

/** A use with what is known of its repository; without what rules judge. */
export interface FleetUse extends Omit<LedgerUse, 'string'> {
  readonly revision: string | null;
}

/** What uses are looked for by; each list means any of its values, an empty one everything. */
export interface UseFilter {
  readonly cluster: readonly string[];
  readonly kind: readonly string[];
  readonly owner: readonly string[];
  readonly repository: readonly string[];
  readonly environment: readonly string[];
  readonly role: readonly string[];
}

export interface FleetUses {
  readonly uses: readonly FleetUse[];
  readonly gaps: readonly Gap[];
  readonly repositories: number;
}

/** Stands for uses of files that nobody owns. */
export const NO_OWNER = 'no owner';

export interface UseScope extends Expectations {
  readonly names: ReadonlySet<string>;
  readonly ownersOf: OwnersOf | null;
  /** Tell the project of a cluster. */
  readonly facts: Facts;
}

/** The uses of all repositories that a filter takes, by repository, file and place. */
export function usesIn(repositories: Iterable<Repository>, filter: UseFilter, scope: UseScope): FleetUses {
  const gaps = missingRepositories(scope.names, scope);
  const uses: FleetUse[] = [];
  let count = 0;
  const takes = matcher(filter);
  for (const repository of repositories) {
    count++;
    gaps.push(...gapsOf(repository, scope));
    for (const { file, uses: own, header } of repository.files) {
      const owners = ownersIn(repository.name, file, scope.ownersOf);
      for (const { string: _, ...use } of own) {
        const project = use.project ?? projectOf(use, scope.facts);
        const told = { ...use, owners, project, revision: header.revision };
        if (takes(told)) uses.push(told);
      }
    }
  }
  return { uses, gaps, repositories: count };
}

function projectOf({ hosts, cluster, token }: Omit<LedgerUse, 'string'>, facts: Facts): string | null {
  const [first] = hosts;
  if (!first || token === null) return null;
  return projectOfHost(facts, { host: first.host, port: first.port, cluster, token })?.of.key ?? null;
}

function matcher(filter: UseFilter): (use: FleetUse) => boolean {
  const lower = (values: readonly string[]): ReadonlySet<string> => new Set(values.map((value) => value.toLowerCase()));
  const [cluster, kind, owner, repository, environment, role] = (
    ['cluster', 'kind', 'owner', 'repository', 'environment', 'role'] as const
  ).map((key) => lower(filter[key])) as [Wanted, Wanted, Wanted, Wanted, Wanted, Wanted];
  const isWanted = (wanted: Wanted, value: string | null): boolean =>
    wanted.size === 0 || (value !== null && wanted.has(value.toLowerCase()));
  return (use) =>
    isWanted(cluster, use.cluster) &&
    isWanted(kind, use.kind) &&
    isWanted(repository, use.repository) &&
    isWanted(environment, use.environment) &&
    isWanted(role, use.role) &&
    (owner.size === 0 || ownerNames(use.owners).some((name) => owner.has(name.toLowerCase())));
}

type Wanted = ReadonlySet<string>;

/** Nobody is somebody too: a row of its own. */
export const ownerNames = (owners: readonly string[]): readonly string[] => (owners.length > 0 ? owners : [NO_OWNER]);
