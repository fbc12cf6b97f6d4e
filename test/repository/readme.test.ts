import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import * as api from '../../src/index.ts';
import { connlint, withFiles } from '../support/cli.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Fenced blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!);
}

describe('README', () => {
  it.each(blocks('console').map((block) => [block.split('\n')[0]!, block] as const))(
    '%s prints what is shown',
    (_, block) => {
      const [command, ...shown] = block.split('\n');
      const [, ...args] = command!.replace(/^\$ /, '').split(' ');
      expect(connlint([...args, '--no-config'], { cwd: ROOT }).stdout).toBe(shown.join('\n'));
    },
  );

  it('names commands that exist, and all of them', () => {
    const table = [...README.matchAll(/^\| `connlint (?:\[)?([a-z]+)/gm)].map((match) => match[1]!);
    const help = connlint(['--help'], { cwd: ROOT }).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map((match) => match[1]!);
    expect(table.sort()).toEqual(commands.sort());
  });

  it('names scripts that the package has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const pages = [README, ...['CONTRIBUTING.md', 'SECURITY.md'].map((name) => readFileSync(join(ROOT, name), 'utf8'))];
    const named = pages.flatMap((page) =>
      [...page.matchAll(/npm run (?:-s |--silent )?([a-z][a-z0-9:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named).toContain('bench');
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('says what the API returns', () => {
    const example = blocks('js').find((block) => block.includes("from 'connlint'"));
    const lines = example!.split('\n').filter((line) => line.includes('; //'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const [code, result] = line.split('; // ');
      const call = new Function(...Object.keys(api), `return ${code!};`) as (...values: unknown[]) => unknown;
      expect(call(...Object.values(api))).toBe(new Function(`return ${result!};`)());
    }
  });

  it('names the formats that exist', () => {
    const { stderr } = connlint(['check', '--format', 'zzzz'], { cwd: ROOT });
    const [, list] = /^Formats: (.*)\.$/m.exec(stderr) ?? [];
    const named = /`--format <name>\[=<file>\]`, as often as needed: (.*?)\. The exit/s.exec(README)?.[1];
    expect(named?.replaceAll('`', '').split(/,\s+/).sort()).toEqual(list?.split(', ').sort());
  });

  it('shows how shards are merged into the report of one run', () => {
    const commands = blocks('sh')
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

  it('shows an ESLint config that reports', async () => {
    const config = blocks('js').find((block) => block.includes('connlint/eslint'))!;
    const plugin = new URL('../../dist/src/eslint/index.js', import.meta.url).href;
    const helper = import.meta.resolve('eslint/config');
    const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
    try {
      const text = config.replace("'connlint/eslint'", `'${plugin}'`).replace("'eslint/config'", `'${helper}'`);
      writeFileSync(join(folder, 'eslint.config.mjs'), text);
      writeFileSync(join(folder, '.env'), 'URI=mongodb+srv://gable-k4j5h.mongodb.net/g\n');
      const [result] = await new ESLint({ cwd: folder }).lintFiles(['.env']);
      expect(result?.messages.map(({ ruleId }) => ruleId)).toContain('connlint/legacy-host');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('shows a config that is valid and blocks the change until the string is replaced', () => {
    const facts = [
      {
        name: 'metrics',
        clusterType: 'SHARDED',
        connectionStrings: { standardSrv: 'mongodb+srv://metrics.ab123.mongodb.net' },
      },
    ];
    const files = {
      'connlint.config.json': blocks('json')[0]!,
      'facts/clusters.json': JSON.stringify(facts),
      '.env': 'URI=mongodb+srv://metrics-pl-0-lb.ab123.mongodb.net/m\n',
    };
    withFiles(files, (cwd) => {
      const run = connlint(['plan', '.'], { cwd });
      expect(run.code, run.stderr).toBe(1);
      expect(run.stdout).toContain('metrics-pl-0-lb.ab123.mongodb.net');
    });
  });

  it('shows how to list what a branch changes', () => {
    const command = /<!-- against -->\n\n```sh\nconnlint (.*)\n```/.exec(README)![1]!;
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

  it('shows a suppression that suppresses', () => {
    withFiles({ 'dump.py': blocks('python')[0]! }, (cwd) => {
      const run = connlint(['check', '--today', '2026-11-20', '--format', 'json', '.'], { cwd });
      const { findings } = JSON.parse(run.stdout) as {
        findings: { rule: string; suppressed: { by: string } | null }[];
      };
      expect(findings.find(({ rule }) => rule === 'single-node-host')?.suppressed?.by).toBe('comment');
      expect(findings.filter(({ suppressed }) => suppressed === null)).toEqual([]);
    });
  });
});
