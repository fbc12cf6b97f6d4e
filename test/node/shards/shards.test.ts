import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseShard, shardOf } from '../../../src/lint/shard-result.ts';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';
import { FORMATS } from '../../support/reports.ts';
import { withRepository } from '../../support/repository.ts';

const OUTSIDE = { GITHUB_SERVER_URL: '', GITHUB_REPOSITORY: '', GITHUB_SHA: '' };
const BAD = 'URI=mongodb+srv://app:Canary5ecret@gable.k4j5h.mongodb.net:27017/g\n';
const LIST = 'mongodb://mills-shard-00-00.b1n2m.mongodb.net:27017,mills-shard-00-01.b1n2m.mongodb.net:27017';
const TERRAFORM = (at: string): string =>
  `locals {\n  uri = mongodbatlas_advanced_cluster.till.connection_strings${at}.standard_srv\n}\n`;

/**
 * Contents for every part of a report: all encodings, rules about several files, comments, a baseline, missing facts.
 */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'connlint.config.json': JSON.stringify({
    inventory: 'facts/mills.json',
    suppressions: [
      { rule: ['legacy-host'], files: ['old/**'], reason: 'they go with the old site' },
      { rule: ['uri-refused'], files: ['nowhere/**'], reason: 'accepts nothing' },
    ],
    plan: [{ change: 'multi-region', cluster: 'x', regions: ['US_EAST_2', 'US_WEST_2'] }],
    project: { peeringOnly: true },
    clusters: { x: { provider: 'azure', regions: ['US_EAST_2'] } },
    ignores: ['left-out.env', 'no-such-file.env'],
  }),
  'facts/mills.json': JSON.stringify([{ name: 'till', clusterType: 'REPLICASET' }]),
  'left-out.env': BAD,
  'prod/a.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
  'prod/b.env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
  'lists/a.ini': `uri = ${LIST}/m?tls=true&authSource=admin\n`,
  'lists/b.ini': `uri = ${LIST},mills-shard-00-02.b1n2m.mongodb.net:27017/m?tls=true&authSource=admin\n`,
  'iac/main.tf': TERRAFORM('[0]'),
  'iac/versions.tf':
    'terraform {\n  required_providers {\n    mongodbatlas = {\n      source  = "mongodb/mongodbatlas"\n      version = "~> 2.0"\n    }\n  }\n}\n',
  'src/wide.py': `# äöü 漢字 😀\nx = "ä😀" + "mongodb+srv://app:pässwort@gable.k4j5h.mongodb.net:27017/g" # ü\r\n`,
  'src/mark.env': `\ufeff${BAD}`,
  'src/latin.env': Buffer.from(`# \xe4\n${BAD}`, 'latin1'),
  'src/utf16.env': Buffer.from(`\ufeff# \u6f22\r\n${BAD}`, 'utf16le'),
  'src/utf32.env': Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
  'src/accepted.env': `# connlint-disable-next-line uri-refused until=2999-01-01 -- on purpose\n${BAD}# connlint-disable uri-refused\n`,
  'src/base64.yaml': `a: ${Buffer.from(BAD.slice(4).trim()).toString('base64')}\n`,
  'src/[odd] name%.env': BAD + BAD,
  'src/pieces.js': `const u = 'mongodb+srv://app:' +\n  'Canary5ecret' + '@gable-' + 'k4j5h.mongodb.net/g';\n`,
  'src/two.json': JSON.stringify({ a: `${BAD} and mongodb://u:Canary5ecret@b.k4j5h.mongodb.net/` }),
  'old/site.env': 'A=mongodb+srv://gable-k4j5h.mongodb.net/g\n',
  'binary.bin': Buffer.from([0, 1, 2, 3]),
  'new\nline.env': BAD,
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function outFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'connlint-shards-'));
  folders.push(folder);
  return folder;
}

const run = (cwd: string, ...args: string[]): Run =>
  connlint([...args, '--today', '2026-11-01'], { cwd, env: OUTSIDE });

