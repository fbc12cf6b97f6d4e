/** Maximum length of a line of words. */
const MAX_WIDTH = 110;

/** A list of words as source text: few lines instead of one per word. */
export function wordList(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < MAX_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `${JSON.stringify(lines)}.join(' ').split(' ')`;
}
