import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { commandHelp, overview } from '../../src/cli/help.ts';
import { CHANGE_NAMES } from '../../src/config/plan.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Constructions that are hard to read, with replacements. */
const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bstands? (?:in|for|there|at|beside|behind|on)\b/i, 'is in, means'],
  [/\bspeaks?\b/i, 'reports'],
  [/\bholds?\b(?! back)/i, 'contains, is true, applies'],
  [/\btells?\b/i, 'reports, shows'],
  [/\bof today\b/i, 'current'],
  [/\b(?:is|are|be|was) no (?!longer)/i, 'is not a'],
  [/\bone an? (?:line|file|cluster|finding)\b/i, 'one per line'],
  [/\b\d+ in all\b/i, 'total'],
  [/\bwhat is left\b/i, 'remaining'],
  [/\bcomes? out\b/i, 'is printed, leaks'],
  [/\bbut for\b/i, 'except'],
  [/\bput together\b/i, 'built'],
  [/\bin vain\b/i, 'without a match'],
  [/\bthrown about\b/i, '(delete)'],
  [/\bwhoever\b/i, 'if you'],
  [/\bon two ways\b/i, 'in two ways'],
  [/\bany more\b/i, 'no longer'],
  [/\b(?:is|are) to (?:get|be)\b/i, 'will'],
  [/\bhost names?\b/i, 'hostname'],
  [/\blook(?:s|ed)? at\b/i, 'check, read'],
  [/\bheeded\b/i, 'respected'],
  [/\badministration API\b/, 'Administration API'],
];

/** The few that comments of sources must not have either. */
const IN_COMMENTS: readonly RegExp[] = [
  /\bof today\b/i,
  /\bone an? line\b/i,
  /\bbut for\b/i,
  /\bin vain\b/i,
  /\bthrown about\b/i,
  /\bon two ways\b/i,
];

function faults(name: string, text: string): string[] {
  return text.split('\n').flatMap((line) =>
    BANNED.flatMap(([pattern, instead]) => {
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

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('words', () => {
  it('of help are plain', async () => {
    const helps = await Promise.all(
      Object.entries(COMMANDS).map(async ([name, command]) => faults(name, commandHelp(command, await command.load()))),
    );
    expect([...faults('help', overview()), ...helps.flat()]).toEqual([]);
  });

  it('of rules are plain', () => {
    const all = RULES.flatMap(({ id, docs, messages }) =>
      [docs.what, docs.why, docs.todo, ...Object.values(messages)].flatMap((text) => faults(id, prose(text))),
    );
    expect(all).toEqual([]);
  });

  it('of the pages are plain', () => {
    const written = [
      'README.md',
      ...['README', 'api', 'facts', 'limits', 'organisation', 'cli', 'formats', 'kinds', 'ci'].map(
        (name) => `docs/${name}.md`,
      ),
      'docs/changes/README.md',
    ];
    expect(written.flatMap((path) => faults(path, prose(read(path))))).toEqual([]);
    const changes = CHANGE_NAMES.map((name) => `docs/changes/${name}.md`);
    const heads = changes.map((path) => [path, read(path).split('## Runbook')[0]!] as const);
    expect(heads.flatMap(([path, text]) => faults(path, prose(text)))).toEqual([]);
  });

  it('of comments have none of the worst constructions', () => {
    const found = ['src', 'rules'].flatMap((folder) =>
      filesIn(folder, '.ts').flatMap((path) =>
        [...read(path).matchAll(/^\s*\/\/.*$|\/\*\*[^]*?\*\//gm)].flatMap(([comment]) =>
          IN_COMMENTS.filter((pattern) => pattern.test(comment)).map((pattern) => `${path}: ${pattern.source}`),
        ),
      ),
    );
    expect(found).toEqual([]);
  });
});
