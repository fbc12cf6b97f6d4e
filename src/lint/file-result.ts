import type { Directive } from './suppressions.ts';
import type { Finding, Unknown, ShownString } from './finding.ts';
import type { KeptNotes, ProjectFile, RuleContext, KeptNote } from './rule.ts';
import type { LineIndex } from '../text/source.ts';

/** What is kept of one text, however many there are. Findings have no id yet: project rules may add some. */
export interface KeptSource {
  readonly file: string;
  readonly shown: readonly ShownString[];
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** What project rules took down; `null` when they see nothing of it. */
  readonly notes: KeptNotes | null;
  /** What project rules see of it. */
  readonly project: ProjectFile | null;
  readonly lines: LineIndex;
  readonly directives: readonly Directive[];
}

const NONE: readonly never[] = [];

export function projectFile(path: string, notes: KeptNotes, context: RuleContext): ProjectFile {
  return { path, notes: (rule) => notes.get(rule) ?? NONE, context };
}

/** What came of one text, as plain data, but for its strings and its lines. */
export interface SourceResults {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** What project rules took down; `null` when they see nothing of the file. */
  readonly notes: readonly (readonly [rule: string, notes: readonly KeptNote[]])[] | null;
  readonly directives: readonly Directive[];
}
