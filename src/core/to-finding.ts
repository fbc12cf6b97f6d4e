import type { Finding, Place } from './finding.ts';
import { MOST_NESTED } from './found.ts';
import type { FoundString } from './found.ts';
import type { RuleSetup } from './judge.ts';
import { ownCopy } from './own-copy.ts';
import { redacted } from './redact.ts';
import type { Problem, Related, Repair } from './rule.ts';
import { overlaps } from './source.ts';
import type { LineIndex, Range } from './source.ts';
import { countBefore } from './sorted.ts';

function fill(text: string, data: Problem['data'] = {}): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
}

export function placeOf(file: string, range: Range, lines: LineIndex): Place {
  const from = lines.position(range.offset);
  const to = lines.position(range.endOffset);
  return {
    file,
    offset: range.offset,
    endOffset: range.endOffset,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}

/** The string as it is shown: its own text, or the exact place when no string stands there. */
export function shownText(string: FoundString): string {
  return redacted(string.literal, string.secrets, string.inValue.offset, string.inValue.endOffset);
}

/** The string that a range touches, the innermost one, by binary search: strings are sorted, and those inside of another follow it. */
export function stringAt<S extends { readonly range: Range }>(strings: readonly S[], at: Range): S | null {
  const after = countBefore(strings, ({ range }) => range.offset <= at.offset);
  for (let index = after - 1; index >= Math.max(0, after - 1 - MOST_NESTED); index--) {
    if (strings[index]!.range.endOffset > at.offset) return strings[index]!;
  }
  const next = strings[after];
  return next && overlaps(next.range, at) ? next : null;
}

/** What reports show of a string: it may leave the program. */
export interface ShownString extends Pick<FoundString, 'range' | 'kind' | 'cluster' | 'token'> {
  readonly text: string;
}

export function shownStrings(strings: readonly FoundString[]): ShownString[] {
  return strings.map((string) => {
    const { range, kind, cluster, token } = string;
    return { range, kind, cluster: cluster && ownCopy(cluster), token, text: ownCopy(shownText(string)) };
  });
}

/** What a finding shows of its file. */
export interface ShownFile {
  readonly path: string;
  readonly strings: readonly ShownString[];
}

/** Turns a problem into a finding: words from the rule, lines and columns from the text. */
export function toFinding(file: ShownFile, lines: LineIndex, setup: RuleSetup, problem: Problem): Finding {
  const { rule } = setup;
  const string = stringAt(file.strings, problem.at);
  const data = problem.data;
  const place = placeOf(file.path, problem.at, lines);
  // Field by field: an object that is put together from others takes several times the time and the memory.
  return {
    id: '',
    rule: rule.id,
    severity: setup.severity ?? problem.severity ?? rule.severity,
    confidence: problem.confidence ?? rule.confidence,
    message: fill(rule.messages[problem.message] ?? rule.docs.what, data),
    file: place.file,
    offset: place.offset,
    endOffset: place.endOffset,
    line: place.line,
    column: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
    kind: string?.kind ?? null,
    cluster: string?.cluster ?? null,
    text: string ? string.text : (problem.text ?? ''),
    why: fill(rule.docs.why, data),
    todo: fill(rule.docs.todo, data),
    related: problem.related ? problem.related.map((related) => shownRelated(related, file, lines)) : NONE,
    fix: problem.fix ? ownRepair(problem.fix) : null,
    suggestions: problem.suggestions && problem.suggestions.length > 0 ? problem.suggestions.map(ownRepair) : NONE,
    suppressed: null,
  };
}

/** Most findings have none, and there may be a million. */
const NONE: readonly never[] = [];

function shownRelated(related: Related, file: ShownFile, lines: LineIndex): Finding['related'][number] {
  const { line, column } = related.file === undefined ? lines.position(related.at.offset) : { line: 1, column: 1 };
  return { file: related.file ?? file.path, line, column, message: related.message };
}

/** What it writes is often cut out of the text that it repairs. */
function ownRepair({ title, edits }: Repair): Repair {
  return {
    title: ownCopy(title),
    edits: edits.map(({ offset, endOffset, text }) => ({ offset, endOffset, text: ownCopy(text) })),
  };
}
