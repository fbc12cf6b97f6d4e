import { CONFIG_RULE, configRule } from './config-rule.ts';
import { addConfigs, type Configs } from './configs.ts';
import { RULES } from '../../rules/index.ts';
import { VERSION } from '../node/version.ts';
import { eslintRule, checksSingleFiles } from './rule.ts';
import { textLanguage } from './text-language.ts';

/** connlint as a plugin for ESLint: `...connlint.configs.recommended` in `eslint.config.mjs`. Flat config only. */
export interface ConnlintPlugin {
  meta: { name: string; version: string; namespace: string };
  // `any`, because these types differ between the supported releases of ESLint.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  languages: { text: any };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  rules: Record<string, any>;
  configs: Configs & Record<string, Configs[keyof Configs]>;
}

const rules = RULES.filter(checksSingleFiles);

const plugin: ConnlintPlugin = {
  meta: { name: 'connlint', version: VERSION, namespace: 'connlint' },
  languages: { text: textLanguage },
  rules: { [CONFIG_RULE]: configRule, ...Object.fromEntries(rules.map((rule) => [rule.id, eslintRule(rule)])) },
  configs: {} as ConnlintPlugin['configs'],
};
addConfigs(
  plugin,
  plugin.configs,
  rules.map(({ id }) => id),
);

export default plugin;
