import type { Directive } from './suppressions.ts';
import type { Finding, Unknown, ShownString, Suppressed } from './finding.ts';
import type { KeptNotes, ProjectFile, RuleContext, KeptNote, Confidence, Repair } from './rule.ts';
import type { Severity } from '../config/severity.ts';
import type { LineIndex, LineTable } from '../text/source.ts';
import { fromPlainRest, plainRest } from './kept-rest.ts';
import type { PlainRest } from './kept-rest.ts';
import type { FileSettings } from './settings.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { ownCopy } from './finding.ts';

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

/** A text, or its number among those that were said before. */
export type Word = string | number;

/** Gives texts that are said again and again numbers, for somebody who gets the new ones with each message. */
export interface Speaker {
  readonly say: (text: string) => Word;
  /** Texts that got a number since the last call, in order. */
  readonly news: () => readonly string[];
}

/** More texts than this get no number: some are said once only. */
const MOST_WORDS = 5_000;

export function speaker(): Speaker {
  const numbers = new Map<string, number>();
  let fresh: string[] = [];
  return {
    say(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (numbers.size >= MOST_WORDS) return text;
      numbers.set(text, numbers.size);
      fresh.push(text);
      return numbers.size - 1;
    },
    news() {
      const said = fresh;
      fresh = [];
      return said;
    },
  };
}

/** A finding of a known file without an id: its words, where it stands, and what else there is of it. */
export type PlainFinding = readonly [
  words: readonly [rule: Word, severity: Word, confidence: Word, message: Word, why: Word, todo: Word],
  /** Number of the string whose text it shows, or its own text. */
  text: Word,
  kind: Word | null,
  cluster: Word | null,
  place: readonly [offset: number, endOffset: number, line: number, column: number, endLine: number, endColumn: number],
  related: Finding['related'],
  fix: Repair | null,
  suggestions: readonly Repair[],
  suppressed: Suppressed | null,
];

/** @param strings numbers of the file's strings by the text that is shown of them */
export function plainFinding(finding: Finding, strings: ReadonlyMap<string, number>, { say }: Speaker): PlainFinding {
  const { rule, severity, confidence, message, why, todo, text, kind, cluster } = finding;
  const { offset, endOffset, line, column, endLine, endColumn, related, fix, suggestions, suppressed } = finding;
  return [
    [say(rule), say(severity), say(confidence), say(message), say(why), say(todo)],
    strings.get(text) ?? text,
    kind && say(kind),
    cluster && say(cluster),
    [offset, endOffset, line, column, endLine, endColumn],
    related,
    fix,
    suggestions,
    suppressed,
  ];
}

const NO_ITEMS: readonly never[] = [];

/** @param heard the texts that have numbers */
export function fromPlainFinding(
  plain: PlainFinding,
  file: string,
  shown: readonly ShownString[],
  heard: readonly string[],
): Finding {
  const [[rule, severity, confidence, message, why, todo], text, kind, cluster, place, ...rest] = plain;
  const [offset, endOffset, line, column, endLine, endColumn] = place;
  const [related, fix, suggestions, suppressed] = rest;
  const wordOf = (word: Word): string => (typeof word === 'number' ? heard[word]! : ownCopy(word));
  return {
    id: '',
    rule: wordOf(rule),
    severity: wordOf(severity) as Severity,
    confidence: wordOf(confidence) as Confidence,
    message: wordOf(message),
    file,
    offset,
    endOffset,
    line,
    column,
    endLine,
    endColumn,
    kind: kind === null ? null : (wordOf(kind) as Kind),
    cluster: cluster === null ? null : wordOf(cluster),
    text: typeof text === 'number' ? shown[text]!.text : text,
    why: wordOf(why),
    todo: wordOf(todo),
    related: related.length > 0 ? related : NO_ITEMS,
    fix: fix && ownRepair(fix),
    suggestions: suggestions.length > 0 ? suggestions.map(ownRepair) : NO_ITEMS,
    suppressed,
  };
}

function ownRepair({ title, edits }: Repair): Repair {
  return { title: ownCopy(title), edits: edits.map((edit) => ({ ...edit, text: ownCopy(edit.text) })) };
}
