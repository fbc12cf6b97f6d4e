import { ALL_TEXT_FILES, FORMAT_FILES, FORMATS, JAVASCRIPT_FILES, UNCLAIMED_FILES } from './file-types.ts';
import type { Claim } from './file-types.ts';
import { CONFIG_RULE } from './config-rule.ts';
import { inputsHash } from './project-cache.ts';
import { ERROR_RULES } from './rule-facts.ts';

export type ConfigName = 'recommended' | 'base' | keyof typeof FORMATS;

/**
 * A config of ESLint. Written out, because the types of ESLint differ from release to release: this one fits all that are
 * supported, in `Linter.Config[]` and in `defineConfig`.
 */
export interface ConnlintConfig {
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

/** Each is a list of ESLint configs: `export default [...connlint.configs.recommended]`. */
export interface Configs {
  /** Every text file, for projects without plugins for other languages. Put it first. */
  readonly recommended: ConnlintConfig[];
  /** The rules in whatever language a file has. `connlint/text` carries only files that no known plugin claims. */
  readonly base: ConnlintConfig[];
  /** Carry one format each as plain text, beside `base`. Put them first. */
  readonly json: ConnlintConfig[];
  readonly yaml: ConnlintConfig[];
  readonly toml: ConnlintConfig[];
  readonly markdown: ConnlintConfig[];
  readonly html: ConnlintConfig[];
  /** TypeScript without a TypeScript parser for ESLint, and single-file components without their plugins. */
  readonly scripts: ConnlintConfig[];
}

/** Adds the configs to a plugin: they name the plugin that holds them. */
export function addConfigs(plugin: object, configs: object, ruleIds: readonly string[]): void {
  const rules: Record<string, 'error' | 'warn'> = Object.fromEntries([
    // First, so that it and no other reports a config that cannot be used.
    [`connlint/${CONFIG_RULE}`, 'error'] as const,
    ...ruleIds.map((id) => [`connlint/${id}`, ERROR_RULES.has(id) ? 'error' : 'warn'] as const),
  ]);
  const plugins = { connlint: plugin };
  const add = (name: ConfigName, parts: (prefix: string) => ConnlintConfig[]): void => {
    // Read when a config is used: the settings say what the config and the facts are at that time.
    const get = (): ConnlintConfig[] => [
      ...parts(`connlint/${name}`),
      { name: `connlint/${name}/rules`, plugins, rules, settings: { connlint: { inputs: inputsHash(process.cwd()) } } },
    ];
    Object.defineProperty(configs, name, { get, enumerable: true });
  };
  // No language options here: they would reach whichever language a file has in the end.
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
    add(format, (prefix) => [carried(prefix, FORMAT_FILES[format])]);
  }
}
