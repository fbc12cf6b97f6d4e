import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/lint/finding.ts';
import { openEditor } from '../support/editor.ts';
import type { Diagnostic, Document, Editor } from '../support/editor.ts';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The language server for editors, over its own protocol, with the packed package in a separate project.
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';
const CONFIG = `
import connlint from 'connlint/eslint';
import json from '@eslint/json';
import markdown from '@eslint/markdown';
import yml from 'eslint-plugin-yml';
import tseslint from 'typescript-eslint';
import { defineConfig } from 'eslint/config';
export default defineConfig([
  connlint.configs.base,
  { files: ['**/*.{ts,tsx}'], extends: [tseslint.configs.recommended] },
  { files: ['**/*.json'], plugins: { json }, language: 'json/json' },
  { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/gfm' },
  yml.configs.base,
]);
`;

const FILES: readonly (readonly [file: string, language: string, text: string])[] = [
  ['src/a.ts', 'typescript', `export const u: string = '${URI}';\n`],
  ['src/b.tsx', 'typescriptreact', `export const A = () => <a href="${URI}">go</a>;\n`],
  ['c.json', 'json', `{\n  "u": "${URI}"\n}\n`],
  ['d.yaml', 'yaml', `u: ${URI}\n`],
  ['e.md', 'markdown', `# Title\n\nUse \`${URI}\`.\n`],
  ['.env', 'dotenv', `A=1\r\nU=${URI}\r\n`],
  ['main.tf', 'terraform', `locals {\n  u = "${URI}"\n}\n`],
  ['f.py', 'python', `u = "${URI}"\n`],
  ['Dockerfile', 'dockerfile', `FROM node:20\nENV U="${URI}"\n`],
];

/** `eslint.validate` from docs/editors.md. */
const VALIDATE = JSON.parse(
  /"eslint\.validate": (\[.*?\])/s.exec(readFileSync(join(import.meta.dirname, '../../docs/editors.md'), 'utf8'))![1]!,
) as string[];

let pack: ReturnType<typeof packed>;
let project: Installed;
let editor: Editor;
/** What the command line finds in the files, and what it makes of them. */
let found: readonly Finding[];
const written = new Map<string, string>();

beforeAll(async () => {
  pack = packed();
  const tools = ['eslint@10', 'typescript@~6.0', 'typescript-eslint@8', '@eslint/json', '@eslint/markdown'];
  project = installed([pack.tarball, ...tools, 'eslint-plugin-yml', 'vscode-langservers-extracted@4.10.0']);
  // Documents count as product code. Otherwise their findings would be lowered and ESLint would not report them.
  project.write({ 'connlint.config.json': '{"overrides":[{"files":["**"],"role":"product"}]}\n' });
  project.write({ 'eslint.config.js': CONFIG, ...Object.fromEntries(FILES.map(([file, , text]) => [file, text])) });
  const files = FILES.map(([file]) => file);
  found = (JSON.parse(project.run('connlint', '--format', 'json', ...files).stdout) as { findings: Finding[] })
    .findings;
  project.run('connlint', '--fix', ...files);
  for (const file of files) written.set(file, readFileSync(join(project.root, file), 'utf8'));
  project.write(Object.fromEntries(FILES.map(([file, , text]) => [file, text])));
  editor = await openEditor(project.root, VALIDATE);
});
afterAll(async () => {
  await editor.close();
  project.remove();
  rmSync(pack.folder, { recursive: true, force: true });
});

const byCommandLine = (file: string): readonly Finding[] => found.filter((one) => one.file === file);
const rules = (diagnostics: readonly Diagnostic[]): unknown[] => diagnostics.map(({ code }) => code);
const FOUND = ['connlint/legacy-host', 'connlint/uri-refused'];

async function firstOf(document: Document, rule: string): Promise<Diagnostic> {
  return (await document.diagnostics()).find(({ code }) => code === `connlint/${rule}`)!;
}

