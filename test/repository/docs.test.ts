import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import * as api from '../../src/index.ts';
import { allCommands } from '../../src/cli/commands.ts';
import { changeNames } from '../../src/config/plan.ts';
import { validateConfig } from '../../src/config/config.ts';
import { configSchema } from '../../src/config/schema.ts';
import { CONFIG_EXAMPLES } from '../../tools/docs/reference.ts';
import { connlint, withFiles } from '../support/cli.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/changes', 'docs/rules'].flatMap(pagesIn),
];

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!);
}

/** Anchors of headings, as GitHub creates them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...page.replace(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the pages', () => {
  it('link to files and headings that exist', () => {
    const broken = PAGES.flatMap((path) => {
      const prose = text(path)
        .replace(/^```.*?^```/gms, '')
        .replace(/`[^`\n]*`/g, '');
      const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
      return links.flatMap((target) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [file = '', anchor] = target.split('#');
        const goal = file === '' ? path : join(dirname(path), file);
        if (!existsSync(join(ROOT, goal))) return [`${path}: ${target}`];
        return anchor === undefined || anchorsOf(text(goal)).has(anchor) ? [] : [`${path}: ${target}`];
      });
    });
    expect(broken).toEqual([]);
  });

  it('show commands and options that exist', async () => {
    const known = new Map<string, ReadonlySet<string>>();
    for (const [name, { load }] of allCommands()) {
      const { options } = await load();
      known.set(name, new Set(Object.keys(options).flatMap((option) => [`--${option}`, `--no-${option}`])));
    }
    const wrong = PAGES.flatMap((path) => {
      const lines = blocks(text(path), 'sh').flatMap((block) => block.split('\n'));
      return lines
        .filter((line) => /^connlint\b/.test(line))
        .filter((line) => {
          const [, ...words] = line.replace(/ +#.*$/, '').split(/\s+/);
          const name = [words.slice(0, 2).join(' '), words[0]!].find((first) => known.has(first)) ?? 'check';
          const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]!);
          return options.some((option) => !known.get(name)!.has(option));
        })
        .map((line) => `${path}: ${line}`);
    });
    expect(wrong).toEqual([]);
  });

  it('show configs that are valid, by the schema and by the program', () => {
    const schema = JSON.parse(text('schema.json')) as { properties: object };
    const isValid = new Ajv({ strict: false, allowUnionTypes: true }).compile(schema);
    const ids = RULES.map(({ id }) => id);
    // The samples of formats are output.
    const configs = PAGES.filter((path) => path !== 'docs/formats.md').flatMap((path) =>
      blocks(text(path), 'jsonc?').flatMap((block) => {
        const value: unknown = parse(block);
        const isConfig =
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          Object.keys(value).every((key) => Object.hasOwn(schema.properties, key));
        return isConfig ? [{ path, value }] : [];
      }),
    );
    for (const { path, value } of configs) {
      isValid(value);
      expect(isValid.errors ?? [], path).toEqual([]);
      const checked = validateConfig(value, ids);
      expect('problems' in checked ? checked.problems : [], path).toEqual([]);
    }
    for (const page of ['README.md', 'docs/README.md', 'docs/facts.md', 'docs/configuration.md'])
      expect(configs.map(({ path }) => path)).toContain(page);
    expect(configs.length).toBeGreaterThan(100);
  });

  it('have one per rule and per planned change, and an index of each', () => {
    const rules = text('docs/rules/README.md');
    for (const { id } of RULES) {
      expect(existsSync(join(ROOT, `docs/rules/${id}.md`)), id).toBe(true);
      expect(rules).toContain(`(${id}.md)`);
    }
    const changes = text('docs/changes/README.md');
    for (const name of changeNames()) {
      expect(changes).toContain(`(${name}.md)`);
      expect(text(`docs/changes/${name}.md`)).toMatch(/## What breaks[^]*## Why[^]*## Runbook[^]*\n1\. /);
    }
  });
});

describe('docs/configuration.md', () => {
  it('has an example of every key, which the config takes', () => {
    const keys = Object.keys(configSchema([], {}).keys);
    expect(Object.keys(CONFIG_EXAMPLES).sort()).toEqual(keys.sort());
    const ids = RULES.map(({ id }) => id);
    // Separately, because settings of one project and of several cannot be combined.
    for (const [key, example] of Object.entries(CONFIG_EXAMPLES)) {
      const checked = validateConfig({ [key]: example }, ids);
      expect('problems' in checked ? checked.problems : [], key).toEqual([]);
    }
    for (const key of keys) expect(text('docs/configuration.md')).toContain(`\n## ${key}\n`);
  });
});

describe('docs/cli.md', () => {
  it('has every command and option', async () => {
    const page = text('docs/cli.md');
    for (const [name, { load }] of allCommands()) {
      expect(page).toContain(`# ${name}\n`);
      for (const [option, { help }] of Object.entries((await load()).options))
        expect(page).toContain(help === null ? `--no-${option}` : `--${option}`);
    }
  });
});

describe('docs/api.md', () => {
  it('says what the API returns', () => {
    const [example] = blocks(text('docs/api.md'), 'js');
    const lines = example!.split('\n').filter((line) => line.includes('; //'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const [code, result] = line.split('; // ');
      const call = new Function(...Object.keys(api), `return ${code!};`) as (...values: unknown[]) => unknown;
      expect(call(...Object.values(api))).toBe(new Function(`return ${result!};`)());
    }
  });
});

describe('docs/ci.md', () => {
  it('shows how shards are merged into the report of one run', () => {
    const commands = blocks(text('docs/ci.md'), 'sh')
      .find((block) => block.includes('--shard'))!
      .trim()
      .split('\n');
    withFiles({ 'a.env': 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n', 'b.env': 'B=1\n' }, (cwd) => {
      const [sarif, text] = ['sarif', 'text'].map((format) => connlint(['--format', format], { cwd }).stdout);
      const runs = commands.map((command) => connlint(command.split(' ').slice(1), { cwd }));
      expect(runs.map(({ code }) => code)).toEqual([0, 0, 1]);
      expect(runs.at(-1)!.stdout).toBe(text);
      expect(readFileSync(join(cwd, 'connlint.sarif'), 'utf8')).toBe(sarif);
    });
  });

  it('shows how to list what a branch changes', () => {
    const command = /<!-- against -->\n\n```sh\nconnlint (.*)\n```/.exec(text('docs/ci.md'))![1]!;
    withFiles({ 'a.env': 'A=mongodb+srv://orders.ab123.mongodb.net/x\n' }, (cwd) => {
      const git = (...args: string[]): void => {
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd });
      };
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '-m', 'main');
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      writeFileSync(join(cwd, 'a.env'), 'A=mongodb+srv://orders-pri.ab123.mongodb.net/x\n');
      const run = connlint(command.split(' '), { cwd });
      expect(run.code, run.stderr).toBe(0);
      expect(run.stdout).toContain('## connlint: 1 changed');
      expect(run.stdout).toContain('| standard → private |');
    });
  });
});
