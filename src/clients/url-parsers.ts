import type { FoundFile } from '../classify/found-string.ts';
import { expressionEnd } from '../read/external/clients.ts';
import { followerOf } from '../read/external/follow.ts';
import { readsOf } from '../read/external/reads.ts';
import { once, type Range } from '../text/source.ts';

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
  [/\.py$/, String.raw`\bdj_database_url\.config\(`, 'dj_database_url', true],
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

const MAX_ARGUMENT = 200;

export function parserCalls({ source: { path, text }, strings }: FoundFile): ParserCall[] {
  const written = strings.filter(({ via }) => via === 'literal');
  const follow = once(() => followerOf({ text, strings: written, reads: readsOf(text, false) }));
  return PARSERS.filter(([form]) => form.test(path)).flatMap(([, call, parser, reads]) =>
    [...text.matchAll(new RegExp(call, 'g'))].flatMap(({ index, 0: opened }): ParserCall[] => {
      const from = index + opened.length;
      const endOffset = expressionEnd(text, from, Math.min(text.length, from + MAX_ARGUMENT));
      const read = follow()({ offset: reads ? index : from, endOffset });
      return read?.source === 'env' ? [{ parser, name: read.name, at: { offset: index, endOffset: from - 1 } }] : [];
    }),
  );
}
