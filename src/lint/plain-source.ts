import type { Directive } from '../core/directive.ts';
import type { Finding, Unknown } from '../core/finding.ts';
import type { KeptNote } from '../core/rule.ts';
import type { LineTable } from '../core/source.ts';
import { fromPlainRest, plainRest } from './kept-rest.ts';
import type { PlainRest } from './kept-rest.ts';
import { projectFile } from './kept-source.ts';
import type { KeptSource } from './kept-source.ts';
import { fromPlainFinding, plainFinding } from './plain-findings.ts';
import type { PlainFinding, Speaker } from './plain-findings.ts';
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
export interface PlainSource {
  readonly file: string;
  readonly findings: readonly PlainFinding[];
  readonly directives: readonly Directive[];
  readonly rest: PlainRest;
}

export function plainSource(linted: KeptSource, lines: LineTable, speaker: Speaker): PlainSource {
  const { file, shown, findings, directives } = linted;
  const strings = new Map(shown.map(({ text }, number) => [text, number]));
  return {
    file,
    findings: findings.map((finding) => plainFinding(finding, strings, speaker)),
    directives,
    rest: plainRest(linted, lines),
  };
}

/**
 * The same again, for a project that is judged as a whole.
 * @param heard the texts to which the other thread's speaker has given numbers
 */
export function fromPlain(
  { file, findings, directives, rest }: PlainSource,
  heard: readonly string[],
  { context }: FileSettings,
): KeptSource {
  const { shown, unknown, notes, lines } = fromPlainRest(rest, file);
  return {
    file,
    shown,
    findings: findings.map((finding) => fromPlainFinding(finding, file, shown, heard)),
    unknown,
    notes,
    project: notes && projectFile(file, notes, context),
    lines,
    directives,
  };
}
