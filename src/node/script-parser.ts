import type * as BabelParser from '@babel/parser';
import type { ParseResult, ParserOptions, ParserPlugin } from '@babel/parser';
import { scriptBlocks } from '../read/script/embedded.ts';
import { load } from './load.ts';

type Babel = typeof BabelParser;
type File = ParseResult;

let loaded: Babel | null = null;

/** `require` because the ESM loader reads a large CommonJS file twice; on first need because most runs parse nothing. */
function babel(): Babel {
  loaded ??= load<Babel>('@babel/parser');
  return loaded;
}

const ALWAYS: readonly ParserPlugin[] = [
  ['estree', { classFeatures: true }],
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'importAttributes',
  'deprecatedImportAssert',
  'deferredImportEvaluation',
  'sourcePhaseImports',
  'exportDefaultFrom',
];

/** Decorators before parameters (`@Inject()`) need the old form, those behind `export` the standard one. */
const OLD_DECORATORS: ParserPlugin = 'decorators-legacy';
const DECORATORS: ParserPlugin = ['decorators', { allowCallParenthesized: true }];

/** Grammars by language, in the order in which they are tried: JavaScript may turn out to have Flow's types. */
const GRAMMARS: Readonly<Record<string, readonly (readonly ParserPlugin[])[]>> = {
  js: [
    ['jsx', OLD_DECORATORS],
    ['jsx', DECORATORS],
    ['jsx', OLD_DECORATORS, ['flow', { all: true }]],
  ],
  ts: [
    ['typescript', OLD_DECORATORS],
    ['typescript', DECORATORS],
    ['typescript', OLD_DECORATORS, 'jsx'],
  ],
  tsx: [
    ['typescript', 'jsx', OLD_DECORATORS],
    ['typescript', 'jsx', DECORATORS],
  ],
};

/** Language by file extension or `lang` attribute. */
const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'js',
  jsx: 'js',
  mjs: 'js',
  cjs: 'js',
  javascript: 'js',
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  typescript: 'ts',
  tsx: 'tsx',
};

const COMPONENTS = new Set(['vue', 'svelte']);

const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  ranges: true,
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowNewTargetOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
  allowYieldOutsideFunction: true,
};

/** Comments in the form of ESLint's parsers. */
function commentsOf(file: File): object[] {
  return (file.comments ?? []).map(({ type, value, start, end }) => ({
    type: type === 'CommentBlock' ? 'Block' : 'Line',
    value,
    range: [start, end],
  }));
}

/** A program with its comments, as ESLint's parsers hand it over; `null` when no grammar fits. */
function parseAs(text: string, language: string, startIndex: number): object | null {
  for (const plugins of GRAMMARS[LANGUAGES[language] ?? 'js'] ?? []) {
    try {
      const file: File = babel().parse(text, { ...OPTIONS, startIndex, plugins: [...ALWAYS, ...plugins] });
      return { ...file.program, comments: commentsOf(file) };
    } catch {
      // A syntax error, or a nesting too deep for the parser's stack. The next grammar may fit.
    }
  }
  return null;
}

/** The scripts of a single-file component under one root, with offsets into the whole text. */
function parseComponent(text: string): object | null {
  const blocks = scriptBlocks(text);
  const body = blocks.map(({ offset, endOffset, lang }) => parseAs(text.slice(offset, endOffset), lang, offset));
  if (blocks.length > 0 && body.every((program) => program === null)) return null;
  return { type: 'Program', range: [0, text.length], body: body.filter((program) => program !== null) };
}

/** A tree takes some two hundred times the memory of its text: longer ones, which programs write, are read like other languages. In UTF-16 code units. */
const MAX_LENGTH = 1 << 20;

/**
 * The ESTree of a script or of the scripts in a `.vue` or `.svelte` file, with `range` in UTF-16 code units of `text`.
 * Mistakes that the parser can pass over are passed over. Synchronous.
 * @param path decides the language by its extension; an unknown one is read as JavaScript
 * @returns `null` when the text is no script, or longer than a megabyte
 */
export function parseScript(text: string, path: string): unknown {
  if (text.length > MAX_LENGTH) return null;
  const extension = /\.(\w{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return COMPONENTS.has(extension) ? parseComponent(text) : parseAs(text, extension, 0);
}
