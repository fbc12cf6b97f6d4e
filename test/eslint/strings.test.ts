import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { checksSingleFiles } from '../../src/eslint/rule.ts';
import { lintText } from '../../src/index.ts';
import { connlint } from '../support/cli.ts';
import { eslint, workspace } from '../support/eslint-run.ts';

// Every string of the fixtures in the syntax of several languages: the API, ESLint and the command line agree.
const STRINGS = readFileSync(new URL('../../fixtures/uris.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').slice(2).join('|').slice(1));

/** How a file of this name contains a string. `{?}` is a piece that the source does not show. */
const WRITTEN: Readonly<Record<string, (string: string, n: number) => string>> = {
  'a.env': (string, n) => `U${n}=${string.replaceAll('{?}', '${X}')}`,
  'b.js': (string, n) => `const u${n} = \`${string.replaceAll(/[`\\]/g, '\\$&').replaceAll('{?}', '${x}')}\`;`,
  'c.ts': (string, n) => `const u${n}: string = ${JSON.stringify(string).replaceAll('{?}', '" + x + "')};`,
  'd.json': (string) => `${JSON.stringify(string.replaceAll('{?}', '${X}'))},`,
  'e.yaml': (string, n) => `u${n}: ${JSON.stringify(string.replaceAll('{?}', '${X}'))}`,
  'f.py': (string, n) => `u${n} = f${JSON.stringify(string.replaceAll('{?}', '{x}'))}`,
};

const OWN = new Set(RULES.filter(checksSingleFiles).map(({ id }) => id));

interface Shown {
  readonly rule: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const words = (list: readonly Shown[]): string[] =>
  list
    .filter(({ rule }) => OWN.has(rule))
    .map((one) => `${one.line}:${one.column}-${one.endLine}:${one.endColumn} ${one.rule} ${one.message}`)
    .sort();

describe('every string of the fixtures', () => {
  const files = Object.fromEntries(
    Object.entries(WRITTEN).map(([file, write]) => [file, `${STRINGS.map(write).join('\n')}\n`]),
  );

  it.each(Object.keys(files))('is judged alike three ways in %s', async (file) => {
    using folder = workspace({ [file]: files[file]! });
    const run = connlint(['--no-config', '--format', 'json', file], { cwd: folder.root });
    const byCommand = words((JSON.parse(run.stdout) as { findings: Shown[] }).findings);
    const [result] = (await eslint(folder.root, [file])).values();
    const byEslint = result!.messages.map(({ ruleId, message, line, column, endLine = 0, endColumn = 0 }): Shown => ({
      ...{ rule: (ruleId ?? message).replace('connlint/', ''), message },
      ...{ line, column, endLine, endColumn },
    }));
    expect(result!.messages.filter(({ fatal }) => fatal)).toEqual([]);
    expect(byCommand.length).toBeGreaterThan(100);
    expect(words(lintText(files[file]!, { path: file }).findings)).toEqual(byCommand);
    expect(words(byEslint)).toEqual(byCommand);
  });
});
