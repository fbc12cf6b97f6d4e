import type { PlannedChange } from '../config/plan.ts';
import { nearestName } from '../text/edit-distance.ts';
import type { Facts } from './facts.ts';
import { isProject, projectsOf } from './query.ts';

/** A planned change of one project, with its index in the plan. */
export interface PlacedChange {
  readonly change: PlannedChange;
  readonly at: number;
}

/** Why the project of a change is unclear. */
export interface UnclearProject {
  readonly at: number;
  readonly key: 'project' | 'cluster';
  readonly message: string;
  readonly hint: string;
}

/**
 * Assigns planned changes to projects. If several projects are known, a change without a project belongs to the project
 * of its cluster, or to each of them. If several projects have a cluster of that name, the change must name the
 * project.
 */
export function planPerProject(
  plan: readonly PlannedChange[],
  facts: Facts,
): { readonly changes: readonly PlacedChange[]; readonly problems: readonly UnclearProject[] } {
  const problems = plan.flatMap((change, at) => unclear(change, facts).map((problem) => ({ ...problem, at })));
  if (facts.projects.length === 0) return { changes: plan.map((change, at) => ({ change, at })), problems };
  const changes = plan.flatMap((change, at) =>
    projectsOf(facts, change).map(({ of: { key } }) => ({ change: { ...change, project: key ?? '' }, at })),
  );
  return { changes, problems };
}

function unclear(change: PlannedChange, facts: Facts): Omit<UnclearProject, 'at'>[] {
  const found = projectsOf(facts, change);
  const { project } = change;
  if (found.length === 0 && project !== undefined) return [unknownProject(project, facts)];
  if (!('cluster' in change) || change.cluster === '*' || project !== undefined || found.length < 2) return [];
  const { cluster } = change;
  const names = found.map(({ of }) => `${of.key ?? ''}/${cluster}`);
  const isNowhere = !facts.clusters.some(({ name }) => name.toLowerCase() === cluster.toLowerCase());
  if (isNowhere) {
    return [
      {
        key: 'cluster',
        message: `no project has a cluster "${cluster}"`,
        hint: `Add the project: ${names.join(', ')}.`,
      },
    ];
  }
  return [
    {
      key: 'cluster',
      message: `${found.length} projects have a cluster "${cluster}"`,
      hint: `Add the project: ${names.join(', ')}.`,
    },
  ];
}

/** The message for a project without facts. */
export function unknownProject(name: string, facts: Facts): Omit<UnclearProject, 'at'> {
  const all = facts.projects.length > 0 ? facts.projects : [facts];
  const known = all.flatMap(({ of }) => of.key ?? []);
  const near = nearestName(name, known);
  return {
    key: 'project',
    message: `unknown project "${name}"`,
    hint: near === null ? `Projects: ${known.join(', ')}.` : `Did you mean "${near}"?`,
  };
}

/** The facts of the project with this name or id, or of all projects if there is none. */
export function factsNamed(facts: Facts, name: string | undefined): Facts {
  return facts.projects.find((project) => name !== undefined && isProject(project, name)) ?? facts;
}
