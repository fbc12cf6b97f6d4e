/** Formats with their own config, by extension. Popular plugins have a language for them. */
export const FORMATS = {
  json: ['json', 'jsonc', 'json5', 'jsonl', 'ndjson', 'ipynb', 'tfstate', 'webmanifest', 'geojson', 'code-workspace'],
  yaml: ['yaml', 'yml'],
  toml: ['toml'],
  markdown: ['md', 'mdx', 'markdown'],
  html: ['html', 'htm', 'xhtml'],
  scripts: ['ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Extensions that ESLint parses itself. */
const JAVASCRIPT = ['js', 'mjs', 'cjs', 'jsx'];

/** Formats without their own config that another plugin may claim. */
const OTHERS_OWN = [
  ...['css', 'scss', 'sass', 'less', 'pcss', 'styl', 'graphql', 'gql', 'hbs', 'gjs', 'gts', 'ejs', 'erb', 'twig'],
  ...['liquid', 'njk', 'pug', 'coffee', 'civet', 'mustache', 'handlebars'],
];

/** Programs in other languages, settings, scripts. No widely used plugin has a language for these. */
const UNCLAIMED = [
  ...['properties', 'props', 'ini', 'conf', 'cfg', 'cnf', 'config', 'env', 'tf', 'tfvars', 'tofu', 'hcl', 'bicep'],
  ...['nix', 'py', 'pyi', 'rb', 'rake', 'go', 'java', 'kt', 'kts', 'scala', 'groovy', 'gradle', 'clj', 'dart', 'swift'],
  ...['rs', 'cs', 'fs', 'vb', 'cshtml', 'razor', 'php', 'phtml', 'pl', 'pm', 'lua', 'r', 'R', 'jl', 'ex', 'exs', 'erl'],
  ...['hs', 'ml', 'c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'm', 'mm', 'sql', 'sh', 'bash', 'zsh', 'fish', 'ps1', 'psm1'],
  ...['bat', 'cmd', 'xml', 'csproj', 'targets', 'tpl', 'tmpl', 'gotmpl', 'j2', 'jsonnet', 'libsonnet', 'service'],
  ...['dockerfile', 'Dockerfile', 'mk', 'bats', 'bzl', 'txt', 'rst', 'adoc', 'csv', 'tsv', 'http', 'tex', 'awk', 'cue'],
];

const NAMES = [
  ...['.env', '.env.*', '.envrc', 'Dockerfile', 'Dockerfile.*', 'Containerfile', 'Makefile', 'GNUmakefile', 'justfile'],
  ...['Jenkinsfile', 'Procfile', 'Vagrantfile', 'Gemfile', 'Rakefile', 'Brewfile', '.bashrc', '.zshrc', '.profile'],
];

/** Not text. */
const BINARY = [
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'ico', 'icns', 'tif', 'tiff', 'psd', 'heic', 'pdf', 'eps'],
  ...['mp3', 'mp4', 'm4a', 'm4v', 'wav', 'ogg', 'flac', 'mov', 'avi', 'mkv', 'webm', 'woff', 'woff2', 'ttf', 'otf'],
  ...['eot', 'zip', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'br', '7z', 'rar', 'tar', 'jar', 'war', 'ear', 'class', 'wasm'],
  ...['exe', 'dll', 'so', 'dylib', 'a', 'o', 'lib', 'bin', 'dat', 'db', 'sqlite', 'sqlite3', 'node', 'pyc', 'pyo'],
  ...['docx', 'xlsx', 'pptx', 'odt', 'ods', 'parquet', 'avro', 'bson', 'npy', 'pkl', 'onnx', 'iso', 'dmg', 'keystore'],
  ...['jks', 'p12', 'pfx', 'der'],
];

const endings = (names: readonly string[]): string => `**/*.{${names.join(',')}}`;
/** A pattern with one extension has no braces, because braces must contain a choice. */
const ofFormat = (names: readonly string[]): string => (names.length === 1 ? `**/*.${names[0]!}` : endings(names));

/** Patterns for an ESLint config. */
export interface Claim {
  readonly files: string[];
  readonly ignores?: string[];
}

/** The files that connlint may read beside any other plugin. */
export const UNCLAIMED_FILES: Claim = {
  files: [...NAMES.map((name) => `**/${name}`), endings(UNCLAIMED)],
  // `.env.ts` is a script, `Dockerfile.md` a document.
  ignores: [endings([...JAVASCRIPT, ...OTHERS_OWN, ...BINARY, ...Object.values(FORMATS).flat()])],
};

/** Every file except JavaScript and binary files. ESLint ignores `**` and patterns that end in `/*`. */
export const ALL_TEXT_FILES: Claim = { files: ['**/?*'], ignores: [endings([...JAVASCRIPT, ...BINARY])] };

export const JAVASCRIPT_FILES: Claim = { files: [endings(JAVASCRIPT)] };

export const formatFiles = (format: keyof typeof FORMATS): Claim => ({ files: [ofFormat(FORMATS[format])] });
