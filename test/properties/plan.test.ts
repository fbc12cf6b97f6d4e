import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { PlanEntry } from '../../src/plan/plan.ts';
import type { StepPlace } from '../../src/plan/subject.ts';
import { isDeployed } from '../../src/config/roles.ts';
import { clusterRecord, endpointService, entriesOf } from '../support/run-plan.ts';
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

/** What each change breaks for certain, whatever the facts say. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  shard: ['replicaSet', 'list'],
  'leave-legacy-hostnames': ['legacy'],
};

const ONE = '6400000000000000000000e1';
const TWO = '6400000000000000000000e2';
/** Larger files are left out. */
const MAX_BYTES = 4000;
const someLines = fc.uniqueArray(fc.constantFrom(...Object.keys(LINES)), { maxLength: 3 });
const textOf = (names: readonly string[]): string => names.map((name) => `${LINES[name]}\n`).join('');

interface Generated {
  /** Names of lines in code that decides. */
  readonly lines: readonly string[];
  /** Of those, the one whose findings are accepted. */
  readonly accepted: string | null;
  /** What alone forbids `ready`. */
  readonly open: readonly string[];
  readonly project: PlannedProject;
  /** The same with the facts of the projects in the other order. */
  readonly turned: PlannedProject;
}

const often = (arbitrary: fc.Arbitrary<boolean>): fc.Arbitrary<boolean> =>
  fc.tuple(arbitrary, fc.boolean(), fc.boolean()).map((flags) => flags.every(Boolean));
const seldom = often(fc.boolean());

const projects: fc.Arbitrary<Generated> = fc
  .record({
    lines: someLines,
    accept: seldom,
    change: fc.constantFrom(...CHANGES),
    provider: fc.constantFrom('AWS' as const, 'AZURE' as const, 'GCP' as const),
    created: fc.constantFrom('2019-05-05T00:00:00Z', '2022-05-05T00:00:00Z', null),
    type: fc.constantFrom('REPLICASET' as const, 'SHARDED' as const),
    hasRecord: fc.boolean(),
    contradicts: seldom,
    strings: fc.constantFrom(STRINGS, { standardSrv: STRINGS.standardSrv }),
    endpoints: fc.constantFrom(undefined, [], ['US_EAST_1'], ['US_EAST_1', 'EU_WEST_1'], ['US_EAST_1', 'US_EAST_1']),
    settings: fc.record(
      { peeringOnly: fc.boolean(), regionalizedPrivateEndpoints: fc.boolean(), customDnsOnAws: fc.boolean() },
      { requiredKeys: [] },
    ),
    other: fc.option(fc.record({ type: fc.constantFrom('REPLICASET' as const, 'SHARDED' as const), lines: someLines })),
    beside: fc.record({ test: someLines, docs: someLines, example: someLines }),
    read: seldom,
    latin: seldom,
    large: seldom,
    level: fc.constantFrom(null, null, 'off', 'warning', 'info'),
  })
  .map(({ change, settings, endpoints, other, ...drawn }) => {
    const { type, provider, created, strings } = drawn;
    const judging = RULES.filter(({ changes }) => changes?.includes(change.change as never)).map(({ id }) => id);
    const accepted = drawn.accept ? (drawn.lines[0] ?? null) : null;
    const till = clusterRecord('till', { type, provider, created, strings, groupId: ONE });
    const contrary = clusterRecord('till', {
      ...{ type: type === 'SHARDED' ? ('REPLICASET' as const) : ('SHARDED' as const), provider, created, strings },
      groupId: ONE,
    });
    const second = clusterRecord('till', {
      type: other?.type ?? 'SHARDED',
      groupId: TWO,
      strings: { standardSrv: 'mongodb+srv://till.q1w2e.mongodb.net' },
    });
    const off = 'connlint-disable-next-line -- looked at';
    const files = {
      'app/a.env': (accepted === null ? '' : `# ${off}\n`) + textOf(drawn.lines),
      'app/a.test.js': `const a = \`${textOf(drawn.beside.test)}\`;\n`,
      'docs/a.md': textOf(drawn.beside.docs),
      'app/.env.example': textOf(drawn.beside.example),
      ...(other ? { 'app/b.env': textOf(other.lines).replaceAll('h6j2m', 'q1w2e') } : {}),
      ...(drawn.read
        ? { 'app/m.js': "import { MongoClient } from 'mongodb';\nnew MongoClient(process.env.REST_URI);\n" }
        : {}),
      // It cannot be decoded.
      ...(drawn.latin ? { 'app/c.env': new Uint8Array([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]) } : {}),
      ...(drawn.large ? { 'app/d.env': `${'#\n'.repeat(MAX_BYTES / 2)}${textOf(['standard'])}` } : {}),
      ...(drawn.hasRecord
        ? { 'one.json': JSON.stringify([till, clusterRecord('shop'), ...(drawn.contradicts ? [contrary] : [])]) }
        : {}),
      ...(other ? { 'two.json': JSON.stringify([second]) } : {}),
      'services.json': JSON.stringify((endpoints ?? []).map((region, at) => endpointService(region, at))),
    };
    const own = {
      ...(drawn.hasRecord && { clusters: ['one.json'] }),
      ...(endpoints && { endpointServices: ['services.json'] }),
    };
    const rules = drawn.level === null ? {} : Object.fromEntries(judging.map((id) => [id, drawn.level]));
    const projectOf = (isTurned: boolean): PlannedProject => {
      const both = [
        ['one', { id: ONE, inventory: own, ...settings }],
        ['two', { id: TWO, inventory: { clusters: ['two.json'] } }],
      ] as const;
      const named = Object.fromEntries(isTurned ? [...both].reverse() : both);
      const config = other
        ? { projects: named, rules, plan: [{ ...change, project: 'one' }] }
        : { rules, plan: [change], projects: [{ inventory: own, ...settings }] };
      return { files, config, maxBytes: MAX_BYTES };
    };
    const open = [
      ...(drawn.read ? ['a string from outside'] : []),
      ...(drawn.latin ? ['a file that cannot be decoded'] : []),
      ...(drawn.large ? ['a large file'] : []),
      ...(drawn.contradicts && drawn.hasRecord ? ['records that differ'] : []),
      ...(drawn.level === 'off' && judging.length > 0 ? ['a rule that is off'] : []),
      ...drawn.lines.filter((name) => name.startsWith('?') && name !== accepted),
      ...(other?.lines ?? []).filter((name) => name.startsWith('?')),
      ...drawn.lines.filter((name) => name !== accepted && (BROKEN[change.change] ?? []).includes(name)),
    ];
    return { lines: drawn.lines, accepted, open, project: projectOf(false), turned: projectOf(true) };
  });

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

