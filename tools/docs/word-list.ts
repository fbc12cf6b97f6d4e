/** Maximum length of a line of words. */
const MAX_WIDTH = 110;

/** Between two words. Words may contain spaces. */
const SEPARATOR = '~';

/** A list of words as source text: few lines instead of one per word. */
export function wordList(words: readonly string[]): string {
  const mistaken = words.find((word) => word.includes(SEPARATOR));
  if (mistaken !== undefined) throw new Error(`the word ${JSON.stringify(mistaken)} contains the separator`);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < MAX_WIDTH)
      lines[lines.length - 1] = `${last}${SEPARATOR}${word}`;
    else lines.push(word);
  }
  return `${JSON.stringify(lines)}.join('${SEPARATOR}').split('${SEPARATOR}')`;
}