describe.each(FILES)('%s', (file, language, text) => {
  it('shows what the command line finds, at the very place', async () => {
    const document = editor.open(file, language);
    const diagnostics = await document.diagnostics();
    expect(rules(diagnostics)).toEqual(FOUND);
    expect(diagnostics.map((one) => document.under(one))).toEqual(['gable-k4j5h.mongodb.net', ':27017']);
    expect(diagnostics.map(({ message }) => message)).toEqual(byCommandLine(file).map(({ message }) => message));
  });

  it('offers the fixes of the command line, with its text', async () => {
    const document = editor.open(file, language);
    const [suggestion] = byCommandLine(file)[0]!.suggestions;
    const edited = suggestion!.edits.reduceRight(
      (all, edit) => all.slice(0, edit.offset) + edit.text + all.slice(edit.endOffset),
      text,
    );
    await document.choose(await firstOf(document, 'legacy-host'), suggestion!.title);
    expect(document.text).toBe(edited);
    expect(rules(await document.diagnostics())).toEqual(['connlint/uri-refused']);
    await document.choose(await firstOf(document, 'uri-refused'), 'Fix this connlint/uri-refused problem');
    expect(document.text).toBe(edited.replace(':27017', ''));
    expect(rules(await document.diagnostics())).toEqual([]);
  });

  it('is fixed on save as --fix fixes it', async () => {
    const document = editor.open(file, language);
    await document.fixAll();
    expect(document.text).toBe(text.replace(':27017', ''));
    expect(document.text).toBe(written.get(file));
  });
});

describe('while somebody works', () => {
  it('what is typed is linted, saved or not', async () => {
    const document = editor.open('.env', 'dotenv');
    expect(rules(await document.diagnostics())).toEqual(FOUND);
    document.type('A=1\r\n');
    expect(rules(await document.diagnostics())).toEqual([]);
    document.type(`A=1\r\nB="mongodb+srv://gable-k4j5h.mongodb.net"\r\n`);
    const again = await document.diagnostics();
    expect([rules(again), again[0]?.range.start]).toEqual([['connlint/legacy-host'], { line: 1, character: 17 }]);
  });

  it('a config and a fact file that change count from the next key on', async () => {
    const document = editor.open('f.py', 'python');
    const offers = async (): Promise<string[]> => document.offers(await firstOf(document, 'legacy-host'));
    expect(await offers()).not.toContainEqual(expect.stringMatching(/^Fix this connlint\/legacy-host/));
    const record = { name: 'gable', connectionStrings: { standardSrv: 'mongodb+srv://gable.k4j5h.mongodb.net' } };
    project.write({
      'facts/c.json': JSON.stringify([record]),
      'connlint.config.json': '{"projects":[{"inventory":"facts/*.json"}]}',
    });
    expect(await offers()).toContainEqual(expect.stringMatching(/^Fix this connlint\/legacy-host/));
    project.write({ 'facts/c.json': JSON.stringify([{ ...record, name: 'other', connectionStrings: {} }]) });
    expect(await offers()).not.toContainEqual(expect.stringMatching(/^Fix this connlint\/legacy-host/));
    project.write({ 'connlint.config.json': '{ "rules": { "legacy-host": "off" } }' });
    expect(rules(await document.diagnostics())).toEqual(['connlint/uri-refused']);
    project.write({ 'connlint.config.json': '{ "rulse": {} }' });
    const [broken, ...rest] = await document.diagnostics();
    expect([broken?.code, rest]).toEqual(['connlint/config', []]);
    rmSync(join(project.root, 'connlint.config.json'));
    expect(rules(await document.diagnostics())).toEqual(FOUND);
  });

  it('a language that the settings do not name is not linted', async () => {
    expect(VALIDATE).not.toContain('plain-unknown');
    expect(await editor.open('main.tf', 'plain-unknown').diagnostics()).toEqual([]);
  });
});
