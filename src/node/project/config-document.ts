import type { ConfigPath } from '../../config/values.ts';
import type { Range } from '../../text/source.ts';

/** A parsed config that still knows where everything stands. */
export interface ConfigDocument {
  readonly value: unknown;
  /** A key's name; for an item of a list the item, or the first entry of an item that is an object. What is not there: what is around it. */
  range(keys: ConfigPath): Range;
}

/** Why a text is no config. The message shows nothing of the text, which may hold a credential. */
export interface SyntaxProblem extends Range {
  readonly message: string;
  readonly hint?: string;
}

/** No part of a config has more than ten levels. */
const MAX_DEPTH = 100;

/**
 * Whether a text opens more levels than a config can have, by brackets or by what stands in front of a line's words. Parsers
 * call themselves for every level; too deep, and not even an error comes back (Node 20 aborts while it compiles a pattern).
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
