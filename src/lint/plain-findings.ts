import type { Finding, Suppressed } from '../core/finding.ts';
import type { Kind } from '../core/host-shapes.ts';
import { ownCopy } from '../core/own-copy.ts';
import type { Confidence, Repair, Severity } from '../core/rule.ts';
import type { ShownString } from '../core/to-finding.ts';

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

const NONE: readonly never[] = [];

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
    related: related.length > 0 ? related : NONE,
    fix: fix && ownRepair(fix),
    suggestions: suggestions.length > 0 ? suggestions.map(ownRepair) : NONE,
    suppressed,
  };
}

function ownRepair({ title, edits }: Repair): Repair {
  return { title: ownCopy(title), edits: edits.map((edit) => ({ ...edit, text: ownCopy(edit.text) })) };
}
