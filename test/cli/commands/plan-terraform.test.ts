import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';

const GROUP = '5f0d6a1b2c3d4e5f60718293';
const specs = (...regions: string[]): object => ({
  project_id: GROUP,
  name: 'till',
  cluster_type: 'REPLICASET',
  replication_specs: [{ region_configs: regions.map((region) => ({ provider_name: 'AWS', region_name: region })) }],
});
const resource = (type: string, actions: string[], before: object | null, after: object | null): object => ({
  address: `mongodbatlas_${type}.a`,
  mode: 'managed',
  type: `mongodbatlas_${type}`,
  change: { actions, before, after, after_unknown: {} },
});
const WIDER = resource('advanced_cluster', ['update'], specs('US_EAST_1'), specs('US_EAST_1', 'EU_WEST_1'));
const NO_PEER = resource('network_peering', ['delete'], { project_id: GROUP, password: 's3cretpw9' }, null);

const LIST = 'mongodb://app:s3cretpw9@till-shard-00-00.b1n2m.mongodb.net:27017/x?tls=true&authSource=admin';
const FILES = {
  'main.tf': 'resource "mongodbatlas_advanced_cluster" "a" {\n  name = "till"\n}\n',
  'src/app.env': `URI=${LIST}\n`,
  'facts/till.json': JSON.stringify([
    {
      name: 'till',
      groupId: GROUP,
      clusterType: 'REPLICASET',
      connectionStrings: { standardSrv: 'mongodb+srv://till.b1n2m.mongodb.net' },
    },
  ]),
  'connlint.config.json': JSON.stringify({ projects: [{ inventory: 'facts/till.json' }] }),
};

const planOf = (changes: readonly object[]): string =>
  JSON.stringify({ format_version: '1.2', resource_changes: changes });

const planned = (changes: readonly object[], ...args: string[]): Run =>
  withFiles({ ...FILES, 'tfplan.json': planOf(changes) }, (cwd) =>
    connlint(['plan', '--terraform-plan', 'tfplan.json', ...args], { cwd }),
  );

interface Json {
  readonly changes: readonly { change: string; cluster: string; project: string | null; verdict: string }[];
  readonly open: readonly string[];
}

describe('plan --terraform-plan', () => {
  it('judges the changes, and shows in every format what no planned change covers', () => {
    const { code, stdout } = planned([WIDER, NO_PEER], '--format', 'json');
    const { changes, open } = JSON.parse(stdout) as Json;
    expect(code).toBe(1);
    expect(changes.map(({ change, cluster }) => [change, cluster])).toEqual([['multi-region', 'till']]);
    expect(open).toEqual(['mongodbatlas_network_peering.a is removed: private strings (-pri) stop working.']);
    for (const format of ['text', 'markdown', 'html']) {
      const run = planned([WIDER, NO_PEER], '--format', format);
      expect(run.stdout).toContain('private strings (-pri) stop working');
      expect(run.stdout + run.stderr).not.toContain('s3cretpw9');
    }
  });

  it('does not pass with such an effect alone, unless that is allowed', () => {
    const failed = planned([NO_PEER], '--format', 'text');
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/\nFailed: 1 effect of the Terraform plan not judged\.\n$/);
    const allowed = planned([NO_PEER], '--format', 'text', '--allow-undecided');
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toMatch(/\nPassed: 1 effect of the Terraform plan not judged\.\n$/);
  });

  it('passes, and says why, without a change that concerns strings', () => {
    const paused = resource('advanced_cluster', ['update'], specs('US_EAST_1'), {
      ...specs('US_EAST_1'),
      paused: true,
    });
    const { code, stdout } = planned([paused], '--format', 'text');
    expect(code).toBe(0);
    expect(stdout).toMatch(/Passed: the Terraform plan has no change that concerns strings\.\n$/);
  });

  it('leaves open what it does to a project without facts', () => {
    const elsewhere = '5f0d6a1b2c3d4e5f60718299';
    const mode = resource('private_endpoint_regional_mode', ['create'], null, { project_id: elsewhere, enabled: true });
    const { code, stdout } = planned([mode], '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [],
      open: [expect.stringContaining(`unknown project "${elsewhere}"`)],
    });
  });

  it('passes where the plan changes no string', () => {
    const { code, stdout } = planned(
      [resource('advanced_cluster', ['no-op'], specs('US_EAST_1'), specs('US_EAST_1'))],
      ...['--format', 'json'],
    );
    expect([code, JSON.parse(stdout)]).toEqual([0, { version: 2, changes: [] }]);
  });
});
