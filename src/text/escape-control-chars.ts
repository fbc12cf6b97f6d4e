/** Control characters, marks of the direction of writing, and invisible tags: names and texts of a repository may contain them. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Halves of characters, which UTF-8 cannot write: some readers refuse a whole report for one. */
const HALF = /\p{Surrogate}/gu;

/** A text without halves of characters. */
export function wellFormed(text: string): string {
  return text.replace(HALF, '\ufffd');
}

/** A text for one line of a terminal or report: an escape sequence in it moves no cursor and changes no title. */
export function escapeControlChars(text: string): string {
  return wellFormed(text).replace(CONTROL, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** The same for a text of several lines: line ends and tabs stay. */
export function escapeControlCharsInLines(text: string): string {
  return text
    .split(/([\n\t]+)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeControlChars(part)))
    .join('');
}
