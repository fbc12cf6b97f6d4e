import type { RuleContext } from '@eslint/core';
import { FORMATS } from './file-types.ts';
import { codeOf, TEXT_ROOT } from './lint-code.ts';
import { isNode } from '../read/script/ast.ts';
import { servicesAskedOf } from './text-language.ts';

const { json: JSON_ENDINGS, yaml: YAML, toml: TOML, markdown: MARKDOWN, html: HTML } = FORMATS;
const TYPESCRIPT = ['ts', 'mts', 'cts', 'tsx'];

/** Parsers by `meta.name`, with their extensions. Configs often set a parser without `files`. */
const PARSERS: Readonly<Record<string, readonly string[]>> = {
  'typescript-eslint/parser': TYPESCRIPT,
  'vue-eslint-parser': ['vue'],
  'svelte-eslint-parser': ['svelte', 'ts'],
  'astro-eslint-parser': ['astro'],
  'yaml-eslint-parser': YAML,
  'jsonc-eslint-parser': JSON_ENDINGS,
  'toml-eslint-parser': TOML,
  'eslint-mdx': MARKDOWN,
  '@html-eslint/parser': HTML,
  '@angular-eslint/template-parser': HTML,
  'angular-eslint/template-parser': HTML,
  '@graphql-eslint/parser': ['graphql', 'gql'],
  'ember-eslint-parser': ['gjs', 'gts'],
  'ember-eslint-parser/hbs': ['hbs'],
};

/** Properties of parser services that rules check first: plugin and its extensions. */
const SERVICES: Readonly<Record<string, readonly [plugin: string, endings: readonly string[]]>> = {
  isYAML: ['eslint-plugin-yml', YAML],
  isJSON: ['eslint-plugin-jsonc', JSON_ENDINGS],
  isTOML: ['eslint-plugin-toml', TOML],
  isAstro: ['eslint-plugin-astro', ['astro']],
  isSvelte: ['eslint-plugin-svelte', ['svelte']],
  defineTemplateBodyVisitor: ['eslint-plugin-vue', ['vue']],
};

/** The parser or plugin whose rules do not see a file because `connlint/text` reads it, or `null`. */
export function silencedPlugin(context: RuleContext): string | null {
  const { ast } = codeOf(context);
  if (!isNode(ast) || ast.type !== TEXT_ROOT) return null;
  const ending = /\.([^./\\]+)$/.exec(context.filename)?.[1] ?? '';
  const { parser } = context.languageOptions as { readonly parser?: { readonly meta?: { readonly name?: unknown } } };
  const name = parser?.meta?.name;
  if (typeof name === 'string' && PARSERS[name]?.includes(ending)) return name;
  for (const service of servicesAskedOf(context.sourceCode)) {
    const [plugin, endings] = SERVICES[service] ?? [];
    if (plugin !== undefined && endings?.includes(ending)) return plugin;
  }
  return null;
}
