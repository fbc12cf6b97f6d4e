import { describe, expect, it } from 'vitest';
import { planExitCode } from '../../src/plan/plan.ts';
import type { PlanEntry, PlanVerdict } from '../../src/plan/plan.ts';
import { addedRegions, plannedRegions } from '../../src/rule-helpers/planned-regions.ts';
import { clusterIn, record } from '../support/facts-fixture.ts';

describe('the regions of a plan', () => {
  const cluster = clusterIn(record({ regions: [['AWS', 'US_EAST_1']] }));
  const both = clusterIn(
    record({
      regions: [
        ['AWS', 'US_EAST_1'],
        ['AZURE', 'US_EAST_2'],
      ],
    }),
  );
  const plan = (...regions: string[]) => ({ change: 'multi-region' as const, cluster: 'willow', regions });
  it.each([
    ['eu-west-1', undefined, 'aws'],
    ['EU_WEST_1', undefined, 'aws'],
    ['westeurope', undefined, 'azure'],
    ['EUROPE_WEST', undefined, 'azure'],
    ['europe-west1', undefined, 'gcp'],
    ['US_EAST_2', undefined, null],
    ['US_EAST_2', cluster, 'aws'],
    ['US_EAST_2', both, null],
    ['westeurope', cluster, 'azure'],
    ['NOWHERE_9X', cluster, 'aws'],
    ['NOWHERE_9X', both, null],
  ] as const)('%s is of a provider', (name, known, provider) => {
    expect(plannedRegions(plan(name), known).map((region) => region.provider)).toEqual([provider]);
  });

  it('are added where the cluster has none of them', () => {
    expect(addedRegions(plan('US_EAST_1', 'EU_WEST_1'), cluster).map(({ name }) => name)).toEqual(['EU_WEST_1']);
    expect(addedRegions(plan('us-east-1'), cluster)).toEqual([]);
    expect(addedRegions(plan('US_EAST_1', 'EU_WEST_1'), undefined)).toHaveLength(2);
  });
});

describe('the exit code of a plan', () => {
  it.each<[verdicts: PlanVerdict[], allowed: boolean, code: 0 | 1]>([
    [[], false, 0],
    [['ready', 'ready'], false, 0],
    [['ready', 'blocked'], true, 1],
    [['undecided'], false, 1],
    [['undecided'], true, 0],
    [['undecided', 'blocked'], true, 1],
  ])('%j, undecided allowed: %s', (verdicts, allowed, code) => {
    const entries = verdicts.map((verdict) => ({ verdict }) as unknown as PlanEntry);
    expect(planExitCode(entries, allowed)).toBe(code);
  });
});
