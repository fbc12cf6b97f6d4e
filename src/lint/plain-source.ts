import type { Directive } from '../core/directive.ts';
import type { Finding, Unknown } from '../core/finding.ts';
import type { ShownString } from '../core/to-finding.ts';
import { ownCopy } from '../core/own-copy.ts';
import type { Kind } from '../core/host-shapes.ts';
import type { KeptNote, Repair } from '../core/rule.ts';
import { lineIndexOf } from '../core/source.ts';
import type { LineTable } from '../core/source.ts';
import { projectFile } from './kept-source.ts';
import type { KeptSource } from './kept-source.ts';
import type { FileSettings } from './settings.ts';

/** What came of one text, as plain data, but for its strings and its lines. */
export interface SourceResults {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** What project rules took down; `null` when they see nothing of the file. */
  readonly notes: readonly (readonly [rule: string, notes: readonly KeptNote[]])[] | null;
  readonly directives: readonly Directive[];
}

/** For another thread of the same program: nothing is hidden. */
export interface PlainSource extends SourceResults {
  readonly shown: readonly ShownString[];
  readonly lines: LineTable;
}

export function plainSource(linted: KeptSource, lines: LineTable): PlainSource {
  const { file, shown, findings, unknown, directives } = linted;
  const notes = linted.notes && [...linted.notes];
  return { file, shown, findings, unknown, notes, directives, lines };
}

/** The same again, for a project that is judged as a whole. */
export function fromPlain(plain: PlainSource, { context }: FileSettings): KeptSource {
  const { file, shown, findings, unknown, directives, lines } = plain;
  const notes = plain.notes && new Map(plain.notes);
  return {
    file,
    shown: shown.map((one) => ({ ...one, text: ownCopy(one.text) })),
    findings: findings.map((finding) => shared(finding, file)),
    unknown: unknown.map(({ rule, missing, places }) => ({
      rule,
      missing,
      places: places.map(({ line, column }) => ({ file, line, column })),
    })),
    notes,
    project: notes && projectFile(file, notes, context),
    lines: lineIndexOf(lines),
    directives,
  };
}

const NONE: readonly never[] = [];

/** Words that many findings have are one text here, as they are where a rule gives them, and so is what few have. */
function shared(finding: Finding, file: string): Finding {
  const { rule, message, kind, cluster, text, why, todo, related, fix, suggestions } = finding;
  return {
    ...finding,
    file,
    rule: ownCopy(rule),
    message: ownCopy(message),
    kind: kind && (ownCopy(kind) as Kind),
    cluster: cluster && ownCopy(cluster),
    text: ownCopy(text),
    why: ownCopy(why),
    todo: ownCopy(todo),
    related: related.length > 0 ? related : NONE,
    fix: fix && sharedRepair(fix),
    suggestions: suggestions.length > 0 ? suggestions.map(sharedRepair) : NONE,
  };
}

function sharedRepair({ title, edits }: Repair): Repair {
  return { title: ownCopy(title), edits: edits.map((edit) => ({ ...edit, text: ownCopy(edit.text) })) };
}
