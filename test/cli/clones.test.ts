import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../src/lint/report.ts';
import type { ListRecord } from '../../src/report/list-csv.ts';
import type { PlanEntry } from '../../src/plan/plan.ts';
import { connlint, type Run } from '../support/cli.ts';
import { REPOSITORY } from '../support/copy.ts';
import { clusterRecord } from '../support/run-plan.ts';
import { repositoryAt } from '../support/repository.ts';
import { writeFiles } from '../support/write-files.ts';

// A folder of clones, as docs/organisation.md describes it.

const PLANNED = 'MONGO_URL=mongodb+srv://till-pl-0-lb.h6j2m.mongodb.net/app\n';
const STRINGS = {
  standardSrv: 'mongodb+srv://till.h6j2m.mongodb.net',
  privateEndpoint: [
    {
      srvConnectionString: 'mongodb+srv://till-pl-0.h6j2m.mongodb.net',
      srvShardOptimizedConnectionString: 'mongodb+srv://till-pl-0-lb.h6j2m.mongodb.net',
      type: 'MONGOS',
      endpoints: [{ endpointId: 'vpce-00000000000000001', providerName: 'AWS', region: 'US_EAST_1' }],
    },
  ],
};
const CLUSTERS = { results: [clusterRecord('till', { type: 'SHARDED', strings: STRINGS })], totalCount: 1 };
const RULE = 'multi-region-optimized-string';
const FOLDER = {
  projects: [{ name: 'shop', inventory: 'facts.json', regionalizedPrivateEndpoints: false }],
  plan: [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] }],
};

type Files = Readonly<Record<string, string>>;

const CLONES: Readonly<Record<string, Files>> = {
  billing: {
    'connlint.config.json': JSON.stringify({
      ignores: ['old/'],
      overrides: [{ files: ['deploy/stage.env'], environment: 'staging' }],
      // What is known and planned is a question to the folder.
      plan: [{ change: 'custom-dns', enabled: true }],
      projects: [{ inventory: 'none.json' }],
    }),
    '.github/CODEOWNERS': '* @acme/billing\n',
    'deploy/stage.env': PLANNED,
    'old/prod.env': PLANNED,
  },
  // Git ignores the first one, and tracks the second one although it is ignored. The variable is not that of `web`.
  etl: {
    '.gitignore': '*.env\n',
    'local.env': PLANNED,
    'old/prod.env': PLANNED,
    'compose.yaml': 'services: { etl: { environment: { SHOP_URL: "${SHOP}" } } }\n',
  },
  web: {
    'connlint.config.json': JSON.stringify({
      service: { domains: ['mongodb.net', 'mongo.example'] },
      suppressions: [{ rule: RULE, files: ['*.env'], reason: 'moved by hand' }],
      external: { SHOP_URL: { cluster: 'till', kind: 'standard' } },
    }),
    'prod.env': PLANNED,
    'other.env': 'OTHER_URL=mongodb+srv://main.k8s2d.mongo.example/app\n',
    'app.js': 'new MongoClient(process.env.SHOP_URL);\n',
  },
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder of clones. Returns how to run the program in it. */
function folderOf(clones: Readonly<Record<string, Files>>): (...args: string[]) => Run {
  const cwd = mkdtempSync(join(tmpdir(), 'connlint-clones-'));
  folders.push(cwd);
  writeFiles(cwd, { 'connlint.config.json': JSON.stringify(FOLDER), 'facts.json': JSON.stringify(CLUSTERS) });
  for (const [name, own] of Object.entries(clones)) {
    const root = join(cwd, 'clones', name);
    mkdirSync(root, { recursive: true });
    const { git, write } = repositoryAt(root);
    for (const [path, text] of Object.entries(own)) write(path, text);
    git('init', '--quiet');
    git('remote', 'add', 'origin', `https://git.example/acme/${name}.git`);
    git('add', '.');
    if (name === 'etl' && 'old/prod.env' in own) git('add', '--force', 'old/prod.env');
    git('commit', '--quiet', '-m', 'first');
  }
  return (...args) => connlint(args, { cwd });
}

let run: ReturnType<typeof folderOf>;
beforeAll(() => {
  run = folderOf(CLONES);
});

const placeOf = ({ file, repository }: { file: string; repository?: string | null | undefined }): string =>
  `${file} (${repository ?? '-'})`;

it('lists the strings of each clone by its own config, owners and ignores', () => {
  const lines = run('list', '--format', 'jsonl', 'clones').stdout.trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as ListRecord);
  expect(records.map((one) => [placeOf(one), one.kind, one.environment, one.owners.join()])).toEqual([
    ['deploy/stage.env (acme/billing)', 'optimized', 'staging', '@acme/billing'],
    ['old/prod.env (acme/etl)', 'optimized', 'production', ''],
    ['app.js (acme/web)', 'standard', null, ''],
    ['other.env (acme/web)', 'standard', null, ''],
    ['prod.env (acme/web)', 'optimized', 'production', ''],
  ]);
});

