import { howToKnow, notKnown } from '../facts/hints.ts';
import type { PlanEntry as NewEntry, OpenPoint, Step } from './entry.ts';
import type { PlanEntry } from './plan.ts';
import { unreadText } from './subject.ts';

/** The entry as reports print it. */
export function asEntry(old: PlanEntry): NewEntry {
  const { change, project, cluster, plan, verdict, strings, blocking } = old;
  const open: OpenPoint[] = [
    ...old.reasons.map((one) => ({
      message: one.message,
      places: (one.unchecked ?? []).map(({ place }) => place),
      settle: null,
      blocks: one.verdict === 'blocked',
    })),
    ...old.missing.map((fact) => ({
      message: `${notKnown(fact)}. ${howToKnow(fact)}`,
      places: [],
      settle: null,
      blocks: false,
    })),
    ...old.unread.map((file) => ({ message: unreadText(file), places: [], settle: null, blocks: false })),
  ];
  const steps = old.steps.map((step) => ({
    ...step,
    kind: step.kind as Step['kind'],
    commands: step.command === null ? [] : [step.command],
    managedBy: step.managedBy && { ...step.managedBy, attribute: step.managedBy.attribute ?? '' },
  }));
  return { change, project, cluster, plan, verdict, about: '', strings, blocking, open, steps, notCounted: [] };
}
