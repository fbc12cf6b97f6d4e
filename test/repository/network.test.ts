import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const files = ['src', 'rules']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => path.endsWith('.ts'));
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

const CLIENT = /^src\/node\/admin-api\/[a-z-]+\.ts$/;
/** Node's modules for the network, and the usual packages. */
const MODULE = /from '(?:node:)?(?:https?|http2|net|tls|dns|dgram|undici|axios|got)(?:\/\w+)?'/;

/** True for a file that calls Node's network functions. Examples of rules contain such calls as text. */
function calls(path: string): boolean {
  if (!/\b(?:fetch|WebSocket)\(/.test(text(path))) return false;
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) names.add(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest, true));
  return ['fetch', 'globalThis.fetch', 'WebSocket'].some((name) => names.has(name));
}

/** Files that a file loads with it. `import()` loads later, types never. */
function loaded(path: string): string[] {
  const specifiers = [
    ...text(path).matchAll(/^(?:import|export)\b(?! type\b)[^;]*?from '(\.[^']+)';|^import '(\.[^']+)';/gms),
  ];
  return specifiers.map(([, from, bare]) =>
    relative(root, join(root, dirname(path), from ?? bare ?? '')).replaceAll('\\', '/'),
  );
}

function reached(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !path.endsWith('.ts')) return seen;
  seen.add(path);
  for (const next of loaded(path)) reached(next, seen);
  return seen;
}

describe('the network', () => {
  it('is used by the client of the Administration API alone', () => {
    const users = files.filter((path) => MODULE.test(text(path)) || calls(path));
    expect(users).toEqual(['src/node/admin-api/request.ts']);
  });

  it('is not even loaded by anything but the commands that ask the API', () => {
    const entries = [
      'src/index.ts',
      'src/eslint/plugin.ts',
      'src/cli/run.ts',
      ...files.filter((path) => /^src\/cli\/commands\/(?!pull\.ts)[a-z-]+\.ts$/.test(path)),
    ];
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries)
      expect(
        [...reached(entry)].filter((path) => CLIENT.test(path)),
        entry,
      ).toEqual([]);
    expect([...reached('src/cli/commands/pull.ts')]).toContain('src/node/admin-api/request.ts');
  });

  it('is nothing that a rule could know', () => {
    const knows = files.filter((path) => !CLIENT.test(path) && loaded(path).some((target) => CLIENT.test(target)));
    expect(knows.every((path) => path === 'src/cli/commands/pull.ts')).toBe(true);
  });
});
