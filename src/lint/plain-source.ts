import type { Directive } from '../core/directive.ts';
import type { Finding, Unknown } from '../core/finding.ts';
import type { ShownString } from '../core/to-finding.ts';
import { ownCopy } from '../core/own-copy.ts';
import type { Note } from '../core/rule.ts';
import { lineIndexOf } from '../core/source.ts';
import type { LineTable } from '../core/source.ts';
import type { KeptSource } from './lint-source.ts';
import type { FileSettings } from './settings.ts';

/** What came of one text, as plain data, but for its strings and its lines. */
export interface SourceResults {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** What project rules took down; `null` when they see nothing of the file. */
  readonly notes: readonly (readonly [rule: string, notes: readonly Note[]])[] | null;
  readonly directives: readonly Directive[];
}

/** For another thread of the same program: nothing is hidden. */
export interface PlainSource extends SourceResults {
  readonly shown: readonly ShownString[];
  readonly lines: LineTable;
}

export function plainSource(linted: KeptSource, lines: LineTable): PlainSource {
  const { file, shown, findings, unknown, project, directives } = linted;
  const notes = project && [...project.notes];
  return { file, shown, findings, unknown, notes, directives, lines };
}

/** The same again, for a project that is judged as a whole. */
export function fromPlain(plain: PlainSource, { context }: FileSettings): KeptSource {
  const { file, shown, findings, unknown, notes, directives, lines } = plain;
  return {
    file,
    shown: shown.map((one) => ({ ...one, text: ownCopy(one.text) })),
    findings: findings.map(shared),
    unknown,
    project: notes && { path: file, notes: new Map(notes), context },
    lines: lineIndexOf(lines),
    directives,
  };
}

/** Words that many findings have are one text here, as they are where a rule gives them. */
function shared(finding: Finding): Finding {
  const { message, text, why, todo } = finding;
  return { ...finding, message: ownCopy(message), text: ownCopy(text), why: ownCopy(why), todo: ownCopy(todo) };
}
