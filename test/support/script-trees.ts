import { parse } from '@typescript-eslint/parser';
import { display } from '../../src/text/literal.ts';
import { parseScript } from '../../src/node/script-parser.ts';
import { scriptLiterals } from '../../src/read/script/literals.ts';
import type { ScriptLiteral } from '../../src/read/script/literals.ts';

/** Offsets of schemes and Atlas hosts. */
export function hitsIn(text: string): number[] {
  return [...text.matchAll(/mongodb(?:\+srv)?:\/\/|\.db\.example/g)].map((match) => match.index);
}

export const PARSERS: Readonly<Record<string, (text: string, path: string) => unknown>> = {
  babel: parseScript,
  'typescript-eslint': (text, path) =>
    parse(text, { range: true, filePath: path, sourceType: 'module', ecmaFeatures: { jsx: path.endsWith('x') } }),
};

export function read(text: string, path = 'app.ts', parser = 'babel'): ScriptLiteral[] {
  return scriptLiterals(PARSERS[parser]?.(text, path), text, hitsIn(text));
}

/** The literals as people would read them, one per line. */
export function shown(text: string, path?: string): string[] {
  return read(text, path).map((literal) => display(literal));
}
