/** What a terminal acts on, or what hides or reorders the text around it. Names in a repository may have it. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** The same in a text of several lines. */
const CONTROL_IN_LINES = new RegExp(`\\r(?!\\n)|(?![\\r\\n\\t])${CONTROL.source}`, 'gu');

const hex = (char: string): string => char.codePointAt(0)!.toString(16);

/** Escapes a text for one line of a terminal or report, so that it cannot move the cursor or change the title. */
export const escapeControlChars = (text: string): string =>
  // Some readers refuse a whole report because of half a surrogate pair.
  text.toWellFormed().replace(CONTROL, (char) => `\\u{${hex(char)}}`);

/** What colours are written with. */
// eslint-disable-next-line no-control-regex -- they are what this is about
const SEQUENCE = /(\u001b\[\d+m)/gu;

/** How many UTF-16 code units of a text a terminal shows: colours take no room. */
export const visibleLength = (text: string): number => text.replace(SEQUENCE, '').length;

/** What a text becomes. `colors`: for a terminal, with the colours of connlint. */
export type Medium = 'text' | 'colors' | 'json' | 'xml';

/** A character so that a reader sees it, and nothing that acts on it finds it. JSON and XML keep their meaning. */
export function spelled(char: string, medium: Medium): string {
  if (medium === 'xml') return `&#${char.codePointAt(0)!};`;
  if (medium !== 'json') return `\\u{${hex(char)}}`;
  const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}

/** Escapes a text of several lines, nearly all of which is plain. Line ends and tabs are kept. */
export function escapeControlCharsIn(text: string, medium: Medium): string {
  const parts = medium === 'colors' ? text.split(SEQUENCE) : [text];
  const spell = (char: string): string => spelled(char, medium);
  const escaped = (part: string): string =>
    part.replace(/[^\t\n -~]+\n?/g, (run) => run.toWellFormed().replace(CONTROL_IN_LINES, spell));
  return parts.map((part, at) => (at % 2 === 1 ? part : escaped(part))).join('');
}
