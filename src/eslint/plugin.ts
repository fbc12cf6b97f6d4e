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

/** Each is an array of ESLint configs: `export default [...connlint.configs.recommended]`. */
interface Configs {
  /** All text files, for projects without plugins for other languages. Put it first. */
  readonly recommended: ConnlintConfig[];
  /** The rules, whatever the language of a file. `connlint/text` reads only files that no known plugin claims. */
  readonly base: ConnlintConfig[];
}

const JAVASCRIPT = 'js,mjs,cjs,jsx';

const CLAIMED = [
  'ts,mts,cts,tsx,vue,svelte,astro,mdx,gjs,gts,hbs,json,jsonc,json5,jsonl,ndjson,ipynb,webmanifest,geojson',
  'code-workspace,yaml,yml,toml,md,markdown,html,htm,xhtml,css,scss,sass,less,pcss,styl,graphql,gql,ejs,erb',
  'twig,liquid,njk,pug,coffee,civet,mustache,handlebars',
].join(',');

/** Settings, infrastructure and programs in other languages. No widely used plugin has a language for these. */
const UNCLAIMED = [
  'properties,props,ini,conf,cfg,cnf,config,env,tf,tfvars,tofu,hcl,bicep,nix,py,pyi,rb,rake,go,java,kt,kts,scala',
  'groovy,gradle,clj,dart,swift,rs,cs,fs,vb,cshtml,razor,php,phtml,pl,pm,lua,r,R,jl,ex,exs,erl,hs,ml,c,h,cc,cpp',
  'cxx,hpp,m,mm,sql,sh,bash,zsh,fish,ps1,psm1,bat,cmd,xml,csproj,targets,tpl,tmpl,gotmpl,j2,jsonnet,libsonnet',
  'service,tfstate,dockerfile,Dockerfile,mk,bats,bzl,txt,rst,adoc,csv,tsv,http,tex,awk,cue',
].join(',');

const UNCLAIMED_NAMES = [
  ...['.env', '.env.*', '.envrc', 'Dockerfile', 'Dockerfile.*', 'Containerfile', 'Makefile', 'GNUmakefile', 'justfile'],
  ...['Jenkinsfile', 'Procfile', 'Vagrantfile', 'Gemfile', 'Rakefile', 'Brewfile', '.bashrc', '.zshrc', '.profile'],
];

/** Not text. Other binary files are recognised by their content. */
const BINARY = [
  'png,jpg,jpeg,gif,webp,avif,bmp,ico,icns,tif,tiff,psd,heic,pdf,eps,mp3,mp4,m4a,m4v,wav,ogg,flac,mov,avi,mkv,webm',
  'woff,woff2,ttf,otf,eot,zip,gz,tgz,bz2,xz,zst,br,7z,rar,tar,jar,war,ear,class,wasm,exe,dll,so,dylib,a,o,lib,bin',
  'dat,db,sqlite,sqlite3,node,pyc,pyo,docx,xlsx,pptx,odt,ods,parquet,avro,bson,npy,pkl,onnx,iso,dmg,keystore,jks',
  'p12,pfx,der',
].join(',');

/** @param plugin the configs refer to it */
function configsOf(plugin: object, rules: Record<string, 'error' | 'warn'>): Configs {
  const plugins = { connlint: plugin };
  // Without language options, which would apply to any language of a file.
  const text = { plugins, language: 'connlint/text' };
  const rulesOf = (name: string): ConnlintConfig => ({
    name: `connlint/${name}/rules`,
    plugins,
    rules,
    settings: { connlint: { inputs: inputsHash(process.cwd()) } },
  });
  // Computed when a config is used, so that the settings match the config and facts at that time.
  return {
    get recommended() {
      return [
        // ESLint ignores the pattern `**` and patterns that end in `/*`.
        { name: 'connlint/recommended/text', ...text, files: ['**/?*'], ignores: [`**/*.{${JAVASCRIPT},${BINARY}}`] },
        {
          name: 'connlint/recommended/javascript',
          files: [`**/*.{${JAVASCRIPT}}`],
          languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
        },
        rulesOf('recommended'),
      ];
    },
    get base() {
      return [
        {
          name: 'connlint/base/text',
          ...text,
          files: [...UNCLAIMED_NAMES.map((name) => `**/${name}`), `**/*.{${UNCLAIMED}}`],
          // `.env.ts` is a script, `Dockerfile.md` a document.
          ignores: [`**/*.{${JAVASCRIPT},${CLAIMED},${BINARY}}`],
        },
        rulesOf('base'),
      ];
    },
  };
}

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

plugin.configs = configsOf(plugin, severities) as ConnlintPlugin['configs'];

export default plugin;
