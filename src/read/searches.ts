import searches from './searches.json' with { type: 'json' };
import type { FoundString } from '../classify/found-string.ts';
import { lineBefore, matchAt, once, textBefore, type Range, type Source } from '../text/source.ts';

/** Whether a string is in one of these surroundings. What is in front of it is read backwards. */
export function around(rows: readonly { before: string; after?: string }[]): (text: string, string: Range) => boolean {
  const forms = once(() =>
    rows.map(({ before, after = '' }) => [new RegExp(`(?<=${before})`, 'my'), new RegExp(after, 'my')] as const),
  );
  return (text, { offset, endOffset }) =>
    forms().some(([before, after]) => matchAt(before, text, offset) && matchAt(after, text, endOffset));
}

export const isLookedFor = around(searches);

/** What is near in all rows. Most strings have none of these words around. */
const MAY_SEARCH =
  /replace|sub|regex|compile|\bs[|/#,@]|sed|grep|\b(?:rg|ack|eq|ne|in|not|where|and|or|when)\b|findstr|select-string|include|start|end|has|prefix|suffix|contains|indexof|equal|strpos|search|match|[=!]=|[=!]~|like|\[ |\/[gimsuy]{0,6}(?:[.,);\s"'`]|$)/i;

/** Between the old name of a cluster and its new one: a map of names, `from` and `to`. */
const TO_NEW =
  /^["'`]?\s{0,40}(?:=>|->|[:=]|,?\s{0,40}["']?(?:to|new|after|with|replace)["']?\s{0,4}[:=])\s{0,40}["'`]?$/;
export const PATCH = /\.(?:patch|diff|rej)$/i;

/** Marks what a program looks for, replaces or removes: no client gets it. */
export function withSearches({ path, text }: Source, strings: readonly FoundString[]): FoundString[] {
  const isPatch = text.includes('\n@@ ') && PATCH.test(path);
  const all = [...strings];
  for (const [at, string] of strings.entries()) {
    const { literal, hosts, family, token, range } = string;
    if (literal.context !== 'code' || hosts.every(({ class: { domain } }) => domain === null)) continue;
    const next = family === 'legacy' ? strings[at + 1] : undefined;
    const isOld = next?.family === 'current' && next.token === token;
    const isSearched =
      (isOld && TO_NEW.test(text.slice(range.endOffset, next.range.offset))) ||
      (isPatch && lineBefore(text, range.offset).startsWith('-')) ||
      (MAY_SEARCH.test(textBefore(text, range.offset, 200) + text.slice(range.endOffset, range.endOffset + 100)) &&
        isLookedFor(text, range));
    if (isSearched) all[at] = { ...string, literal: { ...literal, context: 'searched' } };
  }
  return all;
}
