import type { Language, Plugin, RuleDefinition } from '@eslint/core';
import { RULES } from '../../rules/index.ts';
import { VERSION } from '../node/version.ts';
import { configsOf } from './configs.ts';
import type { Configs } from './configs.ts';
import { CONFIG_RULE, configRule } from './config-rule.ts';
import { eslintRule, judgesFiles } from './rule-adapter.ts';
import { textLanguage } from './text-language.ts';

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
