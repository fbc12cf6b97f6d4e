import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOB_VERSION, sealed } from '../../../src/node/shards/write.ts';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';
import { repositoryAt } from '../../support/repository.ts';
import type { Repository } from '../../support/repository.ts';

const FILES = { 'a.env': 'URI=mongodb+srv://app:Canary5ecret@gable.k4j5h.mongodb.net:27017/g\n', 'b.env': 'B=1\n' };

type Blob = Record<string, unknown> & { settings: Record<string, unknown>; shard: Record<string, unknown> };

/** A folder with the results of two shards. */
function withShards(use: (folder: string, merge: (...args: string[]) => Run, change: Change) => void): void {
  withFiles({ ...FILES, 'connlint.config.json': '{}' }, (cwd) => {
    for (const i of [1, 2]) {
      expect(connlint([`--shard=${i}/2`, '--format', `blob=${i}.json`, '--fail-on=never'], { cwd }).code).toBe(0);
    }
    use(
      cwd,
      (...args) => connlint(['merge', ...args], { cwd }),
      (name, edit) => {
        const blob = JSON.parse(readFileSync(join(cwd, name), 'utf8')) as Blob;
        edit(blob);
        writeFileSync(join(cwd, name), resealed(blob));
      },
    );
  });
}

/** In the format of a shard. */
function resealed({ end, ...blob }: Blob): string {
  expect(end).toMatch(/^[0-9a-f]{64}$/);
  return sealed(JSON.stringify(blob));
}

type Change = (name: string, edit: (blob: Blob) => void) => void;

/** Exit code 2, nothing on standard output, and this message. */
function refused(run: Run, words: string | RegExp): void {
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(words);
}

/** Two clones with equal paths in one folder. */
function withTwoRepositories(hasConfig: boolean, use: (cwd: string, clones: [Repository, Repository]) => void): void {
  withFiles({}, (cwd) => {
    const clones = ['billing', 'etl'].map((name) => {
      mkdirSync(join(cwd, name));
      const repository = repositoryAt(join(cwd, name));
      repository.git('init', '--quiet');
      for (const [path, text] of Object.entries(FILES)) repository.write(path, text);
      if (hasConfig) repository.write('connlint.config.json', '{}');
      repository.git('add', '.');
      repository.git('commit', '--quiet', '-m', 'first');
      repository.git('remote', 'add', 'origin', `https://bot:s3cretpw9@github.com/acme/${name}.git`);
      return repository;
    });
    use(cwd, clones as [Repository, Repository]);
  });
}

function part({ root }: Repository, shard: string, name: string, ...more: string[]): void {
  const run = connlint(['check', '--shard', shard, '--format', `blob=../${name}.json`, '--fail-on=never', ...more], {
    cwd: root,
    env: NO_CI,
  });
  expect(run).toMatchObject({ code: 0, stdout: '' });
  expect(readFileSync(join(root, `../${name}.json`), 'utf8')).not.toContain('s3cretpw9');
}

const NO_CI = { GITHUB_REPOSITORY: '', GITHUB_SHA: '' };

