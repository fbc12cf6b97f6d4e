import { visibleLength } from '../text/escape-control-chars.ts';

/** At most this many UTF-16 code units of a text, with `…` for the rest. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1).toWellFormed();
  return `${start.replace(/\ufffd$/, '')}…`;
}

/** `1,200`. By hand: Node needs 40 ms for its tables of languages, more than a git hook needs for everything else. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 error`, `1,200 errors`. */
export const plural = (count: number, word: string): string => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;

/** A relative path as a URI: characters with a meaning in addresses (`#`, `?`, `:`, `%`) are escaped. */
export const pathUri = (path: string): string => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** Breaks a text at its spaces so that lines have at most `width` visible characters, where words allow it. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && visibleLength(line) + 1 + visibleLength(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
