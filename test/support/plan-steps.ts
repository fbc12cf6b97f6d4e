import { expect } from 'vitest';
import type { PlanEntry } from '../../src/plan/plan.ts';

/** The titles of the steps, in order. */
export const titles = ({ steps }: PlanEntry): string[] => steps.map(({ title }) => title);
/** The first position of a word in the procedure, in title, detail or command. */
export function at({ steps }: PlanEntry, word: string): number {
  const found = steps.findIndex(({ title, detail, command }) => `${title}\n${detail}\n${command ?? ''}`.includes(word));
  expect(found, word).toBeGreaterThanOrEqual(0);
  return found;
}
/** True if these words occur in consecutive steps. */
export function inOrder(entry: PlanEntry, ...words: readonly string[]): void {
  const places = words.map((word) => at(entry, word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(words.length);
}
/** All commands of the steps. */
export const commandsOf = ({ steps }: PlanEntry): string => steps.map(({ command }) => command ?? '').join('\n');
