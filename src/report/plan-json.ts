import type { PlanEntry } from '../core/plan.ts';
import { findingJson } from './json.ts';

/** The judged plan as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function planJson(entries: readonly PlanEntry[]): string {
  return `${JSON.stringify({ version: 1, changes: entries.map(entryJson) }, null, 2)}\n`;
}

function entryJson({ change, cluster, verdict, strings, steps, missing, plan, clusters, unknown }: PlanEntry): object {
  const key = { change, cluster, verdict };
  return { ...key, strings: strings.map(findingJson), steps, missing, plan, clusters, unknown };
}
