import type { ConfigPath } from '../../config/values.ts';
import type { Range } from '../../text/source.ts';

/** A parsed config with the ranges of its values. */
export interface ConfigDocument {
  readonly value: unknown;
  /**
   * The name of a key. For a list item, the item, or the first entry of an item that is an object. For a missing key,
   * its parent.
   */
  range(keys: ConfigPath): Range;
}

/** Why a text is not a config. The message quotes nothing of the text, which may contain a credential. */
export interface SyntaxProblem extends Range {
  readonly message: string;
  readonly hint?: string;
}

/** Configs have at most ten levels. */
const MAX_DEPTH = 100;

/**
 * Whether a text has more levels of nesting than a config, by brackets or by the characters before a line's words.
 * Parsers are recursive, and a text that is nested too deeply may not even give an error (Node 20 aborts while it
 * compiles a pattern).
 */
export function isTooDeep(text: string): boolean {
  let brackets = 0;
  let indent = 0;
  let inFront = true;
  for (const letter of text) {
    if (letter === '[' || letter === '{') brackets++;
    else if (letter === ']' || letter === '}') brackets--;
    if (letter === '\n' || letter === '\r') [indent, inFront] = [0, true];
    else if (inFront && ' \t-?:'.includes(letter)) indent++;
    else inFront = false;
    if (brackets > MAX_DEPTH || indent > 2 * MAX_DEPTH) return true;
  }
  return false;
}
