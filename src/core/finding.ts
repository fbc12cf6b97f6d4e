import type { FoundString } from './found.ts';
import type { Kind } from './host-shapes.ts';
import type { Confidence, FactName, Repair, Severity } from './rule.ts';
import type { Range } from './source.ts';

/** A range with its lines and columns (1-based, columns in UTF-16 code units). */
export interface Place extends Range {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Suppressed {
  readonly by: 'comment' | 'config' | 'baseline';
  readonly reason: string | null;
  /** Last day on which it holds. */
  readonly until: string | null;
}

/** One problem in one place, in the words in which every format tells it. Holds no credential. */
export interface Finding extends Place {
  /** Fingerprint; empty until the report gives it, for it needs the ordinal among equals. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly message: string;
  readonly kind: Kind | null;
  readonly cluster: string | null;
  /** The string concerned, redacted. */
  readonly text: string;
  readonly why: string;
  readonly todo: string;
  readonly related: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
  readonly fix: Repair | null;
  readonly suggestions: readonly Repair[];
  readonly suppressed: Suppressed | null;
}

/** What could not be judged: once per rule and missing fact, with the places. */
export interface Unknown {
  readonly rule: string;
  readonly missing: FactName;
  readonly places: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

/** Something that a user should know and that is no finding. */
export interface Notice {
  readonly code: string;
  readonly file: string;
  readonly message: string;
}

/** What came of one text. */
export interface LintResult {
  readonly file: string;
  readonly strings: readonly FoundString[];
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
}
