import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/roles.ts';
import type { LineIndex, FiledItem } from '../text/source.ts';
import type { Directive } from './suppressions.ts';
import type { Finding, UncheckedPlaces, JudgedString } from './finding.ts';

/** The result of scanning one text: plain data without credentials. */
export interface FileResult {
  readonly path: string;
  readonly role: FileRole;
  readonly strings: readonly JudgedString[];
  /** The same strings in their text, for plans. `null` if not requested. */
  readonly inText: { readonly strings: readonly FoundString[]; readonly lines: LineIndex } | null;
  /** Before suppressions, and without those of rules about all files. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
  /** The items that project rules collected. Only the rule knows their type. */
  readonly collected: readonly (readonly [rule: string, items: readonly FiledItem[]])[];
  readonly directives: readonly Directive[];
}

/** True for a result that no report or rule uses. */
export const isEmptyResult = ({ strings, collected, findings, unknown, directives }: FileResult): boolean =>
  strings.length + collected.length + findings.length + unknown.length + directives.length === 0;
