import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, fixtureFolder, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';

const PASSWORD = 'Canary5ecretWord';
const uri = (host: string): string => `mongodb+srv://canaryuser77:${PASSWORD}@${host}.mongodb.net/x`;
const FACTS = JSON.stringify({
  results: [
    {
      name: 'metrics',
      clusterType: 'REPLICASET',
      createDate: '2019-03-04T05:06:07Z',
      connectionStrings: { standardSrv: 'mongodb+srv://metrics.ab123.mongodb.net' },
      replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1', priority: 7 }] }],
    },
  ],
  totalCount: 1,
});

const REPOSITORIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billing: {
    'deploy/prod.env': `MONGO_URI=${uri('metrics-ab123')}\n`,
    'app.js': 'new MongoClient(process.env.MONGO_URI);\n',
    CODEOWNERS: '* @acme/payments\n',
  },
  etl: { 'job.py': `URI = "${uri('metrics-ab123')}"\n` },
  shop: {
    'app.env': `# connlint-disable-next-line legacy-host, peering-only-legacy-host -- until=2030-01-01 moved next week\nA=${uri('metrics-ab123')}\nB=${uri('metrics.ab123')}\n`,
    CODEOWNERS: 'app.env @acme/shop\n',
  },
};

/** A folder with the ledgers of these repositories and the facts of the platform team. */
function withLedgers(use: (cwd: string, fleet: (...args: string[]) => Run) => void): void {
  withFiles({ 'facts/clusters.json': FACTS, 'expect.txt': 'acme/billing # pays\nacme/etl\nacme/shop\n' }, (cwd) => {
    mkdirSync(join(cwd, 'ledgers'));
    for (const [name, files] of Object.entries(REPOSITORIES)) {
      withFiles(files, (folder) => {
        const ledger = `ledger=${join(cwd, 'ledgers', `${name}.jsonl`)}`;
        const args = [
          'list',
          '--no-config',
          '--repository',
          `acme/${name}`,
          '--today',
          '2026-11-20',
          '--format',
          ledger,
        ];
        expect(connlint(args, { cwd: folder })).toMatchObject({ code: 0, stdout: '' });
      });
    }
    use(cwd, (...args) => connlint(['fleet', ...args, '--today', '2026-11-23'], { cwd }));
  });
}

const CHANGE = ['--facts', 'facts', '--change', 'leave-legacy-hostnames'];

interface Plan {
  readonly gaps: readonly { readonly repository: string; readonly message: string }[];
  readonly changes: readonly {
    readonly verdict: string;
    readonly blocks: readonly { readonly owner: string; readonly repository: string; readonly places: number }[];
  }[];
}

