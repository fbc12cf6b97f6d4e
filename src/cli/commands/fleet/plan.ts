import { RULES } from '../../../../rules/index.ts';
import { fleetUses } from '../../../fleet/uses.ts';
import type { FleetUses } from '../../../fleet/uses.ts';
import type { FleetPlan } from '../../../fleet/plan.ts';
import { planLedgers } from '../../../node/fleet/plan.ts';
import type { Project } from '../../../node/project/project.ts';
import { quoted } from '../../../plan/commands.ts';
import { planExitCode } from '../../../plan/plan.ts';
import { fleetHtml } from '../../../report/fleet/html.ts';
import { fleetPlanJson, fleetPlanMarkdown, fleetPlanText } from '../../../report/fleet/plan.ts';
import { planSarif } from '../../../report/sarif/verdict.ts';
import { planEnd } from '../../../report/plan/summary.ts';
import { planVerdicts } from '../../../report/plan/text.ts';
import { chooseFormats, terminalFor } from '../../arguments.ts';
import { projectFromOptions, verdictView } from '../../project-options.ts';
import { parseOptions } from '../../options.ts';
import type { OptionTable, Parsed } from '../../options.ts';
import { emit, printEnd, printNotices } from '../../output.ts';
import { CHANGE_OPTIONS, homeOf, plannedIn, VERDICT_OPTIONS } from '../plan.ts';
import { fleetChoice, FLEET, fleetOf, LEDGERS, OWNERS } from './options.ts';

export const options: OptionTable = { ...CHANGE_OPTIONS, ...VERDICT_OPTIONS, ...FLEET };
export const formats = ['text', 'json', 'markdown', 'html', 'sarif'] as const;
export const notes =
  `${LEDGERS}\n\n` +
  'Checks each planned change for all repositories together: one verdict, what blocks it by owner and repository, one ' +
  'runbook. A repository that is missing, too old, cut short, only partly read or of another version of the ledger ' +
  `keeps a change undecided. Facts and rules come from here, not from the repositories. ${OWNERS}`;
export const exitCodes =
  'Exit codes: 0 all ready, 1 one is blocked or undecided, 2 wrong use or no change declared, 3 internal error';

/** One verdict over all repositories. */
export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'fleet plan');
  const choices = chooseFormats(parsed.values('format'), formats, 'text');
  const { project, plan, open, allUses } = planned(parsed);
  const allowUndecided = parsed.flag('allow-undecided');
  const view = await verdictView(project, parsed, choices);
  printNotices(project.notices, parsed);
  emit(choices, (format, file) => {
    const terminal = terminalFor(parsed, file);
    if (format === 'sarif') return planSarif(plan.entries, open, { ...view, home: homeOf(project, parsed) });
    if (format === 'html') return fleetHtml(plan, allUses(), open);
    if (parsed.flag('summary')) return planVerdicts(plan.entries, format, { terminal, allowUndecided, open });
    if (format === 'json') return fleetPlanJson(plan, open);
    if (format === 'markdown') return fleetPlanMarkdown(plan, open);
    return fleetPlanText(plan, { terminal, verbose: parsed.flag('verbose'), allowUndecided, open });
  });
  printEnd(choices, () => planEnd(plan.entries, allowUndecided, open.length));
  return planExitCode(plan.entries, allowUndecided, open.length);
}

/** The command line, without the change and the format. */
function commandOf(parsed: Parsed): string {
  const options = KEPT.flatMap((name) => parsed.values(name).flatMap((value) => [`--${name}`, value]));
  return ['connlint', 'fleet', 'plan', ...parsed.positionals, ...options].map(quoted).join(' ');
}

const KEPT = ['facts', 'owners', 'expect', 'max-age', 'config'] as const;

interface PlannedFleet {
  readonly project: Project;
  readonly plan: FleetPlan;
  /** Effects of a Terraform plan that no planned change covers. */
  readonly open: readonly string[];
  /** Reads the ledgers again. */
  readonly allUses: () => FleetUses;
}

/** Checks the given changes over the given ledgers. Throws a `UserError`. */
export function planned(parsed: Parsed): PlannedFleet {
  const choice = fleetChoice(parsed);
  const project = projectFromOptions(parsed, RULES);
  const { changes, open } = plannedIn(project, parsed);
  const fleet = fleetOf(parsed);
  const { facts, today, profile } = project.settings;
  return {
    project,
    plan: planLedgers(project, fleet, changes, { ...choice, command: commandOf(parsed) }),
    open: open ?? [],
    allUses: () => fleetUses(fleet.repositories(), {}, { ...choice, names: fleet.names, facts, today, profile }),
  };
}
