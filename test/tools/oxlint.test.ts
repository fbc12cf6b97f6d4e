import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// oxlint runs ESLint rules on scripts and on the scripts in components, including connlint's.
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';
const PAGE = readFileSync(join(import.meta.dirname, '../../docs/editors.md'), 'utf8');
const CONFIG = /```jsonc\n\/\/ \.oxlintrc\.json\n(.*?)```/s.exec(PAGE)![1]!;

const FILES: Readonly<Record<string, string>> = {
  'src/a.js': `export const u = '${URI}';\n`,
  'src/b.ts': `export const u: string = 'mongodb+srv://' + 'gable-k4j5h.mongodb.net';\n`,
  'src/c.tsx': `export const A = () => <a href="${URI}">go</a>;\n`,
  'src/d.vue': `<script setup>\nconst u = '${URI}';\n</script>\n<template><b>{{ u }}</b></template>\n`,
  'src/e.js': `// eslint-disable-next-line connlint/legacy-host -- moves in May\nexport const u = '${URI}';\n`,
  'src/f.js': `// connlint-disable-next-line legacy-host -- moves in May\nexport const u = '${URI}';\n`,
};

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly {
    readonly span: { readonly line: number; readonly column: number; readonly length: number };
  }[];
}

let pack: ReturnType<typeof packed>;
let project: Installed;
beforeAll(() => {
  pack = packed();
  project = installed([pack.tarball, 'oxlint@1']);
  project.write({ '.oxlintrc.json': CONFIG, ...FILES });
});
afterAll(() => {
  project.remove();
  rmSync(pack.folder, { recursive: true, force: true });
});

describe('oxlint', () => {
  it('shows what the command line finds', () => {
    const { diagnostics } = JSON.parse(project.run('oxlint', '--format', 'json', 'src').stdout) as {
      diagnostics: Diagnostic[];
    };
    const own = diagnostics.filter(({ code }) => code.startsWith('connlint('));
    const shown = own.map(({ code, filename, labels: [label] }) => {
      const { line, column, length } = label!.span;
      return `${filename}:${line}:${column}+${length} ${/\((.*)\)/.exec(code)?.[1]}`;
    });
    const { findings } = JSON.parse(project.run('connlint', '--format', 'json', 'src').stdout) as {
      findings: { file: string; line: number; column: number; endColumn: number; rule: string; suppressed: unknown }[];
    };
    const found = findings
      // The command line ignores ESLint comments.
      .filter(({ suppressed, file, rule }) => suppressed === null && !(file === 'src/e.js' && rule === 'legacy-host'))
      .map(({ file, line, column, endColumn, rule }) => `${file}:${line}:${column}+${endColumn - column} ${rule}`);
    expect(found).toHaveLength(9);
    expect(shown.sort()).toEqual(found.sort());
  });

  it('fixes, and takes suggestions', () => {
    const after = (...flags: string[]): string[] => {
      project.write(FILES);
      project.run('oxlint', ...flags, 'src');
      return Object.keys(FILES).map((file) => readFileSync(join(project.root, file), 'utf8'));
    };
    expect(after('--fix')).toEqual(Object.values(FILES).map((text) => text.replace(':27017', '')));
    expect(after('--fix-suggestions')[1]).toBe(FILES['src/b.ts']!.replace('gable-', 'gable.'));
  });
});
