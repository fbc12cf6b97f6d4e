import type { Directive } from './suppressions.ts';
import type { Finding, UncheckedPlaces, ShownString } from './finding.ts';
import type { LocatedItem, ProjectFile, RuleContext } from './rule.ts';
import type { FileRole } from '../config/roles.ts';
import { filePlaces, type FileLines } from '../text/file-lines.ts';
import type { MaskedString } from './masked-string.ts';

/**
 * The result of scanning one text: plain data, the same in memory, in shard results, in reports and in plans. It
 * contains no credentials and no reference that keeps the text in memory.
 */
export interface FileResult {
  readonly path: string;
  readonly role: FileRole;
  readonly strings: readonly ShownString[];
  /** The same strings as plans need them. `null` if not requested. */
  readonly masked: readonly MaskedString[] | null;
  /** Without ids, because project rules may add findings. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
  /** The items that project rules collected: JSON whose type only the rule knows. */
  readonly collected: readonly (readonly [rule: string, items: readonly LocatedItem[]])[];
  readonly directives: readonly Directive[];
  /** The lines that contain any of these. */
  readonly lines: FileLines;
}

/** True for a result that no report or rule uses. */
export const isEmptyResult = ({ strings, collected, findings, unknown, directives }: FileResult): boolean =>
  strings.length + collected.length + findings.length + unknown.length + directives.length === 0;

const NONE: readonly never[] = [];

/** The part of a file that project rules use, or `null` if there is none. */
export function projectFile({ path, role, collected }: FileResult, context: RuleContext): ProjectFile | null {
  if (collected.length === 0) return null;
  return {
    path,
    collected: (rule) => collected.find(([name]) => name === rule)?.[1] ?? NONE,
    context: { ...context, role },
  };
}

/** A string with its place. */
export interface PlacedString extends ShownString {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The strings of all files, sorted by file and offset. */
export function placedStrings(results: readonly FileResult[]): PlacedString[] {
  const sorted = [...results].sort((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.flatMap(({ path, strings, lines }) => {
    const places = filePlaces(lines);
    return strings.map((string) => {
      const { line, column } = places.position(string.range.offset);
      return { file: path, line, column, ...string };
    });
  });
}
