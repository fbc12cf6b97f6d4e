import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Fenced blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]!);
}

describe('README', () => {
  it('has at most 250 lines', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(251);
  });

  it('prints what is shown', () => {
    const pages = [README, readFileSync(join(ROOT, 'docs/security.md'), 'utf8')];
    const runs = pages.flatMap((page) => [
      ...page.matchAll(/<!-- run(?: (\S+))? -->\n+```console\n\$ connlint ?([^\n]*)\n(.*?)```/gs),
    ]);
    expect(runs.length).toBeGreaterThan(3);
    for (const [, folder, words = '', shown] of runs) {
      const args = words === '' ? [] : words.split(' ');
      const cwd = folder === undefined ? ROOT : join(ROOT, folder);
      const run = connlint(folder === undefined ? [...args, '--no-config'] : args, { cwd });
      expect(run.stdout.trimEnd(), words).toBe(shown!.trimEnd());
    }
  });

  it('answers without any installation', () => {
    const [command = ''] = blocks('sh').filter((block) => block.startsWith('node hooks/connlint.cjs'));
    const [, script = '', ...args] = command.trim().split(' ');
    const run = spawnSync(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, encoding: 'utf8' });
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toContain('docker-compose.yml');
  });

  it('names scripts that the package has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const pages = [README, ...['CONTRIBUTING.md', 'SECURITY.md'].map((name) => readFileSync(join(ROOT, name), 'utf8'))];
    const named = pages.flatMap((page) =>
      [...page.matchAll(/npm run (?:-s |--silent )?([a-z][a-z0-9:-]*)/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('names the formats that exist', () => {
    const { stderr } = connlint(['check', '--format', 'zzzz'], { cwd: ROOT });
    const [, list] = /^Formats: (.*)\.$/m.exec(stderr) ?? [];
    const [, section = ''] = /## Formats\n(.*?)No report contains/s.exec(README) ?? [];
    const named = [...section.replace(/`--format[^`]*`/, '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(list?.split(', ').sort());
  });

  it('shows an ESLint config that reports', async () => {
    const config = blocks('js').find((block) => block.includes('connlint/eslint'))!;
    const plugin = new URL('../../dist/hooks/eslint.mjs', import.meta.url).href;
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

  it('shows a suppression that suppresses', () => {
    withFiles({ 'dump.py': blocks('python')[0]! }, (cwd) => {
      const run = connlint(['check', '--today', '2026-11-20', '--format', 'json', '.'], { cwd });
      const { findings } = JSON.parse(run.stdout) as {
        findings: { rule: string; suppressed: { by: string } | null }[];
      };
      expect(findings.find(({ rule }) => rule === 'direct-list')?.suppressed?.by).toBe('comment');
      expect(findings.filter(({ suppressed }) => suppressed === null)).toEqual([]);
    });
  });
});
