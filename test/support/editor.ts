import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lineIndex } from '../../src/text/source.ts';
import { connection } from './json-rpc.ts';
import type { Connection, Message } from './json-rpc.ts';

interface Position {
  readonly line: number;
  readonly character: number;
}
interface TextEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}
interface WorkspaceEdit {
  readonly documentChanges?: readonly { readonly edits: readonly TextEdit[] }[];
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
}
export interface Diagnostic {
  readonly range: TextEdit['range'];
  readonly code?: string;
  readonly codeDescription?: { readonly href: string };
  readonly message: string;
}
interface Action {
  readonly title: string;
  readonly edit?: WorkspaceEdit;
  readonly command?: { readonly command: string; readonly arguments: unknown[] };
}

/** An open document. */
export interface Document {
  readonly text: string;
  diagnostics(): Promise<readonly Diagnostic[]>;
  /** The source range of a diagnostic. */
  under(diagnostic: Diagnostic): string;
  type(text: string): void;
  /** Titles of the code actions for a diagnostic. */
  offers(diagnostic: Diagnostic): Promise<string[]>;
  /** Runs the code action whose title begins with this text. */
  choose(diagnostic: Diagnostic, title: string): Promise<void>;
  /** Applies the fixes on save. */
  fixAll(): Promise<void>;
}

/** An open folder in an editor with the ESLint language server. The client answers like VS Code's. */
export interface Editor {
  open(file: string, languageId: string): Document;
  close(): Promise<void>;
}

const CAPABILITIES = {
  workspace: { applyEdit: true, configuration: true, workspaceFolders: true, workspaceEdit: { documentChanges: true } },
  textDocument: {
    publishDiagnostics: { codeDescriptionSupport: true },
    diagnostic: {},
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll', 'source.fixAll.eslint'] } },
    },
  },
};

/** @param validate `eslint.validate` of the editor's settings: languages for which documents are sent to the server */
export async function openEditor(root: string, validate: readonly string[]): Promise<Editor> {
  const program = join(root, 'node_modules/vscode-langservers-extracted/bin/vscode-eslint-language-server');
  const server = spawn(process.execPath, [program, '--stdio'], { cwd: root });
  const folder = { name: 'project', uri: pathToFileURL(root).href };
  const languages = new Map<string, string>();
  const applied: WorkspaceEdit[] = [];
  const rpc = connection(server, ({ method, params }: Message) => {
    if (method === 'workspace/configuration') {
      const { items } = params as { items: { scopeUri: string }[] };
      return items.map(({ scopeUri }) => settings(folder, validate.includes(languages.get(scopeUri) ?? '')));
    }
    if (method === 'workspace/workspaceFolders') return [folder];
    if (method === 'workspace/applyEdit') applied.push((params as { edit: WorkspaceEdit }).edit);
    return method === 'workspace/applyEdit' ? { applied: true } : null;
  });
  const params = {
    processId: process.pid,
    rootUri: folder.uri,
    workspaceFolders: [folder],
    capabilities: CAPABILITIES,
  };
  await rpc.request('initialize', params);
  rpc.notify('initialized', {});
  rpc.notify('workspace/didChangeConfiguration', { settings: {} });
  return {
    open(file, languageId) {
      const uri = pathToFileURL(join(root, file)).href;
      if (languages.has(uri)) rpc.notify('textDocument/didClose', { textDocument: { uri } });
      languages.set(uri, languageId);
      return openDocument({ rpc, uri, applied }, languageId, readFileSync(join(root, file), 'utf8'));
    },
    async close() {
      await rpc.request('shutdown', null);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      rpc.notify('exit', null);
      server.stdin.end();
      await ended;
    },
  };
}

const settings = (folder: { uri: string }, on: boolean): Record<string, unknown> => ({
  validate: on ? 'on' : 'off',
  ...{ packageManager: 'npm', useESLintClass: true, experimental: {}, run: 'onType', nodePath: null, options: {} },
  ...{ format: false, quiet: false, onIgnoredFiles: 'off', rulesCustomizations: [], problems: {} },
  codeAction: { disableRuleComment: { enable: true, location: 'separateLine' }, showDocumentation: { enable: true } },
  codeActionOnSave: { enable: true, mode: 'all' },
  workspaceFolder: folder,
  workingDirectory: { mode: 'location' },
});

interface Opened {
  readonly rpc: Connection;
  readonly uri: string;
  /** The edits that the server has applied so far. */
  readonly applied: WorkspaceEdit[];
}

function openDocument({ rpc, uri, applied }: Opened, languageId: string, content: string): Document {
  let text = content;
  let version = 1;
  rpc.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
  const offset = ({ line, character }: Position): number => lineIndex(text).lineStart(line + 1) + character;
  const type = (next: string): void => {
    text = next;
    rpc.notify('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges: [{ text }] });
  };
  const actions = async (range: TextEdit['range'], diagnostics: readonly Diagnostic[], only?: string[]) => {
    const context = { diagnostics, ...(only && { only }) };
    return ((await rpc.request('textDocument/codeAction', { textDocument: { uri }, range, context })) ??
      []) as Action[];
  };
  const perform = async ({ edit, command }: Action): Promise<void> => {
    applied.length = 0;
    if (edit) applied.push(edit);
    if (command) await rpc.request('workspace/executeCommand', command);
    const edits = applied.flatMap(
      (one) => one.documentChanges?.flatMap((change) => change.edits) ?? one.changes?.[uri] ?? [],
    );
    const last = edits.toSorted((a, b) => offset(b.range.start) - offset(a.range.start));
    type(
      last.reduce(
        (all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
        text,
      ),
    );
  };
  const pull = async (): Promise<readonly Diagnostic[]> => {
    const answer = await rpc.request('textDocument/diagnostic', { textDocument: { uri } });
    return (answer as { items: Diagnostic[] }).items;
  };
  return {
    get text() {
      return text;
    },
    type,
    diagnostics: pull,
    under: ({ range }) => text.slice(offset(range.start), offset(range.end)),
    offers: async (diagnostic) => (await actions(diagnostic.range, [diagnostic])).map(({ title }) => title),
    async choose(diagnostic, title) {
      const found = (await actions(diagnostic.range, [diagnostic])).find((action) => action.title.startsWith(title));
      if (!found) throw new Error(`nothing is offered under "${title}"`);
      await perform(found);
    },
    async fixAll() {
      const whole = { start: { line: 0, character: 0 }, end: { line: 1_000_000, character: 0 } };
      const [found] = await actions(whole, await pull(), ['source.fixAll.eslint']);
      if (found) await perform(found);
    },
  };
}
