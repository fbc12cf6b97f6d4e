import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import type { PlannedChange } from '../../src/config/plan.ts';
import { NO_FACTS } from '../../src/facts/facts.ts';
import { blockingPlaces, fleetUses } from '../../src/fleet/uses.ts';
import { planFleet } from '../../src/fleet/plan.ts';
import type { FleetPlan, FleetScope } from '../../src/fleet/plan.ts';
import { settingsForChange } from '../../src/lint/settings.ts';
import { openFleet } from '../../src/node/fleet/ledgers.ts';
import { fleetHtml } from '../../src/report/fleet/html.ts';
import { issueIndex, ownerIssues } from '../../src/report/fleet/issues.ts';
import { fleetPlanJson } from '../../src/report/fleet/plan.ts';
import { usesJson } from '../../src/report/fleet/uses.ts';
import { withFiles } from '../support/cli.ts';
import { ledgerText } from '../support/ledgers.ts';
import { settings } from '../support/lint-text.ts';

const COUNT = 400;
const TEAMS = 31;
const PASSWORD = 'Canary5ecretWord';
const CHANGE: PlannedChange = { change: 'leave-legacy-hostnames' };
const SCOPE = {
  repositories: [],
  maxAge: null,
  today: '2026-11-23',
  profile: ATLAS,
  ownersOf: null,
  command: 'connlint fleet plan ledgers',
};

const nameOf = (at: number): string => `acme/service-${String(at).padStart(3, '0')}`;

/** Equal paths in every repository; every tenth one has no owner. */
function repositoryText(at: number): string {
  const uri = (host: string): string => `mongodb+srv://app:${PASSWORD}@${host}.mongodb.net/app`;
  return ledgerText(nameOf(at), {
    files: {
      'deploy/prod.env': `MONGO_URI=${uri('metrics-ab123')}\nREPORTS=${uri('reports.ab123')}\n`,
      'src/app.ts': `export const uri = '${uri('metrics-ab123')}';\n`,
    },
    ...(at % 10 === 0 ? {} : { owners: `* @acme/team-${at % TEAMS}\n` }),
  });
}

const TEXTS = Array.from({ length: COUNT }, (_, at) => repositoryText(at));

/** @param order of the files, by the number of the repository */
function withFleet<T>(order: readonly number[], use: (folder: string) => T): T {
  return withFiles({}, (folder) => {
    for (const [place, at] of order.entries()) writeFileSync(join(folder, `${place}.jsonl`), TEXTS[at]!);
    return use(folder);
  });
}

function planOf(folder: string, scope: Partial<FleetScope> = {}): FleetPlan {
  const fleet = openFleet([folder], folder);
  const changes = [{ change: CHANGE, settings: settingsForChange(settings, CHANGE, null), earlier: [] }];
  return planFleet(fleet.repositories(), changes, { ...SCOPE, ...scope, names: fleet.names });
}

const usesOf = (folder: string, filter = {}) => {
  const fleet = openFleet([folder], folder);
  return fleetUses(fleet.repositories(), filter, { ...SCOPE, names: fleet.names, facts: NO_FACTS });
};

const ALL = TEXTS.map((_, at) => at);
const SHUFFLED = ALL.map((at) => (at * 277 + 13) % COUNT);

describe('a fleet of 400 repositories with equal paths', () => {
  it('lists every string once, with its owner', () => {
    withFleet(ALL, (folder) => {
      const { uses, repositories } = usesOf(folder);
      expect(repositories).toBe(COUNT);
      expect(uses).toHaveLength(COUNT * 3);
      expect(new Set(uses.map(({ id }) => id)).size).toBe(COUNT * 3);
      for (const { repository, owners } of uses) {
        const at = Number(repository.slice(-3));
        expect(owners).toEqual(at % 10 === 0 ? [] : [`@acme/team-${at % TEAMS}`]);
      }
      expect(usesOf(folder, { kind: ['legacy'], owner: ['no owner'] }).uses).toHaveLength(80);
      expect(usesOf(folder, { cluster: ['REPORTS'], repository: [nameOf(7)] }).uses).toHaveLength(1);
    });
  });

  it('writes equal bytes whatever the order of the ledgers, and no credential', () => {
    const outputs = [ALL, SHUFFLED].map((order) =>
      withFleet(order, (folder) => {
        const [plan, uses] = [planOf(folder), usesOf(folder)];
        const issues = ownerIssues(plan, '2026-12-24');
        return [
          [...usesJson(uses)].join(''),
          fleetPlanJson(plan, []),
          fleetHtml(plan, uses, []),
          issueIndex(issues),
          ...issues.map(({ body }) => body),
        ].join('\n');
      }),
    );
    expect(outputs[0] === outputs[1]).toBe(true);
    for (const text of [outputs[0]!, ...TEXTS]) expect(text.includes(PASSWORD)).toBe(false);
  });

  it('says what blocks by owner and repository, and puts each place into one text', () => {
    withFleet(ALL, (folder) => {
      const plan = planOf(folder);
      const [entry] = plan.entries;
      expect(entry!.verdict).toBe('blocked');
      const blocks = blockingPlaces(entry!, plan.ownersOf);
      expect(blocks).toHaveLength(COUNT);
      expect(blocks.every(({ places }) => places === 2)).toBe(true);
      expect(blocks.filter(({ owner }) => owner === 'no owner')).toHaveLength(40);
      const issues = ownerIssues(plan, null);
      expect(issues).toHaveLength(TEAMS + 1);
      expect(new Set(issues.map(({ file }) => file)).size).toBe(TEAMS + 1);
      expect(issues.reduce((sum, { places }) => sum + places, 0)).toBe(COUNT * 2);
    });
  });

  it('stays undecided while a repository is missing, and names it', () => {
    withFleet(ALL.slice(1), (folder) => {
      const { entries, gaps } = planOf(folder, { repositories: ALL.map(nameOf) });
      expect(gaps).toEqual([{ repository: nameOf(0), message: `${nameOf(0)} sent no ledger.` }]);
      expect(entries[0]!.reasons.map(({ message }) => message)).toContain(`${nameOf(0)} sent no ledger.`);
    });
  });
});
