import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');

// The steps of a pattern with `{0,80}` instead of `*` are bounded for each start. Of the others, these may take a
// quadratic number of steps, but their input is short.
const SHORT: Readonly<Record<string, string>> = {
  '/[?#][^]*$/': 'what is behind the first mark is always the rest: nothing is tried twice',
  '/^\\s*([A-Za-z0-9][\\w.-]{0,80})\\s*(?:\\[([^\\]]{0,80})\\])?\\s*(.*)$/s':
    'the rest is whatever there is: it always fits',
  '/^\\s*["\']?([\\w.-]{1,100})["\']?\\s*=\\s*(.*)$/s': 'the rest is whatever there is: it always fits',
  '/^[\\s<>{}()[\\]_$%@#:*"\'`.\\-!‹›«»]+|[\\s<>{}()[\\]_$%@#:*"\'`.\\-!‹›«»]+$/g':
    'a password of at most 60 characters',
  '/^x{2,}|x{2,}$/gi': 'a password of at most 60 characters',
  '/(?:(?<!\\..{0,80})-|:-|:?[=?+]|(?<=^\\w+)[#%/]).*$/s': 'the rest is whatever there is: it always fits',
  '/["\'\\]]|^[.>-]+|[.>-]+$/g': 'a name of at most 160 characters',
  '/^.*[=:{,(]\\s?(?=\\S*$)/': 'at most 400 characters of a line',
  '/=+$/': 'equals signs stand only at the end of what is read as base64',
  '/\\B(?=(?:\\d{3})+$)/g': 'the digits of a number',
};

/** Literal patterns in files that process users' data. */
function written(): string[] {
  const found = new Set<string>();
  for (const path of files()) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return [...found].sort();
}

/** Strings of data files that are patterns, except texts that an example shows. */
function inTables(): string[] {
  const found: string[] = [];
  for (const path of files('.json'))
    JSON.parse(readFileSync(join(root, path), 'utf8'), function (this: { flags?: string }, key, value: unknown) {
      if (typeof value === 'string' && key !== 'example' && /\\[bsdwSDWt.]|\(\?|\[\^/.test(value))
        found.push(String(new RegExp(value, this.flags ?? 'gm')));
      return value;
    });
  return found;
}

/** An alternative that begins with a look far back does so at every place of a text. */
const LOOKS_BACK_FIRST = /(?:^\/|[|(:])\(\?<[=!](?:[^()\\]|\\.|\([^()]*\))*\{\d*,\d{4,}\}/;
/** This one does so behind the name of a client. */
const BEHIND_A_NAME = '/\\b(PyMongo)';

function files(ending = '.ts'): string[] {
  return ['src', 'rules']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => path.endsWith(ending))
    .sort();
}

/** Patterns that are built while the modules are loaded and every example of every rule is run. */
async function built(): Promise<string[]> {
  const found = new Set<string>();
  const seen = new Set<string>();
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct(target, args: [string, string?]) {
        const pattern = new target(...args);
        const text = String(pattern);
        if (seen.has(text)) return pattern;
        seen.add(text);
        // Packages build patterns too.
        const stack = new Error().stack ?? '';
        if (stack.includes(`${root}/src/`) || stack.includes(`${root}/rules/`)) found.add(text);
        return pattern;
      },
    }),
  );
  const { runExample } = await import('../support/run-example.ts');
  await import('../../src/node/admin-api/credentials.ts');
  const { EXAMPLES } = await import('../support/rule-pages.ts');
  for (const example of EXAMPLES) runExample(example);
  vi.unstubAllGlobals();
  return [...found].sort();
}

function growing(patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => {
    const end = pattern.lastIndexOf('/');
    return analyse({ source: pattern.slice(1, end), flags: pattern.slice(end + 1) }).reports.length > 0;
  });
}

describe('regular expressions', () => {
  it('take steps that grow with the text and no faster, except those whose input is short', () => {
    const patterns = written();
    expect(patterns.length).toBeGreaterThan(500);
    expect(growing(patterns)).toEqual(Object.keys(SHORT).sort());
  });

  it('do so too in data files, and look far back only behind what they find', () => {
    const patterns = inTables();
    expect(patterns.length).toBeGreaterThan(200);
    expect(growing(patterns)).toEqual([]);
    expect(patterns.filter((one) => LOOKS_BACK_FIRST.test(one) && !one.startsWith(BEHIND_A_NAME))).toEqual([]);
  });

  it('do so too where they are built', async () => {
    const patterns = await built();
    expect(patterns.length).toBeGreaterThan(40);
    expect(growing(patterns)).toEqual([]);
  });
});
