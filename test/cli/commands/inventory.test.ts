import { writeFiles } from '../../support/write-files.ts';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confirmed } from '../../../src/cli/commands/inventory/private-ip-mode.ts';
import type { InventoryCheck } from '../../../src/rule-helpers/recorded-hosts.ts';
import type { InventoryView } from '../../../src/facts/inventory.ts';
import type { ApiServer } from '../../support/admin-api/api-server.ts';
import { connlint, FIXTURES, withFiles } from '../../support/cli.ts';
import { demoProjects, runBeside, WAYS, withApi } from '../../support/api.ts';

const record = (name: string): object => ({
  name,
  groupId: '5c9a0e4f1b2c3d4e5f6a7080',
  clusterType: 'REPLICASET',
  connectionStrings: {
    standardSrv: `mongodb+srv://${name}.n4c8d.mongodb.net`,
    standard: `mongodb://${name}-shard-00-00.n4c8d.mongodb.net:27017/?ssl=true`,
  },
});
const target = (host: string, cluster: string): object => ({ targets: [host], labels: { cl_name: cluster } });
const FILES = {
  'connlint.config.json': '{"inventory": "facts.json"}',
  'facts.json': JSON.stringify({
    connlintFacts: 1,
    pulledAt: '2026-11-20',
    project: { peeringOnly: true },
    clusters: [record('harbour'), record('jetty')],
    discovery: [
      target('harbour-shard-00-00.n4c8d.mongodb.net:27018', 'harbour'),
      target('pier-shard-00-00.n4c8d.mongodb.net:27018', 'pier'),
    ],
  }),
  'app.env': 'A=mongodb+srv://harbour.n4c8d.mongodb.net/a\nB=mongodb+srv://harbuor.n4c8d.mongodb.net/b\n',
  'other.env': 'C=mongodb+srv://lagoon.k2m4x.mongodb.net/c\n',
  'prometheus.yml': [
    'scrape_configs:',
    '  - static_configs:',
    '      - targets:',
    '          - harbour-shard-00-00.n4c8d.mongodb.net:27018',
    '          - harbour-shard-00-07.n4c8d.mongodb.net:27018',
    '          - pier-shard-00-00.n4c8d.mongodb.net:27018',
    '',
  ].join('\n'),
};

describe('connlint inventory check', () => {
  it('reports hosts without a record, clusters that no file names, and what it cannot judge', () => {
    withFiles(FILES, (cwd) => {
      const run = connlint(['inventory', 'check', '--format', 'json'], { cwd });
      expect(run.code, run.stderr).toBe(1);
      const { unknown, unused, elsewhere, strayTargets } = JSON.parse(run.stdout) as InventoryCheck;
      expect(unknown.map(({ file, line, host, why }) => [`${file}:${line}`, host.split('.')[0], why])).toEqual([
        ['app.env:2', 'harbuor', 'no-cluster'],
        ['prometheus.yml:5', 'harbour-shard-00-07', 'no-target'],
      ]);
      expect(unknown[0]?.nearest).toMatchObject({
        text: 'mongodb+srv://harbour.n4c8d.mongodb.net',
        cluster: 'harbour',
      });
      expect(unused.map(({ cluster }) => cluster)).toEqual(['jetty']);
      expect(elsewhere).toEqual([{ token: 'k2m4x', places: 1 }]);
      expect(strayTargets.map(({ cluster }) => cluster)).toEqual(['pier']);
      const { stdout } = connlint(['inventory', 'check'], { cwd });
      expect(stdout).toMatch(
        /app\.env:2:17 {2}harbuor\.n4c8d\.mongodb\.net: the project has no such cluster\n.*nearest: mongodb\+srv:\/\/harbour/,
      );
      expect(stdout).toContain('2 unknown; 1 cluster not used');
    });
  });

  it('is content when all are known', () => {
    withFiles({ ...FILES, 'app.env': 'A=mongodb+srv://jetty.n4c8d.mongodb.net/a\n', 'prometheus.yml': '' }, (cwd) => {
      expect(connlint(['inventory', 'check'], { cwd }).code).toBe(0);
    });
  });

  it('needs records', () => {
    withFiles({ 'app.env': FILES['app.env'] }, (cwd) => {
      const run = connlint(['inventory', 'check'], { cwd });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('connlint inventory pull');
    });
  });
});

