import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../src/config/config.ts';
import { buildFacts } from '../../src/facts/build.ts';
import type { FactInput } from '../../src/facts/build.ts';
import { lintText } from '../../src/index.ts';
import { clusterRecord, entriesOf } from '../support/run-plan.ts';
import type { PlannedProject } from '../support/run-plan.ts';

const ONE = '65c1a00000000000000a0001';
const TWO = '65c1a00000000000000b0002';

const azure = (name: string, token: string, groupId: string) =>
  clusterRecord(name, {
    groupId,
    provider: 'AZURE',
    regions: ['EUROPE_WEST'],
    created: '2019-03-04T00:00:00Z',
    strings: {
      standardSrv: `mongodb+srv://${name}.${token}.azure.mongodb.net`,
      privateSrv: `mongodb+srv://${name}-pri.${token}.azure.mongodb.net`,
    },
  });
const pulled = (groupId: string, peeringOnly: boolean | null, ...clusters: readonly unknown[]) => ({
  connlintFacts: 1,
  pulledAt: '2026-11-01',
  project: { groupId, peeringOnly },
  clusters,
});
const inputs = (...values: readonly unknown[]): FactInput[] =>
  values.map((value, at) => ({ file: `facts/${at}.json`, value }));
const LEGACY = 'A=mongodb+srv://wharf-k4j5h.azure.mongodb.net/a\nB=mongodb+srv://barge-m2n3p.azure.mongodb.net/b\n';
const judged = (facts: readonly FactInput[], config: unknown = {}) =>
  lintText(LEGACY, { path: 'app.env', facts, config }).findings.map(
    ({ rule, line, severity }) => `${line} ${severity} ${rule}`,
  );

describe('facts of several projects', () => {
  const wharf = pulled(ONE, true, azure('wharf', 'k4j5h', ONE));
  const barge = pulled(TWO, false, azure('barge', 'm2n3p', TWO));

  it('decide only for the strings of their own project, in whatever order they are named', () => {
    const expected = ['1 error peering-only-legacy-host', '2 warning legacy-host'];
    expect(judged(inputs(wharf, barge))).toEqual(expected);
    expect(judged(inputs(barge, wharf))).toEqual(expected);
    expect(judged(inputs([barge, wharf]))).toEqual(expected);
  });

  it('report nothing about a project that no fact is about', () => {
    expect(judged(inputs(wharf))).toEqual(['1 error peering-only-legacy-host', '2 warning legacy-host']);
  });

  it('do not use a setting that names no project, and say so', () => {
    const mode = { file: 'facts/privateIpMode.json', value: { enabled: true } };
    const { facts } = buildFacts([...inputs(azure('wharf', 'k4j5h', ONE), azure('barge', 'm2n3p', TWO)), mode]);
    expect(facts.notices.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'fact-without-project facts/privateIpMode.json',
    ]);
    expect(facts.projects.every(({ project }) => project.peeringOnly === undefined)).toBe(true);
    const { facts: hand } = buildFacts(inputs(wharf, barge), { projects: [{ customDnsOnAws: true }] });
    expect(hand.notices.map(({ code, file }) => `${code} ${file}`)).toEqual(['fact-without-project config: projects']);
  });

  it('of one cluster list and one setting are of one project', () => {
    const mode = { file: 'facts/privateIpMode.json', value: { enabled: true } };
    const { facts } = buildFacts([mode, ...inputs(azure('wharf', 'k4j5h', ONE))]);
    expect(facts.projects).toEqual([]);
    expect(facts.project.peeringOnly?.value).toBe(true);
    expect(facts.of.key).toBe(ONE);
  });

  it('take the project of a Terraform state from its resources', () => {
    const state = (projectId: string, name: string, enabled: boolean) => ({
      format_version: '1.0',
      values: {
        root_module: {
          resources: [
            {
              type: 'mongodbatlas_private_endpoint_regional_mode',
              address: `m.${name}`,
              values: { project_id: projectId, enabled },
            },
          ],
        },
      },
    });
    const { facts } = buildFacts(inputs(state(ONE, 'shop', true), state(TWO, 'bank', false)));
    expect(facts.projects.map(({ of, project }) => [of.key, project.regionalizedPrivateEndpoints?.value])).toEqual([
      [ONE, true],
      [TWO, false],
    ]);
  });

  it('keep a cluster that the config describes out of other projects', () => {
    const config = { projects: [{ clusters: { barge: { provider: 'azure', createdAt: '2019-01-01' } } }] };
    const lines = judged(inputs(wharf, pulled(TWO, false)), config);
    expect(lines).toEqual(['1 error peering-only-legacy-host', '2 warning legacy-host']);
  });
});

describe('projects of the config', () => {
  const files = { 'a.json': azure('wharf', 'k4j5h', ONE), 'b.json': azure('wharf', 'm2n3p', TWO) };
  const projects = [
    { name: 'quay', id: ONE, inventory: 'a.json', peeringOnly: true },
    { name: 'dock', id: TWO, inventory: ['b.json'], peeringOnly: false },
  ];
  const plan = (...changes: readonly unknown[]): PlannedProject => ({
    files: {
      ...Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)])),
      'app.env': 'A=mongodb+srv://wharf-k4j5h.azure.mongodb.net/a\nB=mongodb+srv://wharf.m2n3p.azure.mongodb.net/b\n',
    },
    config: { projects, plan: changes },
  });

  it('have settings of their own, and their names beside them', () => {
    const checked = validateConfig({ projects });
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
    const named = inputs(files['a.json'], files['b.json']).map((input, at) => ({
      ...input,
      project: at,
    }));
    const { facts, problems } = buildFacts(named, checked.config);
    expect(problems).toEqual([]);
    expect(facts.projects.map(({ of, project }) => [of.key, of.groupId, project.peeringOnly])).toEqual([
      ['dock', TWO, { value: false, source: 'config: projects.dock.peeringOnly' }],
      ['quay', ONE, { value: true, source: 'config: projects.quay.peeringOnly' }],
    ]);
  });

  it('refuse a fact file of another project', () => {
    const checked = validateConfig({ projects });
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
    const [first] = inputs(files['b.json']);
    const { problems } = buildFacts([{ ...first!, project: 0 }], checked.config);
    expect(problems.map(({ message }) => message)).toEqual([
      `The file is about project ${TWO}, but the config names it for "quay" (${ONE}).`,
    ]);
  });

  it('are planned one by one', () => {
    const entries = entriesOf(plan({ change: 'disable-peering-only' }));
    expect(entries.map(({ project, verdict, strings }) => [project, verdict, strings.length])).toEqual([
      ['dock', expect.any(String), 0],
      ['quay', 'blocked', 1],
    ]);
  });

  it('have to be named where several have the cluster, and must exist', () => {
    const shard = { change: 'shard', cluster: 'wharf' };
    expect(() => entriesOf(plan(shard))).toThrow('which project has the cluster "wharf"');
    expect(() => entriesOf(plan({ ...shard, project: 'kay' }))).toThrow('unknown project "kay"');
    const twice = validateConfig({ plan: [{ change: 'shard', cluster: 'quay/wharf', project: 'dock' }] });
    expect('problems' in twice && twice.problems[0]?.path).toBe('plan[0].cluster');
  });
});
