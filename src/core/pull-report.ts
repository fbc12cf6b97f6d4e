/** What became of one part. `absent`: the API has no such thing. `denied`: it has, but not for this credential. */
export interface PartReport {
  readonly words: string;
  readonly state: 'read' | 'absent' | 'denied' | 'not-asked';
  /** `3`, `on`, or why there is nothing. */
  readonly detail: string;
  /** In which version it was answered; `null` when it was not. */
  readonly version: string | null;
  /** What cannot be told without it, for the parts that are missing. */
  readonly cost: string;
  /** What to do about it, for `denied`. */
  readonly hint: string | null;
}

/** What `inventory pull` did. */
export interface PullReport {
  /** As it is shown to people. */
  readonly file: string;
  /** Id of the project. */
  readonly project: string;
  /** Who asked, in words: `a service account`. */
  readonly as: string;
  readonly parts: readonly PartReport[];
}
