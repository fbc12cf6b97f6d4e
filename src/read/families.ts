import { oncePerText, type Source } from '../text/source.ts';

/** How a comment that may have several lines begins and ends. */
export type BlockComment = readonly [open: string, close: string];

/** How a file or a fenced block writes comments and joins strings. */
export interface Language {
  readonly name: string;
  /** True for documents, in which only fenced blocks are code. */
  readonly prose: boolean;
  /** Sticky: a comment that ends with its line begins here. */
  readonly line: RegExp | null;
  /** Also those of the markup in a component, or of a template. */
  readonly blocks: readonly BlockComment[];
  /** Operators between the pieces of a string. */
  readonly joins: readonly string[];
  /**
   * Pieces that need no operator between them. `strings`: literals, over line ends too. `brackets`: literals, over line
   * ends only inside of brackets. `operands`: literals, and names on the same line. `words`: whatever touches, as in
   * shells. `substitutions`: literals and `${…}` that touch. `items`: the arguments of `(str …)`.
   */
  readonly adjacent: 'strings' | 'brackets' | 'operands' | 'words' | 'substitutions' | 'items' | null;
  /** Quotes in which `$name` is filled in, as it is in bare text. Empty if it never is. */
  readonly dollar: string;
}

/** What the languages of a family share. */
interface Row extends Partial<Pick<Language, 'line' | 'adjacent' | 'dollar'>> {
  /** Names of languages, each with the endings of its files. */
  readonly languages: string;
  readonly block?: BlockComment;
  readonly joins?: string;
}

export const C_BLOCK: BlockComment = ['/*', '*/'];
const XML_BLOCK: BlockComment = ['<!--', '-->'];

/** Blocks that languages have instead of those of their row. */
const OWN_BLOCKS: Readonly<Partial<Record<string, readonly BlockComment[]>>> = {
  component: [C_BLOCK, XML_BLOCK],
  handlebars: [XML_BLOCK, ['{{!--', '--}}']],
  twig: [XML_BLOCK, ['{#', '#}']],
  powershell: [['<#', '#>']],
  lua: [['--[[', ']]']],
  haskell: [['{-', '-}']],
  julia: [['#=', '=#']],
  ruby: [['\n=begin', '\n=end']],
  perl: [['\n=head', '\n=cut']],
  fsharp: [['(*', '*)']],
};

