/** How a language writes strings and comments, one row per language. */
export interface Syntax {
  readonly quotes: string;
  /** Delimiters of strings in which a backslash is not an escape. */
  readonly raw: string;
  /** Markers of comments that end with the line. */
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /**
   * Operators that join strings. `''` is adjacency, `'()'` adjacency that continues over a line end only inside
   * brackets, `'operand'` adjacency that includes variables.
   */
  readonly joins: readonly string[];
  /** Characters at the end of a line that continue the statement. */
  readonly continued: string;
  /**
   * True if a backslash at a line end inside a string also removes the indentation of the next line. `gap`: up to
   * another backslash.
   */
  readonly folds: boolean | 'gap';
  /** Strings that end with more than a quote: `R"x(…)x"`, or with as many `#` as they begin with. */
  readonly fenced: 'brackets' | 'hashes' | null;
  /** Delimiters of strings in which `$name` is a variable. `bare` means text without quotes. */
  readonly dollar: string;
  /** True if text outside of quotes is code, not a value. */
  readonly code: boolean;
  /** True if `NAME: value` or `NAME=value` lines contain values without quotes. */
  readonly pairs: boolean;
}

const C_BLOCK = [['/*', '*/']] as const;
const XML_BLOCK = [['<!--', '-->']] as const;

const CODE: Syntax = {
  quotes: `"'`,
  raw: '',
  line: ['//'],
  block: C_BLOCK,
  joins: ['+'],
  continued: '',
  folds: false,
  fenced: null,
  dollar: '',
  code: true,
  pairs: false,
};

const rows = {
  script: { ...CODE, quotes: `"'\`` },
  python: { ...CODE, line: ['#'], block: [], joins: ['+', '()'], continued: '\\', folds: true },
  go: { ...CODE, quotes: `"\``, raw: '`' },
  java: { ...CODE, quotes: `"`, folds: true },
  kotlin: { ...CODE, quotes: `"`, dollar: `"bare` },
  scala: { ...CODE, quotes: `"`, dollar: `"bare` },
  groovy: { ...CODE, dollar: `"bare` },
  dart: { ...CODE, dollar: `"'`, joins: ['+', ''] },
  csharp: { ...CODE, quotes: `"` },
  visualbasic: { ...CODE, quotes: `"`, raw: `"`, line: [`'`, 'REM '], block: [], joins: ['&', '+'], continued: '_' },
  c: { ...CODE, quotes: `"`, joins: ['', 'operand', '<<', '+'], continued: '\\', folds: true, fenced: 'brackets' },
  objc: { ...CODE, quotes: `"`, joins: ['', 'operand', '<<', '+'], continued: '\\', folds: true, fenced: 'brackets' },
  d: { ...CODE, quotes: `"\``, raw: '`', joins: ['~'], fenced: 'brackets' },
  rust: { ...CODE, quotes: `"`, joins: ['+', ','], folds: true, fenced: 'hashes' },
  zig: { ...CODE, quotes: `"`, joins: ['++'] },
  swift: { ...CODE, quotes: `"`, folds: true, fenced: 'hashes' },
  php: { ...CODE, raw: `'`, line: ['//', '#'], joins: ['.'], dollar: `"bare` },
  ruby: { ...CODE, raw: `'`, line: ['#'], block: [], joins: ['+', '()', '<<'], continued: '\\', folds: true },
  perl: { ...CODE, raw: `'`, line: ['#'], block: [], joins: ['.'], dollar: `"bare` },
  elixir: { ...CODE, line: ['#'], block: [], joins: ['<>'] },
  erlang: { ...CODE, quotes: `"`, line: ['%'], block: [], joins: ['++', ''] },
  nim: { ...CODE, quotes: `"`, line: ['#'], block: [['#[', ']#']], joins: ['&'] },
  haskell: { ...CODE, quotes: `"`, line: ['--'], block: [['{-', '-}']], joins: ['++', '<>'], folds: 'gap' },
  ocaml: { ...CODE, quotes: `"`, line: [], block: [['(*', '*)']], joins: ['^'], folds: true },
  lua: { ...CODE, line: ['--'], block: [['--[[', ']]']], joins: ['..'] },
  r: { ...CODE, line: ['#'], block: [], joins: [','], fenced: 'brackets' },
  julia: { ...CODE, quotes: `"`, line: ['#'], block: [['#=', '=#']], joins: ['*', ','], folds: true, dollar: `"` },
  sql: { ...CODE, quotes: `'"`, raw: `'"`, line: ['--'], joins: ['||'] },
  jsonnet: { ...CODE, line: ['//', '#'] },
  awk: { ...CODE, quotes: `"`, line: ['#'], block: [], joins: ['operand'] },
  lisp: { ...CODE, quotes: `"`, line: [';'], block: [], joins: [' '] },
  shell: { ...CODE, raw: `'`, line: ['#'], block: [], joins: ['word'], dollar: `"bare`, folds: true, code: false },
  powershell: {
    ...CODE,
    raw: `'"`,
    line: ['#'],
    block: [['<#', '#>']],
    dollar: `"bare`,
    joins: ['+'],
    continued: '`',
  },
  batch: {
    ...CODE,
    quotes: `"`,
    raw: `"`,
    line: ['REM ', 'rem ', '::'],
    block: [],
    joins: [],
    folds: true,
    code: false,
  },
  hcl: { ...CODE, quotes: `"`, line: ['#', '//'], joins: [] },
  yaml: {
    ...CODE,
    raw: `'`,
    line: ['#'],
    block: [],
    joins: [],
    dollar: `"'bare`,
    folds: true,
    code: false,
    pairs: true,
  },
  json: { ...CODE, quotes: `"'`, joins: [] },
  toml: { ...CODE, raw: `'`, line: ['#'], block: [], joins: [], folds: true, dollar: `"`, pairs: true },
  env: { ...CODE, raw: `'`, line: ['#'], block: [], joins: [], dollar: `"bare`, folds: true, code: false, pairs: true },
  properties: { ...CODE, quotes: '', line: ['#', '!'], block: [], joins: [], folds: true, code: false, pairs: true },
  ini: { ...CODE, line: ['#', ';'], block: [], joins: [], folds: true, code: false, pairs: true },
  docker: { ...CODE, line: ['#'], block: [], joins: [], dollar: `"bare`, folds: true, code: false, pairs: true },
  make: { ...CODE, line: ['#'], block: [], joins: [], dollar: `"'bare`, folds: true, code: false, pairs: true },
  xml: { ...CODE, raw: `"'`, line: [], block: XML_BLOCK, joins: [], folds: true, code: false },
  css: { ...CODE, line: [], joins: [] },
  markdown: { ...CODE, raw: `"'\``, quotes: `"\``, line: [], block: XML_BLOCK, joins: [], folds: true, code: false },
  text: {
    ...CODE,
    raw: `"'\``,
    quotes: `"\``,
    line: [],
    block: [],
    joins: ['+'],
    dollar: `"bare`,
    folds: true,
    code: false,
    pairs: true,
  },
} as const satisfies Record<string, Syntax>;