/** The steps of this kind that list a place. */
function stepsWith({ steps }: PlanEntry, kind: string, place: string): number {
  return steps.filter((step) => step.kind === kind && step.places.some((one) => keyOf(one) === place)).length;
}

describe('plans of generated projects', () => {
  it('are ready only when everything is seen, judged and known', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(projects, ({ lines, open, project }) => {
        for (const entry of entriesOf(project)) {
          if (entry.verdict !== 'ready') continue;
          expect([entry.missing, entry.unread, entry.reasons, replacedFirst(entry)]).toEqual([[], [], [], []]);
          const left = entry.strings.filter(({ suppressed, role }) => suppressed === null && isDeployed(role));
          expect(left.filter(({ severity, rule }) => severity === 'error' && rule !== 'endpoint-architecture')).toEqual(
            [],
          );
          expect(open).toEqual([]);
          if ('cluster' in entry.plan) expect(lines.some((name) => name !== 'other')).toBe(true);
        }
      }),
      // Few of them are ready.
      { ...RUNS, numRuns: RUNS.numRuns * 5 },
    );
  });

  it('list each finding in the steps that fix it, and in no other', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(projects, ({ project }) => {
        for (const entry of entriesOf(project)) {
          const found = entry.strings.filter(({ suppressed }) => suppressed === null);
          const deciding = new Set(found.filter(({ role }) => isDeployed(role)).map(keyOf));
          const twice = entry.steps.some(({ title }) => title.includes('second new string'));
          for (const finding of found) {
            const key = keyOf(finding);
            const [replaced, named, documents] = ['replace', 'prepare', 'document'].map((kind) =>
              stepsWith(entry, kind, key),
            );
            const own = [finding.rule, key, replaced, named, documents];
            if (!deciding.has(key) && finding.role !== 'test') {
              expect(own).toEqual([finding.rule, key, 0, 0, 1]);
            } else {
              expect([...own, replaced! + named! + documents! > 0]).toEqual([...own, true]);
              expect([...own, replaced! <= (twice ? 3 : 1)]).toEqual([...own, true]);
              if (isDeployed(finding.role)) expect([...own, documents === 0]).toEqual([...own, true]);
            }
          }
        }
      }),
      { ...RUNS, numRuns: RUNS.numRuns * 2 },
    );
  });

  it('list no place again whose replacement was made', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(projects, ({ project }) => {
        const [entry] = entriesOf(project);
        const known = replacedFirst(entry!).filter(({ to }) => to !== null);
        fc.pre(known.length > 0);
        const files: Record<string, string | Uint8Array> = { ...project.files };
        for (const { file, from, to } of known) {
          files[file] = (files[file] as string).replace(`${from}\n`, `${to}\n`);
        }
        const [again] = entriesOf({ ...project, files });
        expect(replacedFirst(again!).filter(({ to }) => to !== null)).toEqual([]);
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 2) },
    );
  });

  it('do not depend on the order of the projects', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(projects, ({ project, turned }) => {
        fc.pre(project.config?.projects !== undefined);
        const shown = (one: PlannedProject): unknown => {
          const [entry] = entriesOf(one);
          // Where the config says it, which is another line of it.
          const isOwn = ({ file }: { file: string }): boolean => file !== 'connlint.config.json';
          return JSON.stringify({
            ...entry,
            strings: entry!.strings.filter(isOwn),
            steps: entry!.steps.map((step) => ({ ...step, places: step.places.filter(isOwn) })),
          });
        };
        expect(shown(turned)).toBe(shown(project));
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 2) },
    );
  });
});
