import families from './languages.json' with { type: 'json' };
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

/** A family of languages, a row of `languages.json`. */
interface Family extends Partial<Pick<Language, 'adjacent' | 'dollar' | 'prose'>> {
  /** Names of languages, each with the endings of its files and the words of its fences. */
  readonly languages: Readonly<Record<string, string>>;
  /** The pattern of a comment that ends with its line. `#[…]` is an attribute of PHP, and `#"…"` a form of Lisp. */
  readonly line?: string;
  readonly flags?: string;
  readonly block?: BlockComment;
  readonly joins?: string;
  /** Blocks that languages have instead of the one of the family. */
  readonly blocks?: Readonly<Record<string, readonly BlockComment[]>>;
}

const languages = new Map<string, Language>();
for (const family of families as unknown as readonly Family[]) {
  const { block, flags = '', adjacent = null, dollar = '', prose = false } = family;
  const joins = family.joins?.split(' ') ?? [];
  const line = family.line === undefined ? null : new RegExp(family.line, `${flags}y`);
  for (const [name, endings] of Object.entries(family.languages)) {
    const blocks = family.blocks?.[name] ?? (block ? [block] : []);
    const language: Language = { name, line, blocks, joins, adjacent, dollar, prose };
    for (const ending of endings.split(' ')) languages.set(ending, language);
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

/** A file in Terraform's own language, or in its JSON form, where expressions are inside strings. */
export const TERRAFORM_FILE = /\.(?:tf|tofu)(?:\.json)?$/i;

export const isTerraformPath = (path: string): boolean => TERRAFORM_FILE.test(path);

/** Endings of templates and copies. The ending before them counts: `values.yaml.tpl`. */
const COPIES = new Set('tpl tmpl ctmpl template j2 jinja erb example sample dist bak orig gotmpl in enc'.split(' '));

/** Texts in other languages for people, as data. */
const TRANSLATION =
  /\.(?:po|pot|arb|resx|xlf|xliff|i18n\.json)$|(?:^|\/)(?:i18n|locales?|translations?|lang)\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?\/[^/]+|(?:[^/]+\/)?(?:[^/]+[._-])?[a-z]{2}(?:[-_][a-z]{2,4})?)\.(?:json|ya?ml|properties|php)$/i;

export const isTranslation = (path: string): boolean => TRANSLATION.test(path);

/** The language of a file by its name, or by the program that the first line of its text runs it with. */
export function languageOf(path: string, text = ''): Language {
  const language = languageByName(path) ?? languageNamed(INTERPRETER.exec(text)?.[1] ?? '') ?? UNKNOWN;
  return isTranslation(path) ? { ...language, prose: true } : language;
}

/** `#!/bin/sh`, `#!/usr/bin/env -S node --no-warnings`. */
const INTERPRETER =
  /^#![ \t]?\/(?:[\w.-]{1,40}\/){1,9}(?:env[ \t]{1,4}(?:-S[ \t]{1,4})?)?(?!env\b)([a-z]{2,20})(?=[\d.]{0,6}(?:\s|$))/;

function languageByName(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  // `.env.pl` is of a country.
  if (name.endsWith('.env') || name.startsWith('.env.')) return languages.get('env')!;
  const whole = languageNamed(name.replace(/^\./, ''));
  const [, ...endings] = name.split('.');
  const ending = endings.findLast((part) => !COPIES.has(part));
  const language = ending === undefined ? null : languageNamed(ending);
  // `env.production`, but `env.go` is code.
  if (!language && /^env(?:\.|$)|\.env\./.test(name)) return languages.get('env')!;
  if (/^(?:dockerfile|containerfile)(?:\.|$)/.test(name)) return languages.get('docker')!;
  return whole ?? language;
}

/** True for an OpenAPI or Swagger document, which defines calls but does not make any. */
export const isApiDefinition = oncePerText(
  ({ path, text }: Source): boolean =>
    /\.(?:ya?ml|json)$/i.test(path) &&
    /^[ \t{]{0,40}["']?(?:openapi|swagger)["']?[ \t]{0,9}:[ \t]{0,9}["']?\d/m.test(text.slice(0, 20_000)),
);

/** Files of services for pipelines, and of images. */
const PIPELINE =
  /(?:^|\/)(?:\.(?:github|gitea|forgejo)\/workflows\/|\.(?:circleci|buildkite|woodpecker)\/|\.gitlab-ci|\.travis\.|\.drone\.|(?:azure|bitbucket)-pipelines|(?:docker|container)file[^/]*$)/i;

/** True for pipelines, images and manifests, whose variables are filled in where no `.env` of the tree is. */
export const hasOwnVariables = ({ path, text }: Source): boolean =>
  PIPELINE.test(path) || (/\.ya?ml$/i.test(path) && /^apiVersion:/m.test(text));
