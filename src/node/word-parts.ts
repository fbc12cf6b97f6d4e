/** So many neighbouring letters of a word tell that it may stand there. */
export const PART = 4;

/** A part of a word: four letters, three of a word that has four. */
export interface WordPart {
  readonly text: string;
  /** Where it begins in the word. */
  readonly at: number;
}

/**
 * The parts of a word that begin at even places of it (`side` 0), or at odd ones (1). Wherever a word stands in a text, those of one
 * side begin at even places of the text.
 * @param word of four letters at least
 */
export function partsOf(word: string, side: 0 | 1): readonly WordPart[] {
  const parts: WordPart[] = [];
  for (let at: number = side; at + PART <= word.length; at += 2) parts.push({ text: word.slice(at, at + PART), at });
  return parts.length > 0 ? parts : [{ text: word.slice(side), at: side }];
}
