import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';

const repository = join(import.meta.dirname, '../..');
const generator = join(repository, 'dist/tools/docs/main.js');

const README = `# A page

<!-- rule-groups -->
last year
<!-- /rule-groups -->

Between.

<!-- help:check -->
last year
<!-- /help:check -->

<!-- run -->

\`\`\`console
$ connlint list app.env --format jsonl
last year
\`\`\`

<!-- run -->

\`\`\`console
$ connlint list app.env --format jsonl
\`\`\`

End.
`;

/** A repository with rules and a README, before and after a run. */
const before = mkdtempSync(join(tmpdir(), 'connlint-generate-'));
const after = mkdtempSync(join(tmpdir(), 'connlint-generate-'));
let root: string;

beforeAll(() => {
  cpSync(join(repository, 'rules'), join(before, 'rules'), { recursive: true });
  writeFileSync(join(before, 'app.env'), 'URI=mongodb+srv://walnut.m4k7q.mongodb.net/shop\n');
  writeFileSync(join(before, 'README.md'), README);
  cpSync(before, after, { recursive: true });
  expect(docsIn(after).status).toBe(0);
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'connlint-generate-'));
  cpSync(after, root, { recursive: true });
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

afterAll(() => {
  for (const folder of [before, after]) rmSync(folder, { recursive: true, force: true });
});

const text = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const docsIn = (folder: string, ...args: string[]): Outcome =>
  spawnSync(process.execPath, [generator, '--root', folder, ...args], { encoding: 'utf8' });
const docs = (...args: string[]): Outcome => docsIn(root, ...args);

describe('npm run docs', () => {
  it('writes what is missing, and then finds everything fresh', () => {
    expect(docs('--check')).toMatchObject({ status: 0, stderr: '' });
    const pages = readdirSync(join(root, 'docs/rules')).filter((name) => name !== 'README.md');
    expect(RULES.map(({ id }) => `${id}.md`)).toEqual(pages);

    const { status, stderr } = docsIn(before, '--check');
    expect(status).toBe(1);
    for (const path of ['schema.json', 'docs/rules/legacy-host.md', 'README.md'])
      expect(stderr).toContain(`stale: ${path}\n`);
    expect(stderr).toContain('npm run docs');
  });

  it('reports a page that was edited, and one whose rule is gone; the next run puts both right', () => {
    const written = text('docs/rules/legacy-host.md');
    writeFileSync(join(root, 'docs/rules/legacy-host.md'), `${written}\nBy hand.\n`);
    writeFileSync(join(root, 'docs/rules/gone-rule.md'), '# gone-rule\n');
    const { status, stderr } = docs('--check');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'stale: docs/rules/legacy-host.md\nstale: docs/rules/gone-rule.md (no rule has this page)\nRun `npm run docs`.\n',
    );
    expect(docs().stdout).toBe('wrote docs/rules/legacy-host.md\nremoved docs/rules/gone-rule.md\n');
    expect(text('docs/rules/legacy-host.md')).toBe(written);
    expect(existsSync(join(root, 'docs/rules/gone-rule.md'))).toBe(false);
  });

  it('reports a rule file that the list does not have', () => {
    cpSync(join(root, 'rules/srv-port.ts'), join(root, 'rules/another-rule.ts'));
    expect(docs('--check').stderr).toContain('stale: rules/index.ts');
  });

  it("shows on a rule's page what the tool says about its examples, and no word that a template left", () => {
    const page = text('docs/rules/legacy-host.md');
    expect(page).toMatch(/^# legacy-host\n\n/);
    expect(page).toMatch(/\napp\.py:1:22: warning: Legacy hostname/);
    expect(page).toMatch(/After the suggestion: .*\n\n```py\nURI = "mongodb\+srv:\/\/reader\.k2j4h\./);
    expect(page).toMatch(/## Not reported[\s\S]*federation names/i);
    for (const { id } of RULES) expect(text(`docs/rules/${id}.md`), id).not.toMatch(/TODO|undefined|\[object|[⟦⟧]/);
  });

  it('fills the marked parts of the README and touches nothing else of it', () => {
    const page = text('README.md');
    expect(page).not.toContain('last year');
    expect(page).toMatch(/\| Planned changes +\| \d+ +\| \[/);
    expect(page).toContain(
      `\n${execFileSync(process.execPath, [join(repository, 'dist/hooks/connlint.cjs'), 'check', '--help'], { encoding: 'utf8' })}\`\`\`\n`,
    );
    expect(page).toMatch(
      /^# A page\n\n<!-- rule-groups -->[\s\S]*<!-- \/rule-groups -->\n\nBetween\.\n\n<!-- help:check -->[\s\S]*<!-- \/help:check -->\n\n<!-- run -->[\s\S]*\nEnd\.\n$/,
    );
  });

  it('shows what commands print, as they print it', () => {
    expect(text('README.md').match(/\{"file":"app\.env","role":"config","line":1,"column":5,/g)).toHaveLength(2);
  });

  it('creates no README', () => {
    for (const path of readdirSync(root)) if (path !== 'rules') rmSync(join(root, path), { recursive: true });
    expect(docs().status).toBe(0);
    expect(readdirSync(root).sort()).toEqual(['docs', 'rules', 'schema.json', 'src']);
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

  function newRule(...args: string[]): Outcome {
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
    rmSync(join(root, 'src'), { recursive: true });
    symlinkSync(join(repository, 'src'), join(root, 'src'));
    const bin = join(repository, 'node_modules');
    const flags =
      '--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --target es2023 --module nodenext --allowImportingTsExtensions --types node';
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
