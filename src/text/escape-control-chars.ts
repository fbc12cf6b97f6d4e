/** Control characters, bidirectional marks and invisible tags. Names and texts of a repository may contain them. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Lone surrogates. UTF-8 cannot represent them, and some readers refuse a whole report because of one. */
const HALF = /\p{Surrogate}/gu;

/** The text without lone surrogates. */
export function wellFormed(text: string): string {
  return text.replace(HALF, '\ufffd');
}

/** Escapes a text for one line of a terminal or report, so that it cannot move the cursor or change the title. */
export function escapeControlChars(text: string): string {
  return wellFormed(text).replace(CONTROL, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** The same for a text of several lines. Line ends and tabs are kept. */
export function escapeControlCharsInLines(text: string): string {
  return text
    .split(/([\n\t]+)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeControlChars(part)))
    .join('');
}
