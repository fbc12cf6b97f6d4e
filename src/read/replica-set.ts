import type { FoundString } from '../classify/found-string.ts';
import { countBefore, matchAt, type Range } from '../text/source.ts';
import type { Page } from './page.ts';

/** A replica-set option with a value that is passed beside a string. In a query it is an option of that string. */
const OPTION =
  /(repl(?:ica)?[_-]?set(?:[_-]?name)?|set_name(?=:))["'`]?\]?[ \t]{0,8}(?:=>|[:=(,](?![:=]))[ \t]{0,8}(?:Some\([ \t]{0,4})?(?!(?:null|none|nil|undefined|false|str|string|bool|boolean|any|number|option)\b|["'`]{2}|[\s,;)}\]{[])[^\s]/iy;
/** One of these words, in any case, is at the start of each option. */
export const OPTION_WORDS: readonly string[] = [
  'replset',
  'repl_set',
  'repl-set',
  'replicaset',
  'replica_set',
  'replica-set',
  'set_name',
];
/** What may stand in front of it: the rest of a key such as `spring.data.mongodb.`, or a verb. */
const BEFORE = /(?<![\w$?&;-])(?:[\w.-]{0,60}[._-])?(?:set|with|required)?$/i;
const MAX_BEFORE = 80;

/** How far an option may be from the string, in code units, where a file has several strings. */
const MAX_DISTANCE = 2_000;

/**
 * Marks the strings beside which a replica set is named: the nearest one that a client may take.
 * @param places offsets of all `OPTION_WORDS`, ascending
 */
export function withReplicaSets(
  page: Page,
  strings: readonly FoundString[],
  places: readonly number[],
): readonly FoundString[] {
  if (places.length === 0) return strings;
  const takers = strings.filter(
    ({ uri, kind, literal }) => (uri !== null || kind === 'external') && literal.context === 'code',
  );
  const beside = new Map<FoundString, Range>();
  for (const option of optionsAt(page, places)) {
    const string = nearest(takers, option);
    if (string && !beside.has(string)) beside.set(string, option);
  }
  return strings.map((string) => {
    const replicaSet = beside.get(string);
    return replicaSet ? { ...string, replicaSet } : string;
  });
}

function optionsAt(page: Page, places: readonly number[]): Range[] {
  const { text } = page;
  let end = 0;
  return places.flatMap((index) => {
    const match = index < end ? null : matchAt(OPTION, text, index);
    if (!match) return [];
    end = OPTION.lastIndex;
    if (!BEFORE.test(text.slice(Math.max(0, index - MAX_BEFORE), index))) return [];
    if (page.contextAt(index) === 'comment') return [];
    return [{ offset: index, endOffset: index + match[1]!.length }];
  });
}

/** Options mostly follow their string. */
function nearest(strings: readonly FoundString[], { offset, endOffset }: Range): FoundString | undefined {
  const next = countBefore(strings, ({ range }) => range.offset <= offset);
  const [before, after] = [strings[next - 1], strings[next]];
  const behind = before ? offset - before.range.endOffset : Infinity;
  const ahead = after ? after.range.offset - endOffset : Infinity;
  if (Math.min(behind, ahead) > MAX_DISTANCE && strings.length > 1) return undefined;
  return behind <= ahead ? before : after;
}
