import {
  escapeControlCharsInColors,
  escapeControlCharsInJson,
  escapeControlCharsInLines,
  escapeControlCharsInXml,
} from '../text/escape-control-chars.ts';

/** What a text becomes: the same character is escaped in another way in each. */
export type Medium = 'text' | 'colors' | 'json' | 'xml' | 'github';

const CONTROL: Readonly<Record<Medium, (text: string) => string>> = {
  text: escapeControlCharsInLines,
  colors: escapeControlCharsInColors,
  json: escapeControlCharsInJson,
  xml: escapeControlCharsInXml,
  github: escapeControlCharsInLines,
};

/** How a character is written so that a reader sees it and a machine that searches for it does not. */
function hidden(char: string, medium: Medium): string {
  if (medium === 'xml') return `&#${char.charCodeAt(0)};`;
  const hex = char.charCodeAt(0).toString(16);
  return medium === 'json' ? `\\u00${hex}` : `\\u{${hex}}`;
}

/** What Azure Pipelines, TeamCity and GitHub Actions take for a command, wherever it is in a line. */
const COMMAND = /#(?=#(?:vso\[|teamcity\[|\[))/gi;
/** The same at the beginning of a line, for GitHub Actions. */
// eslint-disable-next-line no-control-regex -- colours before it
const LINE_COMMAND = /^([^\S\n\r\u2028\u2029]*(?:\u001b\[\d+m)*):(?=:)/gm;

/**
 * A text as it may leave the program: without control characters and without words
 * that CI systems take for commands. By lines, so that no word is split between two pieces.
 */
export function* safeLines(content: string | Iterable<string>, medium: Medium): Iterable<string> {
  let rest = '';
  for (const piece of typeof content === 'string' ? [content] : content) {
    const end = piece.lastIndexOf('\n') + 1;
    if (end === 0) {
      rest += piece;
      continue;
    }
    yield safe(rest + piece.slice(0, end), medium);
    rest = piece.slice(end);
  }
  if (rest !== '') yield safe(rest, medium);
}

function safe(text: string, medium: Medium): string {
  const plain = CONTROL[medium](text);
  const hide = (char: string): string => hidden(char, medium);
  const broken = plain.includes('##') ? plain.replace(COMMAND, hide) : plain;
  // The format for GitHub consists of such lines, and texts in them have no line ends.
  if (medium === 'github' || !broken.includes('::')) return broken;
  return broken.replace(LINE_COMMAND, (_, start: string) => start + hide(':'));
}
