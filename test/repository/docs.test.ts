import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS, commandHelp, isCommand } from '../../src/cli/commands.ts';
import * as api from '../../src/index.ts';
import { connlint, fixtureFolder, withFiles } from '../support/cli.ts';

// The pages are right: links, commands with their output, configs and code. `UPDATE_DOCS=1` writes the outputs.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['docs', 'docs/changes'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!);
}

/** Anchors of headings, as GitHub creates them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...page.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
  const anchors = headings.map((title) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, ''));
  return new Set(anchors.map((title) => title.replaceAll(' ', '-')));
}

/** A command with its output: `<!-- run [folder] -->`, then a console block that begins with the command. */
const RUN =
  /(<!-- run(?: fixtures\/([\w/-]+))? -->\n+```console\n\$ (connlint|node hooks\/connlint\.cjs) ?([^\n]*)\n)([^]*?)```/g;

/** Runs a command in a copy of a fixture, or in the repository. */
function outputOf(words: string, fixture: string | undefined): string {
  const args = words === '' ? [] : words.split(' ');
  const { code, stdout, stderr } = connlint(args, { cwd: fixture === undefined ? ROOT : fixtureFolder(fixture) });
  expect(code, stderr).toBeLessThan(2);
  return `${stdout.trimEnd()}\n`;
}

describe.each(PAGES)('%s', (path) => {
  const page = text(path);

  it('links to files and headings that exist', () => {
    const prose = page.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = targets.filter((target) => {
      const [file = '', anchor] = target.split('#');
      const goal = file === '' ? path : join(dirname(path), file);
      if (/^[a-z]+:/.test(target)) return false;
      return !existsSync(join(ROOT, goal)) || (anchor !== undefined && !anchorsOf(text(goal)).has(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('shows what its commands print', () => {
    const shown = page.replace(RUN, (_, start: string, fixture: string | undefined, __: string, words: string) => {
      return `${start}${outputOf(words, fixture)}\`\`\``;
    });
    if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, path), shown);
    else expect(shown).toBe(page);
  });

  it('shows configs that are valid', () => {
    const schema = JSON.parse(text('schema.json')) as { properties: object };
    for (const block of blocks(page, 'jsonc?')) {
      const value = parse(block) as object;
      const keys = Array.isArray(value) ? [] : Object.keys(value);
      if (keys.length > 0 && keys.every((key) => Object.hasOwn(schema.properties, key)))
        expect(() => api.createLinter(value), block).not.toThrow();
    }
  });

  it('names scripts of the package, and no page or package that does not exist', () => {
    const named = [...page.matchAll(/npm run (?:-s |--silent )?([a-z][a-z0-9:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    expect(page).not.toMatch(/npx (?:--yes )?connlint|unpkg|connlint@\d/);
  });
});

describe('commands and options that a text names exist', () => {
  const files = ['.github', 'docs', 'rules', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const named = new Set([...PAGES, 'hooks/README.md', '.pre-commit-hooks.yaml', ...files]);
  const commands = Object.keys(COMMANDS);
  const optionsOf = (name: string): string[] =>
    isCommand(name) ? (commandHelp(name).match(/(?<![\w-])--?[a-z][a-z-]*/g) ?? []) : optionsOf('check');
  const everyOption = new Set([...commands.flatMap(optionsOf), '--version', '-v', '--type']); // --type: of the Atlas CLI

  /** The code in a page, the lines of a workflow that run something, a module without its comments. */
  function codeOf(name: string): string {
    if (name.endsWith('.ts')) return text(name).replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
    const code = text(name).match(/^```.*?^```|`[^`\n]+`|^[^\n]*(?:run|entry): [^\n]*/gms) ?? [];
    return code.filter((part) => !/^```(?!sh|console|ya?ml)/.test(part)).join('\n');
  }

  it.each([...named].filter((name) => /\.(?:md|ts|ya?ml)$/.test(name)))('%s', (name) => {
    const code = codeOf(name);
    const calls = code.matchAll(/(?<=^|[`'"(] ?|\$ |: |Run |or |node )(?:connlint|\S*connlint\.cjs"?) ([^\n`'"]+)/gm);
    for (const [, call = ''] of calls) {
      const words = call.replace(/^(?:-v|--version)|  *(?:[#|>]|-- ).*/g, '').split(/[\s"),;.:=]+/);
      const [first = '', second = ''] = words;
      if (name.endsWith('.ts') && /^(?:reads|does)$/.test(first)) continue;
      const command = first === 'help' ? second : first;
      if (/^[a-z]/.test(command) && !existsSync(join(ROOT, command))) expect(commands, call).toContain(command);
      const options = words.filter((word) => /^--?[a-z]/.test(word));
      expect(
        options.filter((option) => !optionsOf(first).includes(option)),
        call,
      ).toEqual([]);
    }
    // Elsewhere a text names options of other programs too.
    if (/^rules|^src\/(?!cli|config|lint|node\/fs|report\/(?!document-html))/.test(name)) return;
    const alone = code.match(/(?<=[`'])--[a-z][a-z-]+(?=[ `'.=])/g) ?? [];
    expect(alone.filter((option) => !everyOption.has(option))).toEqual([]);
  });
});

describe('README.md', () => {
  const page = text('README.md');

  it('fits on a few screens', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(201);
  });

  it('begins with two commands, of which the first needs no installation', () => {
    const [first = ''] = blocks(page, 'sh');
    expect(first).toMatch(/^node hooks\/connlint\.cjs list fixtures\/monorepo .*\nnpm ci && npm test .*\n$/);
  });

  it('shows an ESLint config that reports', async () => {
    const plugin = new URL('../../dist/hooks/eslint.cjs', import.meta.url).href;
    const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
    try {
      writeFileSync(
        join(folder, 'eslint.config.mjs'),
        blocks(page, 'js')[0]!.replace("'connlint/eslint'", `'${plugin}'`),
      );
      writeFileSync(join(folder, '.env'), 'URI=mongodb+srv://gable-k4j5h.mongodb.net/g\n');
      const [result] = await new ESLint({ cwd: folder }).lintFiles(['.env']);
      expect(result?.messages.map(({ ruleId }) => ruleId)).toContain('connlint/legacy-host');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('shows a config that blocks the change until the string is replaced', () => {
    const connectionStrings = { standardSrv: 'mongodb+srv://metrics.ab123.mongodb.net' };
    const files = {
      'connlint.config.jsonc': blocks(page, 'jsonc')[0]!,
      'facts/clusters.json': JSON.stringify([{ name: 'metrics', clusterType: 'SHARDED', connectionStrings }]),
      '.env': 'URI=mongodb+srv://metrics-pl-0-lb.ab123.mongodb.net/m\n',
    };
    withFiles(files, (cwd) => {
      const run = connlint(['plan', '.'], { cwd });
      expect(run.code, run.stderr).toBe(1);
      expect(run.stdout).toContain('metrics-pl-0-lb.ab123.mongodb.net');
    });
  });

  it('shows a suppression that suppresses', () => {
    withFiles({ 'dump.py': blocks(page, 'python')[0]! }, (cwd) => {
      const run = connlint(['--today', '2026-11-20', '--format', 'json', '.'], { cwd });
      const { findings } = JSON.parse(run.stdout) as { findings: { rule: string; suppressed: unknown }[] };
      expect(findings.filter(({ suppressed }) => suppressed !== null).map(({ rule }) => rule)).toEqual(['direct-list']);
      expect(findings.map(({ rule }) => rule)).not.toContain('acceptance');
    });
  });
});

it('CONTRIBUTING.md names files that exist', () => {
  const paths = [...text('CONTRIBUTING.md').matchAll(/(?<=`)(?:src|test|tools|docs)(?:\/[\w.-]+)+(?=`)/g)];
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.map(([path]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('connlint is quiet about its own repository', () => {
  const { code, stdout, stderr } = connlint(['--format', 'concise'], { cwd: ROOT });
  expect([code, stdout.split('\n').filter((line) => / (?:error|warning): /.test(line))], stderr).toEqual([0, []]);
});

describe('docs/api.md', () => {
  it('says what the API returns', () => {
    const lines = blocks(text('docs/api.md'), 'js')[0]!
      .split('\n')
      .filter((line) => line.includes('; //'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const [code, result] = line.split('; // ');
      const call = new Function(...Object.keys(api), `return ${code!};`) as (...values: unknown[]) => unknown;
      expect(call(...Object.values(api))).toBe(new Function(`return ${result!};`)());
    }
  });
});
