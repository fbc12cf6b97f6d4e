import { escapeControlChars } from '../text/escape-control-chars.ts';
import type { RuleContext, RuleDefinition } from '@eslint/core';
import { VERSION } from '../node/version.ts';
import { pagesOf } from '../report/escape.ts';
import { atRoot, codeOf, isNode, lintCode, TEXT_ROOT, type HostPosition, type CodeResult } from './lint-code.ts';
import { FORMATS } from './file-types.ts';
import { servicesAskedOf } from './text-language.ts';

/** The rule that reports a config that cannot be used, and files that two plugins claim. */
export const CONFIG_RULE = 'config';

/**
 * Reports a config, fact file or baseline that cannot be used, and parsers of other plugins that do not see a file
 * because of connlint.
 */
export const configRule: RuleDefinition = {
  meta: {
    type: 'problem',
    docs: {
      description: 'require a config, fact files and a baseline that connlint can use, and one plugin for each file',
      url: `${pagesOf(VERSION)}/docs/editors.md`,
      recommended: true,
    },
    languages: ['*'],
    schema: [],
    messages: {
      unusable: '{{message}}',
      silenced:
        'connlint reads this file as plain text, so {{plugin}} reports nothing here. Use connlint.configs.base in place of the connlint config that covers this file.',
    },
  },
  create: (context) => atRoot(context, [...configProblem(context, lintCode(context)), () => reportClaim(context)]),
};

function reportClaim(context: RuleContext): void {
  // Checked here and not earlier, because all rules have been created by now.
  const plugin = silencedPlugin(context);
  if (plugin !== null) context.report({ loc: startOf(context), messageId: 'silenced', data: { plugin } });
}

const reported = new WeakSet<CodeResult>();

/** Reported by the first enabled rule, so that no particular rule must be enabled. */
export function configProblem(context: RuleContext, linted: CodeResult): (() => void)[] {
  const { problem } = linted;
  if (problem === null || reported.has(linted)) return [];
  reported.add(linted);
  const loc = startOf(context);
  return [
    () => {
      context.report({ loc, messageId: 'unusable', data: { message: escapeControlChars(`connlint: ${problem}`) } });
    },
  ];
}

function startOf(context: RuleContext): HostPosition {
  const code = codeOf(context);
  return code.getLoc?.(code.ast).start ?? { line: 1, column: 0 };
}

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
function silencedPlugin(context: RuleContext): string | null {
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