describe('connlint fleet uses', () => {
  it('lists uses by owner, those of nobody last', () => {
    withLedgers((_, fleet) => {
      const { code, stdout } = fleet('uses', 'ledgers', '--cluster', 'metrics', '--kind', 'legacy');
      expect(code).toBe(0);
      expect(stdout).toMatch(/^@acme\/payments: 1 use\nPLACE[^]*acme\/billing:deploy\/prod\.env:1:11 +legacy +metrics/);
      expect(stdout).toMatch(/\nno owner: 1 use\n[^]*acme\/etl:job\.py:1:8/);
      expect(stdout).toMatch(/\n3 uses in 3 repositories of 2 owners, 1 without an owner: 3 legacy\n$/);
    });
  });

  it('takes owners from a map where no ledger names any, and values of strings from outside', () => {
    withLedgers((cwd, fleet) => {
      writeFileSync(join(cwd, 'owners.txt'), '/acme/etl/ @acme/data\n/acme/billing/ @acme/nobody\n');
      const { stdout } = fleet('uses', 'ledgers', '--format', 'json', '--owners', 'owners.txt', '--facts', 'facts');
      const { uses } = JSON.parse(stdout) as {
        uses: { id: string; repository: string; kind: string; owners: string[]; values: string[] | null }[];
      };
      const of = (repository: string) => uses.filter((use) => use.repository === repository);
      expect(of('acme/etl').map(({ owners }) => owners)).toEqual([['@acme/data']]);
      expect(of('acme/billing').map(({ owners }) => owners)).toEqual([['@acme/payments'], ['@acme/payments']]);
      const [read, value] = of('acme/billing');
      expect([read!.kind, read!.values]).toEqual(['external', [value!.id]]);
    });
  });

  it('says when no use of any repository has the wanted name, and refuses unknown kinds and roles', () => {
    withLedgers((_, fleet) => {
      const cluster = fleet('uses', 'ledgers', '--cluster', 'metrik');
      expect(cluster).toMatchObject({ code: 0, stdout: 'No uses found.\n' });
      expect(cluster.stderr).toContain('no use with cluster metrik in 3 ledgers. Did you mean metrics?');
      const none = fleet('uses', 'ledgers', '--cluster', 'metrics', '--kind', 'optimized');
      expect(none.stderr).toContain('no use with kind optimized in 3 ledgers.');
      expect(fleet('uses', 'ledgers', '--cluster', 'METRICS', '--owner', 'no owner').stderr).not.toContain('no use');
      for (const [option, wrong, meant] of [
        ['kind', 'legcy', 'legacy'],
        ['role', 'prodct', 'product'],
      ] as const) {
        const { code, stderr } = fleet('uses', 'ledgers', `--${option}`, wrong);
        expect(code).toBe(2);
        expect(stderr).toContain(`unknown ${option} ${wrong}. Did you mean ${meant}?`);
      }
    });
  });

  it.each(['text', 'json', 'csv', 'markdown', 'html'])('shows no credential as %s', (format) => {
    withLedgers((cwd, fleet) => {
      const { code, stdout } = fleet('uses', 'ledgers', '--format', format);
      expect(code).toBe(0);
      const ledgers = readdirSync(join(cwd, 'ledgers')).map((name) => readFileSync(join(cwd, 'ledgers', name), 'utf8'));
      for (const text of [stdout, ...ledgers]) {
        expect(text.length).toBeGreaterThan(100);
        expect(text.includes(PASSWORD) || text.includes('canaryuser77') || text.includes(cwd)).toBe(false);
      }
    });
  });
});

