import type { Config, RuleLevel } from './config.ts';

/** What holds for one file, and which part of the config says so. */
export interface AppliedConfig {
  /** Relative to the working directory. */
  readonly file: string;
  readonly config: string | null;
  /** `null` for a file that is looked at. */
  readonly leftOut: LeftOut | null;
  readonly environment: Said<string> | null;
  readonly network: Said<string> | null;
  readonly region: Said<string> | null;
  readonly rules: readonly AppliedRule[];
  readonly suppressions: readonly Said<Config['suppressions'][number]>[];
  readonly plan: Config['plan'];
  readonly inventory: readonly string[];
  readonly baseline: string;
}

/** A value with the part of the config that sets it. */
export interface Said<T> {
  readonly value: T;
  /** `rules`, `overrides[1]`, `suppressions[0]`. */
  readonly from: string;
  /** `file:line:column`; `null` when it stands in no file. */
  readonly at: string | null;
}

export interface AppliedRule {
  readonly id: string;
  readonly severity: RuleLevel;
  readonly options: Readonly<Record<string, unknown>>;
  /** `default`, `rules`, `overrides[1].rules`. */
  readonly from: string;
  readonly at: string | null;
  /** False for a rule that is off, and for one that judges changes of which none is planned. */
  readonly runs: boolean;
}

/** Why a file is not looked at unless somebody names it. */
export interface LeftOut {
  readonly by: 'config' | 'baseline' | 'fact file' | 'ignores' | 'include' | 'git' | 'ignore file';
  /** The pattern that decided, where one did. */
  readonly pattern: string | null;
  /** Where the pattern stands, `file:line` or `file:line:column`. */
  readonly at: string | null;
}
