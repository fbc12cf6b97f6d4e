/** Delimiters of strings in most languages. */
export const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);

/** What ends a connection string wherever it stands. */
export const STOP: ReadonlySet<string> = new Set([
  '<',
  '>',
  '|',
  '}',
  ']',
  '"',
  '`',
  '\u201c',
  '\u201d',
  '\u2018',
  '\u2019',
  '│',
  '┃',
  '║',
  '\u00bb',
  '\u3002',
  '\uff0c',
  '\uff09',
]);

export const isSpace = (char: string): boolean =>
  char <= ' ' || char === '\u00a0' || char === '\u3000' || char === '\u2028';
