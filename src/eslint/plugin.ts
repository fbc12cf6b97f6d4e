import { RULES } from '../../rules/index.ts';
import { checksOf } from '../lint/checks.ts';
import { VERSION } from '../node/version.ts';
import { configsOf, type Configs } from './configs.ts';
import { inputsHash } from './project-cache.ts';
import { checksSingleFiles, CONFIG_RULE, configRule, eslintRule } from './rule.ts';
import { textLanguage } from './text-language.ts';

/** connlint as a plugin for ESLint: `...connlint.configs.recommended` in `eslint.config.mjs`. Flat config only. */
interface ConnlintPlugin {
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

const severities = Object.fromEntries([
  [`connlint/${CONFIG_RULE}`, 'error'] as const,
  ...rules.map((rule) => {
    const checks = checksOf([rule]);
    const onlyErrors = checks.every(({ severity, docs }) => severity === 'error' && docs.severities === undefined);
    return [`connlint/${rule.id}`, onlyErrors ? 'error' : 'warn'] as const;
  }),
]);

plugin.configs = configsOf(plugin, severities, () => inputsHash(process.cwd())) as ConnlintPlugin['configs'];

export default plugin;
