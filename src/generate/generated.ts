import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { RULES } from '../../rules/index.ts';
import { schemaText } from '../cli/schema-text.ts';
import { shownRule } from '../node/rule-page.ts';
import { rulePage } from '../report/rule-page.ts';
import type { ShownRule } from '../report/rule-page.ts';
import { withOutputs } from './console.ts';
import { withBlocks } from './readme.ts';
import { recipesPage } from './recipes-page.ts';

/** A file that is written from others; `text` is `null` for one that must not be there. */
export interface GeneratedFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string | null;
}

interface IndexModule {
  readonly RULE_INDEX: string;
  readonly ruleIds: (folder: URL) => string[];
  readonly ruleIndex: (ids: readonly string[]) => Promise<string>;
}

const PAGE = 'README.md';

/** Everything that is generated, as it must be. `root` is the absolute path of the repository. */
export async function generatedFiles(root: string): Promise<GeneratedFile[]> {
  const shown = RULES.map((rule) => shownRule(rule, RULES));
  const pages = shown.map((one) => ({ path: `rules/${one.rule.id}.md`, text: rulePage(one) }));
  const readme = readText(join(root, PAGE));
  return [
    await indexFile(root),
    { path: 'schema.json', text: schemaText(RULES) },
    { path: 'RECIPES.md', text: await formatted(recipesPage()) },
    ...pages,
    ...leftOver(root, new Set(pages.map(({ path }) => path))),
    ...(readme === null ? [] : [{ path: PAGE, text: await page(readme, root, shown) }]),
  ];
}

/** The files that are not as they must be. */
export async function staleFiles(root: string): Promise<GeneratedFile[]> {
  const files = await generatedFiles(root);
  return files.filter(({ path, text }) => readText(join(root, path)) !== text);
}

/** The writer of the list works without a build: it is plain JavaScript, and stands where the sources are. */
async function indexFile(root: string): Promise<GeneratedFile> {
  const script = join(ownRoot(), 'src/generate/rule-index.mjs');
  const { RULE_INDEX, ruleIds, ruleIndex } = (await import(pathToFileURL(script).href)) as IndexModule;
  return { path: RULE_INDEX, text: await ruleIndex(ruleIds(pathToFileURL(`${join(root, 'rules')}/`))) };
}

/** Folder of this package. */
export function ownRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('connlint/package.json'));
}

async function page(written: string, root: string, shown: readonly ShownRule[]): Promise<string> {
  return formatted(withOutputs(await withBlocks(written, shown), root, ownRoot()));
}

/** As the repository formats its pages, so that the formatter and the generator never disagree. */
async function formatted(page: string): Promise<string> {
  return format(page, { ...(await resolveConfig(join(ownRoot(), PAGE))), filepath: PAGE });
}

/** Pages of rules that are gone. */
function leftOver(root: string, pages: ReadonlySet<string>): GeneratedFile[] {
  const folder = join(root, 'rules');
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).map((name) => `rules/${name}`);
  return paths.filter((path) => path.endsWith('.md') && !pages.has(path)).map((path) => ({ path, text: null }));
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
