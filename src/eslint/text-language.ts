import type { File, Language, OkParseResult } from '@eslint/core';
import { lineIndex } from '../core/source.ts';
import { TEXT_ROOT } from './host-code.ts';
import { TextSourceCode } from './text-source-code.ts';
import type { TextRoot } from './text-source-code.ts';

/** Texts arrive decoded; a language for binary files would get bytes. */
const textOf = ({ body }: File): string => (typeof body === 'string' ? body : new TextDecoder().decode(body));

/**
 * `connlint/text`: carries text files that have no language of their own. It knows comments and nothing else: connlint's
 * rules read the text themselves.
 */
export const textLanguage: Language<{
  LangOptions: Record<string, unknown>;
  Code: TextSourceCode;
  RootNode: TextRoot;
  Node: TextRoot;
}> = {
  fileType: 'text',
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: 'type',
  visitorKeys: { [TEXT_ROOT]: [] },
  // Read by rules for JavaScript that a config without `files` brings here.
  defaultLanguageOptions: { ecmaVersion: 2026, sourceType: 'module', globals: {}, parserOptions: {} },
  // Such a config brings options too (a parser, globals): they mean nothing here, and do no harm.
  validateLanguageOptions: () => undefined,
  parse: (file) => ({ ok: true, ast: rootOf(textOf(file)) }),
  createSourceCode: (file, { ast }: OkParseResult<TextRoot>) => new TextSourceCode(textOf(file), ast, file.bom),
};

function rootOf(text: string): TextRoot {
  const { line, column } = lineIndex(text).position(text.length);
  return {
    type: TEXT_ROOT,
    range: [0, text.length],
    loc: { start: { line: 1, column: 0 }, end: { line, column: column - 1 } },
    body: [],
    tokens: [],
    comments: [],
  };
}
