import type { FoundString } from '../classify/found-string.ts';
import { countBefore, type Range, type Source } from '../text/source.ts';
import { codeMatches } from './page.ts';

/** A replica-set option with a value that is passed beside a string. In a query it is an option of that string. */
const OPTION =
  /(repl(?:ica)?[_-]?set(?:[_-]?name)?|set_name(?=:))["'`]?\]?[ \t]{0,8}(?:=>|[:=(,](?![:=]))[ \t]{0,8}(?:Some\([ \t]{0,4})?(?!(?:null|none|nil|undefined|false|str|string|bool|boolean|any|number|option)\b|["'`]{2}|[\s,;)}\]{[])[^\s]/gi;
/** What may stand in front of it: the rest of a key such as `spring.data.mongodb.`, or a verb. */
const BEFORE = /(?<![\w$?&;-])(?:[\w.-]{0,60}[._-])?(?:set|with|required)?$/i;
const MAX_BEFORE = 80;

/** How far an option may be from the string, in code units, where a file has several strings. */
const MAX_DISTANCE = 2_000;

/** Marks the strings beside which a replica set is named: the nearest one that a client may take. */
export function withReplicaSets(source: Source, strings: readonly FoundString[]): readonly FoundString[] {
  const takers = strings.filter(
    ({ uri, kind, literal }) => (uri !== null || kind === 'external') && literal.context === 'code',
  );
  if (takers.length === 0) return strings;
  const beside = new Map<FoundString, Range>();
  for (const option of optionsIn(source)) {
    const string = nearest(takers, option);
    if (string && !beside.has(string)) beside.set(string, option);
  }
  return strings.map((string) => {
    const replicaSet = beside.get(string);
    return replicaSet ? { replicaSet, ...string } : string;
  });
}

const optionsIn = (source: Source): Range[] =>
  codeMatches(source, OPTION).flatMap(({ offset, match }) =>
    BEFORE.test(source.text.slice(Math.max(0, offset - MAX_BEFORE), offset))
      ? [{ offset, endOffset: offset + match[1]!.length }]
      : [],
  );

/** Options mostly follow their string. */
function nearest(strings: readonly FoundString[], { offset, endOffset }: Range): FoundString | undefined {
  const next = countBefore(strings, ({ range }) => range.offset <= offset);
  const [before, after] = [strings[next - 1], strings[next]];
  const behind = before ? offset - before.range.endOffset : Infinity;
  const ahead = after ? after.range.offset - endOffset : Infinity;
  if (Math.min(behind, ahead) > MAX_DISTANCE && strings.length > 1) return undefined;
  return behind <= ahead ? before : after;
}
