import type { ConfigObject, Plugin, RulesConfig, Language, RuleDefinition } from '@eslint/core';
import type { Rule } from '../lint/rule.ts';
import type { Severity } from '../config/severity.ts';
import { ALL_TEXT_FILES, UNOWNED_FILES } from './file-types.ts';
import type { Claim } from './file-types.ts';
import { CONFIG_RULE, configRule } from './config-rule.ts';
import { RULES } from '../../rules/index.ts';
import { VERSION } from '../node/version.ts';
import { eslintRule, judgesFiles } from './rule.ts';
import { textLanguage } from './text-language.ts';

export interface Configs {
  /** Every rule, in every language; carries only formats that no other plugin owns. */
  readonly recommended: ConfigObject[];
  /** Carries JSON, YAML, TOML, Markdown and more as plain text too. To be put before everything else. */
  readonly 'all-files': ConfigObject[];
}

/** ESLint knows no third level. */
const LEVELS: Readonly<Record<Severity, 'error' | 'warn'>> = { error: 'error', warning: 'warn', info: 'warn' };

export function configsOf(plugin: Plugin, rules: readonly Rule[]): Configs {
  const levels: RulesConfig = Object.fromEntries([
    // First, so that it and no other tells of a config that cannot be used.
    [`connlint/${CONFIG_RULE}`, 'error'] as const,
    ...rules.map(({ id, severity }) => [`connlint/${id}`, LEVELS[severity]] as const),
  ]);
  const plugins = { connlint: plugin };
  const config = (name: string, claim: Claim): ConfigObject[] => [
    // No language options here: they would reach whichever language a file has in the end.
    { name: `connlint/${name}/text`, ...claim, plugins, language: 'connlint/text' },
    { name: `connlint/${name}/rules`, plugins, rules: levels },
  ];
  return { recommended: config('recommended', UNOWNED_FILES), 'all-files': config('all-files', ALL_TEXT_FILES) };
}

/** connlint as a plugin for ESLint: `connlint.configs.recommended` in `eslint.config.js`. */
export interface ConnlintPlugin extends Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly languages: { readonly text: Language };
  readonly rules: Record<string, RuleDefinition>;
  readonly configs: Configs & Record<string, Configs[keyof Configs]>;
}

const rules = RULES.filter(judgesFiles);

const base = {
  meta: { name: 'connlint', version: VERSION, namespace: 'connlint' },
  languages: { text: textLanguage as unknown as Language },
  rules: { [CONFIG_RULE]: configRule, ...Object.fromEntries(rules.map((rule) => [rule.id, eslintRule(rule)])) },
};
const plugin: ConnlintPlugin = Object.assign(base, { configs: {} as ConnlintPlugin['configs'] });
// The configs name the plugin that holds them.
Object.assign(plugin.configs, configsOf(plugin, rules));

export default plugin;
// What `require('connlint/eslint')` gives.
export { plugin as 'module.exports' };
