import type { Placeholder, Literal } from '../text/literal.ts';
import { variableName } from './placeholders.ts';

/** `%s`, `%1$s`, `{}`, `{0}`: positional placeholders for arguments of a call. */
const VERB = /^(?:%(?:(\d{1,2})\$)?[svdq]|\{(\d{0,2})\})$/;
const VERBS = /%(?:\d{1,2}\$)?[svdq]|\{\d{0,2}\}/g;
/** The text between a format and its arguments: `fmt.Sprintf("…", a)`, `"…" % (a, b)`, `"…".format(a)`. */
const ARGUMENTS = /\s{0,9}(?:,\s{0,40}|%\s{0,9}\(?|\.\s{0,9}format(?:ted)?\(\s{0,40})/y;
/** How far the end of the format and its arguments are searched, in code units. */
const MAX_FORMAT_LENGTH = 300;
const MAX_ARGUMENTS_LENGTH = 600;

/**
 * Names positional placeholders after the variables that the call passes: `fmt.Sprintf("mongodb+srv://%s/x", host)`.
 * Other placeholders stay unchanged.
 */
export function withArgumentNames(
  placeholders: readonly Placeholder[],
  { placeholders: all, segments, quote }: Literal,
  text: string,
): readonly Placeholder[] {
  const start = segments[0]?.offset;
  if (
    quote === null ||
    start === undefined ||
    !placeholders.some(({ name, text: verb }) => name === null && VERB.test(verb))
  )
    return placeholders;
  const names = argumentsBehind(
    text,
    Math.max(segments.at(-1)!.endOffset, ...all.map(({ endOffset }) => endOffset)),
    quote,
  );
  if (names.length === 0) return placeholders;
  const opening = text.lastIndexOf(quote, start - 1);
  const before = text.slice(Math.max(opening, start - MAX_FORMAT_LENGTH), start).match(VERBS)?.length ?? 0;
  const verbs = all.filter(({ text: verb }) => VERB.test(verb));
  return placeholders.map((placeholder): Placeholder => {
    const [, percent, brace] = VERB.exec(placeholder.text) ?? [];
    const at = percent ? Number(percent) - 1 : brace ? Number(brace) : before + verbs.indexOf(placeholder);
    return placeholder.name === null && verbs.includes(placeholder)
      ? { ...placeholder, name: names[at] ?? null }
      : placeholder;
  });
}

/**
 * The variables passed after the format whose text continues at `end`. `null` for an argument that is not a single
 * variable.
 */
function argumentsBehind(text: string, end: number, quote: string): readonly (string | null)[] {
  const close = text.slice(end, end + MAX_FORMAT_LENGTH).indexOf(quote);
  if (close < 0) return [];
  ARGUMENTS.lastIndex = end + close + (text.startsWith(quote.repeat(3), end + close) ? 3 : 1);
  const opened = ARGUMENTS.exec(text);
  if (!opened) return [];
  const rest = text.slice(ARGUMENTS.lastIndex, ARGUMENTS.lastIndex + MAX_ARGUMENTS_LENGTH);
  const parts = [''];
  let depth = 0;
  for (const char of rest) {
    if (depth === 0 && (char === ')' || char === ';' || char === '\n') && parts.at(-1)!.trim() !== '') break;
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char) && --depth < 0) break;
    if (char === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts.map((part) => variableName(part.trim()));
}
