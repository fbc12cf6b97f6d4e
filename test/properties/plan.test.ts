import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanEntry } from '../../src/plan/plan.ts';
import type { StepPlace } from '../../src/plan/subject.ts';
import { clusterRecord, entriesOf } from '../support/run-plan.ts';
import type { PlannedProject } from '../support/run-plan.ts';

const LIST = [0, 1, 2].map((n) => `till-shard-00-0${n}.h6j2m.mongodb.net:27017`).join(',');

/** Lines of code. Those that begin with `?` cannot be checked. */
const LINES: Readonly<Record<string, string>> = {
  standard: 'A=mongodb+srv://till.h6j2m.mongodb.net/t',
  replicaSet: 'B=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-x1y2z3-shard-0',
  list: `C=mongodb://${LIST}/t?tls=true&replicaSet=atlas-x1y2z3-shard-0`,
  private: 'D=mongodb+srv://till-pri.h6j2m.mongodb.net/t',
  legacy: 'E=mongodb+srv://till-h6j2m.azure.mongodb.net/t',
  endpoint: 'F=mongodb+srv://till-pl-0.h6j2m.mongodb.net/t',
  second: 'G=mongodb+srv://till-pl-1.h6j2m.mongodb.net/t',
  optimized: 'H=mongodb+srv://till-pl-0-lb.h6j2m.mongodb.net/t',
  other: 'I=mongodb+srv://shop.h6j2m.mongodb.net/s',
  '?template': 'J=mongodb+srv://${HOST}/t',
  '?external': 'MONGODB_URI=${STORE_URI}',
};

const STRINGS = {
  standardSrv: 'mongodb+srv://till.h6j2m.mongodb.net',
  privateSrv: 'mongodb+srv://till-pri.h6j2m.mongodb.net',
};

const CHANGES = [
  { change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] },
  { change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'], regionalizedPrivateEndpoints: true },
  { change: 'disable-peering-only' },
  { change: 'cloud-provider', cluster: 'till', to: 'gcp' },
  { change: 'regionalized-endpoints', enabled: true },
  { change: 'shard', cluster: 'till' },
  { change: 'custom-dns', enabled: false },
  { change: 'port-mapped-endpoints', cluster: 'till' },
  { change: 'leave-legacy-hostnames' },
];

const projects: fc.Arbitrary<{ lines: string[]; project: PlannedProject }> = fc
  .record({
    lines: fc.uniqueArray(fc.constantFrom(...Object.keys(LINES)), { maxLength: 3 }),
    change: fc.constantFrom(...CHANGES),
    provider: fc.constantFrom('AWS' as const, 'AZURE' as const, 'GCP' as const),
    created: fc.constantFrom('2019-05-05T00:00:00Z', '2022-05-05T00:00:00Z', null),
    type: fc.constantFrom('REPLICASET' as const, 'SHARDED' as const),
    hasRecord: fc.boolean(),
    strings: fc.constantFrom(STRINGS, { standardSrv: STRINGS.standardSrv }),
    endpoints: fc.constantFrom(undefined, [], ['US_EAST_1'], ['US_EAST_1', 'EU_WEST_1'], ['US_EAST_1', 'US_EAST_1']),
    settings: fc.record(
      { peeringOnly: fc.boolean(), regionalizedPrivateEndpoints: fc.boolean(), customDnsOnAws: fc.boolean() },
      { requiredKeys: [] },
    ),
    latin: fc.boolean(),
  })
  .map(({ lines, change, hasRecord, endpoints, settings, latin, ...record }) => ({
    lines,
    project: {
      files: {
        'app/a.env': `${lines.map((name) => LINES[name]).join('\n')}\n`,
        // It cannot be decoded.
        ...(latin ? { 'app/b.env': new Uint8Array([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]) } : {}),
      },
      config: { project: settings, plan: [change] },
      ...(hasRecord ? { clusters: [clusterRecord('till', record), clusterRecord('shop')] } : {}),
      ...(endpoints ? { endpoints } : {}),
    },
  }));

const keyOf = ({ file, line, column }: { file: string; line: number; column: number }): string =>
  `${file}:${line}:${column}`;

function replacedFirst({ steps }: PlanEntry): readonly StepPlace[] {
  const change = steps.findIndex(({ kind }) => kind === 'change');
  return steps
    .slice(0, change < 0 ? steps.length : change)
    .flatMap(({ kind, places }) => (kind === 'replace' ? places : []));
}

const RUNS = {
  numRuns: Number(process.env.PROPERTY_RUNS ?? 40),
  ...(process.env.PROPERTY_SEED ? { seed: Number(process.env.PROPERTY_SEED) } : {}),
};

describe('plans of generated projects', () => {
  it('are ready only when everything is seen, judged and known', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(projects, ({ lines, project }) => {
        for (const entry of entriesOf(project)) {
          const places = new Set(entry.steps.flatMap((step) => step.places.map(keyOf)));
          const open = entry.strings.filter(({ suppressed }) => suppressed === null);
          expect(open.filter((finding) => !places.has(keyOf(finding))).map(({ rule }) => rule)).toEqual([]);
          if (entry.verdict !== 'ready') continue;
          expect([entry.missing, entry.unread, entry.reasons, replacedFirst(entry)]).toEqual([[], [], [], []]);
          expect(open.filter(({ severity, rule }) => severity === 'error' && rule !== 'psc-rename')).toEqual([]);
          expect(lines.filter((name) => name.startsWith('?'))).toEqual([]);
          if ('cluster' in entry.plan) expect(lines.some((name) => name !== 'other')).toBe(true);
          expect(Object.keys(project.files ?? {})).toEqual(['app/a.env']);
        }
      }),
      RUNS,
    );
  });

  it('list no place again whose replacement was made', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(projects, ({ project }) => {
        const [entry] = entriesOf(project);
        const known = replacedFirst(entry!).filter(({ to }) => to !== null);
        fc.pre(known.length > 0);
        const file = project.files!['app/a.env'] as string;
        const text = known.reduce((all, { from, to }) => all.replace(`${from}\n`, `${to}\n`), file);
        const [again] = entriesOf({ ...project, files: { ...project.files, 'app/a.env': text } });
        expect(replacedFirst(again!).filter(({ to }) => to !== null)).toEqual([]);
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 2) },
    );
  });
});
