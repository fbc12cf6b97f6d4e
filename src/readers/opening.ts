import { bareCloser, fenceAt, fenceBefore } from './fence.ts';
import type { Opening } from './scan.ts';
import type { LineState, Surroundings } from './surroundings.ts';
import type { Syntax } from './syntax.ts';

/** Stands for the delimiter of a text that is a value: no character of it is one. */
const VALUE = '\uFFFF';

const CLOSERS: Readonly<Record<string, string>> = {
  '(': ')',
  '<': '>',
  '[': ']',
  '{': '}',
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '«': '»',
};

/** How the string that begins at `start` is delimited: by what stands in front of it, or by a quote that is open in its line. */
export function openingAt(
  text: string,
  start: number,
  around: Surroundings,
  lineState: (at: number, syntax: Syntax) => LineState,
): Opening {
  const { syntax, context, language } = around;
  const comment = context === 'comment';
  const fence = fenceBefore(text, start, syntax);
  if (fence >= 0) {
    const { closer } = fenceAt(text, fence, syntax)!;
    return { quote: '"', opened: fence, escapes: 0, raw: false, closer, comment };
  }
  const before = text.charAt(start - 1);
  if (before === '"' || before === "'" || before === '`') {
    let escapes = 0;
    while (text[start - 2 - escapes] === '\\' && escapes < 8) escapes++;
    const opened = text.startsWith(before.repeat(3), start - 3) ? start - 3 : start - 1;
    return { quote: before, opened, escapes, raw: isRaw(text, opened), closer: null, comment };
  }
  const closer = bareCloser(text, start, language);
  if (closer !== null) return { quote: null, opened: start, escapes: 0, raw: false, closer, comment };
  const line = lineState(start, syntax);
  if (line.quote !== null && text[line.opened + 1] !== line.quote) {
    const { quote, opened } = line;
    const closer = fenceAt(text, opened, syntax)?.closer ?? null;
    return { quote, opened, escapes: 0, raw: isRaw(text, opened), closer, comment };
  }
  const quote = around.value ? VALUE : null;
  return { quote, opened: start, escapes: 0, raw: false, closer: CLOSERS[before] ?? null, comment };
}

/** `r'…'`: nothing in it stands for something else. */
const isRaw = (text: string, quoteAt: number): boolean =>
  /(?:^|\W)[rR]$/.test(text.slice(Math.max(0, quoteAt - 2), quoteAt));