/** The results of all shards in a folder. */
function shards(cwd: string, n: number, ...args: string[]): string {
  const out = outFolder();
  for (let i = 1; i <= n; i++) {
    const blob = join(out, `${i}.json`);
    const one = run(
      cwd,
      '--shard',
      `${i}/${n}`,
      '--format',
      `blob=${blob}`,
      '--fail-on',
      'never',
      '--no-notices',
      ...args,
    );
    expect(one, one.stderr).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^Passed: [^\n]+\n$/) });
  }
  return out;
}

const ALL = ['text', ...FORMATS] as const;

function merged(cwd: string, blobs: string, ...args: string[]): Run & { readonly reports: Record<string, string> } {
  return allFormats((formats) => connlint(['merge', blobs, ...formats, ...args], { cwd, env: OUTSIDE }));
}

function whole(cwd: string, ...args: string[]): Run & { readonly reports: Record<string, string> } {
  return allFormats((formats) => run(cwd, 'check', ...formats, ...args));
}

function allFormats(use: (formats: string[]) => Run): Run & { readonly reports: Record<string, string> } {
  const out = outFolder();
  const result = use(ALL.flatMap((format) => ['--format', `${format}=${join(out, format)}`]));
  const reports = Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  return { ...result, reports };
}

describe('shards', () => {
  it('are parts, each path in one of them', () => {
    expect(parseShard('2/8')).toEqual({ index: 2, count: 8 });
    for (const text of ['0/2', '3/2', '1', '1/0', 'a/b', '-1/2', '1/2/3', '']) expect(parseShard(text)).toBeNull();
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 4_000; i++) counts[shardOf(`src/file-${i}.ts`, 4) - 1]!++;
    expect(Math.min(...counts)).toBeGreaterThan(900);
  });

  it.each([1, 2, 5])('of %i give the report of one run, byte for byte, in every format', (n) => {
    withRepository(FILES, ({ root, git }) => {
      git('commit', '--quiet', '--allow-empty', '-m', 'first');
      git('remote', 'add', 'origin', 'https://bot:Canary5ecret@github.com/acme/billing.git');
      // A run that could not read all of it does not tell of suppressions that accept nothing.
      if (n === 5) rmSync(join(root, 'src/utf32.env'));
      const once = whole(root, '--report-suppressed');
      const joined = merged(root, shards(root, n), '--report-suppressed');
      expect(Object.keys(once.reports).sort()).toEqual([...ALL].sort());
      for (const format of ALL) expect(joined.reports[format], format).toBe(once.reports[format]);
      expect({ ...joined, reports: null }).toEqual({ ...once, reports: null });
      const { findings, unknown, notices } = JSON.parse(once.reports['json']!) as Record<string, { rule: string }[]>;
      const rules = findings!.map(({ rule }) => rule);
      for (const rule of ['uri-refused', 'mixed-string-kinds', 'iac-removed']) expect(rules).toContain(rule);
      expect(rules).toContain('change-refused');
      expect(rules.includes('acceptance')).toBe(n === 5);
      expect(unknown!.length + notices!.length).toBeGreaterThan(2);
    });
  });

  it('leave the baseline and the thresholds to the merge', () => {
    withRepository(FILES, ({ root, write }) => {
      run(root, 'baseline', 'create');
      write('src/new.env', BAD.replace('gable', 'other'));
      rmSync(join(root, 'src/mark.env'));
      const once = whole(root);
      const blobs = shards(root, 2);
      const joined = merged(root, blobs);
      expect(once.reports['json']).toContain('acceptance');
      expect(joined.reports).toEqual(once.reports);
      expect(joined.code).toBe(1);
      expect(connlint(['merge', blobs, '--fail-on', 'never'], { cwd: root }).code).toBe(0);
      expect(connlint(['merge', blobs, '--fail-on', 'never', '--max-warnings', '0'], { cwd: root }).code).toBe(1);
    });
  });

  it('report to the merge which rules, suppressions and baseline apply', () => {
    withRepository(FILES, ({ root }) => {
      run(root, 'baseline', 'create');
      const without = shards(root, 2, '--no-baseline', '--rule', 'uri-refused:warning', '--no-suppressions');
      const other = whole(root, '--no-baseline', '--rule', 'uri-refused:warning', '--no-suppressions');
      expect(merged(root, without).reports).toEqual(other.reports);
    });
  });

  it('need the files only until they are read, wherever that was', () => {
    withRepository(FILES, ({ root }) => {
      const once = whole(root);
      withFiles({}, (elsewhere) => {
        cpSync(root, elsewhere, { recursive: true });
        const blobs = shards(elsewhere, 2);
        expect(readdirSync(elsewhere).sort()).toEqual(readdirSync(root).sort());
        for (const folder of ['src', 'iac', 'lists', 'prod', 'old', '.git']) {
          rmSync(join(elsewhere, folder), { recursive: true });
        }
        expect(merged(elsewhere, blobs).reports).toEqual(once.reports);
        const again = shards(root, 2);
        for (const name of readdirSync(blobs)) {
          const text = readFileSync(join(blobs, name), 'utf8');
          expect(text).toBe(readFileSync(join(again, name), 'utf8'));
          expect(text).not.toContain(root);
          expect(text).not.toContain(elsewhere);
        }
      });
    });
  });

  it('work in a folder of the repository', () => {
    withRepository(FILES, ({ root }) => {
      const src = join(root, 'src');
      expect(merged(src, shards(src, 2)).reports).toEqual(whole(src).reports);
    });
  });

  it('work on named files', () => {
    withRepository(FILES, ({ root }) => {
      expect(merged(root, shards(root, 2, 'src', 'prod/a.env')).reports).toEqual(
        whole(root, 'src', 'prod/a.env').reports,
      );
    });
  });

  it('work on lists, and without the config', () => {
    withRepository(FILES, ({ root }) => {
      writeFileSync(join(root, '.git', 'list'), 'src/mark.env\0new\nline.env\0prod/b.env\0prod/a.env');
      const list = ['--files-from', '.git/list', '-0'];
      expect(merged(root, shards(root, 3, ...list)).reports).toEqual(whole(root, ...list).reports);
      expect(merged(root, shards(root, 2, '--no-config')).reports).toEqual(whole(root, '--no-config').reports);
    });
  });

  it('may lie in the tree that is read', () => {
    withRepository({ 'a.env': BAD, 'b.env': BAD }, ({ root }) => {
      const once = whole(root);
      for (const i of [1, 2]) run(root, '--shard', `${i}/2`, '--format', `blob=part-${i}.json`);
      expect(merged(root, 'part-1.json').code).toBe(2);
      const both = allFormats((formats) =>
        connlint(['merge', 'part-2.json', 'part-1.json', ...formats], { cwd: root, env: OUTSIDE }),
      );
      expect(both.reports).toEqual(once.reports);
      expect(whole(root).reports).toEqual(once.reports);
    });
  });

  it('without a file write their result too', () => {
    withRepository({ 'a.env': 'A=1\n' }, ({ root, git }) => {
      git('commit', '--quiet', '--allow-empty', '-m', 'first');
      const blobs = shards(root, 4);
      expect(readdirSync(blobs)).toHaveLength(4);
      expect(merged(root, blobs)).toEqual(whole(root));
    });
  });

  it('report what they find by themselves, apart from what only all files together show', () => {
    withRepository(FILES, ({ root }) => {
      const own = [1, 2].map(
        (i) =>
          JSON.parse(run(root, '--shard', `${i}/2`, '--format', 'json').stdout) as {
            findings: { rule: string; id: string }[];
          },
      );
      const found = own.flatMap(({ findings }) => findings);
      expect(found.map(({ rule }) => rule)).not.toContain('mixed-string-kinds');
      expect(new Set(found.filter(({ rule }) => rule === 'uri-refused').map(({ id }) => id)).size).toBeGreaterThan(5);
      const lines = (...args: string[]): string[] =>
        run(root, 'list', '--format', 'jsonl', ...args)
          .stdout.split('\n')
          .sort();
      const parts = [...lines('--shard', '1/2'), ...lines('--shard', '2/2')].filter(Boolean).sort();
      expect(parts).toEqual(lines().filter(Boolean));
    });
  });
});
