/** Formats that no widely used ESLint plugin has a language for: programs in other languages, settings, scripts. */
const UNOWNED = [
  ...[
    'properties',
    'props',
    'ini',
    'conf',
    'cfg',
    'cnf',
    'config',
    'env',
    'tf',
    'tfvars',
    'tofu',
    'hcl',
    'bicep',
    'nix',
  ],
  ...['py', 'pyi', 'rb', 'rake', 'go', 'java', 'kt', 'kts', 'scala', 'groovy', 'gradle', 'clj', 'dart', 'swift', 'rs'],
  ...[
    'cs',
    'fs',
    'vb',
    'cshtml',
    'razor',
    'php',
    'phtml',
    'pl',
    'pm',
    'lua',
    'r',
    'jl',
    'ex',
    'exs',
    'erl',
    'hs',
    'ml',
  ],
  ...['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'm', 'mm', 'sql', 'sh', 'bash', 'zsh', 'fish', 'ps1', 'psm1', 'bat', 'cmd'],
  ...[
    'xml',
    'csproj',
    'targets',
    'tpl',
    'tmpl',
    'j2',
    'jsonnet',
    'libsonnet',
    'service',
    'dockerfile',
    'Dockerfile',
    'R',
    'mk',
    'bats',
  ],
];

/** Formats that have plugins of their own; the text language would take them away from those. */
const OWNED = [
  ...['json', 'jsonc', 'json5', 'jsonl', 'ndjson', 'ipynb', 'tfstate', 'yaml', 'yml', 'toml'],
  ...['md', 'mdx', 'markdown', 'rst', 'adoc', 'txt', 'html', 'htm', 'css', 'scss', 'less', 'csv', 'tsv'],
];

const NAMES = [
  ...['.env', '.env.*', '.envrc', 'Dockerfile', 'Dockerfile.*', 'Containerfile', 'Makefile', 'GNUmakefile', 'justfile'],
  ...['Jenkinsfile', 'Procfile', 'Vagrantfile', 'Gemfile', 'Rakefile', 'Brewfile', '.bashrc', '.zshrc', '.profile'],
];

/** Never a text, whatever stands before the ending (`.env.ts`): ESLint itself, or a plugin, knows these by name. */
const SCRIPTS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'];

const endings = (names: readonly string[]): string => `**/*.{${names.join(',')}}`;
const named = NAMES.map((name) => `**/${name}`);

/** Patterns for ESLint's config. */
export interface Claim {
  readonly files: string[];
  readonly ignores: string[];
}

/** The files that connlint may carry beside any other plugin. */
export const UNOWNED_FILES: Claim = {
  files: [...named, endings(UNOWNED)],
  ignores: [endings([...SCRIPTS, ...OWNED])],
};

/** The files that connlint can carry when no other plugin is there. */
export const ALL_TEXT_FILES: Claim = {
  files: [...named, endings(UNOWNED), endings(OWNED)],
  ignores: [endings(SCRIPTS)],
};
