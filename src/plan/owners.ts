import type { OwnersOf } from '../owners/codeowners.ts';
import type { PlanEntry } from './plan.ts';
import type { Step, StepPlace } from './subject.ts';

/** Names the owners beside each place, of each step, and of each deployment those of the places that were replaced before it. */
export function withOwners(entry: PlanEntry, ownersOf: OwnersOf): PlanEntry {
  let replaced: StepPlace[] = [];
  const steps = entry.steps.map((step): Step => {
    const places = step.places.map((place) => ({ ...place, owners: ownersOf(place.file) }));
    if (step.kind === 'replace') replaced = [...replaced, ...places];
    if (step.kind !== 'deploy') return { ...step, places, owners: union(places) };
    return { ...step, owners: union(replaced), detail: [step.detail, ...byOwner(replaced)].join(' ') };
  });
  return { ...entry, steps };
}

function union(places: readonly StepPlace[]): readonly string[] {
  return [...new Set(places.flatMap(({ owners = [] }) => owners))].sort();
}

/** Files of an owner that a sentence names. */
const MAX_FILES = 20;

/** `@shop: a.env, b.env.`, one sentence for each owner; files of nobody come last. */
function byOwner(places: readonly StepPlace[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { file, owners = [] } of places) {
    for (const owner of owners.length > 0 ? owners : ['No owner']) {
      files.set(owner, (files.get(owner) ?? new Set()).add(file));
    }
  }
  const sorted = [...files].sort(([a], [b]) => Number(a === 'No owner') - Number(b === 'No owner') || (a < b ? -1 : 1));
  return sorted.map(([owner, own]) => {
    const all = [...own].sort();
    const more = all.length > MAX_FILES ? ` and ${all.length - MAX_FILES} more` : '';
    return `${owner}: ${all.slice(0, MAX_FILES).join(', ')}${more}.`;
  });
}
