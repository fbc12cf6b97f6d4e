import { shown } from './shown.ts';

/** A row of a table; the cells are Markdown already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Text of a repository on one line, in which nothing is markup. */
export function plainCell(text: string): string {
  return shown(text).replace(/[\\`*_[\]<>|~#&$!]/g, (mark) => `\\${mark}`);
}

/** A name of a repository as code, where it can be: in a table, code takes no backtick, pipe or backslash. */
export function nameCell(name: string): string {
  const text = shown(name);
  return /[`|\\]|^\s|\s$/.test(text) ? plainCell(name) : `\`${text}\``;
}
