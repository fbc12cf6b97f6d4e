import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'connlint-newcomer-'));
const project = join(root, 'project');
const inputs = ['src', 'rules', 'tools', 'package.json'];

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

/** Changes one place of a file. */
function edit(path: string, before: string, after: string): void {
  const text = read(path);
  expect(text.split(before)).toHaveLength(2);
  write(path, text.replace(before, after));
}

function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'out/main.js'), ...args], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(stderr).not.toContain('internal error');
  return stdout;
}

/** The files of the copy that differ from the repository. */
const changed = (): string[] =>
  inputs
    .slice(0, 2)
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith('.ts') && read(path) !== textOrNone(join(repository, path)))
    .sort();

function textOrNone(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

beforeAll(async () => {
  for (const input of inputs) cpSync(join(repository, input), join(root, input), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  spawnSync(process.execPath, [join(root, 'tools/new-rule.mjs'), 'reserved-cluster-name']);
  edit(
    'rules/reserved-cluster-name.ts',
    'check() {\n    return [];\n  },',
    `check: ({ cluster, range }) => (cluster === 'reserved' ? [{ message: 'found', data: { name: cluster }, at: range }] : []),`,
  );
  edit(
    'src/classify/host-shapes.ts',
    "    marks: ['-pri'],",
    "    marks: ['-vault'],\n    shapes: [shape('vault', 'private', `${NAME}-vault\\\\.${TOKEN}`)],\n  },\n  {\n    marks: ['-pri'],",
  );
  edit(
    'src/read/languages.ts',
    '  css: { ...CODE, line: [], joins: [] },',
    "  css: { ...CODE, line: [], joins: [] },\n  quill: { ...CODE, line: ['~~'], block: [] },",
  );
  edit('src/read/languages.ts', "  css: 'css scss less sass',", "  css: 'css scss less sass',\n  quill: 'quill',");
  write(
    'src/report/places.ts',
    `import type { ReportView } from './report-view.ts';

export const placesReport = ({ report }: ReportView): string =>
  report.findings.map(({ file, line, rule }) => \`\${file}|\${line}|\${rule}\\n\`).join('');
`,
  );
  edit(
    'src/report/formats.ts',
    '\n  junit: {',
    "\n  places: {\n    load: async () => ({ render: (await import('./places.ts')).placesReport }),\n    begins: /^places\\|/,\n  },\n  junit: {",
  );
  const bundle = await rolldown({ input: join(root, 'src/cli/main.ts'), cwd: root, platform: 'node', tsconfig: false });
  await bundle.write({ dir: join(root, 'out') });
  await bundle.close();
  mkdirSync(project);
  writeFileSync(join(project, 'a.py'), 'URI = "mongodb+srv://reserved.ab123.mongodb.net/shop"\n');
  writeFileSync(join(project, 'b.py'), 'URI = "mongodb+srv://orders-vault.ab123.mongodb.net/shop"\n');
  writeFileSync(join(project, 'c.quill'), '~~ mongodb+srv://orders.ab123.mongodb.net/shop\n');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('what CONTRIBUTING.md says of additions', () => {
  it('takes one source file for a rule, a host shape and a language, one and its line for a format', () => {
    expect(changed()).toEqual([
      'rules/index.ts',
      'rules/reserved-cluster-name.ts',
      'src/classify/host-shapes.ts',
      'src/read/languages.ts',
      'src/report/formats.ts',
      'src/report/places.ts',
    ]);
  });

  it('runs the new rule, and writes the new format', () => {
    expect(run('check', '--rule', 'reserved-cluster-name', '--format', 'places', '.')).toBe(
      'a.py|1|reserved-cluster-name\n',
    );
  });

  it('knows the new format and rule in its help', () => {
    expect(run('help', 'check')).toMatch(/Formats:[^.]* places,/);
    expect(run('explain')).toContain('reserved-cluster-name');
  });

  it('recognises the new host shape and the comments of the new language', () => {
    const records = run('list', '--format', 'jsonl', '.')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; kind: string; cluster: string; context: string });
    expect(records.map(({ file, kind, cluster, context }) => [file, kind, cluster, context])).toEqual([
      ['a.py', 'standard', 'reserved', 'code'],
      ['b.py', 'private', 'orders', 'code'],
      ['c.quill', 'standard', 'orders', 'comment'],
    ]);
  });
});
