import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';

const repository = join(import.meta.dirname, '../..');
const generator = join(repository, 'dist/tools/docs/main.js');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'connlint-generate-'));
  cpSync(join(repository, 'rules'), join(root, 'rules'), {
    recursive: true,
    filter: (path) => !path.endsWith('.md'),
  });
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const text = (path: string): string => readFileSync(join(root, path), 'utf8');

function docs(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [generator, '--root', root, ...args], { encoding: 'utf8' });
}

describe('npm run docs', () => {
  it('writes what is missing, and then finds everything fresh', () => {
    const before = docs('--check');
    expect(before.status).toBe(1);
    expect(before.stderr).toContain('stale: schema.json');
    expect(before.stderr).toContain('stale: docs/rules/legacy-host.md');
    expect(before.stderr).toContain('npm run docs');

    expect(docs().status).toBe(0);
    expect(docs('--check')).toMatchObject({ status: 0, stderr: '' });
    const pages = readdirSync(join(root, 'docs/rules')).filter((name) => name !== 'README.md');
    expect(RULES.map(({ id }) => `${id}.md`)).toEqual(pages);
  });

  it('reports a page that was edited, and one whose rule is gone; the next run puts both right', () => {
    docs();
    writeFileSync(join(root, 'docs/rules/legacy-host.md'), `${text('docs/rules/legacy-host.md')}\nBy hand.\n`);
    writeFileSync(join(root, 'docs/rules/gone-rule.md'), '# gone-rule\n');
    const { status, stderr } = docs('--check');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'stale: docs/rules/legacy-host.md\nstale: docs/rules/gone-rule.md (no rule has this page)\nRun `npm run docs`.\n',
    );
    expect(docs().stdout).toBe('wrote docs/rules/legacy-host.md\nremoved docs/rules/gone-rule.md\n');
    expect(docs('--check').status).toBe(0);
  });

  it('reports a rule file that the list does not have', () => {
    docs();
    cpSync(join(root, 'rules/srv-port.ts'), join(root, 'rules/another-rule.ts'));
    expect(docs('--check').stderr).toContain('stale: rules/index.ts');
  });

  it("shows on a rule's page what the tool says about its examples, and no word that a template left", () => {
    docs();
    const page = text('docs/rules/legacy-host.md');
    expect(page).toMatch(/^# legacy-host\n\n/);
    expect(page).toMatch(/\napp\.py:1:22: warning: Legacy hostname/);
    expect(page).toMatch(/After the suggestion: .*\n\n```py\nURI = "mongodb\+srv:\/\/reader\.k2j4h\./);
    expect(page).toMatch(/## Not reported[\s\S]*federation names/i);
    for (const { id } of RULES) expect(text(`docs/rules/${id}.md`), id).not.toMatch(/TODO|undefined|\[object|[⟦⟧]/);
    expect(readdirSync(root).sort(), 'no README is made').toEqual(['docs', 'rules', 'schema.json', 'src']);
  });

  it('fills the marked parts of the README and touches nothing else of it', () => {
    const marked = (rules: string, help: string): string =>
      `# A page\n\n<!-- rule-groups -->\n${rules}\n<!-- /rule-groups -->\n\nBetween.\n\n<!-- help:check -->\n${help}\n<!-- /help:check -->\n\nEnd.\n`;
    writeFileSync(join(root, 'README.md'), marked('last year', 'last year'));
    docs();
    const page = text('README.md');
    expect(page).not.toContain('last year');
    expect(page).toMatch(/\| Planned changes +\| \d+ +\| \[/);
    expect(page).toContain(
      `\n${execFileSync(process.execPath, [join(repository, 'dist/hooks/connlint.cjs'), 'check', '--help'], { encoding: 'utf8' })}\`\`\`\n`,
    );
    expect(page).toMatch(
      /^# A page\n\n<!-- rule-groups -->[\s\S]*<!-- \/rule-groups -->\n\nBetween\.\n\n<!-- help:check -->[\s\S]*\nEnd\.\n$/,
    );
    expect(docs('--check').status).toBe(0);
  });

  it('shows what commands print, as they print it', () => {
    const block = (output: string): string =>
      `<!-- run -->\n\n\`\`\`console\n$ connlint list app.env --format jsonl\n${output}\`\`\`\n`;
    writeFileSync(join(root, 'app.env'), 'URI=mongodb+srv://walnut.m4k7q.mongodb.net/shop\n');
    writeFileSync(join(root, 'README.md'), `${block('last year\n')}\n${block('')}`);
    docs();
    const page = text('README.md');
    expect(page).not.toContain('last year');
    expect(page.match(/\{"file":"app\.env","role":"config","line":1,"column":5,/g)).toHaveLength(2);
    expect(docs('--check').status).toBe(0);
  });

  it('fails when a command of the README does not work', () => {
    writeFileSync(join(root, 'README.md'), '<!-- run -->\n\n```console\n$ connlint list nowhere\n```\n');
    expect(docs()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('connlint list nowhere: exit code 2') as string,
    });
  });
});

describe('this repository', () => {
  it('has nothing stale', () => {
    const { status, stderr } = spawnSync(process.execPath, [generator, '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('npm run new-rule', () => {
  beforeEach(() => {
    cpSync(join(repository, 'tools'), join(root, 'tools'), { recursive: true });
    cpSync(join(repository, 'package.json'), join(root, 'package.json'));
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  });

  function newRule(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [join(root, 'tools/new-rule.mjs'), ...args], { encoding: 'utf8' });
  }

  it('writes a rule and puts it on the list', () => {
    const { status, stdout, stderr } = newRule('quiet-harbor');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('wrote rules/quiet-harbor.ts');
    expect(stdout).toContain('-t quiet-harbor');
    expect(text('rules/quiet-harbor.ts')).toContain("id: 'quiet-harbor'");
    expect(text('rules/index.ts')).toContain("import quietHarbor from './quiet-harbor.ts';");
  });

  it('writes what compiles, and what is formatted as the repository is', () => {
    newRule('quiet-harbor');
    symlinkSync(join(repository, 'src'), join(root, 'src'));
    const bin = join(repository, 'node_modules');
    const flags =
      '--noEmit --ignoreConfig --strict --target es2023 --module nodenext --allowImportingTsExtensions --types node';
    const tsc = [join(bin, 'typescript/bin/tsc'), ...flags.split(' '), 'rules/quiet-harbor.ts'];
    expect(spawnSync(process.execPath, tsc, { cwd: root, encoding: 'utf8' }).stdout).toBe('');
    const prettier = [
      join(bin, 'prettier/bin/prettier.cjs'),
      '--config',
      join(repository, '.prettierrc.json'),
      '--check',
    ];
    const paths = ['rules/quiet-harbor.ts', 'rules/index.ts'];
    expect(spawnSync(process.execPath, [...prettier, ...paths], { cwd: root }).status).toBe(0);
  });

  it.each([
    [[], /id is missing/],
    [['Quiet-Harbor'], /is no id/],
    [['quiet_harbor'], /is no id/],
    [['quiet'], /is no id/],
    [['quiet--harbor'], /is no id/],
    [['../quiet-harbor'], /is no id/],
    [['srv-port'], /there is a rule "srv-port" already/],
  ])('refuses %j', (args, message) => {
    const list = text('rules/index.ts');
    const { status, stderr } = newRule(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(text('rules/index.ts')).toBe(list);
  });

  it('warns of a name that is easily taken for another', () => {
    const { status, stderr } = newRule('srv-ports');
    expect(status).toBe(0);
    expect(stderr).toContain('"srv-port" is easily taken for "srv-ports"');
  });
});
