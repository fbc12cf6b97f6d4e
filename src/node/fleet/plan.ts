import type { PlannedChange } from '../../config/plan.ts';
import { planFleet, type FleetPlan, type FleetScope } from '../../fleet/plan.ts';
import { readBytes } from '../fs/read-file.ts';
import { displayArgument } from '../fs/paths.ts';
import { UserError } from '../errors.ts';
import { parseCodeowners, type OwnersOf } from '../../owners/codeowners.ts';
import { projectFor, withPlannedMode } from '../plan.ts';
import type { Project } from '../project/project.ts';
import type { Fleet } from './ledgers.ts';

/** Checks planned changes over the repositories of a fleet. Throws a `UserError` for a ledger that cannot be read. */
export function planLedgers(
  project: Project,
  fleet: Fleet,
  changes: readonly PlannedChange[],
  scope: Omit<FleetScope, 'names' | 'today' | 'profile'>,
): FleetPlan {
  const judged = changes.map((change, at) => ({
    change,
    settings: withPlannedMode(projectFor(project, change), changes).settings,
    earlier: changes.slice(0, at).filter((one) => one.project === change.project),
  }));
  return planFleet(fleet.repositories(), judged, {
    ...scope,
    names: fleet.names,
    today: project.settings.today,
    profile: project.settings.profile,
  });
}

/** The names of a list, one per line. Throws a `UserError`. */
export function readNames(path: string): string[] {
  const lines = textOf(path, 'Name a file with one repository per line.').split(/\r?\n/);
  return lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '');
}

/** A file in the format of CODEOWNERS, whose paths begin with the name of the repository. Throws a `UserError`. */
export function readOwnerMap(path: string): OwnersOf {
  return parseCodeowners(textOf(path, 'Name a file with lines like: /acme/billing/ @acme/payments'));
}

function textOf(path: string, hint: string): string {
  const read = readBytes(path, { named: true, special: true });
  if ('skipped' in read) throw new UserError(`${displayArgument(path)} cannot be read: ${read.reason}`, hint);
  return read.bytes.toString('utf8').replace(/^\uFEFF/u, '');
}