describe('connlint fleet plan', () => {
  it.each(['aws-sharded', 'azure-2019', 'gcp-2020'])('judges one repository as connlint plan does: %s', (name) => {
    withFiles({}, (folder) => {
      const cwd = join(folder, name);
      cpSync(join(fixtureFolder(`plan-${name}`), 'project'), cwd, { recursive: true });
      const today = ['--today', '2026-11-20'];
      const ledger = ['--repository', `acme/${name}`, '--format', `ledger=${join(folder, 'ledger.jsonl')}`];
      expect(connlint(['list', ...ledger, ...today], { cwd }).code).toBe(0);
      const changes = [
        [],
        ['--change', 'leave-legacy-hostnames'],
        ['--change', 'disable-peering-only'],
        ['--change', 'shard', '--cluster', '*'],
        ['--change', 'custom-dns', '--enabled', 'true'],
        ['--change', 'regionalized-endpoints', '--enabled', 'true'],
        ['--change', 'cloud-provider', '--cluster', '*', '--to', 'aws'],
        ['--change', 'port-mapped-endpoints', '--cluster', '*'],
        ['--change', 'multi-region', '--cluster', '*', '--regions', 'US_EAST_1,EU_WEST_1'],
        ['--change', 'admin-api', '--to', '2024-08-05'],
      ];
      for (const change of changes) {
        const args = [...change, '--format', 'json', ...today];
        const [own, fleet] = [['plan'], ['fleet', 'plan', '../ledger.jsonl']].map((command) =>
          connlint([...command, ...args], { cwd }),
        );
        expect(fleet!.code).toBe(own!.code);
        const asOne = fleet!.stdout
          .replaceAll('connlint fleet plan ../ledger.jsonl --', 'connlint plan --')
          .replaceAll(' Collect the ledgers again first.', '')
          .replaceAll('connlint check   # in each repository', 'connlint check')
          .replaceAll(`acme/${name}:`, '');
        expect(changesIn(asOne)).toEqual(changesIn(own!.stdout));
      }
    });
  });

  it('names what blocks by owner and repository; what a repository accepts does not', () => {
    withLedgers((_, fleet) => {
      const { code, stdout } = fleet('plan', 'ledgers', ...CHANGE, '--format', 'json', '--expect', 'expect.txt');
      expect(code).toBe(1);
      const { gaps, changes } = JSON.parse(stdout) as Plan;
      expect(gaps).toEqual([]);
      expect(changes[0]).toMatchObject({
        verdict: 'blocked',
        blocks: [
          { owner: '@acme/payments', repository: 'acme/billing', places: 1 },
          { owner: 'no owner', repository: 'acme/etl', places: 1 },
        ],
      });
    });
  });

  it('changes a cluster in the code of the repository that manages it, and checks the fleet again', () => {
    withLedgers((cwd, fleet) => {
      const main = 'resource "mongodbatlas_advanced_cluster" "m" {\n  name = "metrics"\n}\n';
      withFiles({ 'live/main.tf': main }, (folder) => {
        const ledger = `ledger=${join(cwd, 'ledgers', 'infra.jsonl')}`;
        const args = ['list', '--no-config', '--repository', 'acme/infra', '--format', ledger];
        expect(connlint(args, { cwd: folder }).code).toBe(0);
      });
      const change = ['--change', 'shard', '--cluster', 'metrics'];
      const { stdout } = fleet('plan', 'ledgers', '--facts', 'facts', '--expect', 'expect.txt', ...change);
      expect(stdout).toMatch(/Change acme\/infra:live\/main\.tf: cluster_type \(terraform\)\./);
      expect(stdout).not.toContain('curl --request PATCH');
      expect(stdout).toMatch(
        /\$ connlint fleet plan ledgers --facts facts --expect expect\.txt --change shard --cluster metrics {3}# must print READY\n/,
      );
      expect(stdout).not.toMatch(/connlint plan|connlint --fix/);
    });
  });

  it('exits 1 with the name of a repository that sent nothing, or whose ledger is too old', () => {
    withLedgers((_, fleet) => {
      const ready = ['plan', 'ledgers/shop.jsonl', ...CHANGE];
      expect(fleet(...ready)).toMatchObject({ code: 0 });
      const missing = fleet(...ready, '--expect', 'expect.txt');
      expect(missing.code).toBe(1);
      expect(missing.stdout).toContain('acme/billing sent no ledger.');
      expect(missing.stdout).toContain('acme/etl sent no ledger.');
      expect(fleet(...ready, '--expect', 'expect.txt', '--allow-undecided').code).toBe(0);
      const old = fleet(...ready, '--max-age', '2d');
      expect(old.code).toBe(1);
      expect(old.stdout).toContain('The ledger of acme/shop is 3 days old; the oldest allowed is 2.');
    });
  });

  it.each([
    [['uses'], /no ledger is named/],
    [['uses', 'ledgers', '--max-age', 'long'], /--max-age long is not an age/],
    [['plan', 'ledgers', '--expect', 'none.txt', ...CHANGE], /none\.txt cannot be read/],
    [['plan', 'ledgers'], /no change is planned/],
    [['plan', 'nowhere', ...CHANGE], /no such file or folder: nowhere/],
    [['plan', 'ledgers', '--facts', 'ledgers', '--change', 'leave-legacy-hostnames'], /no fact file in ledgers/],
    [['issues', 'ledgers', ...CHANGE], /fleet issues needs a folder/],
    [['use'], /unknown action use/],
  ])('refuses %j', (args, message) => {
    withLedgers((_, fleet) => {
      const { code, stderr } = fleet(...args);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
    });
  });
});

