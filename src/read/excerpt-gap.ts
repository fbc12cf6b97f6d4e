import { languageOf, SYNTAX } from './languages.ts';

/** False for texts in which a place says little without all that stands before it: code in Markdown. */
export const canBeCut = (path: string): boolean => languageOf(path) !== 'markdown';

/** What stands between two excerpts of a file, so that nothing that is open in the first is open in the second. */
export function excerptGap(path: string): string {
  const language = languageOf(path);
  const closers = SYNTAX[language].block.map(([, close]) => close);
  return ['', ...closers, ...(language === 'yaml' ? ['---'] : []), '', ''].join('\n');
}
