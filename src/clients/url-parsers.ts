import { escapePattern } from '../text/escape-pattern.ts';
import type { Range, Source } from '../text/source.ts';

/** A call of a parser for URLs in general with the value of an environment variable. */
export interface ParserCall {
  readonly parser: string;
  /** The environment variable. */
  readonly name: string;
  readonly at: Range;
}

/**
 * Parsers that refuse several hosts: kobotoolbox/kpi 3821 (django-environ), effect-mongodb 58 (`URL` of Node), and the
 * documents of the languages (read 2026-11). Those that read the variable themselves name it.
 */
const PARSERS: readonly (readonly [path: RegExp, call: string, parser: string, reads: boolean])[] = [
  [/\.py$/, String.raw`\benv\.(?:db_url|db)\(`, 'env.db_url', true],
  [/\.py$/, String.raw`\bdj_database_url\.config\(\s{0,8}env\s{0,4}=\s{0,4}`, 'dj_database_url', true],
  [/\.py$/, String.raw`\bdj_database_url\.parse\(`, 'dj_database_url', false],
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/, String.raw`\bnew URL\(`, 'new URL', false],
  [/\.go$/, String.raw`\burl\.Parse\(`, 'url.Parse', false],
  [/\.rb$/, String.raw`\bURI(?:\.parse)?\(`, 'URI.parse', false],
  [/\.php$/, String.raw`\bparse_url\(`, 'parse_url', false],
  [/\.cs$/, String.raw`\bnew Uri\(`, 'new Uri', false],
];
/** Every text with such a call contains one of these words. */
export const PARSER_WORDS = [
  'db_url',
  'env.db',
  'dj_database_url',
  'new URL(',
  'url.Parse',
  'URI(',
  'URI.parse',
  'parse_url',
  'new Uri(',
];

const READ =
  /(?:process\.env|import\.meta\.env|os\.environ|ENV|\$_ENV|\$_SERVER)(?:\.|\[["']|\.get\(["'])([A-Z][A-Z\d_]{2,60})|(?:getenv|Getenv|GetEnvironmentVariable|\benv)\(["']([A-Z][A-Z\d_]{2,60})["']/;
const MAX_ARGUMENT = 200;

export function parserCalls({ path, text }: Source): ParserCall[] {
  return PARSERS.flatMap(([form, call, parser, reads]): ParserCall[] => {
    if (!form.test(path)) return [];
    return [...text.matchAll(new RegExp(call, 'g'))].flatMap(({ index, 0: opened }): ParserCall[] => {
      const argument = text.slice(index + opened.length, index + opened.length + MAX_ARGUMENT);
      const name = reads ? /^\s{0,8}["']([A-Z][A-Z\d_]{2,60})["']/.exec(argument)?.[1] : variableIn(text, argument);
      if (name === undefined) return [];
      return [{ parser, name, at: { offset: index, endOffset: index + opened.length - 1 } }];
    });
  });
}

/** The environment variable that an argument is, or that its variable was set to in the same file. */
function variableIn(text: string, argument: string): string | undefined {
  const direct = READ.exec(argument);
  if (direct?.index === 0) return direct[1] ?? direct[2];
  const local = /^\s{0,8}(\$?[A-Za-z_]\w{0,60})\s{0,4}[!?]?\s{0,4}[,)]/.exec(argument)?.[1];
  if (local === undefined) return undefined;
  const set = new RegExp(
    String.raw`(?<![\w.])${escapePattern(local)}(?::\s{0,4}\w{1,20})?\s{0,4}:?=(?!=)[^\n]{0,120}`,
    'g',
  );
  for (const [assignment] of text.matchAll(set)) {
    const read = READ.exec(assignment);
    if (read) return read[1] ?? read[2];
  }
  return undefined;
}