describe('connlint fleet issues', () => {
  const files = (cwd: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(cwd, 'issues')).map((name) => [name, readFileSync(join(cwd, 'issues', name), 'utf8')]),
    );

  it('writes a text per owner, the same again, and says when nothing is left', () => {
    withLedgers((cwd, fleet) => {
      const args = ['issues', 'ledgers', ...CHANGE, '--out', 'issues', '--deadline', '2026-12-24'];
      expect(fleet(...args)).toMatchObject({ code: 0, stdout: '2 issues in issues\n' });
      const first = files(cwd);
      expect(Object.keys(first).map((name) => name.replace(/-[0-9a-f]{8}\.md$/, ''))).toEqual([
        'acme-payments',
        'index.json',
        'no-owner',
      ]);
      const [own = ''] = Object.values(first);
      expect(own).toMatch(/^<!-- connlint-issue:v1 [0-9a-f]{16} -->\n/);
      expect(own).toContain('Deadline: 2026-12-24');
      expect(own).toMatch(/- \[ \] `deploy\/prod\.env:1:55`\n {2}- old: `mongodb\+srv:\/\/\*\*\*:\*\*\*@metrics-ab123/);
      expect(own).toMatch(/ {2}- new \(.*from the record\): `mongodb\+srv:\/\/\*\*\*:\*\*\*@metrics\.ab123/);
      expect(own).toContain('```sh\nconnlint list deploy/prod.env\nconnlint plan --change leave-legacy-hostnames\n```');
      expect(own).not.toContain('acme/etl');
      expect(Object.values(first).join('').includes(PASSWORD)).toBe(false);
      expect(fleet(...args).code).toBe(0);
      expect(files(cwd)).toEqual(first);
      expect(fleet('issues', 'ledgers/shop.jsonl', ...CHANGE, '--out', 'issues').stdout).toMatch(/, 2 closed\n$/);
      expect(Object.values(files(cwd))[0]).toMatch(/^<!-- connlint-issue:v1 [0-9a-f]{16} -->[^]*No places remain\.\n$/);
    });
  });

  it('replaces nothing that it did not write, and writes nothing then', () => {
    withLedgers((cwd, fleet) => {
      mkdirSync(join(cwd, 'issues'));
      writeFileSync(join(cwd, 'issues/index.json'), '{}\n');
      const { code, stderr } = fleet('issues', 'ledgers', ...CHANGE, '--out', 'issues');
      expect(code).toBe(2);
      expect(stderr).toMatch(/index\.json exists and was not written by connlint fleet issues/);
      expect(files(cwd)).toEqual({ 'index.json': '{}\n' });
    });
  });

  it.each([
    ['connlint.config.json', 'no such folder'],
    ['connlint.config.json/below', 'no such folder'],
    ['loop/below', 'a link that leads to itself'],
    ['x'.repeat(300), 'the name is too long'],
  ])('says that nothing can be written into %s', (out, reason) => {
    withLedgers((cwd, fleet) => {
      writeFileSync(join(cwd, 'connlint.config.json'), '{}');
      symlinkSync('loop', join(cwd, 'loop'));
      const run = fleet('issues', 'ledgers', ...CHANGE, '--out', out);
      expect(run).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`: ${reason}\nNothing was written there.`),
      });
    });
  });
});

/** The changes without what only many repositories, or only the files themselves, show. Findings of the config come first in fleets. */
function changesIn(stdout: string): unknown {
  const own = new Set(['repository', 'blocks']);
  const isOfConfig = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'file' in one && one.file === 'connlint.config.jsonc';
  const configFirst = (list: unknown[]): unknown[] =>
    [...list].sort((a, b) => Number(isOfConfig(b)) - Number(isOfConfig(a)));
  const { changes } = JSON.parse(stdout, (key, value: unknown) =>
    own.has(key) ? undefined : Array.isArray(value) ? configFirst(value) : value,
  ) as { changes: unknown };
  return changes;
}

describe('connlint fleet issues', () => {
  it('shows commands as code', () => {
    withFiles({ 'a.env': 'URI=mongodb+srv://till-pl-0.b1n2m.mongodb.net/x\n' }, (cwd) => {
      connlint(['list', '--repository', 'acme/till', '--format', 'ledger=l/a.jsonl'], { cwd });
      const change = ['--change', 'multi-region', '--cluster', 'till', '--regions', 'US_EAST_1,EU_WEST_1'];
      expect(connlint(['fleet', 'issues', 'l', '--out', 'issues', ...change], { cwd }).code).toBe(0);
      const [name] = readdirSync(join(cwd, 'issues')).filter((file) => file.endsWith('.md'));
      const text = readFileSync(join(cwd, 'issues', name!), 'utf8');
      expect(text).toContain('Run `connlint inventory pull`');
      expect(text).not.toContain('\\`');
    });
  });
});