describe('merge refuses', () => {
  it('a file that is not the result of a shard', () => {
    withShards((cwd, merge) => {
      refused(merge(), /^connlint: merge needs the results of the shards\n/);
      refused(merge('nowhere.json'), /nowhere\.json: no such file/);
      refused(
        merge('a.env'),
        /a\.env is not the result of a shard\nEach shard writes one: connlint --shard .* --format blob=/,
      );
      writeFileSync(join(cwd, 'report.json'), connlint(['--format', 'json'], { cwd }).stdout);
      refused(merge('1.json', 'report.json'), /report\.json is not the result of a shard/);
      refused(merge('.'), /is not the result of a shard/);
    });
  });

  it('one that was cut short, wherever, or changed on its way', () => {
    withShards((cwd, merge) => {
      const text = readFileSync(join(cwd, '1.json'), 'utf8');
      for (const damaged of [text.replace('"results":[', '"results":7,"x":['), text.replace('"files":', '"filez":')]) {
        expect(damaged).not.toBe(text);
        writeFileSync(join(cwd, 'cut.json'), damaged);
        refused(merge('cut.json', '2.json'), /cut\.json is cut short or damaged\nRun the shard again/);
      }
      for (const length of [20, 40, text.length >> 1, text.length - 3]) {
        writeFileSync(join(cwd, 'cut.json'), text.slice(0, length));
        refused(merge('cut.json', '2.json'), /cut\.json is cut short or damaged\nRun the shard again/);
      }
    });
  });

  it('one whose seal is right and whose content is not', () => {
    const wrong: readonly ((blob: Blob) => void)[] = [
      (blob) => delete blob['results'],
      (blob) => (blob['changes'] = [[null]]),
      (blob) => (blob['notices'] = { list: [], files: [null] }),
      (blob) => (blob.shard['count'] = 0),
      (blob) => (blob.shard['count'] = 1e9),
      (blob) => (blob.settings['today'] = '../x'),
      (blob) => ((blob['results'] as { directives: unknown }[])[0]!.directives = {}),
      (blob) => ((blob['results'] as { masked: { hosts: unknown[] }[] }[])[0]!.masked[0]!.hosts = [{ host: 1 }]),
      (blob) => ((blob['results'] as { findings: { offset: number }[] }[])[0]!.findings[0]!.offset = 1e6),
    ];
    for (const edit of wrong) {
      withShards((cwd, merge, change) => {
        const holder = readFileSync(join(cwd, '1.json'), 'utf8').includes('"path":"a.env","digest"')
          ? '1.json'
          : '2.json';
        change(holder, edit);
        refused(merge('1.json', '2.json'), new RegExp(`${holder} is cut short or damaged`));
      });
    }
    withShards((cwd, merge) => {
      writeFileSync(join(cwd, '1.json'), sealed(`{"connlint-blob":${BLOB_VERSION},{}`));
      refused(merge('1.json', '2.json'), /1\.json is cut short or damaged/);
    });
  });

  it.each([
    { used: true },
    { key: 'k', nodes: [['a', 1]], used: true, list: { cluster: 'a', record: { hosts: [{}], fix: { title: 7 } } } },
  ])('what no rule collected from a file: %j', (item) => {
    withShards((cwd, merge, change) => {
      const holder = readFileSync(join(cwd, '1.json'), 'utf8').includes('"path":"a.env","digest"')
        ? '1.json'
        : '2.json';
      change(holder, (blob) => {
        const [result] = blob['results'] as { collected: unknown[] }[];
        const at = { offset: 0, endOffset: 1, line: 1, column: 1 };
        result!.collected.push(['direct-list', [{ ...item, at }]]);
      });
      refused(merge('1.json', '2.json'), /the results contain text that connlint does not write\nRun the shards again/);
    });
  });

  it('a missing shard and one that is given twice', () => {
    withShards((_, merge) => {
      refused(merge('1.json'), /shard 2 of 2 is missing/);
      refused(merge('1.json', '2.json', '1.json'), /shard 1\/2 was given twice: 1\.json and 1\.json/);
    });
  });

  // Measured: one report with half of the strings, and without a word.
  it.each([false, true])('two repositories as parts of one run; with a config in both: %s', (hasConfig) => {
    withTwoRepositories(hasConfig, (cwd, [billing, etl]) => {
      part(billing, '1/2', 'billing');
      part(etl, '2/2', 'etl');
      refused(
        connlint(['merge', 'billing.json', 'etl.json'], { cwd }),
        /^connlint: etl\.json is of repository acme\/etl, billing\.json of repository acme\/billing\nMerge the shards of one run/,
      );
    });
  });

  it('whole results of two repositories, and parts of two commits', () => {
    withTwoRepositories(false, (cwd, [billing, etl]) => {
      part(billing, '1/1', 'billing');
      part(etl, '1/1', 'etl');
      refused(connlint(['merge', 'billing.json', 'etl.json'], { cwd }), /of repository acme\/etl, .*`connlint fleet`/s);
      part(billing, '1/2', 'old', '--repository', 'acme/shop');
      billing.git('commit', '--quiet', '--allow-empty', '-m', 'second');
      part(billing, '2/2', 'new', '--repository', 'acme/shop');
      refused(
        connlint(['merge', 'old.json', 'new.json'], { cwd }),
        /new\.json is of revision [0-9a-f]{40}, old\.json of revision [0-9a-f]{40}\nRun all shards on the same commit/,
      );
      const foreign = connlint(['check', '--repository', 'https://u:s3cret/pw9@x/y', '--format=blob'], { cwd });
      refused(foreign, /--repository .* is not a repository/);
      expect(foreign.stderr).not.toContain('pw9');
    });
  });

  it('says so where nothing names the repository', () => {
    withShards((_, merge) => {
      expect(merge('1.json', '2.json').stderr).toContain('the shards name neither repository nor commit');
      expect(merge('1.json', '2.json', '--no-notices').stderr).not.toContain('neither repository');
    });
  });

  it('results of different runs', () => {
    const cases: readonly (readonly [(blob: Blob) => void, RegExp])[] = [
      [(blob) => (blob.settings['tool'] = '0.0.1'), /2\.json was written by connlint 0\.0\.1, this is/],
      [(blob) => (blob['connlint-blob'] = 99), /2\.json is of another release/],
      [
        (blob) => (blob.settings['facts'] = 'x'),
        /made with another state of the config or its fact files than 1\.json/,
      ],
      [(blob) => (blob.settings['rules'] = { 'uri-refused': ['off'] }), /made with other rules/],
      [
        (blob) => (blob.settings['today'] = '2020-01-01'),
        /made with another day than 1\.json\nGive all shards the same --today/,
      ],
      [(blob) => (blob.shard['count'] = 3), /2\.json is one of 3 shards, 1\.json is one of 2/],
      [(blob) => (blob.settings['folders'] = ['src']), /made with other folders/],
    ];
    for (const [edit, words] of cases) {
      withShards((_, merge, change) => {
        change('2.json', edit);
        refused(merge('1.json', '2.json'), words);
      });
    }
  });

  it('a config that is another one by now, or gone', () => {
    withShards((cwd, merge) => {
      expect(merge('1.json', '2.json').code).toBe(1);
      writeFileSync(join(cwd, 'connlint.config.json'), '{ "rules": {} }');
      refused(
        merge('1.json', '2.json'),
        /the config or a fact file is not what the shards were run with\nMerge on the same/,
      );
      withFiles({}, (elsewhere) => {
        const run = connlint(['merge', join(cwd, '1.json'), join(cwd, '2.json')], { cwd: elsewhere });
        refused(run, /connlint\.config\.json/);
      });
    });
  });

  it('nothing that a shard cannot be', () => {
    withFiles(FILES, (cwd) => {
      for (const shard of ['0/2', '3/2', 'x']) refused(connlint([`--shard=${shard}`], { cwd }), /invalid shard/);
      refused(connlint(['--shard=1/2', '--fix'], { cwd }), /cannot be combined/);
      refused(connlint(['--shard=1/2', '--since=HEAD'], { cwd }), /cannot be combined/);
      refused(connlint(['--format=blob', '--stdin-filename=a'], { cwd }), /whole files on disk/);
      refused(connlint(['merge', '--format=patch', 'x'], { cwd }), /unknown format patch/);
    });
  });
});

describe('merge joins', () => {
  it('the plan as a whole run has it: who owns a place, and what code manages the cluster', () => {
    const files = {
      'a.env': 'URI=mongodb+srv://gable-k4j5h.mongodb.net/g\n',
      'main.tf': 'resource "mongodbatlas_advanced_cluster" "g" {\n  name = "gable"\n}\n',
      'z.env': 'B=1\n',
      CODEOWNERS: '*.env @acme/shop\n',
      'connlint.config.json':
        '{ "plan": [{ "change": "shard", "cluster": "gable" }, { "change": "leave-legacy-hostnames" }] }',
    };
    withFiles(files, (cwd) => {
      const page = (...args: string[]): string => connlint([...args, '--fail-on=never'], { cwd }).stdout;
      const whole = page('--format=html');
      expect(whole).toContain('main.tf: cluster_type');
      expect(whole).toContain('@acme/shop');
      for (const i of [1, 2]) page(`--shard=${i}/2`, `--format=blob=${i}.blob`);
      expect(page('merge', '1.blob', '2.blob', '--format=html')).toBe(whole);
    });
  });
});