describe('connlint inventory show', () => {
  it('prints what is known with its sources, and what is not', () => {
    withFiles(FILES, (cwd) => {
      const { code, stdout } = connlint(['inventory', 'show'], { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(/peering-only mode +on \(facts\.json\)/);
      expect(stdout).toMatch(/custom DNS on AWS +not known/);
      expect(stdout).toMatch(/cluster harbour \(facts\.json\)\n {2}type +REPLICASET/);
      expect(stdout).toContain('\n  standard srv     mongodb+srv://harbour.n4c8d.mongodb.net');
      expect(stdout).toMatch(/\n {2}type {13}REPLICASET/);
      expect(stdout).toMatch(/not known\n[^]*peering connections\. Run `connlint inventory pull`/);
      const view = JSON.parse(connlint(['inventory', 'show', '--format', 'json'], { cwd }).stdout) as InventoryView;
      expect(view).toMatchObject({ version: 1, projects: [{ pulledAt: '2026-11-20' }] });
      expect(view.projects[0]?.targets).toHaveLength(2);
      expect(view.projects[0]?.missing.map(({ fact }) => fact)).toContain('custom DNS on AWS (awsCustomDNS)');
    });
  });

  it('says how to know anything where nothing is known', () => {
    withFiles({ 'a.env': 'A=1\n' }, (cwd) => {
      expect(connlint(['inventory', 'show'], { cwd }).stdout).toMatch(/cluster record\. Run `connlint inventory pull`/);
    });
  });

  it('knows its actions', () => {
    const run = connlint(['inventory', 'pul'], { cwd: FIXTURES });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/unknown action pul\. Did you mean pull\?/);
    expect(connlint(['inventory', 'show', '--yes'], { cwd: FIXTURES }).stderr).toContain('unknown option --yes');
  });
});

describe('connlint inventory set-private-ip-mode', () => {
  const { azure } = demoProjects();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'connlint-'));
    cpSync(join(FIXTURES, 'plan-azure-2019/project'), folder, { recursive: true });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const run = ({ base }: ApiServer, ...more: string[]) => {
    const args = ['inventory', 'set-private-ip-mode', 'off', '--project', azure.id, '--base-url', base, ...more];
    return runBeside(args, { cwd: folder, env: WAYS['service account'] });
  };
  const changes = ({ requests }: ApiServer): number => requests.filter(({ method }) => method === 'PATCH').length;

  it('shows what would move and refuses while the plan is blocked', async () => {
    await withApi({}, async (server) => {
      const { code, stdout, stderr } = await run(server, '--yes');
      expect(code).toBe(1);
      expect(stdout).toMatch(/^4 strings would move to public addresses:\n/);
      expect(stdout).toContain('deploy/berths.yaml:13:22');
      expect(stderr).toMatch(/not turned off: the plan disable-peering-only is blocked.*--force/);
      expect(server.requests).toEqual([]);
    });
  });

  it('switches off when forced, once', async () => {
    await withApi({}, async (server) => {
      const first = await run(server, '--yes', '--force');
      expect(first).toMatchObject({ code: 0 });
      expect(first.stdout).toContain('Peering-only mode is off. Bring the facts up to date');
      expect((await run(server, '--yes', '--force')).stdout).toContain('off already; nothing was changed');
      expect(changes(server)).toBe(1);
    });
  });

  it('switches off without force when the plan is ready', async () => {
    connlint(['check', '--fix'], { cwd: folder });
    cpSync(join(FIXTURES, 'plan-azure-2019/after'), folder, { recursive: true });
    // The dump script keeps its legacy host, which a comment accepts.
    rmSync(join(folder, 'scripts'), { recursive: true });
    await withApi({}, async (server) => {
      const { code, stdout } = await run(server, '--yes');
      expect(stdout).toContain('No string here would move');
      expect(code).toBe(0);
      expect(changes(server)).toBe(1);
    });
  });

  it('does not act on a part of the project', async () => {
    const ready = { 'docs/a.env': 'URI=mongodb+srv://quayside-pri.w7d2k.azure.mongodb.net/b\n' };
    writeFiles(folder, ready);
    await withApi({}, async (server) => {
      const { code, stdout, stderr } = await run(server, '--yes', 'docs');
      expect([code, changes(server)]).toEqual([1, 0]);
      expect(stdout).toContain('READY');
      expect(stderr).toMatch(/not turned off: the verdict covers only docs, not the whole project\. .*--force/);
    });
  });

  it('does not act on the facts of another project', async () => {
    connlint(['check', '--fix'], { cwd: folder });
    cpSync(join(FIXTURES, 'plan-azure-2019/after'), folder, { recursive: true });
    // The dump script keeps its legacy host, which a comment accepts.
    rmSync(join(folder, 'scripts'), { recursive: true });
    await withApi({}, async (server) => {
      const args = ['--project', demoProjects().aws.id, '--base-url', server.base, '--yes'];
      const other = await runBeside(['inventory', 'set-private-ip-mode', 'off', ...args], {
        cwd: folder,
        env: WAYS.token,
      });
      expect(other.code).toBe(1);
      expect(other.stderr).toContain('about another project');
      expect(changes(server)).toBe(0);
    });
  });

  it('asks on a terminal only', async () => {
    await withApi({}, async (server) => {
      const { code, stderr } = await run(server);
      expect(code).toBe(2);
      expect(stderr).toMatch(/without a terminal[^]*--yes/);
    });
  });

  it.each([
    ['yes\n', true],
    ['y\n', false],
    ['', false],
  ])('takes %j as %s', async (typed, expected) => {
    const input = new PassThrough();
    input.end(typed);
    expect(await confirmed('Sure?', input, new PassThrough())).toBe(expected);
  });

  it.each([
    ['403', { status: 403, body: '{"errorCode":"USER_UNAUTHORIZED"}' }, /Project Owner/],
    ['409', { status: 409, body: '{"errorCode":"CONFLICT"}' }, /409 CONFLICT[^]*settled/],
    ['an answer that confirms nothing', { body: '{"enabled":true}' }, /did not confirm/],
  ])('reports %s', async (_, fault, expected) => {
    await withApi({}, async (server) => {
      server.faults.push(
        { path: /privateIpMode/, times: 1, body: '{"enabled":true}' },
        { path: /privateIpMode/, ...fault },
      );
      const { code, stderr } = await run(server, '--yes', '--force');
      expect(code).toBe(2);
      expect(stderr).toMatch(expected);
    });
  });

  it('has no way back on', async () => {
    const { code, stderr } = await runBeside(['inventory', 'set-private-ip-mode', 'on'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('can only be turned off');
  });
});
