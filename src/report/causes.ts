import { textAt } from '../parse/part.ts';
import { grouped, type Range } from '../text/source.ts';
import { nameOf, type Finding } from '../lint/finding.ts';
import { MAX_PLACES, type Block, type Place, type Words } from './document.ts';

/** Findings with one cause and one replacement: people read them as one with its places. */
export type Cause = readonly [Finding, ...Finding[]];

/** Joins findings with one rule, message, replacement and acceptance, in the order of the first ones. */
export function causes(findings: readonly Finding[]): Cause[] {
  const groups = grouped(findings, (one) =>
    JSON.stringify([one.severity, nameOf(one), one.message, offers(one)[0], one.suppressed, one.cluster]),
  );
  return [...groups.values()].map(([first, ...others]): Cause => [first!, ...others]);
}

/** The hosts of a string before and after if everything else is the same, otherwise the whole strings. */
export function changedPart(from: string, to: string): readonly [before: string, after: string] {
  const [before, after] = [hostsIn(from), hostsIn(to)];
  const isHostsOnly =
    from.slice(0, before.offset) === to.slice(0, after.offset) &&
    from.slice(before.endOffset) === to.slice(after.endOffset);
  return isHostsOnly ? [textAt(from, before), textAt(to, after)] : [from, to];
}

function hostsIn(text: string): Range {
  const scheme = text.indexOf('://');
  const start = scheme < 0 ? 0 : scheme + '://'.length;
  const length = text.slice(start).search(/[/?]/);
  const endOffset = length < 0 ? text.length : start + length;
  return { offset: Math.max(start, text.lastIndexOf('@', endOffset) + 1), endOffset };
}

const MAX_SUGGESTIONS = 3;

const offered = ({ fix, suggestions }: Finding) => [...(fix ? [fix] : []), ...suggestions];

/** The changed part of the string after each fix and suggestion, or what to do instead of it. */
function offers(finding: Finding): (readonly [label: string, words: Words])[] {
  const { text, fix, suggestions } = finding;
  return offered({ ...finding, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) }).map((one) => [
    one === fix ? 'fix' : 'suggestion',
    one.after === null ? one.title : [{ code: changedPart(text, one.after)[1] }],
  ]);
}

export interface EntryOptions {
  /** Everything: reasons, related places, ids, every place. */
  readonly verbose?: boolean;
  /** How many places are shown otherwise. */
  readonly most?: number;
  readonly ownersOf?: (place: Place) => readonly string[] | undefined;
}

/** The findings by cause, each with what to do, which is said once per rule. */
export function* findingBlocks(all: readonly Cause[], options: EntryOptions = {}): Iterable<Block> {
  const explained = new Set<string>();
  for (const cause of all) {
    const name = nameOf(cause[0]);
    yield { finding: entryOf(cause, options, !explained.has(name)) };
    explained.add(name);
  }
}

/** Findings with one cause: the terminal shows the string as a frame, the others as a list. */
export type FindingEntry = Readonly<ReturnType<typeof entryOf>>;

function entryOf(cause: Cause, { verbose = false, most = MAX_PLACES, ownersOf }: EntryOptions, isNew: boolean) {
  const [first] = cause;
  const { severity, key, text, mark, todo, suppressed } = first;
  const reason = suppressed?.reason ? `: ${suppressed.reason}` : '';
  const help = verbose ? todo : firstSentence(todo);
  const related = verbose ? cause.flatMap((one) => one.related) : [];
  return {
    severity,
    name: nameOf(first),
    message: `${first.message}${suppressed ? ` (accepted by ${suppressed.by}${reason})` : ''}`,
    // All of them; the string is that of the first.
    places: cause.map(({ file, line, column, repository }) => {
      const place = { file, line, column, repository };
      return { ...place, owners: ownersOf?.(place) };
    }),
    most: verbose ? cause.length : most,
    string: text === '' ? null : { key, text, mark: mark ?? { offset: 0, endOffset: text.length } },
    notes: [
      ...offers(first),
      ...(verbose ? [['note', first.why] as const] : []),
      ...(verbose || (isNew && !isSaid(first, help)) ? [['help', help] as const] : []),
      ...related.map((place) => ['related', [{ place }, `: ${place.message}`]] as const),
      ...(verbose ? cause.map(({ id }) => ['id', id] as const) : []),
    ],
  };
}

/** Some messages end with what to do, and some replacements say it. */
const isSaid = (finding: Finding, help: string): boolean =>
  finding.message.endsWith(help) ||
  offered(finding).some(({ after, title }) => after === null && help.replaceAll('`', '').startsWith(title));

/** What to do, without what the message says already. */
export function adviceOf({ message, todo }: Finding): string {
  const first = firstSentence(todo);
  return message.endsWith(first) ? todo.slice(first.length).trimStart() : todo;
}

/** The part up to the first full stop before a new sentence. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s+[A-Z`]|$)/s.exec(text)?.[0] ?? text;
