import type { Directive } from './suppressions.ts';
import type { Finding, Unknown, ShownString } from './finding.ts';
import type { PlacedItem, ProjectFile, RuleContext } from './rule.ts';
import type { FileRole } from '../config/roles.ts';
import type { FileLines } from '../text/file-lines.ts';
import type { MaskedString } from './shard-result.ts';

/**
 * What came of one text: plain data, the same in memory, in the result of a shard, in every report and in the plan. It holds no
 * credential, and nothing that keeps the text alive.
 */
export interface FileResult {
  readonly path: string;
  readonly role: FileRole;
  /** Hash of the bytes, for fixes, which read the file again; `null` where nobody asked. */
  readonly digest: string | null;
  readonly strings: readonly ShownString[];
  /** The same strings as plans need them; `null` where nobody asked. */
  readonly masked: readonly MaskedString[] | null;
  /** Without ids: project rules may add some. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** What project rules collected: JSON whose type only the rule knows. */
  readonly collected: readonly (readonly [rule: string, items: readonly PlacedItem[]])[];
  readonly directives: readonly Directive[];
  /** Those in which any of this stands. */
  readonly lines: FileLines;
}

/** True for what no report and no rule asks about again. */
export const isEmptyResult = ({ strings, collected, findings, unknown, directives }: FileResult): boolean =>
  strings.length + collected.length + findings.length + unknown.length + directives.length === 0;

const NONE: readonly never[] = [];

/** What project rules see of a file; `null` when they see nothing of it. */
export function projectFile({ path, role, collected }: FileResult, context: RuleContext): ProjectFile | null {
  if (collected.length === 0) return null;
  return {
    path,
    collected: (rule) => collected.find(([name]) => name === rule)?.[1] ?? NONE,
    context: { ...context, role },
  };
}
