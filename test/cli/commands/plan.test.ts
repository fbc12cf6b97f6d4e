import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';
import { depot } from '../../support/ready-plan.ts';
import { withRepository } from '../../support/repository.ts';
import { writeFiles } from '../../support/write-files.ts';

/** Runs the built `connlint plan` in a folder with these files. */
function plan(args: readonly string[], files: Readonly<Record<string, string>> = {}): Run {
  return withFiles(files, (cwd) => connlint(['plan', ...args], { cwd }));
}

const config = (value: unknown): Record<string, string> => ({ 'connlint.config.json': JSON.stringify(value) });
const LEGACY = { 'prod.env': 'URI=mongodb+srv://app:s3cretPass@depot-k8d3f.azure.mongodb.net/stock\n' };
const OFF = { plan: [{ change: 'disable-peering-only' }] };

describe('which changes are judged', () => {
  it('none: exit 2, and both ways to declare one', () => {
    const { code, stderr } = plan([], LEGACY);
    expect(code).toBe(2);
    expect(stderr).toContain('no change is planned');
    expect(stderr).toContain('--change');
    expect(stderr).toContain('plan');
  });

  it('those of the config, in its order', () => {
    const { code, stdout } = plan(['--format', 'json'], {
      ...LEGACY,
      ...config({ plan: [{ change: 'leave-legacy-hostnames' }, ...OFF.plan] }),
    });
    const { version, changes } = JSON.parse(stdout) as { version: number; changes: { change: string }[] };
    expect([code, version, changes.map(({ change }) => change)]).toEqual([
      1,
      1,
      ['leave-legacy-hostnames', 'disable-peering-only'],
    ]);
  });

  it('--change replaces them, and needs no config', () => {
    const args = [
      '--change',
      'multi-region',
      '--cluster',
      'till',
      '--regions',
      'US_EAST_1, EU_WEST_1',
      '--regionalized',
      'false',
    ];
    const { code, stdout } = plan([...args, '--format', 'json'], { ...LEGACY, ...config(OFF) });
    const { changes } = JSON.parse(stdout) as { changes: { plan: unknown; cluster: string }[] };
    expect(code).toBe(1);
    expect(changes.map((entry) => entry.plan)).toEqual([
      {
        change: 'multi-region',
        cluster: 'till',
        regions: ['US_EAST_1', 'EU_WEST_1'],
        regionalizedPrivateEndpoints: false,
      },
    ]);
    expect(plan(['--change', 'disable-peering-only'], LEGACY).stdout).toContain('Blocked by 1 error');
  });
});