const ROWS: readonly Row[] = [
  {
    languages:
      'script=js,jsx,mjs,cjs,ts,tsx,mts,cts,coffee,es6,javascript,typescript,node,mongo,mongosh ' +
      'component=vue,svelte,astro java=java,jsp go=go,golang csharp=cs,csx,razor,cshtml,bicep fsharp=fs,fsx,fsharp d=d rust=rs,rust zig=zig swift=swift,cue,pkl',
    line: /\/\//y,
    block: C_BLOCK,
    joins: '++ + ~',
  },
  {
    languages: 'kotlin=kt,kts scala=scala,sc,sbt groovy=groovy,gradle,jenkinsfile,gvy dart=dart',
    line: /\/\//y,
    block: C_BLOCK,
    joins: '+',
    adjacent: 'strings',
    dollar: `"'`,
  },
  {
    languages: 'c=c,h,cc,cpp,cxx,hpp,hh,hxx,ino,c++ objc=m,mm,objective-c,objectivec',
    line: /\/\//y,
    block: C_BLOCK,
    joins: '+ <<',
    adjacent: 'operands',
  },
  {
    languages: 'php=php,phtml,php5,php7,inc julia=jl,julia',
    // `#[Autowire('…')]` is an attribute, and `#= … =#` ends on its line.
    line: /\/\/|#(?![=[])/y,
    block: C_BLOCK,
    joins: '. *',
    dollar: '"',
  },
  { languages: 'perl=pl,pm,perl,t,raku', line: /#/y, joins: '.', dollar: '"' },
  {
    languages:
      'python=py,pyi,pyw,pyx,bzl,python,python3,starlark,star,sage elixir=ex,exs,elixir,heex,eex nim=nim,nims ' +
      'ruby=rb,erb,rake,gemspec,ru,ruby,cr,crystal,podfile,gemfile,rakefile,vagrantfile r=r',
    line: /#/y,
    joins: '+ <> << &',
    adjacent: 'brackets',
  },
  {
    languages:
      'shell=sh,bash,zsh,ksh,fish,shell,console,shell-session,sh-session,profile,bashrc,zshrc,envrc,command,bats,procfile',
    line: /#/y,
    adjacent: 'words',
    dollar: '"',
  },
  {
    languages:
      'powershell=ps1,psm1,psd1,powershell,pwsh,ps batch=bat,cmd,batch,dos yaml=yaml,yml,eyaml,sls,compose toml=toml ' +
      'env=env,dotenv properties=properties,props docker=dockerfile,containerfile,docker ' +
      'make=makefile,mk,mak,gnumakefile,make,just,justfile,cmakelists.txt,cmake',
    line: /#(?!>)|(?<=^[ \t@]{0,80})(?:REM\s|::|!(?=[ \t]))/imy,
    joins: '+',
    dollar: '"',
  },
  {
    languages:
      'json=json,jsonc,json5,jsonl,ndjson,webmanifest,har,geojson,tfstate,avsc jsonnet=jsonnet,libsonnet ' +
      'hcl=tf,tfvars,hcl,terraform,tofu,nomad,alloy,nix css=css,scss,less,sass awk=awk,gawk',
    line: /\/\/|#/y,
    block: C_BLOCK,
    joins: '+',
  },
  {
    languages: 'sql=sql,psql,plsql lua=lua haskell=hs,lhs,haskell,elm,purs,dhall ada=ada,adb,ads',
    line: /--(?!\[\[)/y,
    block: C_BLOCK,
    joins: '|| .. ++ <> &',
  },
  { languages: 'hcl=conf,hocon', line: /\/\/|#/y, block: C_BLOCK, joins: '+', adjacent: 'substitutions' },
  { languages: 'csv=csv,tsv' },
  { languages: 'visualbasic=vb,vbs,bas,vba', line: /'|REM\s/iy, joins: '& +' },
  {
    languages:
      'xml=xml,html,htm,xhtml,svg,xsd,xsl,xslt,wsdl,config,csproj,vbproj,fsproj,targets,plist,jsx-html,resx,nuspec,' +
      'ejs,liquid handlebars=hbs,handlebars,mustache twig=njk,j2,jinja,jinja2,twig',
    block: XML_BLOCK,
  },
  // `#"…"` and `#(…)` are forms.
  { languages: 'lisp=clj,cljs,cljc,edn,clojure,lisp,el,scm,rkt,scheme', line: /;|#[!|]/y, adjacent: 'items' },
  { languages: 'ini=ini,cfg,cnf,editorconfig,desktop,service,reg', line: /#|(?<=^[ \t]{0,80});/my },
  {
    languages: 'erlang=erl,hrl,erlang ocaml=ml,mli,ocaml',
    line: /%/y,
    block: ['(*', '*)'],
    joins: '++ ^',
    adjacent: 'strings',
  },
];

const PROSE: readonly Row[] = [
  { languages: 'markdown=md,markdown,mdx,mdown,mkd,qmd,rmd,rst,tex,org asciidoc=adoc,asciidoc', block: XML_BLOCK },
  { languages: 'text=txt,text,log,none,plain,plaintext', joins: '+', dollar: '"' },
];

const languages = new Map<string, Language>();
for (const row of [...ROWS, ...PROSE]) {
  const { line = null, block, adjacent = null, dollar = '' } = row;
  const joins = row.joins?.split(' ') ?? [];
  for (const [name = '', endings = ''] of row.languages.split(' ').map((entry) => entry.split('='))) {
    const blocks = OWN_BLOCKS[name] ?? (block ? [block] : []);
    const language: Language = { name, line, blocks, joins, adjacent, dollar, prose: PROSE.includes(row) };
    for (const ending of endings.split(',')) languages.set(ending, language);
  }
}

/** Text in an unknown language: bare, but no document. */
const UNKNOWN: Language = { ...languages.get('text')!, prose: false };

/** The language of an ending, or of the word after a fence. `null` if it is none that is known. */
export const languageNamed = (word: string): Language | null => languages.get(word.toLowerCase()) ?? null;

const SCRIPTS: ReadonlySet<string> = new Set(['shell', 'powershell', 'batch', 'make']);

/** True for scripts, whose variables may have their values in the same text. */
export const isScript = ({ name }: Language): boolean => SCRIPTS.has(name);

/** Formats in which a value without marks is text, or in which every reference is a read. */
const TEXTS: ReadonlySet<string> = new Set('yaml json toml properties ini xml hcl env docker make csv text'.split(' '));

/** True for the code of a program: neither a script nor settings. */
export const isProgram = ({ name }: Language): boolean => !(SCRIPTS.has(name) || TEXTS.has(name));

/** Endings of templates and copies. The ending before them counts: `values.yaml.tpl`. */
const COPIES = new Set('tpl tmpl ctmpl template j2 jinja erb example sample dist bak orig gotmpl in enc'.split(' '));

/** Texts in other languages for people, as data. */
const TRANSLATION =
  /\.(?:po|pot|arb|resx|xlf|xliff|i18n\.json)$|(?:^|\/)(?:i18n|locales?|translations?|lang)\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?\/[^/]+|(?:[^/]+\/)?(?:[^/]+[._-])?[a-z]{2}(?:[-_][a-z]{2,4})?)\.(?:json|ya?ml|properties|php)$/i;

export const isTranslation = (path: string): boolean => TRANSLATION.test(path);

/** The language of a file by its name. */
export function languageOf(path: string): Language {
  const language = languageByName(path);
  return isTranslation(path) ? { ...language, prose: true } : language;
}

function languageByName(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/^\.?env(?:\.|$)|\.env(?:\.|$)/.test(name)) return languages.get('env')!;
  if (/^(?:dockerfile|containerfile)(?:\.|$)/.test(name)) return languages.get('docker')!;
  const whole = languageNamed(name.replace(/^\./, ''));
  if (whole) return whole;
  const ending = name
    .split('.')
    .slice(1)
    .reverse()
    .find((part) => !COPIES.has(part));
  return (ending === undefined ? null : languageNamed(ending)) ?? UNKNOWN;
}

/** True for an OpenAPI or Swagger document, which defines calls but does not make any. */
export const isApiDefinition = oncePerText(
  ({ path, text }: Source): boolean =>
    /\.(?:ya?ml|json)$/i.test(path) &&
    /^[ \t{]{0,40}["']?(?:openapi|swagger)["']?[ \t]{0,9}:[ \t]{0,9}["']?\d/m.test(text.slice(0, 20_000)),
);
