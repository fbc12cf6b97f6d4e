import { visibleLength } from '../text/escape-control-chars.ts';

/** At most this many UTF-16 code units of a text, with `…` for the rest. */
export function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

/** `1,200`. By hand: Node needs 40 ms for its tables of languages, more than a git hook needs for everything else. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 error`, `1,200 errors`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

/**
 * A relative path as a URI: characters with a meaning in addresses (`#`, `?`, `:`, `%`) are escaped in every segment.
 */
export function pathUri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/**
 * Breaks a text at its spaces so that lines have at most `width` visible characters, where words allow it. Code in
 * backticks stays on one line if it fits. Later lines begin with `indent`.
 */
export function wrapped(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const word of wordsOf(text, width - indent.length)) {
    const more = visibleLength(word);
    if (line !== '' && length + 1 + more > width) {
      lines.push(line);
      line = indent + word;
      length = indent.length + more;
    } else {
      length += line === '' ? more : 1 + more;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** The words of a text. Code in backticks is one word unless it is longer than `longest`. */
function wordsOf(text: string, longest: number): string[] {
  const words: string[] = [];
  const pieces = text.split(' ');
  for (let at = 0; at < pieces.length; at++) {
    let code = pieces[at]!;
    let end = at;
    while (opensCode(code) && end + 1 < pieces.length && visibleLength(code) <= longest) code += ` ${pieces[++end]!}`;
    const isWhole = !opensCode(code) && visibleLength(code) <= longest;
    words.push(isWhole ? code : pieces[at]!);
    if (isWhole) at = end;
  }
  return words;
}

const opensCode = (text: string): boolean => text.split('`').length % 2 === 0;
