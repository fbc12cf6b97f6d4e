import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checksOf } from '../../src/lint/rule.ts';
import { EXAMPLES } from '../support/rule-pages.ts';
import { RULES } from '../../rules/index.ts';
import { COMMANDS, type CommandName } from '../../src/cli/commands.ts';
import { commandHelp, overview } from '../../src/cli/help.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Constructions that are hard to read, with replacements. */
const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bstands? (?:in|for|there|at|beside|behind|on|elsewhere|inside|before|after|where|alone)\b/i, 'is in, means'],
  [/\bspeaks?\b/i, 'reports'],
  [/\bholds?\b(?! back)/i, 'contains, is true, applies'],
  [/\btells?\b(?!.*\bapart\b)/i, 'reports, shows'],
  [/\bof today\b/i, 'current'],
  [/(?<!\bthere )\b(?:is|are|be|was) no (?!longer)/i, 'is not a'],
  [/\bone an? (?:line|file|cluster|finding)\b/i, 'one per line'],
  [/\b\d+ in all\b/i, 'total'],
  [/\bwhat is left\b(?! out)/i, 'remaining'],
  [/\bcomes? out\b/i, 'is printed, leaks'],
  [/\bbut for\b/i, 'except'],
  [/\bput together\b/i, 'built'],
  [/\bin vain\b/i, 'without a match'],
  [/\bthrown about\b/i, '(delete)'],
  [/\bwho(?:so)?ever\b/i, 'if you'],
  [/\bon two ways\b/i, 'in two ways'],
  [/\bany more\b/i, 'no longer'],
  [/\b(?:is|are) to (?:get|be)\b(?! from)/i, 'will'],
  [/\bhost names?\b/i, 'hostname'],
  [/\blook(?:s|ed)? at\b/i, 'check, read'],
  [/\bheed(?:s|ed)?\b/i, 'respect'],
  [/\badministration API\b/, 'Administration API'],
  [/\bwork tree\b/i, 'working tree'],
  [/\banew\b/i, 'again'],
  [/\bin the place of\b/i, 'instead of'],
  [/\b(?:is|are|was) there (?:already|twice)\b/i, 'exists'],
];

/** Only in text for users: these words have other uses in the sources. */
const FOR_USERS: typeof BANNED = [
  ...BANNED,
  [/\bgets\b/i, 'has, is given'],
  [/\bfurther\b/i, 'more, another'],
  [/\bmeanwhile\b/i, 'during'],
  [/\bgoes on\b/i, 'continues'],
];

/** Comments of these folders follow the whole list; elsewhere, they have none of the worst. */
const STRICT = /^src\/(?:cli|lint|plan|report(?!\/fleet))\//;

const IN_COMMENTS: typeof BANNED = [
  [/\bof today\b/i, 'current'],
  [/\bone an? line\b/i, 'one per line'],
  [/\bbut for\b/i, 'except'],
  [/\bin vain\b/i, 'without a match'],
  [/\bthrown about\b/i, '(delete)'],
  [/\bon two ways\b/i, 'in two ways'],
];

function faults(name: string, text: string, banned = FOR_USERS): string[] {
  return text.split('\n').flatMap((line) =>
    banned.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${name}: "${found}" (${instead}): ${line.trim().slice(0, 120)}`];
    }),
  );
}

/** Without code and quoted output. */
const prose = (page: string): string => page.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

function filesIn(folder: string, end: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(end)).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

const COMMENT = /^\s*\/\/.*$|\/\*\*[^]*?\*\//gm;
const TEXT = /(['`])((?:(?!\1)[^\\\n]|\\.)+)\1(?!\s*\.split)/g;
const TITLE = /(?:\b(?:it|test|describe)|\]\))\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/g;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('words', () => {
  it('of help are plain', () => {
    const names = Object.keys(COMMANDS) as CommandName[];
    expect([...faults('help', overview()), ...names.flatMap((name) => faults(name, commandHelp(name)))]).toEqual([]);
  });

  it('of rules are plain', () => {
    const all = checksOf(RULES).flatMap(({ id, docs, messages }) =>
      [docs.what, docs.why, docs.todo, ...Object.values(messages)].flatMap((text) => faults(id, prose(text))),
    );
    expect(all).toEqual([]);
  });

  it('of rules are plain in their examples', () => {
    const titles = EXAMPLES.flatMap(({ rule, title }) => faults(rule, prose(title), BANNED));
    expect(titles).toEqual([]);
  });

  it('of messages are plain', () => {
    const all = filesIn('src', '.ts').flatMap((path) =>
      [...read(path).replace(COMMENT, '').matchAll(TEXT)]
        .map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, '…'))
        // Texts for people have words.
        .filter((text) => /^[^<>=;&|]*\w [a-z]+ \w/i.test(text))
        .flatMap((text) => faults(path, prose(text.replaceAll('\\`', '`')), BANNED)),
    );
    expect(all).toEqual([]);
  });

  it('of the pages are plain', () => {
    const generated = ['docs', 'docs/changes', 'docs/rules'].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    );
    const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...generated];
    expect(pages.flatMap((path) => faults(path, prose(read(path)), BANNED))).toEqual([]);
  });

  it('of comments are plain in the parts that people see first, and have none of the worst elsewhere', () => {
    const found = ['src', 'rules', 'tools'].flatMap((folder) =>
      filesIn(folder, '.ts').flatMap((path) =>
        [...read(path).matchAll(COMMENT)].flatMap(([comment]) =>
          faults(path, comment.replace(/`[^`\n]*`/g, ''), STRICT.test(path) ? BANNED : IN_COMMENTS),
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it('of tests are plain in their titles', () => {
    const found = filesIn('test', '.ts').flatMap((path) =>
      [...read(path).matchAll(TITLE)].flatMap(([, , title = '']) => faults(path, title, BANNED)),
    );
    expect(found).toEqual([]);
  });
});