describe('options that are wrong: exit 2, in the words of the config', () => {
  it.each([
    [['--change', 'multi-regoin', '--cluster', 'a'], '--change: unknown change "multi-regoin"', 'multi-region'],
    [['--change', 'shard'], '--change shard needs --cluster <name>', 'connlint help plan'],
    [
      ['--change', 'multi-region'],
      '--change multi-region needs --cluster <name>\n--change multi-region needs --regions <a,b>\n',
      'connlint help plan',
    ],
    [
      ['--change', 'cloud-provider', '--cluster', 'a', '--to', 'ibm'],
      '--to: unknown provider "ibm"',
      'aws, azure or gcp',
    ],
    [['--change', 'admin-api', '--to', 'tomorrow'], '--to: expected the date of a version', 'Known: 2023-01-01, '],
    [
      ['--change', 'disable-peering-only', '--to', 'aws'],
      '--change disable-peering-only does not take --to',
      'connlint help plan',
    ],
    [['--change', 'custom-dns', '--enabled', 'yes'], '--enabled yes is not a value', 'Write true or false.'],
    [['--cluster', 'a'], '--cluster needs --change <name>', 'connlint help plan'],
    [['shard'], 'no change is planned', 'Write --change shard.'],
    [['multi-region', '--cluster', 'a'], '--cluster needs --change <name>', 'Write --change multi-region.'],
    [['--change', 'shard', '--change', 'shard'], '--change is given twice', ''],
    [['--change', 'disable-peering-only', '--format', 'html'], 'unknown format html', ''],
  ])('%j', (args, message, hint) => {
    const { code, stdout, stderr } = plan(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });
});

describe('a verdict about a part of the project', () => {
  const files = { ...config(OFF), 'src/prod.env': LEGACY['prod.env'], 'docs/a.md': 'none\n', 'b.py': '', 'c.py': '' };

  it.each([
    [['src'], 'only src'],
    [['b.py', 'src/prod.env'], 'only b.py, src/prod.env'],
    [['src', 'docs', 'b.py', 'c.py'], 'only src, docs, b.py, 1 more'],
  ])('says which: %j', (paths, named) => {
    expect(plan(paths, files).stderr).toContain(`the verdict covers ${named}, not the whole project`);
  });

  it.each([[[]], [['.']]])('says nothing of the whole: %j', (paths) => {
    expect(plan(paths, files).stderr).not.toContain('not the whole project');
  });

  it('says which in a folder below the one of the config, or of the repository', () => {
    withRepository(files, ({ root }) => {
      const below = (name: string): string =>
        connlint(['plan', '--change', OFF.plan[0]!.change], { cwd: join(root, name) }).stderr;
      expect(below('src')).toContain('the verdict covers only src, not the whole project');
      rmSync(join(root, 'connlint.config.json'));
      expect(below('src')).toContain('the verdict covers only src, not the whole project');
      expect(below('.')).not.toContain('the whole project');
      writeFiles(root, { 'src/connlint.config.json': '{}' });
      expect(below('src')).not.toContain('the whole project');
    });
  });

  it('says that the baseline accepts a finding', () => {
    const files = { ...config(OFF), ...LEGACY };
    withFiles(files, (cwd) => {
      connlint(['baseline', 'create'], { cwd });
      const { stdout } = connlint(['plan'], { cwd });
      expect(stdout).toContain('  suppressed: prod.env:1:34 (in the baseline)\n');
    });
  });

  it('names entries of `external` that no file reads', () => {
    const external = { STORE: 'not-service', DB_HOST: 'not-service', STOER: 'not-service' };
    const files = {
      ...config({ plan: [{ change: 'leave-legacy-hostnames' }], external }),
      'a.js': 'new MongoClient(process.env.STORE);\n',
      'src/b.sh': 'mongosh "mongodb+srv://$DB_HOST/x"\n',
    };
    const said = 'connlint.config.json: "external" names STOER, which no file reads\n';
    expect(plan([], files).stderr.match(/.*"external" names.*\n/g)).toEqual([`connlint: ${said}`]);
    expect(plan(['src'], files).stderr).not.toContain('"external" names');
  });
});

describe('the exit code', () => {
  it('is 1 for an undecided change unless that is allowed', () => {
    const args = ['--change', 'multi-region', '--cluster', 'till', '--regions', 'us-east-1,eu-west-1'];
    expect([plan(args).code, plan([...args, '--allow-undecided']).code]).toEqual([1, 0]);
    expect(plan(['--change', 'disable-peering-only', '--allow-undecided'], LEGACY).code).toBe(1);
  });

  it.each(['json', 'markdown', 'sarif=plan.sarif', 'text=plan.txt'])(
    'has its reason in the terminal with %s',
    (format) => {
      const run = plan(['--format', format], { ...LEGACY, ...config(OFF) });
      expect(run).toMatchObject({ code: 1, stderr: 'Failed: 1 change is blocked.\n' });
    },
  );

  it('is the same in every format, and no format shows a credential', () => {
    for (const format of ['text', 'json', 'markdown']) {
      const { code, stdout, stderr } = plan(['--format', format], { ...LEGACY, ...config(OFF) });
      expect(code, format).toBe(1);
      expect(stdout + stderr, format).not.toContain('s3cretPass');
      // Text shows the changed hosts without user info.
      expect(stdout, format).toContain(format === 'text' ? '- depot-' : '***:***@depot-');
    }
  });

  it('hides credentials in every step, however they are written', () => {
    const files = {
      'a.py':
        'U = ("mongodb://appuser:" + "s3cretPass" + "@"\n  "depot-shard-00-00-k8d3f.azure.mongodb.net:27017/stock")\n',
      'b.yaml': `a: ${Buffer.from('mongodb+srv://appuser:s3cretPass@depot-k8d3f.azure.mongodb.net/').toString('base64')}\n`,
      'c.sh': 'curl https://appuser:s3cretPass@cloud.mongodb.com/api/atlas/v1.0/groups\n',
    };
    const changes = [['disable-peering-only'], ['leave-legacy-hostnames'], ['admin-api', '--to', '2024-08-05']];
    for (const [change = '', ...rest] of changes) {
      const { code, stdout, stderr } = plan(['--change', change, ...rest, '--format', 'json'], files);
      expect(code, stderr).toBeLessThan(2);
      expect(stdout + stderr).not.toMatch(/s3cretPass|appuser|czNjcmV0UGFzc/);
    }
  });

  it('counts what --no-suppressions brings back', () => {
    const accepted = {
      ...config({
        ...OFF,
        suppressions: [{ rule: 'peering-only-legacy-host', reason: 'leaves in May' }],
        projects: [{ inventory: 'clusters.json' }],
      }),
      'clusters.json': JSON.stringify({ results: [depot], totalCount: 1 }),
      ...LEGACY,
    };
    expect([plan([], accepted).code, plan(['--no-suppressions'], accepted).code]).toEqual([0, 1]);
    expect(plan([], accepted).stdout).toContain('(leaves in May)');
  });
});

describe('text of a repository', () => {
  it('breaks neither the Markdown nor the terminal', () => {
    const name = 'a`b|<b>_*\u001b[31m.env';
    const { stdout } = plan(['--format', 'markdown'], { [name]: LEGACY['prod.env'], ...config(OFF) });
    expect(stdout).toContain('``a`b|<b>_*\\u{1b}[31m.env:1:');
    expect(stdout).not.toContain('\u001b');
    expect(plan([], { [name]: LEGACY['prod.env'], ...config(OFF) }).stdout).not.toContain('\u001b');
  });

  it('is a list to tick off, with commands in fences', () => {
    const { stdout } = plan(['--format', 'markdown'], { ...LEGACY, ...config(OFF) });
    expect(stdout).toMatch(/^# 1 planned change: 1 blocked\n\n## `disable-peering-only`: blocked\n/);
    expect(stdout).toMatch(/^2\. \[ \] \*\*Replace legacy strings/m);
    expect(stdout).toMatch(/^ {3}```sh\n {3}connlint plan --change disable-peering-only$/m);
  });
});
