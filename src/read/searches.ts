import searches from './searches.json' with { type: 'json' };
import type { FoundString } from '../classify/found-string.ts';
import { anyForm, lineBefore, matchAt, once, type Source } from '../text/source.ts';

/** What is around a text that a program looks for. The part in front of it is read backwards. */
const AROUND = once(() =>
  searches.map(({ before, after = '' }) => [anyForm('my', [`(?<=${before})`]), anyForm('my', [after])] as const),
);

/** Between the old name of a cluster and its new one: a map of names, `from` and `to`. */
const TO_NEW =
  /^["'`]?\s{0,40}(?:=>|->|[:=]|,?\s{0,40}["']?(?:to|new|after|with|replace)["']?\s{0,4}[:=])\s{0,40}["'`]?$/;
export const PATCH = /\.(?:patch|diff|rej)$/i;

/** Marks what a program looks for, replaces or removes: no client gets it. */
export function withSearches({ path, text }: Source, strings: readonly FoundString[]): FoundString[] {
  const isPatch = PATCH.test(path) && /^@@ /m.test(text);
  return strings.map((string, at) => {
    const { literal, hosts, family, token, range } = string;
    if (literal.context !== 'code' || hosts.every(({ class: { domain } }) => domain === null)) return string;
    const next = family === 'legacy' ? strings[at + 1] : undefined;
    const isOld = next?.family === 'current' && next.token === token;
    const isSearched =
      (isOld && TO_NEW.test(text.slice(range.endOffset, next.range.offset))) ||
      (isPatch && lineBefore(text, range.offset).startsWith('-')) ||
      AROUND().some(([before, after]) => matchAt(before, text, range.offset) && matchAt(after, text, range.endOffset));
    return isSearched ? { ...string, literal: { ...literal, context: 'searched' } } : string;
  });
}
