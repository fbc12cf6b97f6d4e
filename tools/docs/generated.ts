import { Buffer } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { RULES } from '../../rules/index.ts';
import { OWN_WORDS } from '../../src/report/own-files.ts';
import { wordsToFind } from '../../src/lint/checks.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { schemaText } from './config-schema.ts';
import { TEXT, writeTables } from '../word-scan/word-tables.ts';
import { configurationPage } from './config-page.ts';
import { rulesIndexPage } from './rules-index.ts';

/** A generated file. */
interface GeneratedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

const PAGE = 'README.md';

/** The generated files that are out of date, with their expected contents. */
export async function staleFiles(): Promise<GeneratedFile[]> {
  const files = [
    { path: 'src/node/scan/standard-words.json', text: standardWords() },
    { path: 'schema.json', text: schemaText(RULES) },
    { path: 'docs/configuration.md', text: await formatted(configurationPage()) },
    { path: 'docs/rules/README.md', text: await formatted(rulesIndexPage(RULES)) },
  ];
  return files.filter(({ path, text }) => readText(join(ownRoot(), path)) !== text);
}

/**
 * The words of all rules for the default service profile. Runs that find none of them need no rule. With the program in
 * WebAssembly that searches for them, and the start of its memory, in base64.
 */
function standardWords(): string {
  const words = wordsToFind(ATLAS, RULES);
  const tables = Buffer.alloc(TEXT);
  if (!writeTables(tables, [...words, ...OWN_WORDS])) throw new Error('the words do not fit into the tables');
  const used = tables.subarray(0, tables.findLastIndex((byte) => byte !== 0) + 1);
  const code = readFileSync(join(ownRoot(), 'tools/word-scan/word-scan.wasm'));
  const [wasm, start] = [code.toString('base64'), used.toString('base64')];
  const text = { generated: 'by `npm run docs`', words, wasm, tables: start };
  return `${JSON.stringify(text, null, 2)}\n`;
}

/** Folder of this package. */
export function ownRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('connlint/package.json'));
}

/** Formats a page like the repository's formatter, so that both always agree. */
async function formatted(page: string): Promise<string> {
  return format(page, { ...(await resolveConfig(join(ownRoot(), PAGE))), filepath: PAGE });
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
