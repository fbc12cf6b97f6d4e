import type { RuleContext, RuleVisitor } from '@eslint/core';
import { isNode } from '../readers/script-node.ts';
import type { Node } from '../readers/script-node.ts';

/** What is asked of a file that ESLint shows, whichever of its languages holds it. */
export interface HostCode {
  /** Without a byte order mark. Missing in a language for binary files. */
  readonly text?: string;
  readonly ast: unknown;
  getLoc?(node: unknown): { readonly start: HostPosition };
  getRange?(node: unknown): readonly [start: number, end: number];
  getLocFromIndex?(index: number): HostPosition;
}

/** A place in the numbering of the host's language: columns begin at 0 or at 1. */
export interface HostPosition {
  readonly line: number;
  readonly column: number;
}

/** The root of a text in `connlint/text`. */
export const TEXT_ROOT = 'ConnlintText';

/** Told to rules once for each text in `connlint/text`. Not the root's name: rules listen for whatever `ast.type` says. */
export const TEXT_EVENT = 'onConnlintText';

/** Statements of languages that call their root `Program` as well. */
const FOREIGN = /^(?:YAML|TOML|JSON|Svelte|Astro)/;

/**
 * The program of a JavaScript or TypeScript file as its parser handed it over, without what parsers hang beside it (the
 * template of a `.vue` file); `null` for every other tree, though it may have a `Program` too.
 */
export function programOf({ ast }: HostCode): Node | null {
  if (!isNode(ast) || ast.type !== 'Program') return null;
  const { range, body } = ast;
  if (!Array.isArray(range) || !Array.isArray(body)) return null;
  const isScript = body.every((node: unknown) => isNode(node) && !FOREIGN.test(node.type));
  return isScript ? { type: 'Program', range, body } : null;
}

export function codeOf({ sourceCode }: Pick<RuleContext, 'sourceCode'>): HostCode {
  return sourceCode;
}

/** A visitor that reports once for each file: when the root of its tree is met, or a text of `connlint/text` told. */
export function atRoot(context: RuleContext, reports: readonly (() => void)[]): RuleVisitor {
  if (reports.length === 0) return {};
  const { ast } = codeOf(context);
  const root = isNode(ast) ? ast.type : 'Program';
  return {
    [root === TEXT_ROOT ? TEXT_EVENT : root]: () => {
      for (const tell of reports) tell();
    },
  };
}
