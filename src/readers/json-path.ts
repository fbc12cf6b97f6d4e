interface Level {
  /** The property that is being read, `null` in an array or before the first one. */
  key: string | null;
  readonly array: boolean;
}

const SIGNS = '{}[],:';

/** Longest property name that is remembered. */
const LONGEST_KEY = 120;

/**
 * Answers which property holds a place of a JSON text, as a path of names (`api.mongo.url`). Asked in ascending order, so
 * that the text is read once; comments and trailing commas are read over, broken text gives what can be seen of it.
 */
export function jsonPaths(text: string): (offset: number) => string | null {
  const levels: Level[] = [];
  let at = 0;
  let name: string | null = null;
  const step = (char: string): void => {
    const level = levels.at(-1);
    if (char === '{' || char === '[') levels.push({ key: null, array: char === '[' });
    else if (char === '}' || char === ']') levels.pop();
    else if (char === ',' && level) level.key = null;
    else if (char === ':' && level && !level.array && name !== null) level.key = name;
    if (char === '{' || char === '[' || char === ',') name = null;
  };
  return (offset) => {
    while (at < offset) {
      const char = text[at]!;
      if (char === '"') {
        const end = stringEnd(text, at);
        // The place is inside this string: it is the value.
        if (end > offset) break;
        name = text.slice(at + 1, Math.min(end - 1, at + 1 + LONGEST_KEY));
        at = end;
        continue;
      }
      if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
        at = commentEnd(text, at);
        continue;
      }
      if (SIGNS.includes(char)) step(char);
      at++;
    }
    const path = levels.map(({ key }) => key).filter((key) => key !== null);
    return path.length > 0 ? path.join('.') : null;
  };
}

/** Offset behind the closing quote; a string that is not closed ends with its line. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

function commentEnd(text: string, start: number): number {
  const end = text[start + 1] === '*' ? text.indexOf('*/', start + 2) + 2 : text.indexOf('\n', start);
  return end <= start ? text.length : end;
}
