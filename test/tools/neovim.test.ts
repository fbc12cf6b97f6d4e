import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// Neovim without a screen, with the lines from docs/editors.md and the language server from the package registry.
const PAGE = readFileSync(join(import.meta.dirname, '../../docs/editors.md'), 'utf8');
const [, INIT] = /```lua\n(.*?)```/s.exec(PAGE)!;
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';
const CONFIG = `
import connlint from 'connlint/eslint';
import tseslint from 'typescript-eslint';
import { defineConfig } from 'eslint/config';
export default defineConfig([
  connlint.configs.base,
  { files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
]);
`;
const FILES = {
  'src/a.ts': `export const u: string = '${URI}';\n`,
  '.env': `A=1\nU=${URI}\n`,
  'main.tf': `locals {\n  u = "${URI}"\n}\n`,
};

/**
 * Records the diagnostics of each file before and after an edit, in steps, because the editor sends edits only while
 * idle.
 */
const SESSION = `
local step
local function noted(done)
  for _ = 1, 1200 do
    if done() then break end
    vim.defer_fn(step, 50)
    coroutine.yield()
  end
  return vim.tbl_map(function(one)
    local line = vim.api.nvim_buf_get_lines(0, one.lnum, one.lnum + 1, false)[1]
    return { one.code or one.user_data.lsp.code, line:sub(one.col + 1, one.end_col), one.message }
  end, vim.diagnostic.get(0))
end
local function session()
  local shown = {}
  for _, file in ipairs(vim.json.decode(vim.env.FILES)) do
    vim.cmd('edit! ' .. file)
    local opened = noted(function() return #vim.diagnostic.get(0) > 0 end)
    vim.cmd('%s/:27017//')
    local typed = noted(function() return #vim.diagnostic.get(0) < #opened end)
    vim.cmd('set nomodified')
    shown[file] = { opened = opened, typed = typed }
  end
  vim.fn.writefile({ vim.json.encode(shown) }, 'shown.json')
end
step = coroutine.wrap(function()
  local ok, fault = pcall(session)
  if not ok then io.stderr:write(fault) end
  vim.cmd(ok and 'qall!' or 'cquit')
end)
vim.defer_fn(step, 0)
`;

type Shown = readonly (readonly [rule: string, text: string, message: string])[];
let pack: ReturnType<typeof packed>;
let project: Installed;
let shown: Readonly<Record<string, { readonly opened: Shown; readonly typed: Shown }>>;

beforeAll(() => {
  pack = packed();
  const tools = ['eslint@10', 'typescript@~6.0', 'typescript-eslint@8', 'vscode-langservers-extracted@4.10.0'];
  project = installed([pack.tarball, ...tools]);
  project.write({ 'eslint.config.js': CONFIG, 'init.lua': INIT!, 'session.lua': SESSION, ...FILES });
  const env = [
    `PATH=${join(project.root, 'node_modules/.bin')}:${process.env['PATH']!}`,
    `FILES=${JSON.stringify(Object.keys(FILES))}`,
    // Logs and other files of the editor stay in the project's folder.
    ...['CACHE', 'CONFIG', 'DATA', 'STATE'].map((kind) => `XDG_${kind}_HOME=${join(project.root, '.xdg')}`),
  ];
  const run = project.run('env', ...env, 'nvim', '--headless', '-n', '-u', 'init.lua', '-S', 'session.lua');
  expect(run).toMatchObject({ code: 0 });
  shown = JSON.parse(readFileSync(join(project.root, 'shown.json'), 'utf8')) as typeof shown;
});
afterAll(() => {
  project.remove();
  rmSync(pack.folder, { recursive: true, force: true });
});

describe.each(Object.keys(FILES))('%s', (file) => {
  it('shows what the command line finds, at the very place', () => {
    const { stdout } = project.run('connlint', '--format', 'json', file);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; message: string }[] };
    const [legacy, port] = findings;
    expect(shown[file]?.opened.toSorted()).toEqual([
      ['connlint/legacy-host', 'gable-k4j5h.mongodb.net', legacy?.message],
      ['connlint/srv-port', ':27017', port?.message],
    ]);
  });

  it('shows no more what was typed away, before it is saved', () => {
    expect(shown[file]?.typed.map(([rule]) => rule)).toEqual(['connlint/legacy-host']);
    expect(readFileSync(join(project.root, file), 'utf8')).toContain(':27017');
  });
});
