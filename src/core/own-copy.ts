/** Engines keep a whole text for a piece of it from this length on; shorter ones are copied. */
const SHORTEST_PIECE = 13;
/** More copies than this are not remembered. */
const MOST_COPIES = 50_000;

const copies = new Map<string, string>();

/**
 * The same characters without the text that they were cut out of: what is kept of a file must not keep the file. Equal ones are
 * one string, as a project names few hosts many times.
 */
export function ownCopy(text: string): string {
  if (text.length < SHORTEST_PIECE) return text;
  const known = copies.get(text);
  if (known !== undefined) return known;
  // Joining makes a new text, of which this is all but one character.
  const copy = ` ${text}`.slice(1);
  if (copies.size >= MOST_COPIES) copies.clear();
  copies.set(copy, copy);
  return copy;
}
