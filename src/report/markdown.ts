import { escapeControlChars } from '../text/escape-control-chars.ts';

/** Pieces of Markdown, for pages that are generated. */

/** Text in which nothing becomes markup, except that parts in backticks stay code. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(/[<*[\]\\]|\b_|_\b/g, (mark) => `\\${mark}`)))
    .join('');
}

/** A code span whose delimiter is longer than any run of backticks in it. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

/** Length of the longest run of backticks. */
const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A fenced block; the fence is longer than any in the text. */
export function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const body = text.replaceAll('\r\n', '\n');
  return `${ticks}${language}\n${body}${body.endsWith('\n') || body === '' ? '' : '\n'}${ticks}`;
}

/** A table with padded columns, as Prettier writes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = [], ...rest] = all;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

/** Text of a repository on one line, in which nothing is markup. An underscore within a word never is. */
export function plainCell(text: string): string {
  return escapeControlChars(text).replace(
    /[\\`*[\]<>|~#&$!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g,
    (mark) => `\\${mark}`,
  );
}

/** A name of a repository as code, where it can be: in a table, code takes no backtick, pipe or backslash. */
export function nameCell(name: string): string {
  const text = escapeControlChars(name);
  return /[`|\\]|^\s|\s$/.test(text) ? plainCell(name) : `\`${text}\``;
}
