import endings from './file-endings.json' with { type: 'json' };
import { RULES } from '../../rules/index.ts';
import { checksOf } from '../lint/checks.ts';
import { VERSION } from '../node/version.ts';
import { checksSingleFiles, CONFIG_RULE, configRule, eslintRule, inputsHash } from './rule.ts';
import { textLanguage } from './text-language.ts';

/** An ESLint config, for `Linter.Config[]` and `defineConfig` of all supported releases, whose types differ. */
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

/**
 * `claimed`: what other plugins read, also behind a name of `unclaimedNames`: `.env.ts` is a script, `Dockerfile.md` a
 * document. `unclaimed`: settings, infrastructure and programs in other languages, for which no widely used plugin has a
 * language. `binary`: not text. Other binary files are recognised by their content.
 */
const { javascript, claimed, unclaimed, unclaimedNames, binary } = endings;

/** connlint as a plugin for ESLint: `...connlint.configs.recommended` in `eslint.config.mjs`. Flat config only. */
interface ConnlintPlugin {
  meta: { name: string; version: string; namespace: string };
  // `any`, because these types differ between the supported releases of ESLint.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  languages: { text: any };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  rules: Record<string, any>;
  /** Each is an array of ESLint configs: `export default [...connlint.configs.recommended]`. */
  configs: {
    /** All text files, for projects without plugins for other languages. Put it first. */
    readonly recommended: ConnlintConfig[];
    /** The rules, whatever the language of a file. `connlint/text` reads only files that no known plugin claims. */
    readonly base: ConnlintConfig[];
    readonly [name: string]: ConnlintConfig[];
  };
}

const RULES_OF_FILES = RULES.filter(checksSingleFiles);

const SEVERITIES = Object.fromEntries([
  [`connlint/${CONFIG_RULE}`, 'error'] as const,
  ...RULES_OF_FILES.map((rule) => {
    const checks = checksOf([rule]);
    const onlyErrors = checks.every(({ severity, docs }) => severity === 'error' && docs.severities === undefined);
    return [`connlint/${rule.id}`, onlyErrors ? 'error' : 'warn'] as const;
  }),
]);

/** Without language options, which would apply to any language of a file. */
const textOf = (name: string, files: string[], ignores: string[]): ConnlintConfig => ({
  name: `connlint/${name}/text`,
  plugins: { connlint: plugin },
  language: 'connlint/text',
  files,
  ignores,
});

const rulesOf = (name: string): ConnlintConfig => ({
  name: `connlint/${name}/rules`,
  plugins: { connlint: plugin },
  rules: SEVERITIES,
  settings: { connlint: { inputs: inputsHash(process.cwd()) } },
});

const plugin: ConnlintPlugin = {
  meta: { name: 'connlint', version: VERSION, namespace: 'connlint' },
  languages: { text: textLanguage },
  rules: {
    [CONFIG_RULE]: configRule,
    ...Object.fromEntries(RULES_OF_FILES.map((rule) => [rule.id, eslintRule(rule)])),
  },
  // Computed when a config is used, so that the settings match the config and facts at that time.
  configs: {
    get recommended() {
      return [
        // ESLint ignores the pattern `**` and patterns that end in `/*`.
        textOf('recommended', ['**/?*'], [`**/*.{${javascript},${binary}}`]),
        {
          name: 'connlint/recommended/javascript',
          files: [`**/*.{${javascript}}`],
          languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
        },
        rulesOf('recommended'),
      ];
    },
    get base() {
      const files = [...unclaimedNames.map((name) => `**/${name}`), `**/*.{${unclaimed}}`];
      return [textOf('base', files, [`**/*.{${claimed}}`]), rulesOf('base')];
    },
  },
};

export default plugin;
