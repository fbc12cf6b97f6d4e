import type { PlanEntry } from '../core/plan.ts';
import { unreadText } from '../core/plan-subject.ts';
import { findingJson } from './json.ts';

/** The judged plan as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function planJson(entries: readonly PlanEntry[]): string {
  return `${JSON.stringify({ version: 1, changes: entries.map(entryJson) }, null, 2)}\n`;
}

function entryJson(entry: PlanEntry): object {
  const { change, cluster, verdict, strings, steps, plan, clusters, unknown } = entry;
  const missing = [...entry.missing, ...entry.unread.map(unreadText)];
  return { change, cluster, verdict, strings: strings.map(findingJson), steps, missing, plan, clusters, unknown };
}
