import type { PlanEntry } from '../plan/plan.ts';
import { placeKey } from '../plan/subject.ts';
import { NO_OWNER, ownerNames } from './uses.ts';
import { placeParts } from './plan.ts';

/** Number of places that block a change, for one repository and owner. */
export interface Block {
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
  const errors = entry.strings.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null);
  const places = new Map(
    [...errors, ...before.flatMap((step) => step.places)].map((place) => [placeKey(place), place.file]),
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
