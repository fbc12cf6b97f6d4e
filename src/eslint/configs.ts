import { ALL_TEXT_FILES, formatFiles, FORMATS, JAVASCRIPT_FILES, UNCLAIMED_FILES, type Claim } from './file-types.ts';
import { CONFIG_RULE } from './config-rule.ts';
import { inputsHash } from './project-cache.ts';
import { ERROR_RULES } from './rule-facts.ts';

export type ConfigName = 'recommended' | 'base' | keyof typeof FORMATS;

/**
 * An ESLint config. Defined here because the types of ESLint differ between releases. This one is compatible with all
 * supported releases, in `Linter.Config[]` and in `defineConfig`.
 */
interface ConnlintConfig {
  name: string;
  files?: (string | string[])[];
  ignores?: string[];
  language?: string;
  languageOptions?: { parserOptions: { ecmaFeatures: { jsx: boolean } } };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  plugins?: Record<string, any>;
  rules?: Record<string, 'error' | 'warn'>;
  settings?: Record<string, Record<string, string>>;
}

/** Each is an array of ESLint configs: `export default [...connlint.configs.recommended]`. */
export interface Configs {
  /** All text files, for projects without plugins for other languages. Put it first. */
  readonly recommended: ConnlintConfig[];
  /** The rules, whatever the language of a file. `connlint/text` reads only files that no known plugin claims. */
  readonly base: ConnlintConfig[];
  /** One format each as plain text, in addition to `base`. Put them first. */
  readonly json: ConnlintConfig[];
  readonly yaml: ConnlintConfig[];
  readonly toml: ConnlintConfig[];
  readonly markdown: ConnlintConfig[];
  readonly html: ConnlintConfig[];
  /** TypeScript without a TypeScript parser for ESLint, and single-file components without their plugins. */
  readonly scripts: ConnlintConfig[];
}

/** Adds the configs to a plugin. They refer to the plugin that contains them. */
export function addConfigs(plugin: object, configs: object, ruleIds: readonly string[]): void {
  const rules: Record<string, 'error' | 'warn'> = Object.fromEntries([
    // First, so that this rule and no other reports a config that cannot be used.
    [`connlint/${CONFIG_RULE}`, 'error'] as const,
    ...ruleIds.map((id) => [`connlint/${id}`, ERROR_RULES.has(id) ? 'error' : 'warn'] as const),
  ]);
  const plugins = { connlint: plugin };
  const add = (name: ConfigName, parts: (prefix: string) => ConnlintConfig[]): void => {
    // Computed when a config is used, so that the settings contain the current config and facts.
    const get = (): ConnlintConfig[] => [
      ...parts(`connlint/${name}`),
      { name: `connlint/${name}/rules`, plugins, rules, settings: { connlint: { inputs: inputsHash(process.cwd()) } } },
    ];
    Object.defineProperty(configs, name, { get, enumerable: true });
  };
  // Without language options, which would apply to any language of a file.
  const carried = (prefix: string, claim: Claim): ConnlintConfig => ({
    name: `${prefix}/text`,
    ...claim,
    plugins,
    language: 'connlint/text',
  });
  add('recommended', (prefix) => [
    carried(prefix, ALL_TEXT_FILES),
    {
      name: `${prefix}/javascript`,
      ...JAVASCRIPT_FILES,
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    },
  ]);
  add('base', (prefix) => [carried(prefix, UNCLAIMED_FILES)]);
  for (const format of Object.keys(FORMATS) as (keyof typeof FORMATS)[]) {
    add(format, (prefix) => [carried(prefix, formatFiles(format))]);
  }
}
