import { wholeLines, wholeOffsets } from '../text/excerpts.ts';
import type { Excerpts } from '../text/excerpts.ts';
import type { Directive } from './suppressions.ts';
import type { Finding } from './finding.ts';
import type { KeptNote, Repair } from './rule.ts';
import { lineIndexOf } from '../text/source.ts';
import type { LineTable, Position, Range } from '../text/source.ts';
import { projectFile } from './file-result.ts';
import type { KeptSource } from './file-result.ts';

/** What came of excerpts of a file, with the lines of the file. */
export interface PlacedSource {
  readonly linted: KeptSource;
  readonly lines: LineTable;
}

/** What came of a text that was put together from excerpts, with every place as it is in the whole text. */
export function placedSource(linted: KeptSource, text: string, excerpts: Excerpts): PlacedSource {
  const whole = wholeOffsets(excerpts);
  const table = wholeLines(text, excerpts);
  const index = lineIndexOf(table);
  const range = ({ offset, endOffset }: Range): Range => ({ offset: whole(offset), endOffset: whole(endOffset) });
  const place = ({ line, column }: Position): Position =>
    index.position(whole(linted.lines.lineStart(line) + column - 1));
  const lineOf = (line: number): number => index.position(whole(linted.lines.lineStart(line))).line;
  const repair = ({ title, edits }: Repair): Repair => ({
    title,
    edits: edits.map((edit) => ({ ...edit, ...range(edit) })),
  });
  /** False where something is left out in what it replaces. */
  const isHeld = ({ edits }: Repair): boolean =>
    edits.every(({ offset, endOffset }) => whole(endOffset) - whole(offset) === endOffset - offset);
  const finding = (one: Finding): Finding => {
    const at = range(one);
    const [from, to] = [index.position(at.offset), index.position(at.endOffset)];
    return {
      ...one,
      ...at,
      ...from,
      endLine: to.line,
      endColumn: to.column,
      related: one.related.map((other) => (other.file === one.file ? { ...other, ...place(other) } : other)),
      fix: one.fix && isHeld(one.fix) ? repair(one.fix) : null,
      suggestions: one.suggestions.filter(isHeld).map(repair),
    };
  };
  const directive = (one: Directive): Directive => {
    // The line below a comment may not be in the excerpt.
    const below = one.kind === 'disable-next-line' ? 1 : 0;
    return {
      ...one,
      ...range(one),
      line: lineOf(one.line),
      firstLine: lineOf(one.firstLine - below) + below,
      lastLine: lineOf(one.lastLine - below) + below,
      rules: one.rules.map((rule) => ({ ...rule, ...range(rule) })),
      untilRange: one.untilRange && range(one.untilRange),
      removal: range(one.removal),
    };
  };
  const note = ({ at, about }: KeptNote): KeptNote => {
    const own = range(at);
    return { at: { ...own, ...index.position(own.offset) }, about };
  };
  const { file, shown, findings, unknown, project, directives } = linted;
  const notes = linted.notes && new Map([...linted.notes].map(([rule, own]) => [rule, own.map(note)] as const));
  return {
    lines: table,
    linted: {
      file,
      shown: shown.map((one) => ({ ...one, range: range(one.range) })),
      findings: findings.map(finding),
      unknown: unknown.map((one) => ({ ...one, places: one.places.map((at) => ({ ...at, ...place(at) })) })),
      notes,
      project: project && notes && projectFile(file, notes, project.context),
      lines: index,
      directives: directives.map(directive),
    },
  };
}
