import { diffArrays } from 'diff';
import type { FixedText } from '../lint/fix.ts';
import type { FileResult } from '../lint/file-result.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';

/** A line of a file with one string in it, as reports print it. */
interface ShownLine {
  readonly line: number;
  readonly text: string;
}

/**
 * The fixes of a file as a diff for people: only strings, as reports print them, because no other part of a line is known
 * to contain no credential. `git apply` does not take it.
 */
export function fixDiff({ path, fixes, original, result }: FixedText): string {
  const [before, after] = [shownLines(original), shownLines(result)];
  const hunks: string[] = [];
  let [at, to] = [0, 0];
  for (const { added, removed, value } of diffArrays(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )) {
    const lines = (removed ? before : after).slice(removed ? at : to, (removed ? at : to) + value.length);
    if (removed || added) hunks.push(...lines.map(({ line, text }) => `${removed ? '-' : '+'}${line}: ${text}`));
    if (!added) at += value.length;
    if (!removed) to += value.length;
  }
  // Fixes around strings have no text that may be printed.
  const others = fixes.filter(({ fix }) => fix.after === null).map(({ line, fix }) => `~${line}: ${fix.title}`);
  const name = escapeControlChars(path);
  return [`--- ${name}`, `+++ ${name}`, ...hunks, ...others, ''].join('\n');
}

function shownLines({ strings }: FileResult): ShownLine[] {
  return strings.map(({ line, text }) => ({ line, text: escapeControlChars(text) }));
}
