import type * as BabelParser from '@babel/parser';
import type { ParseResult, ParserOptions, ParserPlugin } from '@babel/parser';
import { scriptBlocks } from '../read/script/embedded.ts';
import { once } from '../text/source.ts';
import { load } from './load.ts';

type File = ParseResult;

/**
 * `require` because the ESM loader reads a large CommonJS file twice. Loaded when needed, because most runs parse
 * nothing.
 */
const babel = once(() => load<typeof BabelParser>('@babel/parser'));

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

/** Decorators before parameters (`@Inject()`) need the legacy syntax, those after `export` the standard one. */
const OLD_DECORATORS: ParserPlugin = 'decorators-legacy';
const DECORATORS: ParserPlugin = ['decorators', { allowCallParenthesized: true }];

/** Grammars by language, in the order in which they are tried. JavaScript may contain Flow types. */
const GRAMMARS = {
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
} as const satisfies Readonly<Record<string, readonly (readonly ParserPlugin[])[]>>;

/** By file extension or `lang` attribute. Everything else is JavaScript. */
const LANGUAGES: ReadonlyMap<string, keyof typeof GRAMMARS> = new Map([
  ['ts', 'ts'],
  ['mts', 'ts'],
  ['cts', 'ts'],
  ['typescript', 'ts'],
  ['tsx', 'tsx'],
]);

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

/** Comments in the format of ESLint's parsers. */
function commentsOf(file: File): object[] {
  return (file.comments ?? []).map(({ type, value, start, end }) => ({
    type: type === 'CommentBlock' ? 'Block' : 'Line',
    value,
    range: [start, end],
  }));
}

/** A program with its comments in the format of ESLint's parsers, or `null` if no grammar matches. */
function parseAs(text: string, language: string, startIndex: number): object | null {
  for (const plugins of GRAMMARS[LANGUAGES.get(language) ?? 'js']) {
    try {
      const file: File = babel().parse(text, { ...OPTIONS, startIndex, plugins: [...ALWAYS, ...plugins] });
      return { ...file.program, comments: commentsOf(file) };
    } catch {
      // A syntax error, or nesting that is too deep for the parser's stack. The next grammar may match.
    }
  }
  return null;
}

/** The scripts of a single-file component under one root, with offsets in the whole text. */
function parseComponent(text: string): object | null {
  const blocks = scriptBlocks(text);
  const body = blocks.map(({ offset, endOffset, lang }) => parseAs(text.slice(offset, endOffset), lang, offset));
  if (blocks.length > 0 && body.every((program) => program === null)) return null;
  return { type: 'Program', range: [0, text.length], body: body.filter((program) => program !== null) };
}

/**
 * In UTF-16 code units. A tree takes about two hundred times the memory of its text. Longer texts, which are generated,
 * are read like other languages.
 */
const MAX_LENGTH = 1 << 20;

/**
 * The ESTree of a script or of the scripts in a `.vue` or `.svelte` file, with `range` in UTF-16 code units of `text`.
 * Recoverable syntax errors are ignored. Synchronous.
 * @param path decides the language by its extension; an unknown one is read as JavaScript
 * @returns `null` if the text is not a script, or is longer than a megabyte
 */
export function parseScript(text: string, path: string): unknown {
  if (text.length > MAX_LENGTH) return null;
  const extension = /\.(\w{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return COMPONENTS.has(extension) ? parseComponent(text) : parseAs(text, extension, 0);
}
