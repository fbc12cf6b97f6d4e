import { createRequire } from 'node:module';
import { dirname } from 'node:path';

interface Parser {
  parse(text: string, options: Readonly<Record<string, unknown>>): unknown;
}

const NAME = '@typescript-eslint/parser';

/** In UTF-16 code units. A tree takes about two hundred times the memory of its text. */
const MAX_LENGTH = 1 << 20;

/** By folder of the linted files. `null` if the project has no such parser, or one that does not start. */
const parsers = new Map<string, Parser | null>();

/**
 * The ESTree of a TypeScript file that ESLint reads as plain text, by the project's own parser. `null` without a
 * parser, and for a file that it refuses.
 * @param file absolute
 */
export function parseTypeScript(text: string, file: string): unknown {
  if (text.length > MAX_LENGTH || !/\.(?:[mc]?ts|tsx)$/.test(file)) return null;
  const folder = dirname(file);
  let parser = parsers.get(folder);
  if (parser === undefined) parsers.set(folder, (parser = projectParser(file)));
  try {
    return parser?.parse(text, { range: true, loc: false, comment: true, jsx: file.endsWith('x') }) ?? null;
  } catch {
    return null;
  }
}

/** It throws at import beside TypeScript 7. */
function projectParser(file: string): Parser | null {
  try {
    const parser = createRequire(file)(NAME) as Partial<Parser>;
    return typeof parser.parse === 'function' ? (parser as Parser) : null;
  } catch {
    return null;
  }
}