it('checks each clone by its own config, and names it beside each place', () => {
  const { stdout } = run('check', '--format', 'json', 'clones');
  const { findings, notices } = JSON.parse(stdout) as Report;
  expect(findings.map((one) => [placeOf(one), one.rule, one.suppressed?.by ?? null])).toEqual([
    ['clones/billing/deploy/stage.env (acme/billing)', RULE, null],
    ['clones/etl/old/prod.env (acme/etl)', RULE, null],
    ['clones/web/prod.env (acme/web)', RULE, 'config'],
  ]);
  expect(notices).toEqual([]);
  expect(run('check', 'clones').stdout).toContain('--> clones/billing/deploy/stage.env:1:25 (acme/billing)');
});

it('reports suppressions of a clone that are unused or expired, in its config', () => {
  const suppressions = [
    { rule: RULE, files: ['*.env'], reason: 'moved by hand' },
    { rule: RULE, files: ['*.js'], reason: 'no such file' },
    { rule: RULE, files: ['*.env'], reason: 'until then', until: '2026-01-01' },
  ];
  const web = { 'connlint.config.json': JSON.stringify({ suppressions }, null, 1), 'prod.env': PLANNED };
  const empty = { 'connlint.config.json': JSON.stringify({ suppressions: suppressions.slice(1, 2) }), 'a.txt': '' };
  const own = folderOf({ web, empty });
  const { findings } = JSON.parse(own('check', '--format', 'json', 'clones').stdout) as Report;
  const about = findings.filter(({ rule }) => rule === 'acceptance');
  expect(about.map((one) => [placeOf(one), one.reason])).toEqual([
    ['clones/empty/connlint.config.json (acme/empty)', 'unused'],
    ['clones/web/connlint.config.json (acme/web)', 'unused'],
    ['clones/web/connlint.config.json (acme/web)', 'expired'],
  ]);
  // Every format names the clone by the path of the place.
  for (const format of ['concise', 'github', 'gitlab', 'junit', 'sarif', 'markdown'])
    expect(own('check', '--format', format, 'clones').stdout).toContain('clones/web/connlint.config.json');
});

it('plans the changes of the folder for all clones', () => {
  const { changes } = JSON.parse(run('plan', '--format', 'json', 'clones').stdout) as {
    changes: readonly PlanEntry[];
  };
  expect(changes.map(({ change, verdict }) => [change, verdict])).toEqual([['multi-region', 'blocked']]);
  const places = changes[0]!.steps.flatMap((step) => step.places);
  expect([...new Set(places.map((one) => `${placeOf(one)} ${one.owners?.join() ?? '-'}`))]).toEqual([
    'clones/billing/deploy/stage.env (acme/billing) @acme/billing',
    'clones/etl/old/prod.env (acme/etl) -',
    'clones/web/prod.env (acme/web) -',
  ]);
  const markdown = run('plan', '--format', 'markdown', 'clones').stdout;
  expect(markdown).toMatch(
    /stage.env:1:25`\]\(https:\/\/git.example\/acme\/billing\/blob\/\w+\/deploy\/stage.env#L1\) \(acme\/billing\)/,
  );
});

it('names the clone whose config cannot be used', () => {
  const own = folderOf({ etl: { 'connlint.config.json': '{ "ignore": [] }' } });
  const { code, stderr } = own('check', 'clones');
  expect(code).toBe(2);
  expect(stderr).toContain('clones/etl/connlint.config.json:1:3: unknown key "ignore"');
});

it('runs the command of docs/organisation.md', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/organisation.md'), 'utf8');
  const command = /^connlint (plan .*clones)$/m.exec(page)![1]!;
  expect(run(...command.split(' ')).code).toBe(1);
});
