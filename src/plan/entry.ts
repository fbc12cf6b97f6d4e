import { distinct } from '../text/source.ts';

/**
 * `ready`: nothing of the cluster would break with the step that the verdict is about. `blocked`: something would.
 * `undecided`: something was not judged, or a fact is missing.
 */
export type PlanVerdict = 'ready' | 'blocked' | 'undecided';

export interface PlanPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The current string, redacted; `null` where no string is. */
  readonly from: string | null;
  /** The same string after the replacement that its finding offers; `null` without one. */
  readonly to: string | null;
  /** Of a file in a clone below the working directory. */
  readonly repository?: string | undefined;
  /** Of the file; missing where no file says who owns what. */
  readonly owners?: readonly string[] | undefined;
}

/** What keeps a change from being ready besides strings that break. */
export type OpenPoint = Readonly<ReturnType<ReturnType<typeof point>>>;

/** @param blocks true if the service refuses the change, or strings stop working */
const point =
  (blocks: boolean) =>
  /**
   * @param message one sentence
   * @param settle the one command or config line that settles it; `null` if only the change itself can be corrected
   */
  (message: string, settle: string | null = null, places: readonly PlanPlace[] = []) => {
    return { message, places, settle, blocks };
  };

/** What was not judged, or is not known. */
export const open = point(false);
/** What the service refuses, or what stops working. */
export const refused = point(true);

/** What fails until the change is complete, unless the plan has a downtime. */
export const unlessDown = (downtime: string | undefined, words: string, places: readonly PlanPlace[], kind = open) =>
  downtime === undefined && places.length > 0 && kind(words, 'In the plan entry: "downtime": "<reason>"', places);

/** One line that settles all files of a point. */
export function acceptFiles(places: readonly PlanPlace[]): string {
  const files = [...new Set(places.map(({ file }) => file))];
  const accepted = files.map((file) => `${JSON.stringify(file)}: "<reason>"`).join(', ');
  return `Check by hand, then in the plan entry: "accept": { ${accepted} }`;
}

/** The code that owns a cluster or a setting, and would put it back. */
export interface ManagedBy {
  readonly tool: 'terraform' | 'pulumi' | 'operator' | 'cloudformation';
  readonly file: string;
  readonly attribute: string;
}

/** One step of a runbook. Steps are carried out in order, and none may be left out. */
export interface Step {
  /** `change` is the planned change itself. */
  readonly kind: 'prepare' | 'replace' | 'deploy' | 'verify' | 'change' | 'clean';
  readonly title: string;
  /** Sentences for the person who does it. */
  readonly detail: string;
  readonly places: readonly PlanPlace[];
  readonly commands: readonly string[];
  /** How to undo it, `null` if there is nothing to undo. A `change` without it cannot be undone. */
  readonly undo: string | null;
  /** The project role that the step needs; `null` if none. */
  readonly role: string | null;
  readonly managedBy: ManagedBy | null;
  /** The detail for a step in code that manages the resource. */
  readonly inCode?: (managed: ManagedBy) => string;
}

/** Steps as a procedure writes them: one that does not apply is `false`. */
export type Steps = readonly (Step | false | Steps)[];

/** A string or a finding that does not count, and why. */
export interface NotCounted extends Pick<PlanPlace, 'file' | 'line' | 'column' | 'repository'> {
  /** The string in the form that is printed, or the id of the rule if the finding is not about a string. */
  readonly text: string;
  readonly reason: string;
}

export const distinctPlaces = <P extends Pick<PlanPlace, 'file' | 'line' | 'column'>>(places: readonly P[]): P[] =>
  distinct(places, ({ file, line, column }) => `${file}:${line}:${column}`);

/** `"a"`, `"a", "b" and "c"`. */
export const named = (names: readonly string[]): string =>
  names
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, (?=[^ ]*$)/, ' and ');