export type Language = keyof typeof rows;
export const SYNTAX: Readonly<Record<Language, Syntax>> = rows;

const BY_EXTENSION: Readonly<Record<Language, string>> = {
  script: 'js jsx mjs cjs ts tsx mts cts vue svelte astro coffee es6 javascript typescript node mongo mongosh',
  python: 'py pyi pyw pyx bzl python python3 starlark star sage',
  go: 'go golang',
  java: 'java jsp',
  kotlin: 'kt kts kotlin',
  scala: 'scala sc sbt',
  groovy: 'groovy gradle jenkinsfile gvy',
  dart: 'dart',
  csharp: 'cs csx csharp fs fsx fsharp razor cshtml bicep',
  visualbasic: 'vb vbs bas vba',
  c: 'c h cc cpp cxx hpp hh hxx ino c++',
  objc: 'm mm objc objective-c objectivec',
  d: 'd',
  rust: 'rs rust',
  zig: 'zig',
  swift: 'swift cue',
  php: 'php phtml php5 php7 inc',
  ruby: 'rb erb rake gemspec ru ruby cr crystal podfile gemfile rakefile vagrantfile',
  perl: 'pl pm perl t raku',
  elixir: 'ex exs elixir heex eex',
  erlang: 'erl hrl erlang',
  nim: 'nim nims',
  haskell: 'hs lhs haskell elm purs',
  ocaml: 'ml mli ocaml',
  lua: 'lua',
  r: 'r rmd',
  julia: 'jl julia',
  sql: 'sql psql plsql',
  jsonnet: 'jsonnet libsonnet',
  awk: 'awk gawk',
  lisp: 'clj cljs cljc edn clojure lisp el scm rkt scheme',
  shell: 'sh bash zsh ksh fish shell console shell-session sh-session profile bashrc zshrc envrc command bats procfile',
  powershell: 'ps1 psm1 psd1 powershell pwsh ps',
  batch: 'bat cmd batch dos',
  hcl: 'tf tfvars hcl terraform tofu nomad conf hocon nix',
  yaml: 'yaml yml eyaml sls compose',
  json: 'json jsonc json5 jsonl ndjson ipynb webmanifest har geojson tfstate avsc',
  toml: 'toml',
  env: 'env dotenv',
  properties: 'properties props',
  ini: 'ini cfg cnf editorconfig desktop service reg',
  docker: 'dockerfile containerfile docker',
  make: 'makefile mk mak gnumakefile make just justfile',
  xml: 'xml html htm xhtml svg xsd xsl xslt wsdl config csproj vbproj fsproj props targets plist jsx-html resx nuspec hbs handlebars ejs njk j2 liquid mustache twig',
  css: 'css scss less sass',
  markdown: 'md markdown mdx mdown mkd rst adoc asciidoc tex org',
  text: 'txt text log none plain plaintext',
};

const EXTENSIONS: ReadonlyMap<string, Language> = new Map(
  Object.entries(BY_EXTENSION).flatMap(([language, names]) =>
    names.split(' ').map((name): [string, Language] => [name, language as Language]),
  ),
);

/** The language of an extension, fence word or file name. */
export function languageNamed(name: string): Language | null {
  return EXTENSIONS.get(name.toLowerCase()) ?? null;
}

let last: { readonly path: string; readonly language: Language } = { path: '', language: 'text' };

/** The language of a file by its name. An unknown name is plain text. */
export function languageOf(path: string): Language {
  // Cached, because it is needed several times per file.
  if (path !== last.path) last = { path, language: languageByName(path) };
  return last.language;
}

function languageByName(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/^\.?env(?:\.|$)|\.env(?:\.|$)/.test(name)) return 'env';
  if (/^(?:dockerfile|containerfile)(?:\.|$)/.test(name)) return 'docker';
  const whole = languageNamed(name.replace(/^\./, ''));
  if (whole) return whole;
  const parts = name.split('.');
  // `values.yaml.tpl`, `app.conf.j2`: the extension before that of the template matters more.
  for (const part of parts.slice(1).reverse()) {
    if (TEMPLATE_ENDINGS.has(part)) continue;
    return languageNamed(part) ?? 'text';
  }
  return 'text';
}

const TEMPLATE_ENDINGS: ReadonlySet<string> = new Set(
  'tpl tmpl ctmpl template j2 jinja erb example sample dist bak orig gotmpl in enc'.split(' '),
);
