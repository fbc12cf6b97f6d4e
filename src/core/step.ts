import type { ChangeName, PlannedChange } from './config-plan.ts';
import type { PlanSubject } from './plan-subject.ts';

/** A place that a step concerns. */
export interface StepPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The string as it stands there, redacted; `null` where no string stands. */
  readonly from: string | null;
  /** The same string after the replacement; `null` when nothing tells it. */
  readonly to: string | null;
  /** True when `to` stands in a record or is a purely syntactic change, false when it is only suggested. */
  readonly proven: boolean;
}

/** One step of a procedure. Steps are done in their order; none may be left out. */
export interface Step {
  readonly title: string;
  /** Sentences for whoever does it, with the exact name of a setting. Holds no credential. */
  readonly detail: string;
  readonly places: readonly StepPlace[];
  /** What to run, one or several commands a line; `null` when there is nothing to run. */
  readonly command: string | null;
}

/** The ordered steps of one sort of planned change. */
export type Procedure<C extends ChangeName> = (subject: PlanSubject<Extract<PlannedChange, { change: C }>>) => Step[];
