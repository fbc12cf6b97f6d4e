/** Control characters, and those that turn the direction of writing: names and texts of a repository may hold them. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Halves of characters, which UTF-8 cannot write: some readers refuse a whole report for one. */
const HALF = /\p{Surrogate}/gu;

/** A text without halves of characters. */
export function wellFormed(text: string): string {
  return text.replace(HALF, '\ufffd');
}

/** A text for one line of a report: control characters are spelled out. */
export function shown(text: string): string {
  return wellFormed(text).replace(CONTROL, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
}

/** At most so many UTF-16 code units of a text, with `…` for the rest. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${wellFormed(text.slice(0, most - 1)).replace(/\ufffd$/, '')}…`;
}

/** `1,200`. By hand: Node needs 40 ms for its tables of languages, more than a git hook needs for everything else. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 error`, `1,200 errors`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}
